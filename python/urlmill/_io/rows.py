"""What is read from a block: its lines, and the rows that are made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .._backend import impl
from .tables import taken

if TYPE_CHECKING:
    from typing import Any

    from .bad import Bad
    from .inputs import Block


@dataclass
class Rows:
    """A pyarrow table, and the lines that are not rows. Where values are only counted, it may be a tally instead."""

    table: Any
    bad: list[Bad] = field(default_factory=list)


@dataclass(frozen=True)
class Tally:
    """How often each value of a column occurs, in the order in which they are first seen; null is None, and last."""

    values: list[Any]
    counts: list[int]

    @property
    def num_rows(self) -> int:
        """All rows."""
        return sum(self.counts)


def lines_of(block: Block) -> Any:
    """The lines of a block as a pyarrow array, without their ends; a blank one is null.

    A line that is not UTF-8 is read as Latin-1, in which anything can be read.
    """
    (column,) = taken(impl.read_lines(block.octets)).columns
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
