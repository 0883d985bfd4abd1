"""The functions on batches of pyarrow arrays, which is how SQL engines call them.

It is they who run functions in parallel, so each call stays on its own thread.
"""

from __future__ import annotations

import json

import pyarrow as pa

from .functions import FIELDS

TYPE_CHECKING = False
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

    def answer(urls: Any, *arguments: Any, layout: str = layout, kind: Any = kind) -> Any:
        found = function.answer(urls, *arguments, layout=layout, threads=1)
        if function.kind == "map":
            return _map(found, len(urls), kind)
        return _array(pa.chunked_array(found, None if function.kind == "octets" else kind)).cast(kind)

    # DuckDB reads annotations, and so these have none.
    if not function.arguments:
        return lambda urls: answer(urls)
    if function.takes_columns:
        return lambda urls, argument: answer(urls, argument)
    return lambda urls, argument: _by_argument(urls, argument, answer, function, kind)


def arrow_type(kind: str, layout: str) -> Any:
    """The ``pyarrow.DataType`` of what the table calls by this name."""
    text = _TEXTS[layout]
    kinds = {
        "text": text,
        "octets": pa.binary(),
        "texts": pa.list_(text),
        "items": pa.list_(pa.struct([("name", text), ("value", text)])),
        "map": pa.map_(text, text),
    }
    if kind == "struct":
        return pa.struct([(name, arrow_type(kind, layout)) for name, kind in FIELDS.items()])
    return kinds.get(kind) or pa.type_for_alias(kind)


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


def _map(found: Any, length: int, kind: Any) -> Any:
    """Of the columns, one row after the other."""
    table = found.to_pyarrow()
    names = table.column_names
    columns = [_as_text(column) for column in table.columns]
    rows = zip(*columns, strict=True) if columns else [()] * length
    return pa.array([list(zip(names, row, strict=True)) for row in rows], kind)


def _as_text(column: Any) -> list[str | None]:
    """A list is JSON, as in CSV."""
    if not pa.types.is_nested(column.type):
        texts: list[str | None] = column.cast(pa.string()).to_pylist()
        return texts
    return [None if value is None else json.dumps(value, ensure_ascii=False) for value in column.to_pylist()]


def _by_argument(urls: Any, arguments: Any, answer: Callable[..., Any], function: Function, kind: Any) -> Any:
    """As a rule it is the same for all rows, for it is written in the query. If not, rows that share one are looked at
    together.
    """
    if len(arguments) == arguments.null_count:
        return pa.nulls(len(urls), kind)
    if len(arguments.unique()) == 1:
        return _null_where(urls, function, answer(urls, arguments[0].as_py()))
    groups: dict[str | None, list[int]] = {}
    for row, value in enumerate(arguments.to_pylist()):
        groups.setdefault(value, []).append(row)
    texts = _array(urls)
    if pa.types.is_string_view(texts.type):
        texts = texts.cast(pa.large_string())  # of views pyarrow takes no rows
    plain = arrow_type(function.kind, "string")
    parts, places, next_place = [], [0] * len(urls), 0
    for value, rows in groups.items():
        taken = texts.take(pa.array(rows))
        found = pa.nulls(len(rows), plain) if value is None else answer(taken, value, layout="string", kind=plain)
        parts.append(_null_where(taken, function, found))
        for row in rows:
            places[row] = next_place
            next_place += 1
    return pa.concat_arrays(parts).take(pa.array(places)).cast(kind)


def _null_where(urls: Any, function: Function, found: Any) -> Any:
    """A map of a URL that is null is null itself."""
    if function.kind != "map" or not urls.null_count:
        return found
    pairs = zip(urls.is_null().to_pylist(), found.to_pylist(), strict=True)
    return pa.array([None if is_null else value for is_null, value in pairs], found.type)


def _array(column: Any) -> Any:
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
