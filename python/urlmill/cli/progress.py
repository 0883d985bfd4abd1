"""How far it is: one line on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time

from .messages import CLEAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

_OFTEN = 0.1  # seconds between two looks: more is too fast to read


class Progress:
    """Rows, bytes, rate and the time left."""

    def __init__(self, total: int | None, *, is_shown: bool) -> None:
        self._total = total  # on disk, or to come
        self._is_shown = is_shown and sys.stderr is not None and sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._octets = 0

    def update(self, rows: int | None, consumed: int, octets: int) -> None:
        """``consumed`` is how much of the total was read, ``octets`` how many there were in the last block."""
        self._octets += octets
        now = time.monotonic()
        if not self._is_shown or now - self._last < _OFTEN:
            return
        self._last = now
        taken = now - self._start
        line = "" if rows is None else f"{rows:,} rows, "
        line += f"{amount(self._octets)}, {amount(self._octets / taken)}/s"
        if self._total and consumed:
            left = taken * max(self._total - consumed, 0) / consumed
            line += f", {100 * min(consumed / self._total, 1):.0f}%, {duration(left)} left"
        sys.stderr.write(f"{CLEAR}{line}")
        sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_shown:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()


def amount(octets: float) -> str:
    """A number of bytes, for a person."""
    for unit in ("B", "kB", "MB", "GB"):
        if octets < 1000:
            return f"{octets:.0f} {unit}" if unit == "B" else f"{octets:.1f} {unit}"
        octets /= 1000
    return f"{octets:.1f} TB"


def duration(seconds: float) -> str:
    """A number of seconds, for a person."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
