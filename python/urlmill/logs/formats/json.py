"""Logs of one JSON object on each line, as nginx, Caddy, Traefik and Cloudflare write them."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json as arrow_json
from pyarrow import types

from .._columns import KINDS, OF_REQUEST, TEXT, array_of, kind_of
from .._targets import first_of, with_query, with_request
from .._values import is_absent, marked, typed
from . import ENOUGH, Format, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    _Path = tuple[str, ...]

# Ours, and theirs, of which the first that is there counts. A dot goes into an object.
KEYS = {
    "time": ("time_iso8601", "timestamp", "@timestamp", "time", "ts", "StartUTC", "EdgeStartTimestamp", "time_local",
             "msec", "date", "datetime"),
    "host": ("host", "http_host", "server_name", "vhost", "request.host", "RequestHost", "ClientRequestHost"),
    "client": ("remote_addr", "client_ip", "client", "remote_ip", "request.client_ip", "request.remote_ip",
               "request.remote_addr", "ClientHost", "ClientIP"),
    "user": ("remote_user", "user", "user_id", "ClientUsername"),
    "request": ("request", "request_line"),
    "method": ("method", "request_method", "request.method", "RequestMethod", "ClientRequestMethod"),
    "target": ("request_uri", "uri", "url", "path", "request.uri", "request.url", "request.path", "RequestPath",
               "ClientRequestURI"),
    "protocol": ("protocol", "server_protocol", "proto", "request.proto", "request.protocol", "RequestProtocol",
                 "ClientRequestProtocol"),
    "status": ("status", "status_code", "response.status", "DownstreamStatus", "EdgeResponseStatus"),
    "bytes": ("body_bytes_sent", "bytes_sent", "bytes", "size", "response.size", "DownstreamContentSize",
              "EdgeResponseBytes"),
    "referer": ("http_referer", "referer", "referrer", "request.referer", "request.headers.Referer",
                "request_Referer", "ClientRequestReferer"),
    "agent": ("http_user_agent", "user_agent", "agent", "userAgent", "request.user_agent",
              "request.headers.User-Agent", "request_User-Agent", "ClientRequestUserAgent"),
    "x_forwarded_for": ("http_x_forwarded_for", "x_forwarded_for", "request.headers.X-Forwarded-For"),
    "request_time": ("request_time", "duration"),
}  # fmt: skip
_QUERIES = ("args", "query_string", "query", "request.query")
_ODD = re.compile(rb"[\[:,]\s*-?(?:NaN|Inf)")
_SHAPES: dict[frozenset[type], Any] = {
    frozenset(): pa.string(),
    frozenset((str,)): pa.string(),
    frozenset((int,)): pa.int64(),
    frozenset((bool,)): pa.bool_(),
}


NAMES = ("json",)


def seen(head: Sequence[str]) -> Iterator[Seen]:
    """As many as there are objects."""
    objects = _objects(head)
    yield Seen(JsonLines(objects), len(objects))


def named(name: str, head: Sequence[str]) -> JsonLines:  # noqa: ARG001
    """There is but one."""
    return JsonLines(_objects(head))


class JsonLines(Format):
    """What the objects have is told by the first of them, for the answers not to depend on how a file is cut."""

    name = "json"
    is_open = True
    unit = "us"
    columns: Sequence[str] = ()

    def __init__(self, objects: list[dict[str, Any]]) -> None:
        self._objects = objects
        self._paths = {ours: self._there(names, ours) for ours, names in KEYS.items()}
        self._queries = self._there(_QUERIES, "query")
        self._floats = {path for name in KEYS if kind_of(name) in ("clock", "float64") for path in self._paths[name]}
        known = {path for paths in [*self._paths.values(), self._queries] for path in paths}
        ours = [name for name, paths in self._paths.items() if paths]
        if self._paths["request"]:
            ours += [name for name in OF_REQUEST if name not in ours]
        theirs = dict.fromkeys(key for each in objects for key in each if (key,) not in known)
        self.columns = [*ours, *(key for key in theirs if key not in ours)]

    def path_of(self, name: str) -> str | None:
        """Any key will do; one with dots goes into objects."""
        if name in self.columns:
            return name
        return name if any(_value(each, self._path(name)) is not None for each in self._objects) else None

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:
        """Arrow's reader reads it, if it is sure to see what Python would."""
        names = self._names(wanted)
        paths = list(dict.fromkeys(path for name in names for path in self._needed_for(name)))
        values = self._fast(lines, octets, paths)
        places = pa.nulls(len(lines), pa.uint32())
        if values is None:
            values, places = slow(lines, paths)
        columns: dict[str, Any] = {}
        for name in names:
            kind = "text" if name == "request" else kind_of(name)
            written = [values[path] for path in self._paths_of(name)]
            if written:
                columns[name] = first_of([typed(each, kind) for each in written])
                for each in written:
                    is_wrong = pc.and_not(pc.is_null(columns[name]), is_absent(each))
                    places = marked(places, is_wrong) if kind != "text" else places
        if "target" in columns and self._queries:
            queries = first_of([values[path].cast(TEXT) for path in self._queries])
            columns["target"] = with_query(columns["target"], queries)
        if "request" in columns:
            columns = with_request(columns, is_first=True)
        columns = {name: columns[name] for name in wanted if name in columns}
        return pa.table([*columns.values(), places], names=[*columns, "error_at"])

    def _names(self, wanted: Sequence[str]) -> list[str]:
        """What is read for those that are wanted. What can be wrong is always read."""
        names = [*wanted, *(name for name, kind in KINDS.items() if kind != "request" and self._paths.get(name))]
        if any(name in names for name in OF_REQUEST):
            names.append("request")
        return list(dict.fromkeys(names))

    def _paths_of(self, name: str) -> list[_Path]:
        return self._paths[name] if name in KEYS else [self._path(name)]

    def _needed_for(self, name: str) -> list[_Path]:
        return self._paths_of(name) + (self._queries if name == "target" else [])

    def _path(self, name: str) -> _Path:
        is_key = "." not in name or any(name in each for each in self._objects)
        return (name,) if is_key else tuple(name.split("."))

    def _there(self, names: Sequence[str], ours: str) -> list[_Path]:
        paths = [tuple(name.split(".")) for name in names]
        there = [path for path in paths if any(_value(each, path) is not None for each in self._objects)]
        # Caddy's request is an object, nginx's is the line.
        return [path for path in there if ours != "request" or not self._is_object(path)]

    def _is_object(self, path: _Path) -> bool:
        return any(isinstance(_value(each, path), dict) for each in self._objects)

    def _fast(self, lines: Any, octets: bytes, paths: list[_Path]) -> dict[_Path, Any] | None:
        """With Arrow's reader. None if it cannot, or could see more or fewer rows than lines."""
        shapes = {path: self._shape(path) for path in paths}
        if None in shapes.values() or lines.null_count or not is_plain(octets, len(lines)):
            return None
        schema = _schema({path: shape for path, shape in shapes.items() if shape is not None})
        try:
            table = arrow_json.read_json(
                io.BytesIO(octets),
                arrow_json.ReadOptions(use_threads=False, block_size=len(octets) + 1),
                arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
            )
        except pa.ArrowInvalid:
            return None
        if table.num_rows != len(lines):
            return None
        values = {path: _leaf(table, path) for path in paths}
        return None if any(each is None for each in values.values()) else values

    def _shape(self, path: _Path) -> Any:
        """The Arrow type that the values of a key have, if they all have the same."""
        found = [value for each in self._objects if (value := _value(each, path)) is not None]
        if all(isinstance(value, list) and all(isinstance(item, str) for item in value) for value in found) and found:
            return pa.list_(pa.string())
        kinds = frozenset(map(type, found))
        # Elsewhere a number with a point must stay as it was written.
        return pa.float64() if float in kinds and kinds <= {int, float} and path in self._floats else _SHAPES.get(kinds)


def _objects(head: Sequence[str]) -> list[dict[str, object]]:
    objects = []
    for line in head[:ENOUGH]:
        try:
            found = json.loads(line) if line.lstrip().startswith("{") else None
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            objects.append(found)
    return objects


def is_plain(octets: bytes, count: int) -> bool:
    """Whether each line is sure to be whole objects, if all of it is JSON: no object goes on after ``}`` with ``{``.

    Arrow's reader would take two objects on one line, or one on two, and does not look at the encoding.
    """
    starts = octets.startswith(b"{") + octets.count(b"\n{")
    ends = octets.endswith(b"}") + octets.count(b"}\n") + octets.count(b"}\r\n")
    if starts != count or ends != count:
        return False
    if (b"NaN" in octets or b"Inf" in octets) and _ODD.search(octets):
        return False
    try:
        return octets.isascii() or bool(octets.decode())
    except UnicodeDecodeError:
        return False


def _schema(shapes: dict[_Path, Any]) -> Any:
    """The schema of objects in which these paths have these types."""
    tops = dict.fromkeys(path[0] for path in shapes)
    fields = []
    for top in tops:
        deeper = {path[1:]: shape for path, shape in shapes.items() if path[0] == top and len(path) > 1}
        fields.append(pa.field(top, pa.struct(list(_schema(deeper))) if deeper else shapes[(top,)]))
    return pa.schema(fields)


def _leaf(table: Any, path: _Path) -> Any:
    column = array_of(table.column(path[0]))
    if len(path) > 1:
        column = pc.struct_field(column, list(path[1:]))
    if not types.is_list(column.type):
        return column
    if pc.any(pc.equal(pc.list_value_length(column), 0), min_count=0).as_py():
        return None
    return pc.list_element(column, 0)


class _Number(str):
    """A number as it was written."""

    __slots__ = ()


def _whole(digits: str) -> _Number:
    return _Number("0" if digits == "-0" else digits)  # as Arrow's reader has it


def slow(lines: Any, paths: list[_Path]) -> tuple[dict[_Path, Any], Any]:
    """With Python's reader, line by line: the values as text, and which lines are not objects."""
    rows: list[list[str | None]] = []
    places: list[int | None] = []
    nothing: list[str | None] = [None] * len(paths)
    for line in lines.to_pylist():
        row, place = (nothing, None) if line is None else _row(line, paths)
        rows.append(row)
        places.append(place)
    columns = zip(*rows, strict=True) if rows else [()] * len(paths)
    values = {path: pa.array(column, pa.large_string()) for path, column in zip(paths, columns, strict=True)}
    return values, pa.array(places, pa.uint32())


def _row(line: str, paths: list[_Path]) -> tuple[list[str | None], int | None]:
    try:
        found = json.loads(line, parse_int=_whole, parse_float=_Number, parse_constant=_Number)
        if not isinstance(found, dict):
            return [None] * len(paths), 0
        row = [_text(_value(found, path)) for path in paths]
        "".join(text for text in row if text).encode()
    except json.JSONDecodeError as error:
        return [None] * len(paths), error.pos
    except (RecursionError, UnicodeEncodeError):  # too deep, or half a character
        return [None] * len(paths), 0
    return row, None


def _text(value: Any) -> str | None:
    if isinstance(value, list) and all(isinstance(item, str) and not isinstance(item, _Number) for item in value):
        value = value[0] if value else None  # a header, which may be there more than once
    if value is None or isinstance(value, str):
        return value
    return _written(value)


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
    return str(value) if isinstance(value, _Number) else json.dumps(value, ensure_ascii=False)


def _value(found: Any, path: _Path) -> Any:
    for key in path:
        if not isinstance(found, dict):
            return None
        found = found.get(key)
    return found
