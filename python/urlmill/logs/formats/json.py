"""Logs of one JSON object on each line. `urlmill.logs._json_formats` is the table of those that are known."""

from __future__ import annotations

from itertools import product

from ..._backend import impl
from ..._io.arrow import pa, pc
from .. import _objects
from .._columns import OF_REQUEST, OF_TARGET, TEXT, array_of, kind_of, needed_for
from .._json_formats import FORMATS, KINDS, OTHERS, OWN_KINDS, JsonFormat
from .._json_values import count_of
from .._objects import Field, is_object, loaded, text_of, value_of
from .._shapes import NUMBERS
from .._targets import first_of, with_query, with_request
from .._values import only, times
from . import ENOUGH, Format, Seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .._objects import _Path
    from . import Counter

_FORMS = {form.name: form for form in (*FORMATS, OTHERS)}
NAMES = tuple(_FORMS)
_APART = ("query", "date", "time_of_day")  # parts of a target and of a time
_OURS = {*OTHERS.keys, *_APART}


def seen(head: Sequence[str]) -> Iterator[Seen]:
    """As many as there are objects with the keys of each; and last, any objects."""
    objects = _objects_of(head)
    if not objects:
        return
    for form in FORMATS:
        if count := sum(is_told(form, each) for each in objects):
            yield Seen(JsonLines(form, objects), count)
    yield Seen(JsonLines(OTHERS, objects), len(objects))


def named(name: str, head: Sequence[str]) -> JsonLines:
    """The format of this name, with the keys that the lines have."""
    return JsonLines(_FORMS[name], _objects_of(head))


def of(form: JsonFormat, head: Sequence[str]) -> JsonLines:
    """A format that is in no table, with the keys that the lines have."""
    return JsonLines(form, _objects_of(head))


def is_told(form: JsonFormat, each: dict[str, Any]) -> bool:
    """Whether an object has what such objects have: something that was requested, and a mark of who wrote it."""
    has_target = _has_any(each, (*form.keys.get("target", ()), *form.keys.get("request", ())))
    return has_target and (not form.marks or _has_any(each, form.marks))


class JsonLines(Format):
    """What the objects have is told by the first of them, for the answers not to depend on how a file is cut.

    A key is taken for a column if most of its values there look like what they should be. From then on, a line with one
    that does not is bad.
    """

    is_open = True
    unit = "us"
    columns: Sequence[str] = ()

    def __init__(self, form: JsonFormat, objects: list[dict[str, Any]]) -> None:
        self.name = form.name
        self._form = form
        self._objects = objects
        self._fields: dict[str, Field] = {}
        for ours, keys in form.keys.items():
            is_spare = ours == "request" and bool(self._paths("target"))
            self._fields[ours] = self._there(ours, () if is_spare else keys)
        known = {path for field in self._fields.values() for path in field.paths}
        there = [name for name, field in self._fields.items() if field.paths and name not in _APART]
        if "time" not in there and self._has_two_parts:
            there.append("time")
        if "request" in there:
            there += [name for name in OF_REQUEST if name not in there]
        theirs = dict.fromkeys(key for each in objects for key in each if (key,) not in known and key not in _OURS)
        self.columns = [*there, *theirs]

    @property
    def has_target(self) -> bool:
        """Whether some key is what was requested."""
        return bool(self._paths("target") or self._paths("request"))

    @property
    def names(self) -> list[str]:
        """The keys of the first lines; of objects in them, those in them."""
        keys: dict[str, None] = {}
        for each in self._objects:
            for key, value in each.items():
                inner = [f"{key}.{name}" for name in value] if isinstance(value, dict) else [key]
                keys |= dict.fromkeys(inner)
        return list(keys)

    def path_of(self, name: str) -> str | None:
        """Any key will do; one with dots goes into objects. A host may have the port behind it."""
        if name in self.columns or (name == "port" and self._paths("host")):
            return name
        if name in _OURS:  # a key of that name that does not look like it
            return None
        return name if any(value_of(each, self._path(name)) is not None for each in self._objects) else None

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """The kernel reads what it is sure of, and Python's reader the other lines."""
        fields = self._needed(wanted)
        found, places = _objects.read(lines, fields)
        columns = {field.name: column for field, column in zip(fields, found, strict=True)}
        if "target" in wanted and "target" in columns and "query" in columns:
            columns["target"] = with_query(columns["target"], _bare(columns["query"]), is_stem=self._has_stem)
        if "date" in columns and "time_of_day" in columns:
            days, hours = (columns[name].cast(pa.large_string()) for name in ("date", "time_of_day"))
            both = times(pc.binary_join_element_wise(days, hours, pa.scalar(" ", days.type)))
            columns["time"] = first_of([columns["time"], both]) if "time" in columns else both
        if "host_port" in columns:
            ports = columns["host_port"]
            columns["port"] = first_of([columns["port"], ports]) if "port" in columns else ports
        if "request" in columns and any(name in wanted for name in OF_REQUEST):
            columns = with_request(columns, is_first=True)
        for name, space in self._form.escaped.items():
            if name in columns and name in wanted:
                columns[name] = _unescaped(columns[name], space)
        columns = {name: columns[name] for name in wanted if name in columns}
        return pa.table([*columns.values(), places], names=[*columns, "error_at"])

    def counter(self, name: str) -> Counter | None:
        """The kernel counts paths, and text and whole numbers that are columns as they are."""
        is_ours = name in _OURS and name not in (*OF_TARGET, *OF_REQUEST, *self._form.escaped)
        is_counted = is_ours and (kind_of(name) == "text" or self.is_number(name)) and bool(self._paths(name))
        if name != "path" and not is_counted:
            return None
        fields = self._needed(needed_for([name]))
        if self._has_stem:
            fields = [field._replace(name="stem") if field.name == "target" else field for field in fields]
        return impl.ObjectCounter(fields, name)

    def places(self, lines: Sequence[str]) -> list[int | None]:
        """Where lines are no objects."""
        return [found if isinstance(found, int) else None for found in map(_objects.object_on, lines)]

    def is_number(self, name: str) -> bool:
        """Of ours; others are text."""
        return self._field(name).kind in NUMBERS

    def _needed(self, wanted: Sequence[str]) -> list[Field]:
        """What is read for those that are wanted. What can be wrong is always read."""
        names = [*wanted, *self._fields]
        fields = [field for name in dict.fromkeys(names) if (field := self._field(name)).paths]
        if "port" in wanted and self._paths("host"):
            fields.append(Field("host_port", "host_port", self._paths("host")))
        return fields

    def _field(self, name: str) -> Field:
        if name in _OURS:
            return self._fields.get(name) or Field(name, "string", [])
        return Field(name, kind_of(name), [self._path(name)])

    def _paths(self, name: str) -> list[_Path]:
        return self._field(name).paths

    @property
    def _has_stem(self) -> bool:
        """Whether targets are paths alone, since queries stand apart."""
        stems = {path for key in self._form.stems for path in _ways(key)}
        return bool(self._paths("query")) and stems.issuperset(self._paths("target"))

    @property
    def _has_two_parts(self) -> bool:
        return bool(self._paths("date") and self._paths("time_of_day"))

    def _path(self, name: str) -> _Path:
        is_key = "." not in name or any(name in each for each in self._objects)
        return (name,) if is_key else tuple(name.split("."))

    def _there(self, ours: str, keys: Sequence[str]) -> Field:
        """The keys that are there and look like it. All of a column are of one kind, that of the first."""
        kinds: dict[str, list[_Path]] = {}
        for key in keys:
            name, kind = _kind_of(ours, key)
            for path in _ways(name):
                if self._is_there(path, ours, kind) and path not in kinds.setdefault(kind, []):
                    kinds[kind].append(path)
        kind, paths = next(((kind, paths) for kind, paths in kinds.items() if paths), ("string", []))
        return Field(ours, kind, paths)

    def _is_there(self, path: _Path, ours: str, kind: str) -> bool:
        values = [value for each in self._objects if (value := value_of(each, path)) is not None]
        texts = [text for value in values if not is_object(value) and (text := text_of(value)) not in ("", "-", None)]
        absent = sum(not is_object(value) and text_of(value) in ("", "-", None) for value in values)
        if ours == "request":  # some requests are none, such as attempts at TLS
            return bool(absent or count_of(texts, "request"))
        if ours == "target" and self._form is OTHERS:
            kind = "target"
        return bool(absent == len(values) or 2 * count_of(texts, kind) > len(values) - absent) if values else False


def _kind_of(ours: str, key: str) -> tuple[str, str]:
    name, _, kind = key.rpartition(":")
    return (name, kind) if kind in OWN_KINDS else (key, KINDS.get(ours, "string"))


def _ways(key: str) -> list[_Path]:
    """The paths that a key with dots may mean: each dot goes into an object or is a part of the key."""
    found = []
    first, *others = key.split(".")
    for marks in product((True, False), repeat=len(others)):
        path = [first]
        for goes_in, part in zip(marks, others, strict=True):
            if goes_in:
                path.append(part)
            else:
                path[-1] += f".{part}"
        found.append(tuple(path))
    return found


def _has_any(each: dict[str, Any], keys: Sequence[str]) -> bool:
    return any(value_of(each, path) is not None for key in keys for path in _ways(key))


def _objects_of(head: Sequence[str]) -> list[dict[str, Any]]:
    objects = []
    for line in head[:ENOUGH]:
        try:
            found = loaded(line) if line.lstrip().startswith("{") else None
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            objects.append(found)
    return objects


def _bare(queries: Any) -> Any:
    """Without the question mark that some write before it; nothing if there is nothing else."""
    texts = pc.replace_substring_regex(queries.cast(pa.large_string()), r"^\?", "")
    return only(texts, pc.not_equal(texts, ""))


def _unescaped(texts: Any, space: str) -> Any:
    from ...columns import unquote  # with all schemes, which few logs need

    if space:
        texts = pc.replace_substring(texts.cast(pa.large_string()), space, " ")
    return array_of(unquote(texts, threads=1).to_pyarrow()).cast(TEXT)
