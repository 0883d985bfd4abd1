"""The lines of access logs, spread over the partitions of a data frame. What their format is, the driver finds out."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from .._io.bad import bad_by_file
from .._io.filters import Where
from .._io.inputs import LONGEST
from .._io.outputs import plain
from .._io.usage import UsageError
from ..logs import _detect
from ..logs._given import block_of, texts
from ..logs._rows import HEAD, LogRows, UnknownFormatError
from ..logs.formats import w3c
from ..logs.formats.pattern import Pattern
from .batches import signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from .._io.bad import Bad
    from ..logs.formats import Format

_HEADER = w3c.FIELDS.decode()
_LARGEST = (1 << 63) - 1
_MICROSECONDS = pa.timestamp("us", "UTC")


def first_form(
    first_lines: Callable[[int], list[str]],
    lines_with: Callable[[str], list[str]],
    name: str | None,
    regex: str | None,
) -> Format:
    """The format of all lines. ``first_lines`` gives so many of them, ``lines_with`` those with a beginning, equal
    ones once.
    """
    if regex is not None:
        if name is not None:
            raise UsageError("give a format or a regex, not both")
        return Pattern(regex)
    is_header = name is not None and name.startswith(_HEADER)
    if name is not None and not is_header:
        name = _detect.check_name(name)
    head = first_lines(HEAD)
    if is_header:
        return _checked(w3c.named("w3c", [str(name), *head]))
    if name in w3c.NAMES:
        return _with_header(head, lines_with, str(name))
    if name is not None:
        return _detect.named(name, head)
    form = _detect.detect(head)
    if form is None or isinstance(form, w3c.Extended):
        form = _with_header(head, lines_with, None)
    return form


def names_of(form: Format, fields: str | Iterable[str] | None, bad: str | None) -> list[str]:
    """The columns beside that for bad lines; by default those that people want to see of such logs."""
    names = texts(fields, "fields") or form.usual
    if bad is not None and (not bad or bad in names):
        raise ValueError(f"bad: expected a name that no other column has, got {bad!r}")
    return names


def rows_of(
    batches: Iterable[pa.RecordBatch], form: Format, fields: Sequence[str], bad: str | None
) -> Iterator[pa.RecordBatch]:
    """The rows of batches whose one column has lines; a column for those that are bad, if it has a name."""
    rows = LogRows(fields, Where([]), form=form, note=lambda _: None)
    for batch in batches:
        lines = batch.column(0)
        is_large = lines.type in (pa.large_string(), pa.large_binary())
        kind = pa.large_string() if is_large else pa.string()
        for block in rows.ahead(iter([block_of(lines, "lines", 1)])):
            _check_header(getattr(block, "form", form), form)
            found = rows(block)
            table = _for_spark(plain(found.table), kind)
            if bad is not None:
                wrong = [each for _, some in bad_by_file(block, found.bad, LONGEST) for each in some]
                table = _with_bad(table, wrong, bad, kind)
            yield from table.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], schema=table.schema)]


def _with_header(head: list[str], lines_with: Callable[[str], list[str]], name: str | None) -> Format:
    headers = lines_with(_HEADER)
    if not headers and name is None:
        if not head:
            raise UsageError("there are no lines that would tell the format; give a format or a regex")
        raise UnknownFormatError("lines", head[0])
    if len({tuple(_fields(header)) for header in headers}) > 1:
        shown = "; ".join(sorted(headers)[:3])
        raise UsageError(
            f"there are different {_HEADER} lines, and a line does not tell which of them it is under; "
            f"make a data frame of the files of each: {shown}"
        )
    return _checked(w3c.named(name or "w3c", [*headers[:1], *head]))


def _checked(form: w3c.Extended) -> Format:
    if not form.columns:
        raise UsageError(f"the {_HEADER} line names no field")
    fields = _fields(form.fields)
    if "time" in fields and "date" not in fields:
        raise UsageError("the lines have times without dates; those are on #Date: lines, which most partitions lack")
    return form


def _check_header(form: Format, given: Format) -> None:
    """That of a partition may be another than that which holds for all."""
    if not isinstance(form, w3c.Extended) or not isinstance(given, w3c.Extended):
        return
    if _fields(form.fields) != _fields(given.fields):
        raise UsageError(
            f"expected lines under {_HEADER} {given.fields}, got {_HEADER} {form.fields}; "
            "make a data frame of the files of each"
        )


def _fields(header: str) -> list[str]:
    return header.removeprefix(_HEADER).lower().split()


def _for_spark(table: Any, kind: Any) -> Any:
    return pa.table({name: _array(table.column(name), kind) for name in table.column_names})


def _array(column: Any, kind: Any) -> Any:
    if pa.types.is_string(column.type):
        return column.cast(kind)
    if pa.types.is_timestamp(column.type):
        return column.cast(_MICROSECONDS)
    if column.type == pa.uint64():  # more than fits is null
        column = pc.if_else(pc.greater(column, pa.scalar(_LARGEST, pa.uint64())), pa.scalar(None, column.type), column)
    return column.cast(signed(column.type))


def _with_bad(table: Any, bad: list[Bad], name: str, kind: Any) -> Any:
    """The bad lines after the rows."""
    struct = pa.struct([("reason", kind), ("at", pa.int64()), ("text", kind)])
    table = table.append_column(name, pa.nulls(table.num_rows, struct))
    if not bad:
        return table
    values = [{"reason": each.reason, "at": each.at, "text": each.text} for each in bad]
    others = {each.name: pa.nulls(len(bad), each.type) for each in table.schema if each.name != name}
    return pa.concat_tables([table, pa.table({**others, name: pa.array(values, struct)})])
