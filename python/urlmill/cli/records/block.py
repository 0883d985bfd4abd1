"""The URLs of a part of a file."""

from __future__ import annotations

from ..._fields import near_to
from ..._io.rows import lines_of
from ..._io.shown import shown
from ..._typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._io.bad import Bad
    from ..._io.inputs import Block


class Records(NamedTuple):
    """Some URLs, each with the number of the line or row that it was found in; null where there is none."""

    urls: Any
    numbers: list[int]
    bad: tuple[Bad, ...] = ()


def urls_of(block: Block) -> tuple[Any, Sequence[int], list[Bad]]:
    """The URLs of a block, the numbers of their lines, and what is bad before anybody looks at them."""
    if block.records is not None:
        return block.records.urls, block.records.numbers, list(block.records.bad)
    lines = lines_of(block)
    return lines, range(block.first_line, block.first_line + len(lines)), []


def no_column(source: str, column: str, names: list[str]) -> str:
    """What to say of a column that a file does not have."""
    there = shown(", ".join(names))  # of a file without names, it is the first line
    return f"{source}: there is no column {column!r}; {near_to(column, names)}there are {there}"
