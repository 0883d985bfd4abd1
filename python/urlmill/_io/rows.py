"""What is read from a block: its lines, and the rows that are made of them."""

from __future__ import annotations

from .._backend import impl
from .._typing import NamedTuple
from .arrow import pa
from .tables import taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .bad import Bad
    from .inputs import Block


LINE = "\0line"  # a column for the number of the line that a row was made of, which no file has by that name


class Rows:
    """A pyarrow table, and the lines that are not rows. Where values are counted as they are read, their number."""

    def __init__(self, table: Any, bad: Sequence[Bad] = (), fitting: int = 0) -> None:
        self.table = table
        self.bad = list(bad)
        self.fitting = fitting  # lines of a log that are of its format, whether their rows are wanted or not


def numbers_of(first: int, count: int) -> Any:
    """The column of so many lines."""
    return pa.array(range(first, first + count), pa.uint64())


def with_line(table: Any, names: list[str]) -> Any:
    """These columns, and the numbers of lines if there are any."""
    if isinstance(table, Texts):
        return table
    return table.select([*names, LINE] if LINE in table.column_names else names)


class RowCount(NamedTuple):
    """So many rows, which were counted where they were read."""

    num_rows: int


class Texts(NamedTuple):
    """Rows that are one text each, without pyarrow."""

    lines: list[str]

    @property
    def num_rows(self) -> int:
        """How many there are."""
        return len(self.lines)


def lines_of(block: Block) -> Any:
    """The lines of a block as a pyarrow array, without their ends; a blank one is null.

    A line that is not UTF-8 is read as Latin-1, in which anything can be read.
    """
    (column,) = taken(impl.read_lines(block.octets)).columns
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def share(fitting: int, bad: int) -> str:
    """How many lines are of their format, rounded down: it is all of them only if it is."""
    thousandths = 1000 * fitting // (fitting + bad)
    return f"{thousandths // 10}.{thousandths % 10}% of {fitting + bad:,} lines fit"
