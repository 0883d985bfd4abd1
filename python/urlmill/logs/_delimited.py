"""Formats whose lines have one of some shapes."""

from __future__ import annotations

from functools import cached_property, partial

from .._backend import impl
from .._io.arrow import pa, pc
from .._io.tables import kept, replaced
from ._columns import OF_TARGET, array_of
from ._shapes import COUNTED, NUMBERS
from .formats import ENOUGH, Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._shapes import Shape
    from .formats import Counter


class Fields(Format):
    """A line is read by the first shape that it fits."""

    def __init__(self, name: str, shapes: tuple[Shape, ...]) -> None:
        self.name = name
        self.shapes = shapes

    @cached_property
    def columns(self) -> list[str]:
        """What a line may have."""
        return list(dict.fromkeys(name for shape in self.shapes for name in shape.columns))

    @property
    def unit(self) -> str:  # type: ignore[override]  # it follows from the shapes
        """That of its times."""
        return "us" if any(shape.unit == "us" for shape in self.shapes) else "s"

    @property
    def usual(self) -> list[str]:
        """Without what was requested, if it does not say."""
        return [name for name in super().usual if self.has_target or name not in ("method", "path", "query")]

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """The kernel does it all, and leaves out columns that were not asked for."""
        return read_by_first(lines, [partial(shape.read, wanted=wanted) for shape in self.shapes])

    def fits(self, head: Sequence[str], sure: Sequence[str]) -> int:
        """How many of the first lines are of this format, and have what is ``sure`` to be there. Without pyarrow."""
        count, lines = 0, list(head[:ENOUGH])
        for shape in self.shapes:
            found = shape.found(lines, sure)
            places = found.values("error_at")
            if None not in places:
                continue
            if all(name in shape.columns for name in sure):
                rows = zip(places, *map(found.values, sure), strict=True)
                count += sum(place is None and None not in values for place, *values in rows)
            lines = [line for line, place in zip(lines, places, strict=True) if place is not None]
        return count

    def counter(self, name: str) -> Counter | None:
        """The kernel counts text and whole numbers."""
        wanted = "target" if name in OF_TARGET else name
        if name in OF_TARGET and name not in ("path", "query"):
            return None
        if not all(shape.kind_of(wanted) in COUNTED for shape in self.shapes):
            return None
        wanted_too = ["method", wanted] if name in OF_TARGET else [wanted]
        return impl.RecordCounter([shape.as_taken(wanted_too) for shape in self.shapes], name)

    def places(self, lines: Sequence[str]) -> list[int | None]:
        """Where a line does not fit the first shape, if it fits no other."""
        return places(lines, [shape.as_taken(()) for shape in self.shapes])

    def is_number(self, name: str) -> bool:
        """As all shapes have it."""
        return any(shape.kind_of(name) in NUMBERS for shape in self.shapes)


def places(lines: Sequence[str], shapes: Sequence[Sequence[tuple[str, str, str]]]) -> list[int | None]:
    """Where each line does not fit the first shape; None if it fits one of them. Without pyarrow."""
    found: list[int | None] | None = None
    for shape in shapes:
        table = impl.read_records(lines, shape)
        some = table.values("error_at")
        found = (
            some if found is None else [old if new is not None else None for old, new in zip(found, some, strict=True)]
        )
    return found or []


def read_by_first(lines: Any, shapes: Sequence[Callable[[Any], Any]]) -> Any:
    """A table of lines, each read by the first shape that it fits."""
    first, *others = shapes
    table = first(lines)
    for read in others:
        is_bad = pc.is_valid(array_of(table.column("error_at")))
        if not pc.any(is_bad, min_count=0).as_py():
            break
        again = kept(pa.table([lines], names=["line"]), is_bad).column("line")
        table = _with(table, is_bad, read(array_of(again)))
    return table


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
