"""W3C extended logs (IIS, CloudFront): a ``#Fields:`` line says what is on the lines after it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from ..._backend import impl
from ..._io.arrow import pa, pc
from ..._io.tables import taken
from ..._io.usage import UsageError
from .._columns import KINDS, TEXT, array_of
from .._targets import first_of, with_query
from .._values import marked, only, times
from . import ENOUGH, Format, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

FIELDS = b"#Fields:"
_FRACTION = re.compile(r"\b\d\d:\d\d:\d\d\.\d")
_DIRECTIVES = re.compile(rb"^#(Fields|Date):[ \t]*([^\r\n]*)", re.MULTILINE)
_COMMENTS = re.compile(rb"^#[^\n]*", re.MULTILINE)
_OTHER = re.compile(r"[^a-z0-9]+")
_SAMPLE = 1 << 16  # of a block, to see what stands between its fields

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
_FIRST = {theirs: ours for ours, names in _NAMES.items() for theirs in names}


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
        return ours + [snake(name) for name in self._theirs if name not in self._ours.values() and name != "time"]

    def path_of(self, name: str) -> str | None:
        """Their names may be written as they are, or with ``_`` for everything but letters and digits."""
        return name if name in self.columns else next((each for each in self.columns if each == snake(name)), None)

    def cut(self, octets: bytes) -> Iterator[tuple[bytes, Extended]]:
        """Cut where the fields or the day change."""
        return pieces_of(octets, self)

    def without_comments(self, octets: bytes) -> bytes:
        """Without any line that begins with ``#``."""
        return _COMMENTS.sub(b"", octets) if octets.startswith(b"#") or b"\n#" in octets else octets

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:
        """The kernel does most of it. Without fields, no line is as it should be."""
        if not self._theirs:
            return pa.table({"error_at": only(pa.repeat(pa.scalar(0, pa.uint32()), len(lines)), pc.is_valid(lines))})
        between = "\t" if self.name == "cloudfront" or b"\t" in octets[:_SAMPLE] else " "
        needed = self._needed(wanted)
        last = len(self._theirs) - 1
        # A name could be there twice, so that columns are known by their places.
        kinds = [self._kind(name, is_needed=name in needed or place == last) for place, name in enumerate(self._theirs)]
        befores = ["", *[between] * last]
        pieces = [(before, str(place), kind) for place, (before, kind) in enumerate(zip(befores, kinds, strict=True))]
        table = taken(impl.read_records(lines, [*pieces, ("", "", "")]))
        theirs = {
            name: array_of(table.column(str(place)))
            for place, name in reversed(list(enumerate(self._theirs)))
            if kinds[place]
        }
        places = array_of(table.column("error_at"))
        if kinds[last] == "text":  # it goes to the end of the line, whatever is there
            rest = array_of(table.column(str(last))).cast(pa.large_string())
            places = marked(places, pc.match_substring(rest, between))
        columns: dict[str, Any] = {}
        if "time" in self._theirs:
            columns["time"], is_wrong = self._times(theirs)
            places = marked(places, is_wrong)
        for name in wanted:
            if name == "target":
                columns[name] = self._targets(theirs)
            elif name in self._ours:
                columns[name] = theirs[self._ours[name]]
            elif name not in columns and (place := self._place(name)):
                columns[name] = theirs[place].cast(TEXT)
        if "agent" in columns:
            columns["agent"] = self._agents(columns["agent"])
        columns = {name: columns[name] for name in wanted if columns.get(name) is not None}
        return pa.table([*columns.values(), places], names=[*columns, "error_at"])

    def _needed(self, wanted: Sequence[str]) -> set[str]:
        needed = {self._ours[name] for name in wanted if name in self._ours} | {"date", "time"}
        if "target" in wanted:
            needed |= {"cs-uri", "cs-uri-stem", "cs-uri-query"}
        return needed | {place for name in wanted if (place := self._place(name))}

    def _place(self, name: str) -> str | None:
        return next((each for each in self._theirs if snake(each) == name), None)

    def _kind(self, name: str, *, is_needed: bool) -> str:
        ours = _FIRST.get(name, "")
        kind = KINDS.get(ours, "text") if self._ours.get(ours) == name else "text"
        return kind if is_needed or kind != "text" else ""

    def _times(self, theirs: dict[str, Any]) -> tuple[Any, Any]:
        hours = theirs["time"].cast(pa.string())
        days = theirs["date"].cast(pa.string()) if "date" in theirs else pa.repeat(self.day, len(hours))
        written = pc.binary_join_element_wise(days, hours, " ")
        found = times(written)
        return found, pc.and_(pc.is_valid(written), pc.is_null(found))

    def _targets(self, theirs: dict[str, Any]) -> Any:
        whole = [theirs["cs-uri"]] if "cs-uri" in theirs else []
        if "cs-uri-stem" in theirs:
            whole.append(with_query(theirs["cs-uri-stem"], theirs.get("cs-uri-query")))
        return first_of(whole) if whole else None

    def _agents(self, agents: Any) -> Any:
        """No space can be in a field: CloudFront escapes it, IIS makes it a ``+``."""
        if self.name == "cloudfront":
            from ...columns import unquote  # with all schemes, which few logs need

            return array_of(unquote(agents, threads=1).to_pyarrow())
        return pc.replace_substring(agents.cast(pa.large_string()), "+", " ").cast(TEXT)


def pieces_of(octets: bytes, form: Extended) -> Iterator[tuple[bytes, Extended]]:
    """The lines of a block, cut where the fields or the day change: each piece with what holds for it."""
    fields, day = form.fields, form.day
    start = 0
    for found in _DIRECTIVES.finditer(octets):
        value = found[2].decode("latin-1").strip()
        if found[1] == b"Fields":
            fields = value
        else:
            day = value[: len("2001-05-02")]
        if (fields, day) != (form.fields, form.day):
            if found.start() > start:
                yield octets[start : found.start()], form
            start = found.start()
            form = Extended(fields, day, form.unit)
    yield octets[start:], form


def first_fields(octets: bytes) -> str | None:
    """What the first ``#Fields:`` says."""
    found = next((each for each in _DIRECTIVES.finditer(octets) if each[1] == b"Fields"), None)
    return found[2].decode("latin-1").strip() if found else None


def snake(name: str) -> str:
    """A name that can be written without quotes anywhere."""
    return _OTHER.sub("_", name.lower()).strip("_")


def _has_fields(head: Sequence[str]) -> bool:
    return any(line.startswith(FIELDS.decode()) for line in head)


def _told_by(head: Sequence[str]) -> Extended:
    fields = first_fields("\n".join(head).encode()) or ""
    has_fractions = any(_FRACTION.search(line) for line in head if not line.startswith("#"))
    return Extended(fields, unit="us" if has_fractions else "s")
