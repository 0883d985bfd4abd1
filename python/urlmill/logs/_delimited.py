"""Formats whose lines have one of some shapes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .._io.arrow import pa, pc
from .._io.tables import kept, replaced
from ._columns import array_of
from .formats import ENOUGH, Format

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._shapes import Shape


@dataclass(frozen=True)
class Fields(Format):
    """A line is read by the first shape that it fits."""

    name: str
    shapes: tuple[Shape, ...]

    @cached_property
    def columns(self) -> list[str]:
        """What a line may have."""
        return list(dict.fromkeys(name for shape in self.shapes for name in shape.columns))

    @property
    def unit(self) -> str:  # type: ignore[override]  # it follows from the shapes
        """That of its times."""
        return "us" if any(shape.unit == "us" for shape in self.shapes) else "s"

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """The kernel does it all, and leaves out columns that were not asked for."""
        first, *others = self.shapes
        table = first.read(lines, wanted)
        for shape in others:
            is_bad = pc.is_valid(array_of(table.column("error_at")))
            if not pc.any(is_bad, min_count=0).as_py():
                break
            again = kept(pa.table([lines], names=["line"]), is_bad).column("line")
            table = _with(table, is_bad, shape.read(array_of(again), wanted))
        return table

    def fits(self, head: Sequence[str], sure: Sequence[str]) -> int:
        """How many of the first lines are of this format, and have what is ``sure`` to be there."""
        table = self.read(pa.array(head[:ENOUGH], pa.string_view()), b"", sure)
        is_good = pc.is_null(array_of(table.column("error_at")))
        for name in sure:
            is_good = pc.and_(is_good, pc.is_valid(array_of(table.column(name))))
        found: int = pc.sum(is_good, min_count=0).as_py()
        return found


def _with(table: Any, is_bad: Any, again: Any) -> Any:
    """With the rows that another shape has found for the bad ones."""
    is_good = pc.is_null(array_of(again.column("error_at")))
    if not pc.any(is_good, min_count=0).as_py():
        return table
    rows = pc.filter(pc.indices_nonzero(is_bad), is_good)
    mask = pc.is_in(pa.array(range(table.num_rows), rows.type), value_set=rows)
    found = kept(again, is_good)
    names = list(dict.fromkeys([*table.column_names, *again.column_names]))
    columns = {}
    for name in names:
        if name not in again.column_names:
            columns[name] = array_of(table.column(name))
            continue
        values = array_of(found.column(name))
        there = name in table.column_names
        before = array_of(table.column(name)) if there else pa.nulls(table.num_rows, values.type)
        columns[name] = replaced(before, mask, values)
    return pa.table(columns)
