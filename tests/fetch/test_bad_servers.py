"""A server that lies, stalls, sends without end or ends in the middle: a clear error, in time, and nothing else."""

from __future__ import annotations

import socket
import time

import pytest

from urlmill import FetchError, fetch

from .servers import (
    PATIENCE,
    Script,
    asked,
    drips,
    ftp,
    http,
    line_of,
    news,
    news_then,
    resets,
    says,
    says_forever,
    serving,
    stalls,
)

SCHEMES = ("ftp", "gopher", "http", "https", "news", "nntp")
TIMEOUT = 0.6
HTTP = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HTTP + b"Transfer-Encoding: chunked\r\n\r\n"


def _resets(octets: bytes, after: int) -> Script:
    def script(connection: socket.socket) -> None:
        for _ in range(after):
            line_of(connection)
        connection.sendall(octets)
        time.sleep(0.1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    return script


BAD: dict[str, tuple[str, Script, str]] = {
    # ftp: the control connection
    "ftp: it says nothing": ("ftp://{}/a", stalls(), "timeout"),
    "ftp: it hangs up": ("ftp://{}/a", says(b""), "truncated"),
    "ftp: half a greeting": ("ftp://{}/a", says(b"220 rea"), "truncated"),
    "ftp: it is not FTP": ("ftp://{}/a", says(b"SSH-2.0-OpenSSH_9.2\r\n"), "bad-reply"),
    "ftp: a line without end": ("ftp://{}/a", says_forever(b"2"), "bad-reply"),
    "ftp: a reply without end": ("ftp://{}/a", says_forever(b"220-more\r\n"), "bad-reply"),
    "ftp: a reply drop by drop": ("ftp://{}/a", drips(b"220-more\r\n"), "timeout"),
    "ftp: never ready": ("ftp://{}/a", stalls(b"120 wait\r\n"), "timeout"),
    "ftp: control characters": ("ftp://{}/a", says(b"220 \x1b[2Jhello\r\n"), "bad-reply"),
    "ftp: a bare return": ("ftp://{}/a", says(b"220 a\r331 b\r\n"), "bad-reply"),
    "http: a bare return": (
        "http://{}/",
        says(b"HTTP/1.1 302 F\r\nX-Lang: en\rLocation: http://127.0.0.1:9/\r\n\r\n"),
        "bad-reply",
    ),
    "http: a bare return in the size of a chunk": (
        "http://{}/",
        says(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r2\r\na\r\n0\r\n\r\n"),
        "bad-reply",
    ),
    "ftp: it does not serve": ("ftp://{}/a", says(b"421 too many\r\n"), "refused"),
    "ftp: answers before questions": ("ftp://{}/a", ftp({b"": b"220 a\r\n331 b\r\n230 c\r\n"}), "bad-reply"),
    "ftp: a wrong password": ("ftp://u:p@{}/a", ftp({b"PASS": b"530 no\r\n"}), "refused"),
    "ftp: an account at once": ("ftp://u:p@{}/a", ftp({b"USER": b"332 account?\r\n"}), "refused"),
    "ftp: an account too": ("ftp://u:p@{}/a", ftp({b"PASS": b"332 account?\r\n"}), "refused"),
    "ftp: a password again": ("ftp://u:p@{}/a", ftp({b"PASS": b"331 password?\r\n"}), "refused"),
    "ftp: it asks for a password": ("ftp://u@{}/a", ftp({}), "password-required"),
    "ftp: no such directory": ("ftp://{}/a/b", ftp({b"CWD": b"550 no\r\n"}), "refused"),
    "ftp: an answer to nothing": ("ftp://{}/a", ftp({b"TYPE": b"331 password?\r\n"}), "bad-reply"),
    "ftp: no such file": ("ftp://{}/a", ftp({b"RETR": b"550 no\r\n"}), "refused"),
    # ftp: the data connection
    "ftp: no data port": ("ftp://{}/a", ftp({b"EPSV": b"229 ok\r\n"}), "bad-reply"),
    "ftp: data port 0": ("ftp://{}/a", ftp({b"EPSV": b"229 ok (|||0|)\r\n"}), "bad-reply"),
    "ftp: data port 99999": ("ftp://{}/a", ftp({b"EPSV": b"229 ok (|||99999|)\r\n"}), "bad-reply"),
    "ftp: data elsewhere": ("ftp://{}/a", ftp({b"EPSV": b"229 ok (|1|127.0.0.2|{port}|)\r\n"}), "bad-reply"),
    "ftp: no PASV either": ("ftp://{}/a", ftp({b"EPSV": b"500 what?\r\n", b"PASV": b"500 what?\r\n"}), "refused"),
    "ftp: PASV of large numbers": (
        "ftp://{}/a", ftp({b"EPSV": b"500 ?\r\n", b"PASV": b"227 (127,0,0,1,999,999)\r\n"}), "bad-reply"
    ),
    "ftp: nobody at the data port": ("ftp://{}/a", ftp({b"EPSV": b"229 ok (|||1|)\r\n"}), "no-connection"),
    "ftp: data without end": ("ftp://{}/a", ftp({}, says_forever(b"x")), "too-large"),
    "ftp: data drop by drop": ("ftp://{}/a", ftp({}, drips(b"x")), "timeout"),
    "ftp: data that stalls": ("ftp://{}/a", ftp({}, stalls(b"hel")), "timeout"),
    "ftp: data that is cut": ("ftp://{}/a", ftp({b"RETR": b"150 a\r\n426 broken\r\n"}, says(b"hel")), "refused"),
    "ftp: data that is reset": ("ftp://{}/a", ftp({b"RETR": b"150 a\r\n"}, resets(b"hel")), "truncated"),
    "ftp: no word at the end": ("ftp://{}/a", ftp({b"RETR": b"150 a\r\n"}), "timeout"),
    "ftp: fewer than announced": ("ftp://{}/a", ftp({b"RETR": b"150 a (10 bytes)\r\n226 done\r\n"}), "truncated"),
    "ftp: none of one byte": ("ftp://{}/a", ftp({b"RETR": b"150 a (1 byte)\r\n226 ok\r\n"}, says(b"")), "truncated"),
    "ftp: more than announced": ("ftp://{}/a", ftp({b"RETR": b"150 a (5 bytes)\r\n226 done\r\n"}), "bad-reply"),
    "ftp: too long, and says so": (
        "ftp://{}/a", ftp({b"RETR": b"150 a (1000001 bytes)\r\n226 done\r\n"}, stalls()), "too-large"
    ),
    # gopher
    "gopher: it says nothing": ("gopher://{}/0a", stalls(after=1), "timeout"),
    "gopher: without end": ("gopher://{}/0a", says_forever(b"x", after=1), "too-large"),
    "gopher: drop by drop": ("gopher://{}/0a", drips(b"x", after=1), "timeout"),
    "gopher: reset": ("gopher://{}/0a", resets(b"hel", after=1), "truncated"),
    # news
    "news: it is not NNTP": ("news://{}/a@b", says(b"hello\r\n"), "bad-reply"),
    "news: no permission": ("news://{}/a@b", says(b"502 no\r\n"), "refused"),
    "news: cut": ("news://{}/a@b", news(b"220 0 <a@b>\r\nSubject: x\r\n"), "truncated"),
    "news: cut before the last line": ("news://{}/a@b", news(b"220 0 <a@b>\r\nx\r\n."), "truncated"),
    "news: another answer": ("news://{}/a@b", news(b"211 1 1 1 a\r\n.\r\n"), "bad-reply"),
    "news: no such article": ("news://{}/a@b", news(b"430 no\r\n"), "refused"),
    "news: it wants a login": ("news://{}/a@b", news(b"480 log in\r\n"), "refused"),
    "news: lines without end": ("news://{}/a@b", news_then(says_forever(b"x\r\n", start=b"220 a\r\n")), "too-large"),
    "news: a line without end": ("news://{}/a@b", news_then(says_forever(b"x", start=b"220 a\r\n")), "too-large"),
    "news: drop by drop": ("news://{}/a@b", news_then(drips(b"220 a\r\nx\r\n")), "timeout"),
    "news: a group of nonsense": ("news://{}/a.b", news(b"211 lots\r\n"), "bad-reply"),
    "news: control characters": ("news://{}/a@b", news(b"220 \x07\r\n.\r\n"), "bad-reply"),
    # http
    "http: it says nothing": ("http://{}/", asked(stalls()), "timeout"),
    "http: it hangs up": ("http://{}/", http(b""), "truncated"),
    "http: it is not HTTP": ("http://{}/", http(b"hello\r\n"), "bad-reply"),
    "http: half the fields": ("http://{}/", http(HTTP + b"A: b\r\n"), "truncated"),
    "http: half the content": ("http://{}/", http(HTTP + b"Content-Length: 9\r\n\r\nhello"), "truncated"),
    "http: half a chunk": ("http://{}/", http(CHUNKED + b"9\r\nhel"), "truncated"),
    "http: no last chunk": ("http://{}/", http(CHUNKED + b"2\r\nhe\r\n"), "truncated"),
    "http: a negative chunk": ("http://{}/", http(CHUNKED + b"-2\r\nhe"), "bad-reply"),
    "http: a chunk too long": ("http://{}/", http(CHUNKED + b"1\r\nhe\r\n0"), "bad-reply"),
    "http: two lengths": ("http://{}/", http(HTTP + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), "bad-reply"),
    "http: a negative length": ("http://{}/", http(HTTP + b"Content-Length: -1\r\n\r\nab"), "bad-reply"),
    "http: an unknown coding": ("http://{}/", http(HTTP + b"Transfer-Encoding: gzip\r\n\r\nab"), "bad-reply"),
    "http: no coding": ("http://{}/", http(HTTP + b"Transfer-Encoding:\r\n\r\nab"), "bad-reply"),
    "http: a coding and a space": ("http://{}/", http(CHUNKED.replace(b"ed\r", b"ed \r") + b"9\r\nhel"), "truncated"),
    "http: a coding and an odd space": ("http://{}/", http(CHUNKED.replace(b"ed\r", b"ed\xa0\r")), "bad-reply"),
    "http: one length twice": ("http://{}/", http(HTTP + b"Content-Length: 50, 50\r\n\r\nhello"), "truncated"),
    "http: a length, long": ("http://{}/", http(HTTP + b"Content-Length: " + b"1" * 5000 + b"\r\n\r\na"), "bad-reply"),
    "http: a length, odd": ("http://{}/", http(HTTP + b"Content-Length: \xa02\r\n\r\nab"), "bad-reply"),
    "http: a length that is hidden": ("http://{}/", http(HTTP + b"Content-Length : 50\r\n\r\nhello"), "bad-reply"),
    "http: a length after nonsense": ("http://{}/", http(HTTP + b"x\r\nContent-Length: 50\r\n\r\nhel"), "bad-reply"),
    "http: a part": ("http://{}/", http(b"HTTP/1.1 206 Part\r\nContent-Length: 2\r\n\r\nab"), "bad-reply"),
    "http: too long, and says so": ("http://{}/", http(HTTP + b"Content-Length: 9999999\r\n\r\n"), "too-large"),
    "http: content without end": ("http://{}/", asked(says_forever(b"x", start=HTTP + b"\r\n")), "too-large"),
    "http: chunks without end": (
        "http://{}/", asked(says_forever(b"40\r\n" + b"x" * 64 + b"\r\n", start=CHUNKED)), "too-large"
    ),
    "http: fields without end": ("http://{}/", asked(says_forever(b"A: b\r\n", start=HTTP)), "bad-reply"),
    "http: a field without end": ("http://{}/", asked(says_forever(b"A", start=HTTP)), "bad-reply"),
    "http: hints without end": ("http://{}/", asked(says_forever(b"HTTP/1.1 103 Hint\r\n\r\n")), "bad-reply"),
    "http: go on without end": ("http://{}/", asked(says_forever(b"HTTP/1.1 100 Go on\r\n\r\n")), "bad-reply"),
    "http: another protocol": ("http://{}/", http(b"HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\n"), "bad-reply"),
    "http: control characters": ("http://{}/", http(HTTP + b"A: \x1b[2J\r\n\r\n"), "bad-reply"),
    "http: drop by drop": ("http://{}/", asked(drips(HTTP + b"A: b\r\n" * 99)), "timeout"),
    "http: not found": ("http://{}/", http(b"HTTP/1.1 404 No\x1b[2J\r\n\r\n"), "refused"),
    "http: not modified": ("http://{}/", http(b"HTTP/1.1 304 Same\r\n\r\n"), "refused"),
    "http: to ftp": ("http://{}/", http(b"HTTP/1.1 302 Go\r\nLocation: ftp://127.0.0.1/a\r\n\r\n"), "bad-redirect"),
    "http: to file": ("http://{}/", http(b"HTTP/1.1 302 Go\r\nLocation: file:///etc/passwd\r\n\r\n"), "bad-redirect"),
    "http: to gopher": ("http://{}/", http(b"HTTP/1.1 302 Go\r\nLocation: gopher://h:25/1\r\n\r\n"), "bad-redirect"),
    "http: to nonsense": ("http://{}/", http(b"HTTP/1.1 302 Go\r\nLocation: http://[::1/\r\n\r\n"), "bad-redirect"),
    **{
        f"http: to {where}": (
            "http://{}/", http(b"HTTP/1.1 302 Go\r\nLocation: %b\r\n\r\n" % where.encode()), "bad-redirect"
        )
        for where in ("http://[v1.x]/", "http:g", "http:///x", "https:", "http://h:99999/")
    },
    "http: in circles": ("http://{}/", http(b"HTTP/1.1 302 Go\r\nLocation: /\r\n\r\n"), "bad-redirect"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_server_is_an_error_in_time(case: str) -> None:
    url, script, code = BAD[case]
    timeout = TIMEOUT if code == "timeout" else PATIENCE  # which a busy machine may need
    with serving(script) as served:
        start = time.monotonic()
        with (
            pytest.raises(FetchError) as caught,
            fetch(url.format(served.at), timeout=timeout, max_bytes=1_000_000, schemes=(*SCHEMES, "file")) as response,
        ):
            response.read()
        taken = time.monotonic() - start
    assert caught.value.code == code
    assert taken < timeout + 5
    assert str(caught.value).isprintable()
    assert "\x1b" not in str(caught.value)
    assert (caught.value.status is not None) == (code == "refused")
