"""The columns of access logs: what they are called and what is in them, whatever the format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from ..columns._special import FIELDS

if TYPE_CHECKING:
    from typing import Any

# What a format may have. A name that is not here is text.
KINDS = {
    "time": "clock", "status": "uint16", "bytes": "uint64", "port": "uint16", "request": "request",
    "bytes_received": "uint64", "request_time": "float64", "time_taken": "float64",
}  # fmt: skip
WRITTEN = (
    "time", "host", "port", "client", "user", "method", "target", "protocol", "status", "bytes", "referer", "agent",
    "request", "ident", "x_forwarded_for", "bytes_received", "request_time", "time_taken",
)  # fmt: skip

OF_REQUEST = ("method", "target", "protocol")
OF_TARGET = (
    "scheme", "host", "port", "netloc", "path", "query", "fragment", "extension", "depth",
    "registrable_domain", "public_suffix",
)  # fmt: skip
OF_HOST = ("registrable_domain", "public_suffix")
_REFERER = "referer_"
OF_REFERER = tuple(_REFERER + name for name in FIELDS)

ALL = tuple(dict.fromkeys([*WRITTEN, *OF_TARGET, *OF_REFERER]))
USUAL = ("time", "client", "method", "path", "query", "status", "bytes", "referer", "agent")

TEXT = pa.string_view()
_TYPES = {"uint16": pa.uint16(), "uint64": pa.uint64(), "float64": pa.float64()}
_TYPES_OF_PARTS = {"port": pa.uint16(), "depth": pa.uint32(), "error_at": pa.uint32()}


def kind_of(name: str) -> str:
    """How a value of this name is read."""
    return KINDS.get(name, "text")


def type_of(name: str, unit: str) -> Any:
    """The Arrow type of a column; ``unit`` is that of the time."""
    if name == "time":
        return pa.timestamp(unit, "UTC")
    if name in KINDS:
        return _TYPES.get(KINDS[name], TEXT)
    return _TYPES_OF_PARTS.get(name.removeprefix(_REFERER), TEXT)


def part_of_referer(name: str) -> str:
    """What part of the referer a column is."""
    return name.removeprefix(_REFERER)


def needed_for(fields: list[str]) -> list[str]:
    """What must be read of a line to have these columns."""
    needed: dict[str, None] = {}
    for name in fields:
        if name in OF_REFERER:
            needed["referer"] = None
        elif name in OF_TARGET:
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
