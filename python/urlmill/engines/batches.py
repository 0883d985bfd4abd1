"""The functions on batches of pyarrow arrays, which is how SQL engines call them.

It is they who run functions in parallel, so each call stays on its own thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from .. import columns
from .functions import FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .functions import Function

_TEXTS = {"view": pa.string_view(), "string": pa.string(), "large_string": pa.large_string()}


def on_batches(function: Function, layout: str) -> Callable[..., Any]:
    """A function of an array of URLs, and of one for each further argument, whose answer is a ``pyarrow.Array``.

    Text in the answer has the layout, and the rest the types that the table says.
    """
    if function.kind == "struct":
        return lambda urls: _struct(urls, function, layout)
    if function.name == "error" and layout == "view":
        layout = "string"  # the codes are a dictionary, of which pyarrow makes no views
    kind = arrow_type(function.kind, layout)
    if function.name == "query":
        return lambda urls, keys: _query(urls, keys, function, kind, layout)
    return lambda urls: _array(pa.chunked_array(function.answer(urls, layout=layout, threads=1), kind))


def arrow_type(kind: str, layout: str) -> Any:
    """The ``pyarrow.DataType`` of what the table calls by this name."""
    if kind == "struct":
        return pa.struct([(name, arrow_type(kind, layout)) for name, kind in FIELDS.items()])
    return _TEXTS[layout] if kind == "text" else pa.type_for_alias(kind)


def signed(kind: Any) -> Any:
    """A type that Spark has, for one that it has not: unsigned numbers, and the dictionary that errors are in."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    return {pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.int64()}.get(kind, kind)


def _struct(urls: Any, function: Function, layout: str) -> Any:
    parts = pa.array(function.answer(urls, list(FIELDS), layout=layout, threads=1))
    if not urls.null_count:
        return parts
    # A URL that is null has a null struct.
    return pa.StructArray.from_arrays(parts.flatten(), list(FIELDS), mask=_array(urls).is_null())


def _query(urls: Any, keys: Any, function: Function, kind: Any, layout: str) -> Any:
    """As a rule there is one key, for it is written in the query. If not, all fields of each URL are looked through."""
    distinct = keys.unique()
    if len(distinct) == 1 and distinct[0].is_valid:
        return _array(pa.chunked_array(function.answer(urls, distinct[0].as_py(), layout=layout, threads=1), kind))
    items = columns.query_items(urls, threads=1)
    return pa.array([_first(fields, key) for fields, key in zip(items, keys.to_pylist(), strict=True)], kind)


def _first(fields: list[dict[str, str]] | None, key: str | None) -> str | None:
    if fields is None or key is None:
        return None
    return next((field["value"] for field in fields if field["name"] == key), None)


def _array(column: Any) -> Any:
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
