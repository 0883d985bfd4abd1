"""Lines of JSON: the values of keys as columns, by the kernel and by Python's reader."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from .._backend import impl
from .._io.arrow import pa, pc
from .._io.tables import kept, replaced, taken
from ._columns import TEXT, array_of
from ._json_values import checked
from ._targets import first_of
from ._values import marked

if TYPE_CHECKING:
    from typing import Any

    _Path = tuple[str, ...]


class Field(NamedTuple):
    """A column, and the paths to its values, of which the first that is there counts."""

    name: str
    kind: str
    paths: list[_Path]


def read(lines: Any, fields: list[Field]) -> tuple[list[Any], Any]:
    """The columns, and where lines are wrong. The kernel leaves some lines to Python's reader, maybe all."""
    columns: list[Any]
    *columns, left = map(array_of, taken(impl.read_objects(lines, fields)).columns)
    places = pa.nulls(len(lines), pa.uint32())
    if not left.true_count:
        return columns, places
    if left.true_count == len(lines):
        return slow(lines, fields)
    some = array_of(kept(pa.table([lines], names=["line"]), left).column("line"))
    others, places_of_others = slow(some, fields)
    columns = [replaced(column, left, other) for column, other in zip(columns, others, strict=True)]
    return columns, replaced(places, left, places_of_others)


def slow(lines: Any, fields: list[Field]) -> tuple[list[Any], Any]:
    """The same with Python's reader, line by line."""
    paths = list(dict.fromkeys(path for field in fields for path in field.paths))
    plain = {path for field in fields if field.kind == "string" for path in field.paths}
    values, places = _values(lines, paths, plain)
    columns = []
    for field in fields:
        written = [values[path] for path in field.paths]
        if field.kind == "written":
            columns.append(first_of([each.cast(TEXT) for each in written]))
            continue
        found = [checked(each, field.kind) for each in written]
        columns.append(first_of([column for column, _ in found]))
        for _, is_wrong in found:
            if is_wrong is not None:
                places = marked(places, pc.and_(pc.is_null(columns[-1]), is_wrong))
    return columns, places


def loaded(line: str) -> Any:
    """What is on a line, with numbers as they were written. Raises ValueError or RecursionError."""
    return json.loads(line, parse_int=_whole, parse_float=Number, parse_constant=Number)


def value_of(found: Any, path: _Path) -> Any:
    """The value at the end of a path; None if there is none."""
    for key in path:
        if isinstance(found, list):
            found = _pairs(found)
        if not isinstance(found, dict):
            return None
        found = found.get(key)
    return found


def text_of(value: Any) -> str | None:
    """As text; None for nothing. Anything but a string is as JSON has it."""
    if isinstance(value, list) and all(isinstance(item, str) and not isinstance(item, Number) for item in value):
        value = value[0] if value else None  # a header, which may be there more than once
    if value is None or isinstance(value, str):
        return value
    return _written(value)


class Number(str):
    """A number as it was written."""

    __slots__ = ()


def _whole(digits: str) -> Number:
    return Number("0" if digits == "-0" else digits)


def _pairs(items: list[Any]) -> dict[str, Any]:
    """A list of names and values as an object: attributes of OpenTelemetry, headers of AWS WAF. The first counts."""
    found: dict[str, Any] = {}
    for item in items:
        name = item.get("key", item.get("name")) if isinstance(item, dict) else None
        if isinstance(name, str):
            value = item.get("value")
            if isinstance(value, dict):  # {"stringValue": "GET"}
                value = next((each for key, each in value.items() if key in _SCALARS), None)
            found.setdefault(name, value)
    return found


_SCALARS = ("stringValue", "intValue", "doubleValue", "boolValue")


def _values(lines: Any, paths: list[_Path], plain: set[_Path]) -> tuple[dict[_Path, Any], Any]:
    """As text, and which lines are not objects. Where a plain value must be, an object is none."""
    is_plain = [path in plain for path in paths]
    rows: list[list[str | None]] = []
    places: list[int | None] = []
    nothing: list[str | None] = [None] * len(paths)
    for line in lines.to_pylist():
        row, place = (nothing, None) if line is None else _row(line, paths, is_plain)
        rows.append(row)
        places.append(place)
    columns = zip(*rows, strict=True) if rows else [()] * len(paths)
    values = {path: pa.array(column, pa.large_string()) for path, column in zip(paths, columns, strict=True)}
    return values, pa.array(places, pa.uint32())


def _row(line: str, paths: list[_Path], is_plain: list[bool]) -> tuple[list[str | None], int | None]:
    nothing: list[str | None] = [None] * len(paths)
    try:
        found = loaded(line)
        if not isinstance(found, dict):
            return nothing, 0
        values = [value_of(found, path) for path in paths]
        row = [
            None if must and is_object(value) else text_of(value) for value, must in zip(values, is_plain, strict=True)
        ]
        "".join(text for text in row if text).encode()
    except json.JSONDecodeError as error:
        return nothing, error.pos
    except (RecursionError, UnicodeEncodeError):  # too deep, or half a character
        return nothing, 0
    return row, None


def is_object(value: Any) -> bool:
    """Whether it is neither a plain value nor a list of strings."""
    return isinstance(value, dict) or (isinstance(value, list) and not all(type(item) is str for item in value))


def _written(value: Any) -> str:
    """As JSON, with the numbers as they were."""
    if isinstance(value, dict):
        return (
            "{"
            + ",".join(f"{json.dumps(key, ensure_ascii=False)}:{_written(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    return str(value) if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)
