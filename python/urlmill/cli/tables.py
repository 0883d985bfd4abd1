"""What pyarrow cannot do with columns of string views yet: choose rows, without a copy of their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from typing import Any

_VIEW = 16


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
