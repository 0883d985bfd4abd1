"""How often each value of a column occurs, counted by several threads at once."""

from __future__ import annotations

import heapq
from threading import Lock

from .._backend import impl
from .._typing import NamedTuple
from .arrow import pa, pc
from .tables import as_text, kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Counted(NamedTuple):
    """The values of some rows, how often each occurs, and in which order they were first seen."""

    values: list[Any]
    counts: list[int]
    places: list[int]  # less than twice as many as there are rows


def counted(column: Any) -> Counted:
    """The values of a pyarrow column."""
    column = as_text(column)
    nulls, before = column.null_count, 0
    if nulls:
        first = pc.index(pc.is_null(column), True).as_py()
        before = len(pc.unique(column.slice(0, first)))
        # Among views, pyarrow takes them for empty text.
        column = kept(pa.table([column], names=["value"]), pc.is_valid(column)).column(0)
    found = pc.value_counts(column)
    values, counts = found.field("values").to_pylist(), found.field("counts").to_pylist()
    places = list(range(1, 2 * len(values), 2))
    return (
        Counted([*values, None], [*counts, nulls], [*places, 2 * before]) if nulls else Counted(values, counts, places)
    )


class Tallies:
    """Values, and how often they occur. Blocks of rows may be counted in any order: of each value the rank of its first
    row is known, which is larger for later rows.

    It holds every value once for each thread: memory grows with the number of different ones.
    """

    def __init__(self) -> None:
        self.texts = impl.Tally()
        self.numbers = impl.Tally()  # whole ones, as text
        self._others: dict[Any, tuple[int, int]] = {}  # count and rank
        self._lock = Lock()

    def add(self, values: Sequence[Any], counts: Sequence[int], ranks: Sequence[int]) -> None:
        """Values of any kind, each so many times."""
        kinds = {type(value) for value in values} - {type(None)}
        if kinds <= {str}:
            self.texts.add(values, counts, ranks)
        elif kinds <= {int}:
            self.numbers.add([None if value is None else str(value) for value in values], counts, ranks)
        else:
            with self._lock:
                for value, count, rank in zip(values, counts, ranks, strict=True):
                    before, first = self._others.get(value, (0, rank))
                    self._others[value] = (before + count, min(first, rank))

    def add_counted(self, counted: Counted, rank: int) -> None:
        """Rows of a block, of which the first has this rank."""
        self.add(counted.values, counted.counts, [rank + place for place in counted.places])

    @property
    def total(self) -> int:
        """How many rows there were."""
        others = sum(count for count, _ in self._others.values())
        return self.texts.total + self.numbers.total + others + sum(count for count, _ in self._nulls())

    def __len__(self) -> int:
        """How many different values; null is one."""
        is_null = bool(self._nulls()) and None not in self._others
        return len(self.texts) + len(self.numbers) + len(self._others) + is_null

    def most(self, number: int) -> list[tuple[Any, int]]:
        """The most frequent ones; of two as frequent, the one seen first."""
        found: list[tuple[Any, int, int]] = [*self.texts.most(number)]
        found += [(int(value), count, rank) for value, count, rank in self.numbers.most(number)]
        found += [(value, *seen) for value, seen in self._others.items() if value is not None]
        nulls = self._nulls() + [seen for value, seen in self._others.items() if value is None]
        if nulls:
            found.append((None, sum(count for count, _ in nulls), min(rank for _, rank in nulls)))
        most = heapq.nsmallest(number, found, key=lambda item: (-item[1], item[2]))
        return [(value, count) for value, count, _ in most]

    def _nulls(self) -> list[tuple[int, int]]:
        return [nulls for tally in (self.texts, self.numbers) if (nulls := tally.nulls)]
