"""The URLs of a part of a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..._fields import near_to
from ..._io.bad import Bad
from ..._io.inputs import Block
from ..._io.rows import lines_of
from ..._io.shown import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


@dataclass(frozen=True)
class RecordBlock(Block):
    """Some URLs, each with the number of the line or row that it was found in; null where there is none."""

    urls: Any
    numbers: list[int]
    bad: tuple[Bad, ...] = field(default=(), kw_only=True)


def urls_of(block: Block) -> tuple[Any, Sequence[int], list[Bad]]:
    """The URLs of a block, the numbers of their lines, and what is bad before anybody looks at them."""
    if isinstance(block, RecordBlock):
        return block.urls, block.numbers, list(block.bad)
    lines = lines_of(block)
    return lines, range(block.first_line, block.first_line + len(lines)), []


def no_column(source: str, column: str, names: list[str]) -> str:
    """What to say of a column that a file does not have."""
    there = shown(", ".join(names))  # of a file without names, it is the first line
    return f"{source}: there is no column {column!r}; {near_to(column, names)}there are {there}"
