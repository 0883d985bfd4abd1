"""The columns of access logs: what they are called and what is in them, whatever the format."""

from __future__ import annotations

from .._fields import FIELDS, OF_QUERY, fields_of
from .._fields import KINDS as KINDS_OF_FIELDS
from .._io.arrow import pa

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What a format may have. A name that is not here is text.
KINDS = {
    "time": "clock", "status": "uint16", "bytes": "uint64", "port": "uint16", "request": "request",
    "bytes_received": "uint64", "request_time": "float64", "time_taken": "float64",
}  # fmt: skip
MAIN = (
    "time", "host", "port", "client", "user", "method", "target", "protocol", "status", "bytes", "referer", "agent",
)  # fmt: skip
WRITTEN = (*MAIN, "request", "ident", "x_forwarded_for", "bytes_received", "request_time", "time_taken")

OF_REQUEST = ("method", "target", "protocol")
OF_TARGET = fields_of("scheme", "authority", "tail", "domain")
OF_HOST = fields_of("domain")
_REFERER = "referer_"
OF_REFERER = tuple(_REFERER + name for name in FIELDS)

ALL = tuple(dict.fromkeys([*WRITTEN, *OF_TARGET, *OF_REFERER]))
USUAL = ("time", "client", "method", "path", "query", "status", "bytes", "referer", "agent")

TEXT = "string_view"  # names of types do where pyarrow takes types
_NUMBERS = ("uint16", "uint32", "uint64", "float64")


def kind_of(name: str) -> str:
    """How a value of this name is read."""
    return KINDS.get(name, "text")


def type_of(name: str, unit: str) -> Any:
    """The Arrow type of a column; ``unit`` is that of the time."""
    if name == "time":
        return pa.timestamp(unit, "UTC")
    kind = KINDS.get(name) or KINDS_OF_FIELDS.get(part_of_referer(name), "text")
    return kind if kind in _NUMBERS else TEXT


def part_of_referer(name: str) -> str:
    """What part of the referer a column is."""
    return name.removeprefix(_REFERER)


def needed_for(fields: list[str]) -> list[str]:
    """What must be read of a line to have these columns."""
    needed: dict[str, None] = {}
    for name in fields:
        if name in OF_REFERER:
            needed["referer"] = None
        elif name in OF_TARGET or name.startswith(OF_QUERY):
            needed |= dict.fromkeys(("target", "method"))
            if name in ("host", *OF_HOST):
                needed["host"] = None
            if name == "port":
                needed["port"] = None
        else:
            needed[name] = None
    return list(needed)


def array_of(column: Any) -> Any:
    """A column in one piece."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
