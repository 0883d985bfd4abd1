"""Waiting for more of a pipe or a terminal, which another thread can end."""

from __future__ import annotations

import os
import select
import stat
import sys
from contextlib import suppress
from math import inf
from time import monotonic

if sys.platform == "linux":
    import fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO
    from types import TracebackType

    from typing_extensions import Self

_HELD = 1 << 20  # octets of a pipe


class StoppedError(Exception):
    """No more octets are wanted."""


class Live:
    """How lines are waited for: until there are many, if it ``waits``; and until it is stopped, which any thread may
    do.
    """

    def __init__(self, *, waits: bool = False) -> None:
        self.waits = waits
        self._stopped, self._stop = os.pipe()

    def stop(self) -> None:
        """No more lines are wanted."""
        os.write(self._stop, b"!")

    def has_more(self, file: int, until: float) -> bool:
        """Whether there is more, or the end, before this time of the monotonic clock. Raises StoppedError if it was
        stopped.
        """
        waiting = select.poll()  # and not select(), which knows 1,024 descriptors
        waiting.register(file, select.POLLIN)
        waiting.register(self._stopped, select.POLLIN)
        ready = dict(waiting.poll(None if until == inf else max(until - monotonic(), 0) * 1000))
        if self._stopped in ready:
            raise StoppedError
        return file in ready

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._stop)
        os.close(self._stopped)


def is_pipe(file: FileIO) -> bool:
    """Whether more may come at any time, and the system tells when it is there."""
    if sys.platform == "win32":  # which can wait for sockets alone
        return False
    mode = os.fstat(file.fileno()).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or file.isatty()


def widen(file: FileIO) -> None:
    """A pipe of Linux holds 64 KiB: with more, reader and writer wait for each other less often."""
    if sys.platform == "linux":
        with suppress(OSError):  # it is another kind of file, or there are too many pipes
            fcntl.fcntl(file.fileno(), fcntl.F_SETPIPE_SZ, _HELD)
