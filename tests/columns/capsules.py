"""Arrays for Arrow's C data interface, made by hand: to say what no library would."""

from __future__ import annotations

import ctypes
from ctypes import Structure, addressof, create_string_buffer
from typing import Any

from .arrow_structures import ARRAY, RELEASES, SCHEMA, Array, Schema, capsule


def schema(kind: bytes | None, children: list[Schema] | None = None, /, **fields: Any) -> Schema:
    """A schema; ``fields`` say otherwise what they name."""
    made = Schema(flags=2, release=RELEASES[Schema])
    _give(made, {"format": kind, "name": b"", **_pointers("children", children or []), **fields})
    return made


def array(length: int, buffers: list[bytes | None], children: list[Array] | None = None, /, **fields: Any) -> Array:
    """An array; ``fields`` say otherwise what they name."""
    made = Array(length=length, null_count=-1, release=RELEASES[Array])
    _give(made, {**_pointers("buffers", buffers), **_pointers("children", children or []), **fields})
    return made


def _pointers(name: str, items: list[Any]) -> dict[str, Any]:
    return {name: items, f"n_{name}": len(items)}


def _give(made: Any, fields: dict[str, Any]) -> None:
    """Sets fields; what they point to lives as long as the structure does, which ctypes does not see to."""
    made.kept = []

    def place(value: Any) -> int | None:
        if value is None:
            return None
        held = value if isinstance(value, Structure) else create_string_buffer(value, len(value) + 1)
        made.kept.append(held)
        return addressof(held)

    for name, value in fields.items():
        if isinstance(value, list):
            pointers = (ctypes.c_void_p * max(len(value), 1))(*map(place, value))
            made.kept.append(pointers)
            setattr(made, name, addressof(pointers))
        else:
            setattr(made, name, value if isinstance(value, int) else place(value))


class Given:
    """A producer of one array."""

    def __init__(self, schema: Schema, array: Array) -> None:
        self.schema = schema
        self.array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.__arrow_c_schema__(), capsule(ARRAY, self.array)

    def __arrow_c_schema__(self) -> Any:
        return capsule(SCHEMA, self.schema)
