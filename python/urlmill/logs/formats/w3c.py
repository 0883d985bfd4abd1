"""W3C extended logs (IIS, CloudFront): a ``#Fields:`` line says what is on the lines after it."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property, lru_cache, partial

from ..._backend import impl
from ..._io.arrow import pa, pc, types
from ..._io.late import late
from ..._io.tables import taken
from ..._io.usage import UsageError
from .._columns import OF_TARGET, TEXT, array_of
from .._delimited import places, read_by_first
from .._shapes import COUNTED, NUMBERS
from .._targets import first_of, with_query
from .._values import only
from . import ENOUGH, Format, Seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from . import Counter

FIELDS = b"#Fields:"
_FRACTION = late(r"\b\d\d:\d\d:\d\d\.\d")
_DIRECTIVES = late(rb"^#(Fields|Date):[ \t]*([^\r\n]*)", re.MULTILINE)
_COMMENTS = late(rb"^#[^\n]*", re.MULTILINE)
_OTHER = late(r"[^a-z0-9]+")
_QUOTED = r'^"(?:[^"]|"")*"$'

# Ours, and theirs, of which the first that is there counts.
_NAMES = {
    "host": ("x-host-header", "cs-host", "cs(host)"),
    "port": ("s-port",),
    "client": ("c-ip",),
    "user": ("cs-username",),
    "method": ("cs-method",),
    "protocol": ("cs-version", "cs-protocol-version"),
    "status": ("sc-status",),
    "bytes": ("sc-bytes",),
    "bytes_received": ("cs-bytes",),
    "referer": ("cs(referer)", "cs(referrer)"),
    "agent": ("cs(user-agent)",),
    "x_forwarded_for": ("x-forwarded-for",),
    "time_taken": ("time-taken",),
}
# What they must look like; others are text.
_KINDS = {
    "date": "date", "time": "day_time", "host": "authority", "port": "uint16", "client": "client", "method": "method",
    "status": "status", "bytes": "uint64", "bytes_received": "uint64", "time_taken": "float64",
}  # fmt: skip
_FIRST = {theirs: ours for ours, names in _NAMES.items() for theirs in names}


_OF_IIS = {"sc-win32-status", "sc-substatus"}  # no other server writes them
_KNOWN = 64  # so many of the latest are kept

NAMES = ("w3c", "cloudfront")


def seen(head: Sequence[str]) -> Iterator[Seen]:
    """All lines, if comments stand above them and tell the fields."""
    if head and head[0].startswith("#") and _has_fields(head):
        yield Seen(_told_by(head), len(head[:ENOUGH]))


def named(name: str, head: Sequence[str]) -> Extended:
    """The fields tell which of them it is, whatever it was called."""
    if not _has_fields(head):
        raise UsageError(f"{name}: there is no {FIELDS.decode()} line above the others")
    return _told_by(head)


class Extended(Format):
    """What the lines have after one ``#Fields:``; ``day`` is the date of ``#Date:``, for lines that have none."""

    def __init__(self, fields: str, day: str = "", unit: str = "s") -> None:
        self.fields = fields
        self.day = day
        self.unit = unit
        self._theirs = [name.lower() for name in fields.split()]
        self.name = "cloudfront" if any(name.startswith("x-edge-") for name in self._theirs) else "w3c"
        self._ours = {
            ours: next(name for name in names if name in self._theirs)
            for ours, names in _NAMES.items()
            if any(name in self._theirs for name in names)
        }

    @cached_property
    def columns(self) -> list[str]:
        """Ours, and theirs that we have no name for."""
        ours = list(self._ours)
        if "time" in self._theirs:
            ours.insert(0, "time")
        if "cs-uri" in self._theirs or "cs-uri-stem" in self._theirs:
            ours.append("target")
        if "host" in ours and "port" not in ours:
            ours.append("port")
        if self._in_a_second:
            ours.append("request_time")
        return ours + [snake(name) for name in self._theirs if name not in self._ours.values() and name != "time"]

    def path_of(self, name: str) -> str | None:
        """Their names may be written as they are, or with ``_`` for everything but letters and digits."""
        return name if name in self.columns else next((each for each in self.columns if each == snake(name)), None)

    def cut(self, octets: bytes) -> Iterator[tuple[bytes, Extended]]:
        """Cut where the fields or the day change."""
        return pieces_of(octets, self)

    def without_comments(self, octets: bytes) -> bytes:
        """Without any line that begins with ``#``."""
        return _COMMENTS().sub(b"", octets) if impl.has_comments(octets) else octets

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:
        """The kernel does most of it. Without fields, no line is as it should be."""
        if not self._theirs or (not self._has_day and "time" in self._theirs):
            return pa.table({"error_at": only(pa.repeat(pa.scalar(0, pa.uint32()), len(lines)), pc.is_valid(lines))})
        needed = self._needed(wanted)
        names = {name: str(self._theirs.index(name)) for name in needed if name in self._theirs}
        # Unless no line has a tab, either is tried: what stands between fields is not to depend on other lines.
        betweens = self._betweens if b"\t" in octets else self._betweens[-1:]
        shapes = [partial(_table_of, self._pieces(between, names)) for between in betweens]
        table = read_by_first(lines, shapes)
        theirs = {name: array_of(table.column(place)) for name, place in names.items()}
        if (agent := self._ours.get("agent")) in theirs:
            theirs[agent] = self._agents(theirs[agent])
        if b'"' in octets:
            theirs = {name: _unquoted(column) for name, column in theirs.items()}
        columns: dict[str, Any] = {}
        for name in wanted:
            if name == "time" and "time" in theirs:
                columns[name] = self._times(theirs)
            elif name == "target":
                columns[name] = self._targets(theirs)
            elif name == "port" and "port" not in self._ours and "host" in self._ours:
                columns[name] = array_of(table.column(f"{names[self._ours['host']]}_port"))
            elif name == "request_time" and self._in_a_second:
                columns[name] = pc.divide(theirs["time-taken"], self._in_a_second)
            elif name in self._ours:
                columns[name] = theirs[self._ours[name]]
            elif place := self._place(name):
                columns[name] = theirs[place].cast(TEXT)
        columns = {name: columns[name] for name in wanted if columns.get(name) is not None}
        return pa.table([*columns.values(), array_of(table.column("error_at"))], names=[*columns, "error_at"])

    def counter(self, name: str) -> Counter | None:
        """The kernel counts paths, and text and whole numbers that are columns as they are."""
        if not self._has_day and "time" in self._theirs:
            return None
        if name == "path":
            stem = "stem" if "cs-uri-query" in self._theirs else "target"
            names = {"cs-method": "method", "cs-uri": "target", "cs-uri-stem": stem}
            has_both = "cs-uri" in self._theirs and "cs-uri-stem" in self._theirs
            return self._counting(name, names) if self.has_target and not has_both else None
        theirs = self._ours.get(name) or self._place(name)
        is_as_written = theirs and name not in ("time", "agent", *OF_TARGET) and self._kind(theirs) in COUNTED
        return self._counting(name, {theirs: name}) if theirs and is_as_written else None

    def places(self, lines: Sequence[str]) -> list[int | None]:
        """Where a line fits with neither between its fields."""
        has_tab = any("\t" in line for line in lines)
        betweens = self._betweens if has_tab else self._betweens[-1:]
        return places(lines, [self._pieces(between, {}) for between in betweens])

    def is_number(self, name: str) -> bool:
        """Of text, there may be one of the same name in another log."""
        return self._kind(self._ours.get(name, "")) in NUMBERS

    def _counting(self, name: str, names: dict[str, str]) -> Counter:
        return impl.RecordCounter([self._pieces(between, names) for between in self._betweens], name)

    @property
    def _betweens(self) -> tuple[str, ...]:
        return ("\t",) if self.name == "cloudfront" else ("\t", " ")

    def _pieces(self, between: str, names: dict[str, str]) -> list[tuple[str, str, str]]:
        """As the kernel takes them; ``names`` are those of columns. A name may be there twice: the first counts."""
        pieces = []
        for place, name in enumerate(self._theirs):
            is_column = name in names and self._theirs.index(name) == place
            kind = self._kind(name)
            if kind == "text":
                # The end of the line would be the end of a last field, whatever is in it.
                kind = "word" if len(self._theirs) == 1 else f"doubled {'text' if is_column else ''}"
            pieces.append((between if place else "", names[name] if is_column else "", kind))
        return [*pieces, ("", "", "")]

    def _needed(self, wanted: Sequence[str]) -> set[str]:
        needed = {self._ours[name] for name in wanted if name in self._ours}
        if "time" in wanted:
            needed |= {"date", "time"}
        if "target" in wanted:
            needed |= {"cs-uri", "cs-uri-stem", "cs-uri-query"}
        if "request_time" in wanted and self._in_a_second:
            needed.add("time-taken")
        if "port" in wanted and "port" not in self._ours and "host" in self._ours:
            needed.add(self._ours["host"])
        return needed | {place for name in wanted if (place := self._place(name))}

    @property
    def _in_a_second(self) -> float | None:
        """How many of its units `time-taken` has in a second, if that is known: the draft says one, IIS writes
        thousandths, and other servers do as either.
        """
        if "time-taken" not in self._theirs:
            return None
        return 1.0 if self.name == "cloudfront" else 1000.0 if _OF_IIS & set(self._theirs) else None

    def _place(self, name: str) -> str | None:
        return next((each for each in self._theirs if snake(each) == name and each != "time"), None)

    def _kind(self, name: str) -> str:
        """What a field must look like."""
        ours = _FIRST.get(name, "")
        is_ours = self._ours.get(ours) == name
        return _KINDS.get(ours if is_ours else name, "text")

    @cached_property
    def _has_day(self) -> bool:
        """Whether it is known on which day the times of lines were."""
        return "date" in self._theirs or _day_of(self.day) is not None

    def _times(self, theirs: dict[str, Any]) -> Any:
        micros = theirs["time"].cast(pa.int64())
        days = theirs["date"].cast(pa.int64()) if "date" in theirs else pa.scalar(_day_of(self.day), pa.int64())
        return pc.add(pc.multiply(days, 10**6), micros).cast(pa.timestamp("us")).cast(pa.timestamp("us", "UTC"))

    def _targets(self, theirs: dict[str, Any]) -> Any:
        whole = [theirs["cs-uri"]] if "cs-uri" in theirs else []
        if "cs-uri-stem" in theirs:
            stems, queries = theirs["cs-uri-stem"], theirs.get("cs-uri-query")
            whole.append(stems if queries is None else with_query(stems, queries, is_stem=True))
        return first_of(whole) if whole else None

    def _agents(self, agents: Any) -> Any:
        """No space can be in a field without quotes: CloudFront escapes it, IIS makes it a ``+``."""
        if self.name == "cloudfront":
            from ...columns import unquote  # with all schemes, which few logs need

            return array_of(unquote(agents, threads=1).to_pyarrow())
        texts = agents.cast(pa.large_string())
        plain = pc.replace_substring(texts, "+", " ")
        has_quotes = pc.starts_with(texts, '"')
        if pc.any(has_quotes, min_count=0).as_py():
            plain = pc.if_else(pc.match_substring_regex(texts, _QUOTED), texts, plain)
        return plain.cast(TEXT)


def _table_of(pieces: list[tuple[str, str, str]], lines: Any) -> Any:
    return taken(impl.read_records(lines, pieces))


@lru_cache(_KNOWN)
def _day_of(text: str) -> int | None:
    """When the day of a ``#Date:`` began, in seconds since 1970 did. The draft has both ``2001-05-02`` and
    ``12-Jan-1996``, each with a time after it or without.
    """
    from datetime import datetime, timezone  # few logs need it

    for form in ("%Y-%m-%d", "%d-%b-%Y"):
        with suppress(ValueError, IndexError):
            return int(datetime.strptime(text.split()[0], form).replace(tzinfo=timezone.utc).timestamp())
    return None


@lru_cache(_KNOWN)
def _extended(fields: str, day: str, unit: str) -> Extended:
    """The same for the same: a log may have a ``#Fields:`` above each line, and what is known of one takes time."""
    return Extended(fields, day, unit)


def _unquoted(texts: Any) -> Any:
    """Text in quotes without them, and one quote for two: nothing else begins and ends like that."""
    if not types.is_string_view(texts.type):
        return texts
    is_quoted = pc.starts_with(texts.cast(pa.large_string()), '"')
    if not pc.any(is_quoted, min_count=0).as_py():
        return texts
    texts = texts.cast(pa.large_string())
    inner = pc.replace_substring(pc.utf8_slice_codeunits(texts, 1, -1), '""', '"')
    return pc.if_else(pc.match_substring_regex(texts, _QUOTED), inner, texts).cast(TEXT)


def pieces_of(octets: bytes, form: Extended) -> Iterator[tuple[bytes, Extended]]:
    """The lines of a block, cut where the fields or the day change: each piece with what holds for it."""
    fields, day = form.fields, form.day
    start = 0
    if not impl.has_comments(octets):
        yield octets, form
        return
    for found in _DIRECTIVES().finditer(octets):
        value = found[2].decode("latin-1").strip()
        if found[1] == b"Fields":
            fields = value
        else:
            day = value
        if (fields, day) != (form.fields, form.day):
            if found.start() > start:
                yield octets[start : found.start()], form
            start = found.start()
            form = _extended(fields, day, form.unit)
    yield octets[start:], form


def first_fields(octets: bytes) -> str | None:
    """What the first ``#Fields:`` says."""
    found = next((each for each in _DIRECTIVES().finditer(octets) if each[1] == b"Fields"), None)
    return found[2].decode("latin-1").strip() if found else None


def snake(name: str) -> str:
    """A name that can be written without quotes anywhere."""
    return _OTHER().sub("_", name.lower()).strip("_")


def _has_fields(head: Sequence[str]) -> bool:
    return any(line.startswith(FIELDS.decode()) for line in head)


def _told_by(head: Sequence[str]) -> Extended:
    fields = first_fields("\n".join(head).encode()) or ""
    has_fractions = any(_FRACTION().search(line) for line in head if not line.startswith("#"))
    return _extended(fields, "", "us" if has_fractions else "s")
