"""Just enough of an FTP client to carry out a plan (RFC 959, with RFC 2428 for the data)."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterable, Iterator
from io import BufferedIOBase
from typing import TYPE_CHECKING, NamedTuple

from .loopback import PATIENCE

if TYPE_CHECKING:
    from urlmill.schemes.ftp_plan import FtpPlan

_WITH_DATA = (b"RETR", b"NLST", b"STOR")


class Outcome(NamedTuple):
    """What became of the commands: the codes of the replies, and what came over the data connection."""

    codes: list[int]
    data: bytes | None

    @property
    def is_accepted(self) -> bool:
        """Whether no command was refused."""
        return all(code < 400 for code in self.codes)


class FtpClient:
    """A control connection."""

    def __init__(self, connection: socket.socket, replies: BufferedIOBase) -> None:
        self._socket = connection
        self._replies = replies
        assert self._reply()[0] == 220

    def run(self, commands: Iterable[bytes], upload: bytes = b"") -> Outcome:
        """Sends the commands, up to the first that is refused."""
        codes: list[int] = []
        data = None
        for command in commands:
            if command[:4] in _WITH_DATA:
                code, data = self._transfer(command, upload)
            else:
                code, _ = self._ask(command)
            codes.append(code)
            if code >= 400:
                break
        return Outcome(codes, data)

    def _transfer(self, command: bytes, upload: bytes) -> tuple[int, bytes | None]:
        code, text = self._ask(b"EPSV")
        found = re.search(rb"\(\|\|\|([0-9]+)\|\)", text)
        assert code == 229, text
        assert found, text
        with socket.create_connection((self._socket.getpeername()[0], int(found[1])), PATIENCE) as connection:
            code, _ = self._ask(command)
            if code >= 400:
                return code, None
            if command.startswith(b"STOR"):
                connection.sendall(upload)
                connection.shutdown(socket.SHUT_WR)
            with connection.makefile("rb") as incoming:
                data = incoming.read()
        return self._reply()[0], data

    def _ask(self, command: bytes) -> tuple[int, bytes]:
        self._socket.sendall(command + b"\r\n")
        return self._reply()

    def _reply(self) -> tuple[int, bytes]:
        line = self._replies.readline()
        first, text = line[:3], line
        while line[3:4] == b"-" or line[:3] != first:  # RFC 959 section 4.2: replies of several lines
            line = self._replies.readline()
            assert line, f"the server hung up after {text!r}"
            text += line
        assert text.endswith(b"\r\n"), text
        return int(first), text


@contextlib.contextmanager
def connected(address: tuple[str, int] | None) -> Iterator[FtpClient]:
    """A connection, for as long as the block lasts."""
    assert address is not None
    with socket.create_connection(address, PATIENCE) as connection, connection.makefile("rb") as replies:
        yield FtpClient(connection, replies)


def run(plan: FtpPlan, upload: bytes = b"") -> Outcome:
    """Carries out the plan over a connection of its own."""
    with connected(plan.connect) as client:
        return client.run(plan.commands, upload)
