"""Web servers that are bad."""

from __future__ import annotations

from ..servers import asked, drips, http, resets, says_forever, stalls
from .case import Bad, Kind

HTTP = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HTTP + b"Transfer-Encoding: chunked\r\n\r\n"

PAGE = "http://{}/"

CASES: dict[Kind, dict[str, Bad]] = {
    "lies": {
        "it is not HTTP": Bad(PAGE, http(b"hello\r\n"), "bad-reply"),
        "a negative chunk": Bad(PAGE, http(CHUNKED + b"-2\r\nhe"), "bad-reply"),
        "a chunk too long": Bad(PAGE, http(CHUNKED + b"1\r\nhe\r\n0"), "bad-reply"),
        "two lengths": Bad(PAGE, http(HTTP + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), "bad-reply"),
        "a negative length": Bad(PAGE, http(HTTP + b"Content-Length: -1\r\n\r\nab"), "bad-reply"),
        "an unknown coding": Bad(PAGE, http(HTTP + b"Transfer-Encoding: gzip\r\n\r\nab"), "bad-reply"),
        "no coding": Bad(PAGE, http(HTTP + b"Transfer-Encoding:\r\n\r\nab"), "bad-reply"),
        "a coding and an odd space": Bad(PAGE, http(CHUNKED.replace(b"ed\r", b"ed\xa0\r")), "bad-reply"),
        "a length, long": Bad(PAGE, http(HTTP + b"Content-Length: " + b"1" * 5000 + b"\r\n\r\na"), "bad-reply"),
        "a length, odd": Bad(PAGE, http(HTTP + b"Content-Length: \xa02\r\n\r\nab"), "bad-reply"),
        "a length that is hidden": Bad(PAGE, http(HTTP + b"Content-Length : 50\r\n\r\nhello"), "bad-reply"),
        "a length after nonsense": Bad(PAGE, http(HTTP + b"x\r\nContent-Length: 50\r\n\r\nhel"), "bad-reply"),
        "a part": Bad(PAGE, http(b"HTTP/1.1 206 Part\r\nContent-Length: 2\r\n\r\nab"), "bad-reply"),
        "another protocol": Bad(PAGE, http(b"HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\n"), "bad-reply"),
    },
    "stalls": {
        "half the content": Bad(PAGE, asked(stalls(HTTP + b"Content-Length: 9\r\n\r\nhel")), "timeout"),
        "half a chunk": Bad(PAGE, asked(stalls(CHUNKED + b"9\r\nhel")), "timeout"),
        "content drop by drop": Bad(PAGE, asked(drips(CHUNKED + b"1\r\na\r\n" * 99)), "timeout"),
        "it says nothing": Bad(PAGE, asked(stalls()), "timeout"),
        "drop by drop": Bad(PAGE, asked(drips(HTTP + b"A: b\r\n" * 99)), "timeout"),
    },
    "never ends": {
        "a status line": Bad(PAGE, asked(says_forever(b"HTTP/1.1 200 ")), "bad-reply"),
        "fields after the content": Bad(PAGE, asked(says_forever(b"A: b\r\n", start=CHUNKED + b"0\r\n")), "bad-reply"),
        "the extension of a chunk": Bad(PAGE, asked(says_forever(b"x", start=CHUNKED + b"1;")), "bad-reply"),
        "too long, and says so": Bad(PAGE, http(HTTP + b"Content-Length: 9999999\r\n\r\n"), "too-large"),
        "content without end": Bad(PAGE, asked(says_forever(b"x", start=HTTP + b"\r\n")), "too-large"),
        "chunks without end": Bad(
            PAGE, asked(says_forever(b"40\r\n" + b"x" * 64 + b"\r\n", start=CHUNKED)), "too-large"
        ),
        "fields without end": Bad(PAGE, asked(says_forever(b"A: b\r\n", start=HTTP)), "bad-reply"),
        "a field without end": Bad(PAGE, asked(says_forever(b"A", start=HTTP)), "bad-reply"),
        "hints without end": Bad(PAGE, asked(says_forever(b"HTTP/1.1 103 Hint\r\n\r\n")), "bad-reply"),
        "go on without end": Bad(PAGE, asked(says_forever(b"HTTP/1.1 100 Go on\r\n\r\n")), "bad-reply"),
    },
    "ends early": {
        "reset": Bad(PAGE, asked(resets(HTTP + b"Content-Length: 9\r\n\r\nhel")), "truncated"),
        "half a status line": Bad(PAGE, http(b"HTTP/1.1 20"), "truncated"),
        "half the fields after the content": Bad(PAGE, http(CHUNKED + b"0\r\nA: b\r\n"), "truncated"),
        "it hangs up": Bad(PAGE, http(b""), "truncated"),
        "half the fields": Bad(PAGE, http(HTTP + b"A: b\r\n"), "truncated"),
        "half the content": Bad(PAGE, http(HTTP + b"Content-Length: 9\r\n\r\nhello"), "truncated"),
        "half a chunk": Bad(PAGE, http(CHUNKED + b"9\r\nhel"), "truncated"),
        "no last chunk": Bad(PAGE, http(CHUNKED + b"2\r\nhe\r\n"), "truncated"),
        "a coding and a space": Bad(PAGE, http(CHUNKED.replace(b"ed\r", b"ed \r") + b"9\r\nhel"), "truncated"),
        "one length twice": Bad(PAGE, http(HTTP + b"Content-Length: 50, 50\r\n\r\nhello"), "truncated"),
    },
    "leads elsewhere": {
        f"to {where}": Bad(PAGE, http(b"HTTP/1.1 302 Go\r\nLocation: %b\r\n\r\n" % where.encode()), "bad-redirect")
        for where in (
            *("ftp://127.0.0.1/a", "file:///etc/passwd", "gopher://h:25/1", "javascript:alert(1)", "//[::1/", "/"),
            *("http://[v1.x]/", "http:g", "http:///x", "https:", "http://h:99999/", "http://a b/"),
        )
    },
    "control characters": {
        "a bare return": Bad(
            PAGE, http(b"HTTP/1.1 302 F\r\nX-Lang: en\rLocation: http://127.0.0.1:9/\r\n\r\n"), "bad-reply"
        ),
        "a bare return in the size of a chunk": Bad(
            PAGE, http(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r2\r\na\r\n0\r\n\r\n"), "bad-reply"
        ),
        "in a field": Bad(PAGE, http(HTTP + b"A: \x1b[2J\r\n\r\n"), "bad-reply"),
        "in the size of a chunk": Bad(PAGE, http(CHUNKED + b"1\x00\r\na\r\n0\r\n\r\n"), "bad-reply"),
    },
    "refuses": {
        "not found": Bad(PAGE, http(b"HTTP/1.1 404 No\x1b[2J\r\n\r\n"), "refused"),
        "not modified": Bad(PAGE, http(b"HTTP/1.1 304 Same\r\n\r\n"), "refused"),
    },
}
