"""Both ends of a gopher transaction: one request, one answer, and the connection is closed (RFC 1436 section 2)."""

from __future__ import annotations

import socket
from io import BufferedIOBase

from .loopback import PATIENCE

ANSWER = b"0About\tabout\tgopher.example\t70\r\n.\r\n"


def converse(incoming: BufferedIOBase, outgoing: BufferedIOBase) -> bytes:
    """The server: whatever is asked for, there is the one answer."""
    request = incoming.readline()
    if request.endswith(b"\t1\r\n"):  # Gopher+: a block of data comes with the request
        while not request.endswith(b"\r\n.\r\n"):
            line = incoming.readline()
            assert line, f"the client hung up after {request!r}"
            request += line
    outgoing.write(ANSWER)
    return request


def send(connect: tuple[str, int] | None, request: bytes) -> bytes:
    """The client: the answer to the request."""
    assert connect is not None
    with socket.create_connection(connect, PATIENCE) as connection:
        connection.sendall(request)
        with connection.makefile("rb") as incoming:
            return incoming.read()
