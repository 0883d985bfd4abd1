"""Logs of one JSON object on each line, as nginx, Caddy, Traefik and Cloudflare write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from ..._backend import impl
from ..._io.arrow import pa, pc
from ..._io.rows import Tally
from ..._io.tables import kept, replaced, taken
from .._columns import KINDS, OF_REQUEST, OF_TARGET, TEXT, array_of, kind_of, needed_for
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

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """The kernel reads what it is sure of, and Python's reader the other lines."""
        fields, apart = self._fields(wanted)
        found, places = read(lines, fields + apart)
        columns = {field.name: column for field, column in zip(fields, found, strict=False)}
        if apart and "target" in columns:
            columns["target"] = with_query(columns["target"], found[-1])
        if "request" in columns:
            columns = with_request(columns, is_first=True)
        columns = {name: columns[name] for name in wanted if name in columns}
        return pa.table([*columns.values(), places], names=[*columns, "error_at"])

    def tally(self, octets: bytes, name: str) -> Tally | None:
        """The kernel counts paths, and text that is a column as it is; if it is sure of all lines."""
        is_text = name in KEYS and kind_of(name) == "text" and name not in (*OF_TARGET, *OF_REQUEST)
        if name != "path" and not (is_text and self._paths[name]):
            return None
        fields, apart = self._fields(needed_for([name]))
        found = impl.tally_objects(octets, fields + apart, name)
        if found is None:
            return None
        values, counts, nulls = found
        return Tally([*values, None], [*counts, nulls]) if nulls else Tally(values, counts)

    def _fields(self, wanted: Sequence[str]) -> tuple[list[Field], list[Field]]:
        """What is read for columns, and a query that was written apart from its target."""
        fields = [field for name in self._names(wanted) if (field := self._field(name)).paths]
        return fields, [Field("query", "written", self._queries)] if "target" in wanted and self._queries else []

    def _names(self, wanted: Sequence[str]) -> list[str]:
        """What is read for those that are wanted. What can be wrong is always read."""
        names = [*wanted, *(name for name, kind in KINDS.items() if kind != "request" and self._paths.get(name))]
        if any(name in names for name in OF_REQUEST):
            names.append("request")
        return list(dict.fromkeys(names))

    def _field(self, name: str) -> Field:
        paths = self._paths[name] if name in KEYS else [self._path(name)]
        return Field(name, "text" if name == "request" else kind_of(name), paths)

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


class _Number(str):
    """A number as it was written."""

    __slots__ = ()


def _whole(digits: str) -> _Number:
    return _Number("0" if digits == "-0" else digits)


def slow(lines: Any, fields: list[Field]) -> tuple[list[Any], Any]:
    """The same with Python's reader, line by line."""
    paths = list(dict.fromkeys(path for field in fields for path in field.paths))
    values, places = _values(lines, paths)
    columns = []
    for field in fields:
        written = [values[path] for path in field.paths]
        if field.kind == "written":
            columns.append(first_of([each.cast(TEXT) for each in written]))
            continue
        columns.append(first_of([typed(each, field.kind) for each in written]))
        if field.kind != "text":
            for each in written:
                places = marked(places, pc.and_not(pc.is_null(columns[-1]), is_absent(each)))
    return columns, places


def _values(lines: Any, paths: list[_Path]) -> tuple[dict[_Path, Any], Any]:
    """As text, and which lines are not objects."""
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
