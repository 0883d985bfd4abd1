"""A server that hears one request and has nothing to say."""

from __future__ import annotations

from io import BufferedIOBase


def converse(incoming: BufferedIOBase, outgoing: BufferedIOBase) -> bytes:
    """Returns the request up to the end of its fields."""
    request = b""
    while not request.endswith(b"\r\n\r\n"):
        line = incoming.readline()
        assert line, f"the client hung up after {request!r}"
        request += line
    outgoing.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    return request


def target_of(request: bytes) -> bytes:
    """The target in the first line."""
    return request.split(b"\r\n")[0].split(b" ", 1)[1].rpartition(b" ")[0]


def hosts_of(request: bytes) -> list[bytes]:
    """The values of the Host fields, of which there should be one."""
    return [line[5:].strip() for line in request.split(b"\r\n")[1:] if line.lower().startswith(b"host:")]
