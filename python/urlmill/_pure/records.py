"""Octets as lines, and lines of access logs as fields: the native twin's answers, not its speed."""

import re
from datetime import datetime, timedelta, timezone

from .columns import Table, Texts, _Column, _not_text, read_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    _Piece = tuple[str, str, str]

_TEXT = "string_view"
_TYPES = {"text": _TEXT, "uint16": "uint16", "uint64": "uint64", "float64": "double", "clock": "timestamp[s, tz=UTC]"}
_OBJECT_TYPES = _TYPES | {"written": _TEXT, "clock": "timestamp[us, tz=UTC]"}
_REQUEST = ("method", "target", "protocol")
_CLOCK = re.compile(r"(\d\d)/([A-Z][a-z][a-z])/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)", re.ASCII)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_REAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_WHOLE = re.compile(r"0*([0-9]{1,20})")  # what has more digits than 2^64 is too large, and int() may refuse it
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")  # RFC 9110 5.6.2


class _FieldError(Exception):
    """What stands there is not of the kind."""


def count_line_breaks(octets: bytes, /) -> int:
    """How many line breaks there are."""
    return octets.count(b"\n")


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
        if kind not in _OBJECT_TYPES:
            raise ValueError(f"there is no kind {kind!r}")
        columns.append(_Column(name, _OBJECT_TYPES[kind], nothing))
    left: list[object] = [text is not None for text in texts._rows]
    return Table(len(texts), [*columns, _Column("left", "bool", left)])


def tally_objects(
    octets: bytes,  # noqa: ARG001
    fields: "Sequence[tuple[str, str, Sequence[Sequence[str]]]]",  # noqa: ARG001
    counted: str,  # noqa: ARG001
    /,
) -> "tuple[list[str], list[int], int] | None":
    """How often each value occurs in lines of JSON; None where it takes rows to tell, as it always does here."""
    return None


def read_records(lines: "Any", pieces: "Sequence[_Piece]", /) -> Table:
    """Fields of lines as columns: ``pieces`` are what stands before each field, its name and its kind; and last, what a
    line must end with. ``error_at`` is the character where a line no longer matches.
    """
    pieces = list(pieces)
    _check(pieces)
    texts = lines if isinstance(lines, Texts) else read_texts(lines)
    columns: list[_Column] = []
    for _, name, kind in pieces[:-1]:
        if kind == "request":
            columns += [_Column(each, _TEXT, []) for each in (name, *_REQUEST)]
        elif kind:
            columns.append(_Column(name, _TYPES[kind], []))
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
        if kind not in _KINDS:
            raise ValueError(f"there is no kind {kind!r}")


def _read(text: "str | bytes | None", pieces: "list[_Piece]") -> "tuple[list[object] | None, int | None]":
    """The values of a line, or where it no longer matches."""
    if text is None:
        return None, None
    if isinstance(text, bytes):
        return None, _not_text(text)[1]
    head = pieces[0][0]
    if not text.startswith(head):
        return None, next((at for at, pair in enumerate(zip(text, head, strict=False)) if len({*pair}) > 1), len(text))
    at = len(head)
    values: list[object] = []
    for index, (literal, _, _) in enumerate(pieces[1:]):
        is_rest = not literal  # only the last one may be empty
        end = len(text) if is_rest else _find(text, literal, at)
        if end < 0:
            return None, at
        try:
            values += _KINDS[pieces[index][2]](text[at:end])
        except _FieldError:
            return None, at
        at = end + len(literal)
    return (values, None) if at == len(text) else (None, at)


def _find(text: str, literal: str, at: int) -> int:
    if literal[0] != '"':
        return text.find(literal, at)
    while at < len(text):
        if text.startswith(literal, at):
            return at
        at += 2 if text[at] == "\\" else 1
    return -1


def _whole(limit: int) -> "Callable[[str], list[object]]":
    def values(text: str) -> list[object]:
        if text == "-":
            return [None]
        found = _WHOLE.fullmatch(text)
        if not found or int(found[1]) >= limit:
            raise _FieldError
        return [int(found[1])]

    return values


def _real(text: str) -> list[object]:
    if text == "-":
        return [None]
    if not _REAL.fullmatch(text) or float(text) in (float("inf"), float("-inf")):
        raise _FieldError
    return [float(text)]


def _clock(text: str) -> list[object]:
    if text == "-":
        return [None]
    found = _CLOCK.fullmatch(text)
    if not found or found[2] not in _MONTHS or int(found[6]) > 60 or int(found[8]) > 23 or int(found[9]) > 59:
        raise _FieldError
    day, year, hour, minute, second, *zone = map(int, found.group(1, 3, 4, 5, 6, 8, 9))
    ahead = timedelta(hours=zone[0], minutes=zone[1]) * (1 if found[7] == "+" else -1)
    try:
        start = datetime(year, _MONTHS.index(found[2]) + 1, day, hour, minute, tzinfo=timezone.utc)
        return [start + (timedelta(seconds=second) - ahead)]
    except (ValueError, OverflowError):
        raise _FieldError from None


def _request(text: str) -> list[object]:
    written = None if text == "-" else text
    method, *others = text.split(" ")
    if others and _TOKEN.fullmatch(method):
        *target, protocol = others
        if protocol.startswith("HTTP/"):
            if any(target) or len(target) > 1:
                return [written, method, " ".join(target), protocol]
        elif not target and protocol:
            return [written, method, protocol, None]
    return [written, None, None, None]


_KINDS: "dict[str, Callable[[str], list[object]]]" = {
    "": lambda _: [],
    "text": lambda text: [None if text == "-" else text],
    "uint16": _whole(1 << 16),
    "uint64": _whole(1 << 64),
    "float64": _real,
    "clock": _clock,
    "request": _request,
}
