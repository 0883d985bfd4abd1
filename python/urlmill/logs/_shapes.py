"""What a line of a text format looks like, written as the line with its fields in braces.

``{client} - {user} [{time}] "{request}" {status} {bytes}`` has six fields. A field ends where the text after it begins;
in quotes, a backslash protects the character after it.

| | |
|---|---|
| ``{user}`` | a field and its column; what it must look like follows from the name, if it is one of `KINDS` |
| ``{took:milliseconds}`` | with a kind: what it must look like, and the types of its columns |
| ``{}`` | a field that is left out, whatever it is |
| ``{request!q}`` | it may be in quotes |
| ``{took!p}`` | spaces may stand before it |
| ``{upstream_addr!l}`` | it may be several, with a comma and a space or with `` : `` between them |
| ``{{`` and ``}}`` | braces |

The kernel is `read_records` of the backends.
"""

from __future__ import annotations

from functools import lru_cache

from .._backend import impl
from .._io.tables import taken
from .._typing import NamedTuple
from ._columns import OF_REQUEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

# What fields of these names are, unless they have a kind of their own.
KINDS = {
    "time": "clock", "client": "client", "host": "host", "port": "uint16", "user": "user", "request": "request",
    "method": "method", "status": "status", "bytes": "uint64", "bytes_received": "uint64", "request_time": "seconds",
    "time_taken": "float64", "x_forwarded_for": "text",
}  # fmt: skip
NUMBERS = ("uint16", "uint64", "status")
COUNTED = (  # kinds whose values can be counted
    *NUMBERS, "text", "request", "method", "word", "user", "host", "full_host", "address", "client", "authority",
    "endpoint", "forwarded",
)  # fmt: skip
_UNCHECKED = ("", "text", "request")  # a line is never bad for these
_BOUNDS = {"q": "quoted ", "p": "padded ", "l": "list "}


class Piece(NamedTuple):
    """A field, and what stands before it."""

    before: str
    name: str
    kind: str
    bounds: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the field."""
        if not self.name:
            return ()
        if self.kind == "request":
            return (self.name, *OF_REQUEST)
        if self.kind in ("authority", "endpoint"):
            return (self.name, "port" if self.name == "host" else f"{self.name}_port")
        return (self.name, "x_forwarded_for") if self.kind == "forwarded" else (self.name,)

    def beside(self, taken: Collection[str]) -> Piece | None:
        """The same field where these columns are taken, as text if it would have one of them; None if its name is."""
        if self.name in taken:
            return None
        is_free = not any(name in taken for name in self.columns)
        return self if is_free else self._replace(kind="text")  # a host without a port would refuse one

    def for_wanted(self, wanted: Sequence[str]) -> tuple[str, str, str]:
        """As the kernel takes it. What can be wrong is always looked at: whether a line is bad depends on no wish."""
        is_wanted = any(name in wanted for name in self.columns)
        kind = self.kind if is_wanted or self.kind not in _UNCHECKED else ""
        return (self.before, self.name if is_wanted else "", self.bounds + kind)


class Shape(NamedTuple):
    """Fields with something fixed between them; ``end`` is what the line ends with."""

    pieces: tuple[Piece, ...]
    end: str = ""

    @property
    def columns(self) -> list[str]:
        """What a line has."""
        return [name for piece in self.pieces for name in piece.columns]

    @property
    def unit(self) -> str:
        """That of its times."""
        return "s" if all(piece.kind == "clock" for piece in self.pieces if piece.name == "time") else "us"

    def kind_of(self, name: str) -> str:
        """The kind of the one field that a column is of; empty if there is none or more than one."""
        kinds = [
            piece.kind if name in (piece.name, *OF_REQUEST) or piece.kind == "forwarded" else ""
            for piece in self.pieces
            if name in piece.columns
        ]
        return kinds[0] if len(kinds) == 1 else ""

    def as_taken(self, wanted: Sequence[str]) -> list[tuple[str, str, str]]:
        """As the kernel takes it, for the columns that are wanted."""
        return [*(piece.for_wanted(wanted) for piece in self.pieces), (self.end, "", "")]

    def found(self, lines: Any, wanted: Sequence[str]) -> impl.Table:
        """What the kernel gives."""
        return impl.read_records(lines, self.as_taken(wanted))

    def read(self, lines: Any, wanted: Sequence[str]) -> Any:
        """A pyarrow table of the columns that are wanted; ``error_at`` says where a line does not fit."""
        return taken(self.found(lines, wanted))

    def with_any_time(self) -> Shape:
        """The same, with times of any way of writing."""
        return self._with(piece._replace(kind="time") if piece.kind == "clock" else piece for piece in self.pieces)

    def _with(self, pieces: Iterable[Piece]) -> Shape:
        return Shape(tuple(pieces), self.end)


@lru_cache
def shape_of(text: str) -> Shape:
    """The shape that a text describes."""
    pieces: list[Piece] = []
    before = ""
    while text:
        literal, brace, text = text.partition("{")
        before += literal.replace("}}", "}")
        if text.startswith("{"):
            before, text = f"{before}{{", text[1:]
        elif brace:
            inside, _, text = text.partition("}")
            head, _, kind = inside.partition(":")
            name, _, bounds = head.partition("!")
            kind = kind or KINDS.get(name, "text") if inside else ""
            pieces.append(Piece(before, name, kind, _BOUNDS[bounds] if bounds else ""))
            before = ""
    return Shape(tuple(pieces), before)
