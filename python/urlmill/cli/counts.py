"""How often each value occurs: counted block by block, added up in order."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from .._io.arrow import pc
from .._io.rows import Tally
from .._io.tables import kept

if TYPE_CHECKING:
    from typing import Any


class Counts:
    """A sink that counts the values of the one column it gets; in the order in which they were first seen.

    It holds every value once: memory grows with how many different ones there are, and with nothing else.
    """

    def __init__(self) -> None:
        self.of: dict[Any, int] = {}

    def prepare(self, table: Any) -> tuple[list[Any], list[int]]:
        """Done for a block by itself, so that adding up sees each value of it once."""
        if isinstance(table, Tally):
            return table.values, table.counts
        nulls = table.column(0).null_count
        if nulls:  # among views, pyarrow takes them for empty text
            table = kept(table, pc.is_valid(table.column(0)))
        counted = pc.value_counts(table.column(0))
        values, counts = counted.field("values").to_pylist(), counted.field("counts").to_pylist()
        return ([*values, None], [*counts, nulls]) if nulls else (values, counts)

    def write(self, prepared: tuple[list[Any], list[int]]) -> None:
        """Adds up."""
        of = self.of
        for value, count in zip(*prepared, strict=True):
            of[value] = of.get(value, 0) + count

    @property
    def total(self) -> int:
        """How many rows there were."""
        return sum(self.of.values())

    def most(self, number: int) -> list[tuple[Any, int]]:
        """The most frequent ones; of two as frequent, the one seen first."""
        return heapq.nlargest(number, self.of.items(), key=lambda item: item[1])
