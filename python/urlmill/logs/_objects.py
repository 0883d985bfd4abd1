"""Lines of JSON: the values of keys as columns, by the kernel and by Python's reader."""

from __future__ import annotations

from .._backend import impl
from .._io.arrow import pa, pc
from .._io.late import late
from .._io.tables import kept, replaced, taken
from .._typing import NamedTuple
from ._columns import TEXT, array_of
from ._json_values import checked
from ._targets import first_of
from ._values import marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    _Path = tuple[str, ...]
    _Source = tuple[_Path, Callable[[Any], str | None]]


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
    sources = list(dict.fromkeys(source for field in fields for source in _sources(field)))
    values, places = _values(lines, sources)
    columns = []
    for field in fields:
        written = [values[source] for source in _sources(field)]
        if field.kind in _AS_THEY_ARE:
            columns.append(first_of([each.texts.cast(TEXT) for each in written]))
            continue
        found = [checked(each.texts, field.kind) for each in written]
        columns.append(first_of([column for column, _ in found]))
        if field.kind == "text":
            continue
        is_null = pc.is_null(columns[-1])
        for is_wrong in [*(is_wrong for _, is_wrong in found), *(each.is_wrong for each in written)]:
            if is_wrong is not None:
                places = marked(places, pc.and_(is_null, is_wrong))
    return columns, places


_HALF = late("[\ud800-\udfff]")
_AS_THEY_ARE = ("written", "octets")


def _sources(field: Field) -> list[_Source]:
    """What to look for on a line: a path, and how its value becomes text."""
    reading = {"string": plain_text, "octets": text_of_octets}.get(field.kind, text_of)
    return [(path, reading) for path in field.paths]


def loaded(line: str) -> Any:
    """What is on a line, with numbers as they were written. Raises ValueError or RecursionError."""
    from json import loads  # other logs need none

    return loads(line, parse_int=_whole, parse_float=Number, parse_constant=Number)


def value_of(found: Any, path: _Path) -> Any:
    """The value at the end of a path; None if there is none."""
    return _walked(found, path)[0]


def _walked(found: Any, path: _Path) -> tuple[Any, int]:
    """The value at the end of a path, if there is one; and how many keys of the path lead to something."""
    for depth, key in enumerate(path):
        if isinstance(found, list):
            found = _pairs(found)
        if not isinstance(found, dict):
            return None, depth if found is not None else len(path)
        found = found.get(key)
    return found, len(path)


def text_of(value: Any) -> str | None:
    """As text; None for nothing. Anything but a string is as JSON has it."""
    if isinstance(value, list) and all(isinstance(item, str) and not isinstance(item, Number) for item in value):
        value = value[0] if value else None  # a header, which may be there more than once
    if value is None or isinstance(value, str):
        return value
    return _written(value)


def plain_text(value: Any) -> str | None:
    """The same where a plain value must be. Raises ValueError if it is not one."""
    if is_object(value):
        raise ValueError("expected text, got an object or a list")
    return text_of(value)


def text_of_octets(value: Any) -> str | None:
    """The same for text that journald writes as a list of its octets if it is not UTF-8 or has control characters."""
    if isinstance(value, list) and value and all(isinstance(item, Number) for item in value):
        try:
            octets = bytes(map(int, value))
        except ValueError:  # other numbers
            return text_of(value)
        try:
            return octets.decode()
        except UnicodeDecodeError:
            return octets.decode("latin-1")  # as lines of a file
    return text_of(value)


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


class _Texts(NamedTuple):
    """What was found on the lines; and where there was something else, if that was anywhere."""

    texts: Any
    is_wrong: Any


_WRONG = object()  # something where a plain value must be that is not one


def _values(lines: Any, sources: list[_Source]) -> tuple[dict[_Source, _Texts], Any]:
    """As text, and which lines are not objects."""
    asked = {path for path, _ in sources}
    around = {path[:depth] for path in asked for depth in range(1, len(path))}
    rows: list[list[Any]] = []
    places: list[int | None] = []
    nothing: list[Any] = [None] * len(sources)
    for line in lines.to_pylist():
        row, place = (nothing, None) if line is None else _row(line, sources, asked, around)
        rows.append(row)
        places.append(place)
    columns = zip(*rows, strict=True) if rows else [()] * len(sources)
    values = {source: _texts(column) for source, column in zip(sources, columns, strict=True)}
    return values, pa.array(places, pa.uint32())


def _texts(column: tuple[Any, ...]) -> _Texts:
    if _WRONG not in column:
        return _Texts(pa.array(column, pa.large_string()), None)
    texts = [None if value is _WRONG else value for value in column]
    return _Texts(pa.array(texts, pa.large_string()), pa.array([value is _WRONG for value in column], pa.bool_()))


def object_on(line: str) -> dict[str, Any] | int:
    """The object; or the place where the line stops being one."""
    try:
        found = loaded(line)
    except RecursionError:
        return 0
    except ValueError as error:  # json.JSONDecodeError
        return getattr(error, "pos", 0)
    return found if isinstance(found, dict) else 0


def _row(line: str, sources: list[_Source], asked: set[_Path], around: set[_Path]) -> tuple[list[Any], int | None]:
    found = object_on(line)
    if isinstance(found, int):
        return [None] * len(sources), found
    try:
        row = [_text(found, source, asked, around) for source in sources]
    except RecursionError:
        return [None] * len(sources), 0
    return [_with_whole_characters(text) if isinstance(text, str) else text for text in row], None


def _with_whole_characters(text: str) -> str:
    r"""``\ud800`` alone is half of a character, which no encoding has: U+FFFD stands for it."""
    return text if text.isascii() else _HALF().sub("\ufffd", text)


def _text(found: dict[str, Any], source: _Source, asked: set[_Path], around: set[_Path]) -> Any:
    """What is not as it should be is wrong unless it is read in another way: a key may have text or an object."""
    path, reading = source
    value, depth = _walked(found, path)
    if depth < len(path):
        return None if path[:depth] in asked else _WRONG
    try:
        return reading(value)
    except ValueError:
        return None if path in around else _WRONG


def is_object(value: Any) -> bool:
    """Whether it is neither a plain value nor a list of strings."""
    return isinstance(value, dict) or (isinstance(value, list) and not all(type(item) is str for item in value))


def _written(value: Any) -> str:
    """As JSON, with the numbers as they were."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_dumped(key)}:{_written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    return str(value) if isinstance(value, Number) else _dumped(value)


def _dumped(value: Any) -> str:
    from json import dumps

    return dumps(value, ensure_ascii=False)
