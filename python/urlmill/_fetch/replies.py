"""The replies of FTP and NNTP: three digits and a text, on one line or more."""

from __future__ import annotations

import re
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..errors import FetchError
    from .connection import Connection
    from .job import Job

_FIRST = re.compile(rb"([1-5][0-9][0-9])(?:([ -])|\Z)")
CONTROL = re.compile(rb"[\0-\x08\x0a-\x1f\x7f]")
_MOST_LINES = 1000


class Reply(NamedTuple):
    """The code, the first line as it came, and its text for messages, with passwords masked."""

    code: int
    line: bytes
    text: str


class Replies:
    """Commands out, replies in, over one connection."""

    def __init__(self, job: Job, connection: Connection) -> None:
        self._job = job
        self._connection = connection

    def ask(self, command: bytes) -> Reply:
        """Sends a command; the reply to it."""
        if self._connection.has_more():
            raise self._job.error("bad-reply", "the server replied before it was asked")
        self._connection.send(command + b"\r\n")
        return self.next()

    def next(self) -> Reply:
        """The next reply. Of one with several lines, as FTP has them, the first is kept."""
        line = self._line()
        found = _FIRST.match(line)
        if not found:
            words = f"expected a reply of three digits and a text, got {self._job.excerpt(line)}"
            raise self._job.error("bad-reply", words)
        last = found[1] + b" "
        count, more = 1, line
        while found[2] == b"-" and not (more.startswith(last) and count > 1):  # RFC 959 section 4.2
            more = self._line()
            count += 1
            if count > _MOST_LINES:
                raise self._job.error("bad-reply", f"the server sent a reply of more than {_MOST_LINES:,} lines")
        return Reply(int(found[1]), line, self._job.quoted(line))

    def refused(self, reply: Reply) -> FetchError:
        return self._job.error("refused", f"the server answered {reply.text}", reply.code)

    def _line(self) -> bytes:
        line = self._connection.line()
        if CONTROL.search(line):
            words = f"the server sent control characters in a reply: {self._job.excerpt(line)}"
            raise self._job.error("bad-reply", words)
        return line
