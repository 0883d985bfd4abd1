"""A client for plans of news and nntp URLs (RFC 3977); the standard library's went with Python 3.13."""

from __future__ import annotations

import socket
from io import BufferedIOBase
from typing import TYPE_CHECKING

from .loopback import PATIENCE

if TYPE_CHECKING:
    from urlmill.schemes.netnews import NewsPlan

_WITH_TEXT = (b"215", b"220", b"224")


def run(plan: NewsPlan) -> list[tuple[int, bytes]]:
    """The code of each reply, with the text that came with it."""
    assert plan.connect is not None
    replies = []
    with socket.create_connection(plan.connect, PATIENCE) as connection, connection.makefile("rb") as incoming:
        assert incoming.readline().startswith(b"200")
        for command in (*plan.commands, b"QUIT"):
            connection.sendall(command + b"\r\n")
            replies.append(_reply(incoming))
    assert replies.pop() == (205, b"")
    return replies


def _reply(incoming: BufferedIOBase) -> tuple[int, bytes]:
    status = incoming.readline()
    text = b""
    if status[:3] in _WITH_TEXT:
        while (line := incoming.readline()) != b".\r\n":
            assert line, f"the server hung up after {status!r}"
            text += line.removeprefix(b".")
    return int(status[:3]), text
