"""What becomes of lines of logs that are not rows, where an engine has no place for them."""

from __future__ import annotations

import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from ..logs import BadLine

    _OnBad = Literal["warn", "skip"] | Callable[[BadLine], object]


def check(on_bad: _OnBad) -> None:
    """Raises ValueError for anything else."""
    if on_bad not in ("warn", "skip") and not callable(on_bad):
        raise ValueError(f"on_bad: expected 'warn', 'skip' or a function, got {on_bad!r}")


class BadLines:
    """Is called with each bad line of one reading. At its end, ``tell`` warns if that is what the user wants."""

    def __init__(self, on_bad: _OnBad) -> None:
        self._on_bad = on_bad
        self._first: BadLine | None = None
        self._count = 0

    def __call__(self, line: BadLine) -> None:
        self._first = self._first or line
        self._count += 1
        if callable(self._on_bad):
            self._on_bad(line)

    def tell(self) -> None:
        """The warning."""
        if self._on_bad == "warn" and self._first:
            some = f"{self._count} lines are not rows" if self._count > 1 else "a line is not a row"
            first = f"line {self._first.line} of {self._first.source}"
            warnings.warn(f"{some}, the first is {first}; on_bad= is called with each", stacklevel=1)
