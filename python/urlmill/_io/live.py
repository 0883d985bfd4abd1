"""Lines from a pipe or a terminal: handed on soon after they come, and many at once if they come fast."""

from __future__ import annotations

import os
import select
import stat
import sys
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if sys.platform == "linux":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader
    from types import TracebackType

    from typing_extensions import Self

_WAIT = 0.1  # seconds after a whole line in which more may come
_FIRST_WAIT = 0.25  # the same for the first lines, which tell the format
_ONCE = 1 << 20  # octets


class Live:
    """How lines are waited for: until there are many, if it ``waits``; and until it is stopped, which any thread may
    do.
    """

    def __init__(self, *, waits: bool = False) -> None:
        self.waits = waits
        self._stopped, self._stop = os.pipe()

    def stop(self) -> None:
        """Nobody wants more lines."""
        os.write(self._stop, b"!")

    def has_more(self, file: int, seconds: float) -> bool | None:
        """Whether there is more, or the end, within so many seconds; None if it was stopped."""
        waiting = select.poll()  # and not select(), which knows 1,024 descriptors
        waiting.register(file, select.POLLIN)
        waiting.register(self._stopped, select.POLLIN)
        ready = [number for number, _ in waiting.poll(None if seconds == inf else max(seconds, 0) * 1000)]
        return None if self._stopped in ready else file in ready

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._stop)
        os.close(self._stopped)


def is_pipe(file: BufferedReader) -> bool:
    """Whether nobody knows when there is more of a file, and the system tells when it is there."""
    if sys.platform == "win32":  # which can wait for sockets alone
        return False
    mode = os.fstat(file.fileno()).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or file.isatty()


def live_lines(file: BufferedReader, size: int, longest: int, live: Live) -> Iterator[bytes]:
    """Whole lines, about ``size`` octets at once or as many as come in a moment. What does not end with a line break is
    the end of all, or a line of more than ``longest`` octets that goes on in the next piece.
    """
    number = file.fileno()
    _widen(number)
    held: list[bytes] = []
    count = 0
    wait = inf if live.waits else _FIRST_WAIT
    until: float | None = None  # when it is handed on, if there is a whole line
    octets = file.read1()  # what is in the buffer since somebody looked at how it begins
    while octets:
        held.append(octets)
        count += len(octets)
        if until is None and b"\n" in octets:
            until = monotonic() + wait
        has_more: bool | None = False
        if until is None:
            if count > longest:
                yield b"".join(held)
                held, count = [], 0
        elif count >= size or not (has_more := live.has_more(number, until - monotonic())):
            held, rest = _cut(held)
            yield b"".join(held)
            held, count = rest, sum(map(len, rest))
            wait, until = inf if live.waits else _WAIT, None
        # Ask even if data is there, so that a stop is noticed.
        if not has_more and live.has_more(number, inf) is None:
            return
        octets = os.read(number, _ONCE)
    if count:
        yield b"".join(held)


def _cut(held: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Up to the last line break, and after it."""
    rest: list[bytes] = []
    while (end := held[-1].rfind(b"\n") + 1) == 0:
        rest.insert(0, held.pop())
    last = held.pop()
    return [*held, last[:end]], [last[end:], *rest]


def _widen(number: int) -> None:
    """A pipe of Linux holds 64 KiB: with more, reader and writer wait for each other less often."""
    if sys.platform == "linux":
        with suppress(OSError):  # it is another kind of file, or there are too many pipes
            fcntl.fcntl(number, fcntl.F_SETPIPE_SZ, _ONCE)
