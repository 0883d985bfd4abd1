"""One operation to measure, one call at a time, and a contender's race through it."""

from __future__ import annotations

import timeit
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .contenders import Contender, Loop, make_loop

if TYPE_CHECKING:
    from collections.abc import Callable

# Timed at once: as many calls as the baseline does in this time, for every contender. Much less than a scheduler's time
# slice, or the baseline would hardly ever be timed undisturbed on a busy machine, and urlmill would, being faster.
STRETCH_SECONDS = 0.0004
TIMES = 200  # over and over, for a row of repeated objects


@dataclass(frozen=True)
class Row:
    key: str
    title: str
    group: str  # the table it stands in
    goal: float
    baseline: str  # the contender whose time is divided by those of the others
    oracle: str  # the contender whose answers urlmill's must be
    inputs: list[Any]
    contenders: list[Contender]
    compared: Callable[[Any], object] = lambda result: result  # what of a result the oracle's must be equal to
    left_out: int = 0  # inputs that nobody is given
    pairs: bool = False  # the function takes two arguments
    repeated: bool = False  # the same objects over and over, after a warm-up

    @property
    def names(self) -> str:
        return "a, b" if self.pairs else "x"

    @cached_property
    def stretch(self) -> int:
        """How many calls to time at once."""
        baseline = self.contender(self.baseline)
        loop, items = make_loop(baseline.call, self.names), self.inputs[:500]
        seconds = min(timeit.repeat(lambda: loop(baseline.function, items), number=1, repeat=9))
        return max(20, round(STRETCH_SECONDS / seconds * len(items)))

    def contender(self, name: str) -> Contender:
        return next(contender for contender in self.contenders if contender.name == name)

    def answer(self, contender: Contender, item: Any) -> object:
        """What urlmill or the oracle says, to be compared."""
        return self.compared(contender.function(*item) if self.pairs else contender.function(item))


def fresh(item: Any) -> Any:
    """An equal object, made of new strings: no hash known yet, and not interned."""
    if isinstance(item, str):
        return item.encode().decode()
    return type(item)(map(fresh, item))


def accepts(function: Callable[[Any], object], item: Any) -> bool:
    try:
        function(item)
    except ValueError:
        return False
    return True


class Race:
    """One contender on one row: its own loop, and the inputs that it accepts."""

    def __init__(self, row: Row, contender: Contender) -> None:
        self.row, self.contender = row, contender
        self.loop: Loop = make_loop(contender.call, row.names)
        # Peers are spared what they refuse, which is counted in the report. The others must take everything.
        spare = not contender.is_ours and contender.name != row.baseline
        self.inputs = [item for item in row.inputs if not spare or accepts(self._run_one, item)]

    def _run_one(self, item: Any) -> None:
        self.loop(self.contender.function, self._converted([item]))

    def _converted(self, items: list[Any]) -> list[Any]:
        convert = self.contender.convert
        return items if convert is None else list(map(convert, items))

    def prepare(self) -> list[list[Any]]:
        """What the loop will be given, stretch by stretch: made anew for each round, in no cache but as the row says.

        All of it is made before any of it is timed, so that it is not all in the processor's nearest cache.
        """
        items = self._converted([fresh(item) for item in self.inputs])
        self.contender.forget()
        if self.row.repeated:
            for _ in range(3):  # a cache may wait to see something twice
                self.loop(self.contender.function, items)
            items *= TIMES
        size = self.row.stretch
        return [items[start : start + size] for start in range(0, len(items), size)]

    def check(self) -> None:
        """A wrong answer is worth nothing, however fast."""
        oracle = self.row.contender(self.row.oracle)
        if self.contender.is_ours and self.contender is not oracle:
            for item in self.inputs:
                if self.row.answer(self.contender, item) != self.row.answer(oracle, item):
                    raise AssertionError(
                        f"{self.contender.name} differs from {oracle.name} on {self.row.key}: {item!r}"
                    )
