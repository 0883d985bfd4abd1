"""Formats of access logs: those whose lines are fields with something fixed between them, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..._backend import impl
from ..._io.arrow import pa, pc
from ..._io.tables import taken
from .._columns import OF_REQUEST, kind_of
from . import ENOUGH, Format, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    _Pieces = tuple[tuple[str, str], ...]  # what stands before a field, and its name


NAMES = ("common", "combined", "vhost_combined", "vhost_common", "nginx")


def seen(head: Sequence[str]) -> Iterator[Seen]:
    """How many lines are records of each."""
    return (Seen(form, _matched(form, head)) for form in FORMATS)


def named(name: str, head: Sequence[str]) -> Fields:
    """The shape that most lines have."""
    return max((form for form in FORMATS if form.name == name), key=lambda form: _matched(form, head))


@dataclass(frozen=True)
class Fields(Format):
    """Fields with something fixed between them; ``end`` is what the line ends with."""

    name: str
    pieces: _Pieces
    end: str

    unit = "s"

    @property
    def columns(self) -> list[str]:
        """What a line has."""
        names = [name for _, name in self.pieces]
        return [*names, *OF_REQUEST] if "request" in names else names

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """The kernel does it all, and leaves out columns that were not asked for."""
        pieces = [(before, name, kind_if_wanted(name, wanted)) for before, name in self.pieces]
        return taken(impl.read_records(lines, [*pieces, (self.end, "", "")]))


def kind_if_wanted(name: str, wanted: Sequence[str]) -> str:
    """How a field is read, if it must be. What can be wrong always is: whether a line is bad depends on no wish."""
    kind = kind_of(name)
    is_wanted = name in wanted or (kind == "request" and any(part in wanted for part in OF_REQUEST))
    return kind if is_wanted or kind not in ("text", "request") else ""


def _matched(form: Fields, head: Sequence[str]) -> int:
    table = form.read(pa.array(head[:ENOUGH], pa.string_view()), b"", ["client"])
    # A client is never absent: what is read as a dash there is something else.
    found: int = pc.sum(pc.and_(pc.is_null(table.column("error_at")), pc.is_valid(table.column("client")))).as_py()
    return found or 0


_AFTER_CLIENT: _Pieces = (
    (" ", "ident"), (" ", "user"), (" [", "time"), ('] "', "request"), ('" ', "status"), (" ", "bytes"),
)  # fmt: skip
_COMMON: _Pieces = (("", "client"), *_AFTER_CLIENT)
_BROWSER: _Pieces = ((' "', "referer"), ('" "', "agent"))
_COMBINED: _Pieces = (*_COMMON, *_BROWSER)
_HOST: _Pieces = (("", "host"), (" ", "client"), *_AFTER_CLIENT)
_HOST_PORT: _Pieces = (("", "host"), (":", "port"), (" ", "client"), *_AFTER_CLIENT)
_FORWARDED = ('" "', "x_forwarded_for")
_TOOK = ('" ', "request_time")

# In the order in which they are tried: a line with a virtual host could be one whose user has a space in the name.
FORMATS = (
    Fields("vhost_combined", (*_HOST_PORT, *_BROWSER), '"'),
    Fields("vhost_combined", (*_HOST, *_BROWSER), '"'),
    Fields("vhost_common", _HOST_PORT, ""),
    Fields("vhost_common", _HOST, ""),
    Fields("combined", _COMBINED, '"'),
    Fields("common", _COMMON, ""),
    Fields("nginx", (*_COMBINED, _FORWARDED), '"'),
    Fields("nginx", (*_COMBINED, _TOOK), ""),
    Fields("nginx", (*_COMBINED, _FORWARDED, _TOOK), ""),
    Fields("nginx", _COMBINED, '"'),
)
