"""Octets as lines, and lines of access logs as fields: the native twin's answers, not its speed."""

import re

from .column_fields import not_text
from .columns import Table, Texts, _Column, read_texts
from .record_kinds import KINDS, FieldError, columns_of, elements_at, is_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    _Piece = tuple[str, str, str]

_TEXT = "string_view"
_BOUNDS = ("quoted", "doubled", "padded", "list")
_DOUBLED = re.compile(r'"[^"]*(?:""[^"]*)*"(?!")')
_OBJECT_TYPES = {
    "clock": "timestamp[us, tz=UTC]", "uint64": "uint64",
    **dict.fromkeys(("text", "string", "written", "octets", "method", "client", "host", "date", "time_of_day"), _TEXT),
    **dict.fromkeys(("uint16", "status", "host_port"), "uint16"),
    **dict.fromkeys(("float64", "seconds", "milliseconds", "microseconds", "nanoseconds", "elapsed"), "double"),
}  # fmt: skip


def count_line_breaks(octets: bytes, /) -> int:
    """How many line breaks there are."""
    return octets.count(b"\n")


def has_comments(octets: bytes, /) -> bool:
    """Whether a line begins with ``#``."""
    return octets.startswith(b"#") or b"\n#" in octets


def read_lines(octets: bytes, /) -> Table:
    """A column ``line``, with a row for each line of ``octets``, without its end. One with nothing in it is null. One
    that is not UTF-8 is read as Latin-1.
    """
    if not isinstance(octets, bytes):
        raise TypeError(f"octets are bytes, not {type(octets).__name__}")
    *whole, rest = bytes.split(octets, b"\n")
    rows: list[object] = [_text(line.removesuffix(b"\r")) for line in whole]
    if rest:
        rows.append(_text(rest))
    return Table(len(rows), [_Column("line", _TEXT, rows)])


def _text(line: bytes) -> str | None:
    if not line:
        return None
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def read_objects(lines: "Any", fields: "Sequence[tuple[str, str, Sequence[Sequence[str]]]]", /) -> Table:
    """Values of lines of JSON as columns: name, kind and the paths to the values of each. The last column, ``left``,
    says which lines are left to the caller: here all, since the caller has Python's reader too.
    """
    texts = lines if isinstance(lines, Texts) else read_texts(lines)
    nothing: list[object] = [None] * len(texts)
    columns = []
    for name, kind, _ in fields:
        columns.append(_Column(name, object_type(kind), nothing))
    left: list[object] = [text is not None for text in texts._rows]
    return Table(len(texts), [*columns, _Column("left", "bool", left)])


def object_type(kind: str) -> str:
    """The type of a column of values of JSON."""
    if kind not in _OBJECT_TYPES:
        raise ValueError(f"there is no kind {kind!r}")
    return _OBJECT_TYPES[kind]


def read_records(lines: "Any", pieces: "Sequence[_Piece]", /) -> Table:
    """Fields of lines as columns: ``pieces`` are what stands before each field, its name and its kind; and last, what a
    line must end with. A field without a name has no column, and is only looked at. A word before the kind says how the
    field is set apart: ``quoted``, ``doubled``, ``padded`` or ``list``. ``error_at`` is where a line no longer matches.
    """
    pieces = list(pieces)
    _check(pieces)
    texts = lines if isinstance(lines, Texts) else read_texts(lines)
    columns: list[_Column] = []
    for _, name, kind in pieces[:-1]:
        if name:
            columns += [_Column(*each, []) for each in columns_of(name, _split(kind)[1])]
    places = _Column("error_at", "uint32", [])
    for text in texts._rows:
        values, place = _read(text, pieces)
        places.values.append(place)
        for column, value in zip(columns, values or [None] * len(columns), strict=True):
            column.values.append(value)
    return Table(len(texts), [*columns, places])


def _check(pieces: "list[_Piece]") -> None:
    if not pieces:
        raise ValueError("there are no pieces; the last one says what a line must end with")
    if pieces[-1][1:] != ("", ""):
        raise ValueError("the last piece is what a line must end with; it has no name and no kind")
    for index, (literal, name, kind) in enumerate(pieces[:-1]):
        if index and not literal:
            raise ValueError(f"nothing stands before {name!r} to end the field before it")
        if _split(kind)[1] not in KINDS:
            raise ValueError(f"there is no kind {_split(kind)[1]!r}")


def _split(kind: str) -> tuple[str, str]:
    """How a field is set apart, and what it is."""
    bounds, space, rest = kind.partition(" ")
    return (bounds, rest) if space and bounds in _BOUNDS else ("", kind)


def _read(text: "str | bytes | None", pieces: "list[_Piece]") -> "tuple[list[object] | None, int | None]":
    """The values of a line, or where it no longer matches."""
    if text is None:
        return None, None
    if isinstance(text, bytes):
        return None, not_text(text)[1]
    fields, place = _fields(text, pieces)
    if fields is None:
        return None, place
    values: list[object] = []
    for (start, end), (_, name, kind) in zip(fields, pieces[:-1], strict=True):
        values += KINDS[_split(kind)[1]](text[start:end]) if name else []
    return values, None


def _fields(text: str, pieces: "list[_Piece]") -> "tuple[list[tuple[int, int]] | None, int | None]":
    """Where the fields of a line are, or where it no longer matches."""
    head = pieces[0][0]
    if not text.startswith(head):
        return None, next((at for at, pair in enumerate(zip(text, head, strict=False)) if len({*pair}) > 1), len(text))
    at = len(head)
    fields: list[tuple[int, int]] = []
    for index, (literal, _, _) in enumerate(pieces[1:]):
        bounds, kind = _split(pieces[index][2])
        start, end, after = _ends(text, at, literal, bounds, kind)
        if bounds == "doubled" and not literal and end == len(text) and _is_several(text[start:], pieces[index][0][:1]):
            end = -1
        if end < 0:
            return None, at
        try:
            KINDS[kind](text[start:end])
        except FieldError:
            return None, start
        fields.append((start, end))
        at = after
    return (fields, None) if at == len(text) else (None, at)


def _ends(text: str, at: int, literal: str, bounds: str, kind: str) -> tuple[int, int, int]:
    """Where a field begins and ends, and where the next one may begin; an end of -1 if there is none."""
    if bounds == "quoted" and text.startswith('"', at):
        end = _find(text, f'"{literal}', at + 1, is_list=False)
        return at + 1, end, end + 1 + len(literal)
    if bounds == "doubled" and (found := _DOUBLED.match(text, at)):
        end = found.end()
        if text.startswith(literal, end) if literal else end == len(text):
            return at, end, end + len(literal)
    while bounds == "padded" and text.startswith(" ", at):
        at += 1
    if kind in ("syslog_time", "structured"):
        end = at + len("Mar  5 10:05:03") if kind == "syslog_time" else elements_at(text, at)
        if end > len(text) or not text.startswith(literal, end):
            end = -1
    elif not literal:  # only the last one may be empty
        end = len(text)
    else:
        is_list = kind == "forwarded" or (bounds == "list" and not (kind == "time" and literal[0] == " "))
        end = _find(text, literal, at, is_list=is_list)
        if kind == "time" and literal[0] == " " and end >= 0:  # there may be one in the time as well
            second = text.find(literal, end + 1)
            end = second if second >= 0 and is_time(text[at:second]) else end
    return at, end, end + len(literal)


def _is_several(text: str, between: str) -> bool:
    """Whether the last field of a line would have in it what stands between others."""
    return bool(between) and between in text and not _DOUBLED.fullmatch(text)


def _find(text: str, literal: str, at: int, *, is_list: bool) -> int:
    if literal[0] == '"':
        while at < len(text):
            if text.startswith(literal, at):
                return at
            at += 2 if text[at] == "\\" else 1
        return -1
    start, end = at, text.find(literal, at)
    while is_list and end >= 0 and _is_within_list(text, start, end):
        end = text.find(literal, end + 1)
    return end


def _is_within_list(text: str, start: int, end: int) -> bool:
    before = text[max(start, end - 2) : end]
    return text[end] == " " and (before[-1:] == "," or before == " :" or text.startswith(" : ", end))
