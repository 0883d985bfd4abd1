"""http: content however it is framed, redirects within http and https."""

from __future__ import annotations

import socket

import pytest

from urlmill import FetchError, fetch

from .servers import (
    http,
    line_of,
    serving,
)

BINARY = bytes(range(256)) * 1000 + b"one\r\ntwo\n"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 256009\r\n\r\n" + BINARY + b"what follows is not ours",
        b"HTTP/1.0 200 OK\r\n\r\n" + BINARY,
        b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3E809;x=y\r\n" + BINARY + b"\r\n0\r\nA: b\r\n\r\n",
        b"HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 Hint\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + BINARY,
    ],
    ids=["length", "to the end", "chunks", "hints"],
)
def test_content_comes_however_it_is_framed(answer: bytes) -> None:
    with serving(http(answer)) as served, fetch(f"http://{served.at}/a") as response:
        assert response.read() == BINARY
        assert response.status == 200


def test_the_fields_and_the_url_are_those_of_the_last_answer() -> None:
    def script(connection: socket.socket) -> None:
        target = line_of(connection).split(b" ")[1]
        if target == b"/b%E9":
            http(b"HTTP/1.1 200 OK\r\nX-Name: value\r\nContent-Length: 2\r\n\r\nok")(connection)
        else:
            http(b"HTTP/1.1 301 Moved\r\nLocation: b\xe9\r\nContent-Length: 0\r\n\r\n")(connection)

    with serving(script) as served, fetch(f"http://{served.at}/a#x") as response:
        assert (str(response.url), response.length) == (f"http://{served.at}/b%E9#x", 2)
        assert response.headers["x-name"] == "value"
        assert response.read() == b"ok"
        assert served.connections == 2


def test_a_redirect_keeps_to_the_schemes() -> None:
    answer = b"HTTP/1.1 302 Go\r\nLocation: https://127.0.0.1:1/\r\n\r\n"
    with serving(http(answer)) as served, pytest.raises(FetchError, match="https, which is not followed"):
        fetch(f"http://{served.at}/", schemes=["http"])
