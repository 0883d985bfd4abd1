"""Formats of access logs: those whose lines are fields with something fixed between them, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pyarrow as pa

from .._backend import impl
from .log_columns import OF_REQUEST, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    _Pieces = tuple[tuple[str, str], ...]  # what stands before a field, and its name


class Format(Protocol):
    """How the lines of a log are read."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def columns(self) -> Sequence[str]:
        """What a line has."""

    @property
    def unit(self) -> str:
        """How exact its times are: ``s`` or ``us``."""

    @property
    def is_open(self) -> bool:
        """Whether lines may have more than the first ones told."""

    def path_of(self, name: str) -> str | None:
        """The column that is meant by a name, if there is one."""

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:
        """A pyarrow table of those ``wanted`` that there are, a row for each of ``lines``, which are those of
        ``octets``; ``error_at`` says where a line stopped to make sense.
        """

    def without_comments(self, octets: bytes) -> bytes:
        """The same lines, and nothing in those that are there for people."""


@dataclass(frozen=True)
class Fields:
    """Fields with something fixed between them; ``end`` is what the line ends with."""

    name: str
    pieces: _Pieces
    end: str

    unit = "s"
    is_open = False

    @property
    def columns(self) -> list[str]:
        """What a line has."""
        names = [name for _, name in self.pieces]
        return [*names, *OF_REQUEST] if "request" in names else names

    def path_of(self, name: str) -> str | None:
        """A column has one name only."""
        return name if name in self.columns else None

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """The kernel does it all, and leaves out what nobody wants."""
        pieces = [(before, name, kind_if_wanted(name, wanted)) for before, name in self.pieces]
        return pa.table(impl.read_records(lines, [*pieces, (self.end, "", "")]))

    def without_comments(self, octets: bytes) -> bytes:
        """There are none."""
        return octets


def kind_if_wanted(name: str, wanted: Sequence[str]) -> str:
    """How a field is read, if it must be. What can be wrong always is: whether a line is bad depends on no wish."""
    kind = kind_of(name)
    is_wanted = name in wanted or (kind == "request" and any(part in wanted for part in OF_REQUEST))
    return kind if is_wanted or kind not in ("text", "request") else ""


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
FIELDS_FORMATS = (
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
