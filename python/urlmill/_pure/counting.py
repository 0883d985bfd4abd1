"""How often values occur in lines of access logs: the native twin's answers, not its speed."""

import re
from threading import Lock

from .record_kinds import KINDS, columns_of
from .records import _check, _fields, _split, _text, object_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .records import _Piece

    _Left = list[tuple[int, int, int]]
    _Part = Callable[[list[str]], object]

_ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(?=/)")
_VISIBLE = re.compile(r"[!-~]*")
_CONTROL = re.compile(r"[\x00-\x1f]")
_MORE = re.compile(r"[?#]")
_TAIL = re.compile(r"([^?#]*)(?:\?([^#]*))?")
_WHOLE = ("uint16", "uint64", "status")
_UNCOUNTED = ("clock", "time", "date", "day_time", "float64", "seconds", "milliseconds", "microseconds")
_UNSURE = object()


class Tally:
    """Counts, and the ranks of the first rows."""

    def __init__(self) -> None:
        self._seen: dict[str | None, tuple[int, int]] = {}
        self._lock = Lock()  # threads may add at once

    def __len__(self) -> int:
        return len(self._seen) - (None in self._seen)

    @property
    def total(self) -> int:
        """How many rows have a value."""
        return sum(count for value, (count, _) in self._seen.items() if value is not None)

    @property
    def nulls(self) -> "tuple[int, int] | None":
        """How many rows have none, and the rank of the first; None if all have one."""
        return self._seen.get(None)

    def add(self, values: "Sequence[str | None]", counts: "Sequence[int]", ranks: "Sequence[int]", /) -> None:
        """Adds values, each so many times; None is null."""
        if not len(values) == len(counts) == len(ranks):
            raise ValueError("expected as many counts and ranks as values")
        with self._lock:
            for value, count, rank in zip(values, counts, ranks, strict=True):
                before, first = self._seen.get(value, (0, rank))
                self._seen[value] = (before + count, min(first, rank))

    def most(self, number: int, /) -> list[tuple[str, int, int]]:
        """The most frequent values with their counts and the ranks of their first rows; of two as frequent, the one
        that was seen first. Null is not among them.
        """
        found = [(value, *seen) for value, seen in self._seen.items() if value is not None]
        return sorted(found, key=lambda item: (-item[1], item[2]))[:number]


class RecordCounter:
    """Counts a part of the records of lines. ``shapes`` are pieces as `read_records` takes them, of which a line has
    the first that it fits. ``counted`` is the name of a column of text or of whole numbers, or ``path`` or ``query``. A
    ``target`` may have a query; of a ``stem``, that is left to the caller.
    """

    def __init__(self, shapes: "Sequence[Sequence[_Piece]]", counted: str, /) -> None:
        self._shapes: list[tuple[list[_Piece], _Part]] = []
        for shape in shapes:
            pieces = list(shape)
            _check(pieces)
            self._shapes.append((pieces, _part(pieces, counted)))

    def count(self, octets: bytes, rank: int, tally: Tally, /) -> "tuple[int, _Left]":
        """Counts the lines of ``octets`` that are not blank: how many, and the number, the beginning and the end of
        each that is left to the caller. The rank of a line is ``rank`` plus where it begins.
        """
        values: list[str | None] = []
        ranks: list[int] = []
        left: _Left = []
        for number, start, end in lines_in(octets):
            value = self._value(octets[start:end])
            if value is _UNSURE:
                left.append((number, start, end))
            else:
                values.append(value)  # type: ignore[arg-type]  # text or None
                ranks.append(rank + start)
        tally.add(values, [1] * len(values), ranks)
        return len(values), left

    def _value(self, line: bytes) -> object:
        text = _text(line)
        if text is None or text.encode() != line:  # it is Latin-1
            return _UNSURE
        for pieces, part in self._shapes:
            fields, _ = _fields(text, pieces)
            if fields is not None:
                return part([text[start:end] for start, end in fields])
        return _UNSURE


class ObjectCounter:
    """Counts values of lines of JSON: here it leaves them all, since the caller has Python's reader too."""

    def __init__(self, fields: "Sequence[tuple[str, str, Sequence[Sequence[str]]]]", counted: str, /) -> None:
        types = {name: object_type(kind) for name, kind, _ in fields}
        if counted != "path" and types.get(counted) not in ("string_view", "uint16", "uint64"):
            raise ValueError(f"expected one column {counted!r}, got 0")

    def count(self, octets: bytes, rank: int, tally: Tally, /) -> "tuple[int, _Left]":  # noqa: ARG002
        """As `RecordCounter` does."""
        return 0, list(lines_in(octets))


def lines_in(octets: bytes) -> "Iterator[tuple[int, int, int]]":
    """The number, the beginning and the end of each line that is not blank."""
    start = 0
    *whole, rest = octets.split(b"\n")
    for number, each in enumerate([*whole, rest]):
        line = each.removesuffix(b"\r") if number < len(whole) else each
        if line:
            yield number, start, start + len(line)
        start += len(each) + 1


def _part(pieces: "list[_Piece]", counted: str) -> "_Part":
    """What finds the value that is counted among the texts of the fields."""
    found: list[_Part] = []
    for place, (_, name, written) in enumerate(pieces[:-1]):
        bounds, kind = _split(written)
        names = [each for each, _ in columns_of(name, kind)] if name else []
        if name and name == counted:
            found.append(_field(place, bounds, kind))
        elif name and kind == "request" and counted in ("path", "query"):
            found.append(_of_request(place, counted))
        elif counted in names and kind in ("request", "forwarded"):
            found.append(_column(place, kind, names.index(counted)))
    for name, parts in (("target", ("path", "query")), ("stem", ("path",))):
        target = _place(pieces, name)
        if target is not None and counted in parts:
            is_quoted = _split(pieces[target][2])[0] == "doubled"
            method = _place(pieces, "method")
            found.append(_apart(target, method, counted, is_quoted=is_quoted, is_stem=name == "stem"))
    if len(found) != 1:
        raise ValueError(f"expected one column {counted!r}, got {len(found)}")
    return found[0]


def _column(place: int, kind: str, index: int) -> "_Part":
    return lambda texts: KINDS[kind](texts[place])[index]


def _of_request(place: int, part: str) -> "_Part":
    def value(texts: list[str]) -> object:
        _, method, target, _ = KINDS["request"](texts[place])
        return _of_target(method, target, part)

    return value


def _apart(target: int, method: "int | None", part: str, *, is_quoted: bool, is_stem: bool) -> "_Part":
    def value(texts: list[str]) -> object:
        text = texts[target]
        if text == "-":
            return None
        if (is_quoted and text.startswith('"')) or (is_stem and _MORE.search(text)):
            return _UNSURE
        return _of_target(None if method is None else texts[method], text, part)

    return value


def _place(pieces: "list[_Piece]", name: str) -> "int | None":
    return next((place for place, piece in enumerate(pieces[:-1]) if piece[1] == name), None)


def _field(place: int, bounds: str, kind: str) -> "_Part":
    def value(texts: list[str]) -> object:
        text = texts[place]
        if kind in _UNCOUNTED and text != "-":
            return _UNSURE
        if bounds == "doubled" and text.startswith('"'):
            return _UNSURE
        found = (KINDS[kind](text) or [None if text == "-" else text])[0]
        return str(found) if kind in _WHOLE and found is not None else found

    return value


def _of_target(method: object, target: object, part: str) -> object:
    if target is None or method == "CONNECT":
        return None
    text = str(target)
    if _CONTROL.search(text):
        return _UNSURE
    start = 0
    if not text.startswith("/") and text != "*":
        origin = _ORIGIN.match(text)
        if not origin or not _VISIBLE.fullmatch(text):
            return _UNSURE
        start = origin.end()
    tail = _TAIL.match(text, start)
    assert tail
    return tail[1] if part == "path" else tail[2]
