"""What others put around the lines of a log: syslog, container runtimes, journald. The inside is what is read.

The time of the envelope counts only if the inside has none. That of RFC 3164 has no year, and so is not used.
"""

from __future__ import annotations

from .._backend import impl
from .._io.arrow import pa, pc
from .._io.late import late
from .._io.tables import valid_rows
from .._typing import NamedTuple, Protocol
from . import _objects
from ._columns import TEXT, array_of
from ._delimited import Fields
from ._objects import Field
from ._shapes import shape_of
from ._values import marked, only
from .formats import Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from typing_extensions import Self


class Envelope(Protocol):
    """What is around a line."""

    name: str

    def may_be_around(self, head: Sequence[str]) -> bool:
        """Whether the first lines are worth a closer look, which takes pyarrow."""
        ...

    def opened(self, lines: Any, octets: bytes) -> Any:
        """A table with the columns ``message``, ``time`` and ``error_at``; a row for each line."""

    def offset(self, line: str, message: str) -> int | None:
        """Where in the line the message begins, in characters; None if places in it are not places in the line."""

    def may_have_parts(self, octets: bytes) -> bool:  # noqa: ARG002
        """Whether lines may be parts of a longer one, which is worth a closer look."""
        return False

    def part_of(self, line: str) -> _Part | None:  # noqa: ARG002
        """What a line says of parts; None if it says nothing."""
        return None


class _Part(NamedTuple):
    """A line that may be a part of a longer one."""

    stream: str
    goes_on: bool  # with the next line of the stream
    at: int = 0  # where that is said


class TextEnvelope(Envelope):
    """Fields before the message, which goes to the end of the line."""

    def __init__(self, name: str, shapes: tuple[str, ...]) -> None:
        self.name = name
        self._form = Fields(name, tuple(map(shape_of, shapes)))

    def may_be_around(self, head: Sequence[str]) -> bool:
        """Most of them have the fields."""
        return 2 * self._form.fits(head, ["message"]) > len(head)

    def opened(self, lines: Any, octets: bytes) -> Any:
        """By the kernel."""
        return self._form.read(lines, octets, ["message", "time"])

    def offset(self, line: str, message: str) -> int:
        """The rest of the line is the message."""
        return len(line) - len(message)


class JsonEnvelope(Envelope):
    """Objects with the message under a key, beside the time and other keys."""

    def __init__(self, name: str, message: str, time: str, other: str) -> None:
        self.name = name
        self._message = message
        fields = [Field("message", "octets", [(message,)]), Field("time", "clock", [(time,)])]
        self._fields = [*fields, Field(other, "text", [(other,)])]

    def may_be_around(self, head: Sequence[str]) -> bool:
        """Most are objects with that key."""
        return 2 * sum(line.startswith("{") and f'"{self._message}"' in line for line in head) > len(head)

    def opened(self, lines: Any, octets: bytes) -> Any:  # noqa: ARG002
        """By the reader of JSON."""
        (messages, time, other), places = _objects.read(lines, self._fields)
        texts = pc.utf8_rtrim(messages.cast(pa.large_string()), "\r\n")
        for column in (messages, other):
            places = marked(places, pc.and_(pc.is_valid(lines), pc.is_null(column)))
        return pa.table({"message": texts.cast(TEXT), "time": time, "error_at": places})

    def offset(self, line: str, message: str) -> None:
        """The message has escapes, so its places are not those of the line."""


_CRI_LINE = late(r"[^ ]+ (stdout|stderr) (?=([PF])(?::[^ ]*)? )")  # tags have a colon between them


class Cri(TextEnvelope):
    """That of Kubernetes. Of a line that is too long, the parts have the tag ``P``, and the last one ``F``."""

    def may_have_parts(self, octets: bytes) -> bool:
        """A tag shows them."""
        return b" stdout P" in octets or b" stderr P" in octets

    def part_of(self, line: str) -> _Part | None:
        """By its tag."""
        found = _CRI_LINE().match(line)
        return found and _Part(found[1], found[2] == "P", found.end())


_WHOLE = r'\n"'  # where a string ends with a line break


class Docker(JsonEnvelope):
    """That of Docker's json-file: messages end with a line break, but for the parts of one of more than 16 KiB, of
    which the last has it.
    """

    def may_be_around(self, head: Sequence[str]) -> bool:
        """Others, who take line breaks off, have the same keys."""
        return super().may_be_around(head) and any(_WHOLE in line for line in head)

    def may_have_parts(self, octets: bytes) -> bool:
        """Not if as many messages end with a line break as there are lines."""
        lines = impl.count_line_breaks(octets) + (not octets.endswith(b"\n"))
        return octets.count(_WHOLE.encode()) < lines

    def part_of(self, line: str) -> _Part | None:
        """By the end of its message."""
        try:
            found = _objects.loaded(line)
        except (ValueError, RecursionError):
            return None
        message, stream = (found.get(key) for key in ("log", "stream")) if isinstance(found, dict) else (None, None)
        if not isinstance(message, str) or not isinstance(stream, str):
            return None
        return _Part(stream, not message.endswith("\n"))


_BSD = "{:syslog_time} {:word} {:word}: {message}"
_ISO = "{time:time} {:word} {:word}: {message}"
_RFC_5424 = "<{:uint16}>1 {time:time} {:word} {:word} {:word} {:word} {:structured} "

ENVELOPES: tuple[TextEnvelope | JsonEnvelope, ...] = (
    Cri("cri", ("{time:time} stdout F {message}", "{time:time} stderr F {message}")),
    TextEnvelope("syslog", (_BSD, f"<{{:uint16}}>{_BSD}", _ISO, f"<{{:uint16}}>{_ISO}")),
    TextEnvelope("syslog5424", (_RFC_5424 + "\ufeff{message}", _RFC_5424 + "{message}")),
    Docker("docker", "log", "time", "stream"),
    JsonEnvelope("docker", "log", "time", "stream"),
    JsonEnvelope("journald", "MESSAGE", "__REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP"),
)
NAMES = tuple(dict.fromkeys(envelope.name for envelope in ENVELOPES))


class Enveloped(Format):
    """A format in an envelope. ``cut_short`` are the streams whose latest line goes on, where a block begins."""

    def __init__(self, envelope: Envelope, inside: Format, cut_short: frozenset[str] = frozenset()) -> None:
        self._envelope = envelope
        self._inside = inside
        self._cut_short = cut_short
        self.name = f"{inside.name} in {envelope.name}"
        self.is_open = inside.is_open
        self._has_time = bool(inside.path_of("time"))
        self.unit = inside.unit if self._has_time else "us"

    @property
    def columns(self) -> Sequence[str]:
        """Those of the inside, and the time."""
        return self._inside.columns if self._has_time else ["time", *self._inside.columns]

    @property
    def usual(self) -> list[str]:
        """Those of the inside."""
        return self._inside.usual

    @property
    def has_target(self) -> bool:
        """As the inside has it."""
        return self._inside.has_target

    @property
    def names(self) -> Sequence[str]:
        """As the inside has it."""
        return self._inside.names

    def path_of(self, name: str) -> str | None:
        """As the inside has it."""
        return name if name == "time" else self._inside.path_of(name)

    def cut(self, octets: bytes) -> Iterator[tuple[bytes, Self]]:
        """Whole, and what the block after it has to know of parts of lines."""
        yield octets, self
        if self._may_have_parts(octets):
            lines = [line.decode("latin-1") for line in octets.split(b"\n")]
            _, cut_short = parts_of(self._envelope, lines, self._cut_short)
            if cut_short != self._cut_short:
                yield b"", type(self)(self._envelope, self._inside, cut_short)

    def _may_have_parts(self, octets: bytes) -> bool:
        return bool(self._cut_short) or self._envelope.may_have_parts(octets)

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:
        """The envelope, then the inside."""
        opened = self._envelope.opened(lines, octets)
        if self._may_have_parts(octets):
            opened = _without_parts(opened, parts_of(self._envelope, lines.to_pylist(), self._cut_short)[0])
        messages = array_of(opened.column("message"))
        # The kernel and JSON see nothing where a line has nothing.
        messages = only(messages.cast(pa.large_string()), pc.not_equal(messages.cast(pa.large_string()), "")).cast(TEXT)
        table = self._inside.read(messages, _octets(messages, self._inside), wanted)
        places = self._places(lines, messages, opened, array_of(table.column("error_at")))
        columns = {name: array_of(table.column(name)) for name in table.column_names if name != "error_at"}
        if "time" in wanted and "time" in opened.column_names:
            time = array_of(opened.column("time"))
            own = columns.get("time")
            columns["time"] = time if own is None else pc.coalesce(own, time.cast(own.type, safe=False))
        return pa.table({**columns, "error_at": places})

    def _places(self, lines: Any, messages: Any, opened: Any, inside: Any) -> Any:
        """Those of the envelope, and those of the inside as places in the line."""
        # An empty message is a bad line.
        places = marked(array_of(opened.column("error_at")), pc.and_(pc.is_valid(lines), pc.is_null(messages)))
        if inside.null_count == len(inside):
            return places
        found = places.to_pylist()
        for row in valid_rows(inside):
            offset = self._envelope.offset(lines[row].as_py(), messages[row].as_py())
            found[row] = 0 if offset is None else offset + inside[row].as_py()
        return pa.array(found, places.type)


def parts_of(
    envelope: Envelope, lines: Sequence[str | None], cut_short: frozenset[str]
) -> tuple[list[int | None], frozenset[str]]:
    """Where each line says that it is a part of a longer one, if it does; and which streams are cut short after them.
    None of the parts is a line of the log.
    """
    places: list[int | None] = []
    for line in lines:
        part = envelope.part_of(line) if line else None
        if part is None:
            places.append(None)
            continue
        places.append(part.at if part.goes_on or part.stream in cut_short else None)
        cut_short = cut_short | {part.stream} if part.goes_on else cut_short - {part.stream}
    return places, cut_short


def _without_parts(opened: Any, parts: list[int | None]) -> Any:
    """With nothing in lines that are parts of one."""
    places = pa.array(parts, pa.uint32())
    is_whole = pc.is_null(places)
    messages = only(array_of(opened.column("message")).cast(pa.large_string()), is_whole).cast(TEXT)
    places = pc.coalesce(places, array_of(opened.column("error_at")))
    opened = opened.set_column(opened.column_names.index("message"), "message", messages)
    return opened.set_column(opened.column_names.index("error_at"), "error_at", places)


def envelope_of(head: Sequence[str]) -> tuple[Envelope, list[str]] | None:
    """What is around most of the first lines, and what is in them."""
    likely = [each for each in ENVELOPES if each.may_be_around(head)]
    if not likely:
        return None
    lines = pa.array(head, pa.string_view())
    octets = "\n".join(head).encode("utf-8", "surrogatepass")
    for envelope in likely:
        inside = messages_of(envelope, lines, octets)
        if 2 * len(inside) > len(head):
            return envelope, inside
    return None


def messages_of(envelope: Envelope, lines: Any, octets: bytes) -> list[str]:
    """What is in lines that have this around them."""
    opened = envelope.opened(lines, octets)
    messages = array_of(opened.column("message")).cast(pa.large_string())
    return [text for text in only(messages, pc.is_null(array_of(opened.column("error_at")))).to_pylist() if text]


def _octets(messages: Any, inside: Format) -> bytes:
    """The lines as octets, for the formats that read those."""
    return b"" if isinstance(inside, Fields) else b"\n".join(text.encode() for text in messages.to_pylist() if text)
