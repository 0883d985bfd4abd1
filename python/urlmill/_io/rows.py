"""What is read from a block: its lines, and the rows that are made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa

from .._backend import impl

if TYPE_CHECKING:
    from typing import Any

    from .bad import Bad
    from .inputs import Block


@dataclass
class Rows:
    """A pyarrow table, and the lines that are not rows."""

    table: Any
    bad: list[Bad] = field(default_factory=list)


def lines_of(block: Block) -> Any:
    """The lines of a block as a pyarrow array, without their ends; a blank one is null.

    A line that is not UTF-8 is read as Latin-1, in which anything can be read.
    """
    (column,) = pa.table(impl.read_lines(block.octets)).columns
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
