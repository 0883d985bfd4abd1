"""A server that lies, stalls, sends without end or ends in the middle: a clear error, in time, and nothing else."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import urlmill
from urlmill import FetchError, fetch
from urlmill._fetch import connection as connection_module
from urlmill._fetch.connection import Connection

from .servers import PATIENCE, Script, Served, drips, ftp, line_of, says, says_forever, serving, stalls

SCHEMES = ("ftp", "gopher", "http", "https", "news", "nntp")
TIMEOUT = 0.6
HTTP = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HTTP + b"Transfer-Encoding: chunked\r\n\r\n"


def _http(octets: bytes) -> Script:
    return says(octets, after=4)


def _news(octets: bytes) -> Script:
    return _news_then(says(octets))


def _news_then(answer: Script) -> Script:
    """The answer to the command after MODE READER."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"200 ready\r\n")
        line_of(connection)
        connection.sendall(b"500 what?\r\n")
        line_of(connection)
        answer(connection)

    return script


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
    "ftp: data that is reset": ("ftp://{}/a", ftp({b"RETR": b"150 a\r\n"}, _resets(b"hel", 0)), "truncated"),
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
    "gopher: reset": ("gopher://{}/0a", _resets(b"hel", 1), "truncated"),
    # news
    "news: it is not NNTP": ("news://{}/a@b", says(b"hello\r\n"), "bad-reply"),
    "news: no permission": ("news://{}/a@b", says(b"502 no\r\n"), "refused"),
    "news: cut": ("news://{}/a@b", _news(b"220 0 <a@b>\r\nSubject: x\r\n"), "truncated"),
    "news: cut before the last line": ("news://{}/a@b", _news(b"220 0 <a@b>\r\nx\r\n."), "truncated"),
    "news: another answer": ("news://{}/a@b", _news(b"211 1 1 1 a\r\n.\r\n"), "bad-reply"),
    "news: no such article": ("news://{}/a@b", _news(b"430 no\r\n"), "refused"),
    "news: it wants a login": ("news://{}/a@b", _news(b"480 log in\r\n"), "refused"),
    "news: lines without end": ("news://{}/a@b", _news_then(says_forever(b"x\r\n", start=b"220 a\r\n")), "too-large"),
    "news: a line without end": ("news://{}/a@b", _news_then(says_forever(b"x", start=b"220 a\r\n")), "too-large"),
    "news: drop by drop": ("news://{}/a@b", _news_then(drips(b"220 a\r\nx\r\n")), "timeout"),
    "news: a group of nonsense": ("news://{}/a.b", _news(b"211 lots\r\n"), "bad-reply"),
    "news: control characters": ("news://{}/a@b", _news(b"220 \x07\r\n.\r\n"), "bad-reply"),
    # http
    "http: it says nothing": ("http://{}/", stalls(after=4), "timeout"),
    "http: it hangs up": ("http://{}/", _http(b""), "truncated"),
    "http: it is not HTTP": ("http://{}/", _http(b"hello\r\n"), "bad-reply"),
    "http: half the fields": ("http://{}/", _http(HTTP + b"A: b\r\n"), "truncated"),
    "http: half the content": ("http://{}/", _http(HTTP + b"Content-Length: 9\r\n\r\nhello"), "truncated"),
    "http: half a chunk": ("http://{}/", _http(CHUNKED + b"9\r\nhel"), "truncated"),
    "http: no last chunk": ("http://{}/", _http(CHUNKED + b"2\r\nhe\r\n"), "truncated"),
    "http: a negative chunk": ("http://{}/", _http(CHUNKED + b"-2\r\nhe"), "bad-reply"),
    "http: a chunk too long": ("http://{}/", _http(CHUNKED + b"1\r\nhe\r\n0"), "bad-reply"),
    "http: two lengths": ("http://{}/", _http(HTTP + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), "bad-reply"),
    "http: a negative length": ("http://{}/", _http(HTTP + b"Content-Length: -1\r\n\r\nab"), "bad-reply"),
    "http: an unknown coding": ("http://{}/", _http(HTTP + b"Transfer-Encoding: gzip\r\n\r\nab"), "bad-reply"),
    "http: no coding": ("http://{}/", _http(HTTP + b"Transfer-Encoding:\r\n\r\nab"), "bad-reply"),
    "http: a coding and a space": ("http://{}/", _http(CHUNKED.replace(b"ed\r", b"ed \r") + b"9\r\nhel"), "truncated"),
    "http: a coding and an odd space": ("http://{}/", _http(CHUNKED.replace(b"ed\r", b"ed\xa0\r")), "bad-reply"),
    "http: one length twice": ("http://{}/", _http(HTTP + b"Content-Length: 50, 50\r\n\r\nhello"), "truncated"),
    "http: a length, long": ("http://{}/", _http(HTTP + b"Content-Length: " + b"1" * 5000 + b"\r\n\r\na"), "bad-reply"),
    "http: a length, odd": ("http://{}/", _http(HTTP + b"Content-Length: \xa02\r\n\r\nab"), "bad-reply"),
    "http: a length that is hidden": ("http://{}/", _http(HTTP + b"Content-Length : 50\r\n\r\nhello"), "bad-reply"),
    "http: a length after nonsense": ("http://{}/", _http(HTTP + b"x\r\nContent-Length: 50\r\n\r\nhel"), "bad-reply"),
    "http: a part": ("http://{}/", _http(b"HTTP/1.1 206 Part\r\nContent-Length: 2\r\n\r\nab"), "bad-reply"),
    "http: too long, and says so": ("http://{}/", _http(HTTP + b"Content-Length: 9999999\r\n\r\n"), "too-large"),
    "http: content without end": ("http://{}/", says_forever(b"x", after=4, start=HTTP + b"\r\n"), "too-large"),
    "http: chunks without end": (
        "http://{}/", says_forever(b"40\r\n" + b"x" * 64 + b"\r\n", after=4, start=CHUNKED), "too-large"
    ),
    "http: fields without end": ("http://{}/", says_forever(b"A: b\r\n", after=4, start=HTTP), "bad-reply"),
    "http: a field without end": ("http://{}/", says_forever(b"A", after=4, start=HTTP), "bad-reply"),
    "http: hints without end": ("http://{}/", says_forever(b"HTTP/1.1 103 Hint\r\n\r\n", after=4), "bad-reply"),
    "http: go on without end": ("http://{}/", says_forever(b"HTTP/1.1 100 Go on\r\n\r\n", after=4), "bad-reply"),
    "http: another protocol": ("http://{}/", _http(b"HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\n"), "bad-reply"),
    "http: control characters": ("http://{}/", _http(HTTP + b"A: \x1b[2J\r\n\r\n"), "bad-reply"),
    "http: drop by drop": ("http://{}/", drips(HTTP + b"A: b\r\n" * 99, after=4), "timeout"),
    "http: not found": ("http://{}/", _http(b"HTTP/1.1 404 No\x1b[2J\r\n\r\n"), "refused"),
    "http: not modified": ("http://{}/", _http(b"HTTP/1.1 304 Same\r\n\r\n"), "refused"),
    "http: to ftp": ("http://{}/", _http(b"HTTP/1.1 302 Go\r\nLocation: ftp://127.0.0.1/a\r\n\r\n"), "bad-redirect"),
    "http: to file": ("http://{}/", _http(b"HTTP/1.1 302 Go\r\nLocation: file:///etc/passwd\r\n\r\n"), "bad-redirect"),
    "http: to gopher": ("http://{}/", _http(b"HTTP/1.1 302 Go\r\nLocation: gopher://h:25/1\r\n\r\n"), "bad-redirect"),
    "http: to nonsense": ("http://{}/", _http(b"HTTP/1.1 302 Go\r\nLocation: http://[::1/\r\n\r\n"), "bad-redirect"),
    **{
        f"http: to {where}": (
            "http://{}/", _http(b"HTTP/1.1 302 Go\r\nLocation: %b\r\n\r\n" % where.encode()), "bad-redirect"
        )
        for where in ("http://[v1.x]/", "http:g", "http:///x", "https:", "http://h:99999/")
    },
    "http: in circles": ("http://{}/", _http(b"HTTP/1.1 302 Go\r\nLocation: /\r\n\r\n"), "bad-redirect"),
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


def test_what_has_failed_once_does_not_look_whole_later() -> None:
    with serving(ftp({b"RETR": b"150 a\r\n426 broken\r\n"}, says(b"hel"))) as served:
        response = fetch(f"ftp://{served.at}/a", timeout=PATIENCE)
        for _ in range(2):
            with pytest.raises(FetchError, match="426"):
                response.read()
        with pytest.raises(FetchError, match="426"):
            list(response)


def test_what_was_interrupted_does_not_look_whole_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the second chunk is waited for."""
    with serving(says(b"x" * 100_000, after=1)) as served:
        response = fetch(f"gopher://{served.at}/0a", timeout=PATIENCE)
        assert response.read(1) == b"x"

        def interrupted(*_: object) -> bytes:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(Connection, "receive", interrupted)
            with pytest.raises(KeyboardInterrupt):
                response.read()
        for size in (-1, 1):
            with pytest.raises(FetchError, match="KeyboardInterrupt") as caught:
                response.read(size)
        assert caught.value.code == "truncated"


def test_a_mistake_of_the_caller_is_not_a_failure_of_the_response() -> None:
    with serving(says(b"hello", after=1)) as served, fetch(f"gopher://{served.at}/0a", timeout=PATIENCE) as response:
        with pytest.raises(TypeError):
            response.read("2")  # type: ignore[arg-type]
        assert response.read(2) == b"he"
        response.close()
        with pytest.raises(ValueError, match="is closed"):
            response.read(1)


def test_a_listing_that_has_failed_fails_again() -> None:
    for script, words in ((ftp({}, says(b"a\r\nb")), "middle of a line"), (ftp({}, _resets(b"a\r\n", 0)), "broke")):
        with serving(script) as served, fetch(f"ftp://{served.at}/", timeout=PATIENCE) as response:
            for _ in range(2):
                with pytest.raises(FetchError, match=words):
                    response.entries  # noqa: B018


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython counts references")
def test_a_connection_goes_with_its_response() -> None:
    gone = threading.Event()

    def script(connection: socket.socket) -> None:
        line_of(connection)
        connection.sendall(b"hello")
        if connection.recv(1) == b"":
            gone.set()

    gc.collect()
    gc.disable()
    try:
        with serving(script) as served, warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            response = fetch(f"gopher://{served.at}/0a", timeout=PATIENCE)
            assert response.read(5) == b"hello"
            del response
            assert gone.wait(PATIENCE)
    finally:
        gc.enable()


def test_a_connection_is_closed_if_the_time_is_up_before_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[socket.socket] = []
    connected = connection_module._connected

    def slow(*arguments: Any) -> socket.socket:
        made.append(connected(*arguments))
        time.sleep(0.3)
        return made[0]

    monkeypatch.setattr(connection_module, "_connected", slow)
    with serving(stalls()) as served, pytest.raises(FetchError) as caught:
        fetch(f"https://{served.at}/", timeout=0.2)
    assert caught.value.code == "timeout"
    assert [each.fileno() for each in made] == [-1]


def test_whatever_a_look_up_raises_is_raised_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> list[object]:
        raise MemoryError

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    with pytest.raises(MemoryError):
        fetch("http://h.example/", timeout=1)


def test_a_data_connection_goes_to_the_server_whatever_address_it_names() -> None:
    """As a port scanner would have it, or a server behind a router: RFC 2577 section 3."""
    elsewhere_said = says(b"from elsewhere\n")
    with serving(elsewhere_said, host="127.0.0.2") as elsewhere:
        high, low = divmod(elsewhere.port, 256)
        answers = {b"EPSV": b"500 what?\r\n", b"PASV": b"227 ok (127,0,0,2,%d,%d)\r\n" % (high, low)}
        with serving(ftp(answers)) as served, pytest.raises(FetchError) as caught:
            fetch(f"ftp://{served.at}/a", timeout=PATIENCE)
        assert caught.value.code == "no-connection"
        assert elsewhere.connections == 0
    # The same reply with a port where the server itself waits.
    answers[b"PASV"] = b"227 ok (127,0,0,2,{high},{low})\r\n"
    with serving(ftp(answers)) as served:
        assert fetch(f"ftp://{served.at}/a", timeout=PATIENCE).read() == b"hello\n"


def test_every_address_is_seen_before_it_is_connected_to() -> None:
    seen: list[tuple[str, str, int]] = []

    def look(host: str, address: str, port: int) -> bool:
        seen.append((host, address, port))
        return len(seen) < 2

    with serving(ftp({})) as served:
        with pytest.raises(FetchError) as caught:
            fetch(f"ftp://{served.at}/a", timeout=PATIENCE, may_connect=look)
        assert caught.value.code == "address-not-allowed"
        assert [each[:2] for each in seen] == [("127.0.0.1", "127.0.0.1")] * 2
        assert seen[0][2] == served.port != seen[1][2]
        with pytest.raises(FetchError):
            fetch(f"ftp://localhost:{served.port}/a", timeout=PATIENCE, may_connect=lambda *_: False)
        assert served.connections == 1


def test_a_redirect_is_looked_at_like_any_other() -> None:
    def script(place: Served) -> Script:
        return _http(b"HTTP/1.1 302 Go\r\nLocation: http://127.0.0.2:%d/\r\n\r\n" % place.port)

    with serving(_http(HTTP + b"\r\nsecret"), host="127.0.0.2") as inside, serving(script(inside)) as served:
        with pytest.raises(FetchError) as caught:
            fetch(f"http://{served.at}/", timeout=PATIENCE, may_connect=lambda _, address, __: address != "127.0.0.2")
        assert caught.value.code == "address-not-allowed"
        assert inside.connections == 0
        with fetch(f"http://{served.at}/#part", timeout=PATIENCE) as response:
            assert response.read() == b"secret"
            assert str(response.url) == f"http://127.0.0.2:{inside.port}/#part"
        with pytest.raises(FetchError, match="more than 0 redirects"):
            fetch(f"http://{served.at}/", timeout=PATIENCE, max_redirects=0)


@pytest.mark.parametrize(
    ("url", "listing", "code"),
    [
        ("ftp://{}/a/", b"b\r\n../../etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b"/etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b"./../etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b".//etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b"b\x1b[2J\r\n", "bad-reply"),
        ("ftp://{}/a/", b"b\r\nc", "truncated"),
        ("gopher://{}/", b"0a\tb\thost\t70\r\n0c\x07\td\thost\t70\r\n.\r\n", "bad-reply"),
        ("gopher://{}/", b"0a\tb\tho", "truncated"),
    ],
)
def test_a_listing_that_lies_is_an_error(url: str, listing: bytes, code: str) -> None:
    script = ftp({}, says(listing)) if url.startswith("ftp") else says(listing, after=1)
    with (
        serving(script) as served,
        fetch(url.format(served.at), timeout=PATIENCE) as response,
        pytest.raises(FetchError) as caught,
    ):
        response.entries  # noqa: B018
    assert caught.value.code == code


def test_a_password_is_in_no_message() -> None:
    with serving(ftp({b"PASS": b"530 wrong password\r\n"})) as served:
        for url, options in (
            (f"ftp://user:secret@{served.at}/a", {}),
            (f"ftp://user@{served.at}/a", {"password": "secret"}),
        ):
            with pytest.raises(FetchError) as caught:
                fetch(url, timeout=PATIENCE, **options)  # type: ignore[arg-type]
            assert "secret" not in str(caught.value) + repr(caught.value) + caught.value.url


def _repeats(connection: socket.socket) -> None:
    """A news server that tells everybody what it was told."""
    connection.sendall(b"200 ready\r\n")
    while line := line_of(connection):
        word = line.split(b" ")[-1]
        answers = {b"MODE": b"200 ok", b"AUTHINFO USER": b"381 go on", b"AUTHINFO PASS": b"481 not " + word}
        said = next((answer for start, answer in answers.items() if line.startswith(start)), b"480 who?")
        connection.sendall(said + b"\r\n")


@pytest.mark.parametrize(
    "reply",
    [
        b"530 wrong password {} for joe, {} is not it",
        b"530 " + b"x" * 290 + b"{}",
        b"hello {}",
        b"hello " + b"x" * 60 + b"{}",
        b"230 \x1b{}",
        b"120 {}",
    ],
)
@pytest.mark.parametrize("options", [{}, {"double_iac": True}])
def test_a_password_that_the_server_repeats_is_masked(reply: bytes, options: dict[str, bool]) -> None:
    for written, sent in (("hunter2", b"hunter2"), ("hunter2%FF%C3%A9", b"hunter2\xff\xc3\xa9")):
        doubled = sent.replace(b"\xff", b"\xff\xff") if options else sent
        for repeated in (sent, sent.upper(), doubled, written.encode()):
            with (
                serving(ftp({b"PASS": reply.replace(b"{}", repeated) + b"\r\n"})) as served,
                pytest.raises(FetchError) as caught,
            ):
                fetch(f"ftp://joe:{written}@{served.at}/a", timeout=PATIENCE, plan=options)
            said = str(caught.value) + repr(caught.value) + caught.value.why
            assert "hunt" not in said.lower()
            assert "***" in caught.value.why or b"x" * 290 in reply


def test_our_own_words_do_not_tell_a_password() -> None:
    with serving(ftp({b"PASS": b"530 no\r\n"})) as served, pytest.raises(FetchError, match="the server answered"):
        fetch(f"ftp://joe:server@{served.at}/a", timeout=PATIENCE)


def test_a_password_that_a_news_server_repeats_is_masked() -> None:
    with serving(_repeats) as served:
        for login, password in (("joe:hunter2", None), ("joe", "hunter2")):
            with pytest.raises(FetchError) as caught:
                fetch(f"news://{login}@{served.at}/a.b", password=password, timeout=PATIENCE)
            assert caught.value.why == "the server answered 481 not ***"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://u%0D%0AQUIT@{}/a",
        "gopher://{}/0a%0D%0Ab",
        "news://{}/a%0D%0Ab@c",
        "news://u%20v:p@{}/a.b",
        "nntp://u:p%09q@{}/a.b",
    ],
)
def test_what_no_plan_sends_is_not_connected_for(url: str) -> None:
    with serving(stalls()) as served:
        with pytest.raises(urlmill.URLError, match="control-char"):
            fetch(url.format(served.at))
        assert served.connections == 0


def test_a_name_that_is_not_looked_up_in_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object, **__: object) -> list[object]:
        time.sleep(1)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    start = time.monotonic()
    with pytest.raises(FetchError) as caught:
        fetch("http://slow.example/", timeout=0.3)
    assert caught.value.code == "timeout"
    assert time.monotonic() - start < 2


def test_a_file_that_never_ends_is_not_opened(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no such files here")
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(FetchError, match="not a plain file"):
            fetch(urlmill.FileURL.from_path(path), schemes=["file"])
