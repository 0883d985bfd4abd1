"""Tables of the kernels; and what pyarrow cannot do with string views yet: choose rows or put in others, without a copy
of their text.
"""

from __future__ import annotations

import struct

from .arrow import pa, pc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_VIEW = 16
_WITHIN = 12  # bytes of text that a view has room for
_FEW = 16  # one row in so many


def taken(columns: Any) -> Any:
    """What the kernels give, as a pyarrow table. ``pyarrow.table`` would import pandas first, to see whether it is a
    data frame.
    """
    return pa.RecordBatchReader.from_stream(columns).read_all()


def kept(table: Any, mask: Any) -> Any:
    """The rows of a table that ``mask`` holds for; a null does not."""
    if table.num_rows == 0:
        return table
    return pa.table([_kept(column, mask) for column in table.columns], schema=table.schema)


def _kept(column: Any, mask: Any) -> Any:
    if pa.types.is_list(column.type) and pa.types.is_string_view(column.type.value_type):
        # What single schemes have; too rare for a way of its own.
        return column.cast(pa.list_(pa.large_string())).filter(mask).cast(column.type)
    if not pa.types.is_string_view(column.type):
        return column.filter(mask)
    column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    valid, views, *texts = column.buffers()
    # As what it is: sixteen bytes a row, which are the same wherever the row stands.
    rows = pa.Array.from_buffers(pa.binary(_VIEW), len(column), [valid, views], offset=column.offset)
    rows = rows.filter(mask.combine_chunks() if isinstance(mask, pa.ChunkedArray) else mask)
    valid, views = rows.buffers()
    return pa.chunked_array([pa.Array.from_buffers(column.type, len(rows), [valid, views, *texts], offset=rows.offset)])


def valid_rows(column: Any) -> list[int]:
    """The numbers of the rows that are not null."""
    if column.null_count == len(column):
        return []  # which may be a column without chunks: pyarrow 25 ends the process if asked for its indices
    rows: list[int] = pc.indices_nonzero(pc.is_valid(column)).to_pylist()
    return rows


def as_text(column: Any) -> Any:
    """A list as its texts with commas between them, as templates write it; any other column as it is."""
    if not pa.types.is_list(column.type):
        return column
    return pc.binary_join(column.cast(pa.list_(pa.large_string())), pa.scalar(",", pa.large_string()))


def replaced(column: Any, mask: Any, values: Any) -> Any:
    """An array with other values where the mask holds, one for each."""
    if not pa.types.is_string_view(column.type):
        return pc.replace_with_mask(column, mask, values)
    if len(values) * _FEW > len(column):
        texts = pc.replace_with_mask(column.cast(pa.large_string()), mask, values.cast(pa.large_string()))
        return texts.cast(column.type)
    valid, views, *texts = column.buffers()
    rows = pa.Array.from_buffers(pa.binary(_VIEW), len(column), [valid, views], offset=column.offset)
    others, more = _views(values.to_pylist(), len(texts))
    rows = pc.replace_with_mask(rows, mask, pa.array(others, pa.binary(_VIEW)))
    valid, views = rows.buffers()
    buffers = [valid, views, *texts, pa.py_buffer(more)]
    return pa.Array.from_buffers(column.type, len(rows), buffers, offset=rows.offset)


def _views(values: list[str | None], number: int) -> tuple[list[bytes | None], bytes]:
    """Views of text that is in the buffer of this number, and what is to be there."""
    views: list[bytes | None] = []
    more = bytearray()
    for value in values:
        if value is None:
            views.append(None)
            continue
        octets = value.encode()
        size = len(octets)
        if size <= _WITHIN:
            views.append(struct.pack("<i12s", size, octets))
        else:
            views.append(struct.pack("<i4sii", size, octets[:4], number, len(more)))
            more += octets
    return views, bytes(more)
