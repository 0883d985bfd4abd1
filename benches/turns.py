"""The contenders of a row take turns: a round is one short stretch of calls by each of them.

All stretches take about the same time. So whatever slows the machine down for more than a millisecond slows all
contenders of the round alike, and does not move their ratio; and a short interruption hits each of them as often. Each
round begins with another contender.
"""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .contenders import Contender
    from .row import Row

STRETCH_SECONDS = 0.0004  # much less than a scheduler's time slice
FEWEST_CALLS, MOST_CALLS = 20, 10_000
WARM_UP = 0.2  # of a stretch: called before the clock starts, to bring the code back into the processor's caches
READY = 16  # stretches that are made at once: one by one they would be in the processor's nearest cache


class Lane:
    """One contender on one row: the inputs that it accepts, and how many of them make a stretch."""

    def __init__(self, row: Row, contender: Contender, sample: list[Any]) -> None:
        self.contender, self.is_repeated = contender, row.repeated
        # Peers are spared what they refuse, which is counted in the report. The others must take everything.
        spare = not contender.is_ours and contender.name != row.baseline
        self.inputs = [item for item in sample if not spare or contender.accepts(item)]
        self.refused = len(sample) - len(self.inputs)
        if self.is_repeated:
            self.inputs = self._fresh(self.inputs)
            for _ in range(3):  # a cache may wait to see something twice
                self.run(self.inputs)
        some = self.inputs[:500] if self.is_repeated else self._fresh(self.inputs[:500])
        fastest = min(timeit.repeat(lambda: self.run(some), number=1, repeat=5))
        self._size = min(MOST_CALLS, max(FEWEST_CALLS, round(STRETCH_SECONDS / fastest * len(some))))

    def run(self, items: list[Any]) -> None:
        self.contender.loop(self.contender.function, items)

    def _fresh(self, items: list[Any]) -> list[Any]:
        return self.contender.converted(list(map(fresh, items)))

    def stretch(self, number: int) -> list[Any]:
        """The next of the inputs, and again from the first; as new objects, unless the row is of repeated ones."""
        start = number * self._size % len(self.inputs)
        end = start + self._size
        chosen = (self.inputs * (1 + end // len(self.inputs)))[start:end]
        return chosen if self.is_repeated else self._fresh(chosen)


def fresh(item: Any) -> Any:
    """An equal object, made of new strings: no hash known yet, and not interned."""
    if isinstance(item, str):
        return item.encode().decode()
    if isinstance(item, bytes):
        return bytes(bytearray(item))
    return type(item)(map(fresh, item))


class Turns:
    """Who is timed next, on what; without end."""

    def __init__(self, row: Row, process: int) -> None:
        sample = row.sample(process)
        self.lanes = [Lane(row, contender, sample) for contender in row.contenders]

    def __iter__(self) -> Iterator[tuple[Lane, list[Any]]]:
        """A lane, and its stretch."""
        first = 0
        while True:
            rounds = range(first, first + READY)
            for lane in self.lanes:
                if not lane.is_repeated:
                    lane.contender.forget()
            made = [[lane.stretch(number) for number in rounds] for lane in self.lanes]
            for index, number in enumerate(rounds):
                for turn in range(len(self.lanes)):
                    which = (number + turn) % len(self.lanes)
                    yield self.lanes[which], made[which][index]
            first += READY
