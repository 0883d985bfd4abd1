"""Arrow's C data interface by hand, to say what no library would."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int64, c_void_p, cast, pointer
from typing import Any


class Schema(Structure):
    """ArrowSchema."""


Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", POINTER(Schema)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class Array(Structure):
    """ArrowArray."""


Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


def _release(made: Any) -> None:
    made.contents.release = None


_release_schema = ctypes.CFUNCTYPE(None, POINTER(Schema))(_release)
_release_array = ctypes.CFUNCTYPE(None, POINTER(Array))(_release)


def schema(kind: bytes | None, children: list[Schema] | None = None, /, **fields: Any) -> Schema:
    """A schema; ``fields`` say otherwise what they name."""
    made = Schema(format=kind, name=b"", flags=2, release=cast(_release_schema, c_void_p))
    _give(made, children or [], Schema, fields)
    return made


def array(length: int, buffers: list[bytes | None], children: list[Array] | None = None, /, **fields: Any) -> Array:
    """An array; ``fields`` say otherwise what they name."""
    made = Array(length=length, null_count=-1, release=cast(_release_array, c_void_p))
    held = [None if octets is None else ctypes.create_string_buffer(octets, len(octets)) for octets in buffers]
    pointers = (c_void_p * max(len(held), 1))(*[None if each is None else ctypes.addressof(each) for each in held])
    made.n_buffers = len(held)
    made.buffers = cast(pointers, POINTER(c_void_p))
    _give(made, children or [], Array, fields)
    made.held = (held, pointers)  # ctypes keeps nothing alive behind a pointer
    return made


def _give(made: Any, children: list[Any], kind: Any, fields: dict[str, Any]) -> None:
    pointers = (POINTER(kind) * max(len(children), 1))(*[pointer(child) for child in children])
    made.n_children = len(children)
    made.children = cast(pointers, POINTER(POINTER(kind)))
    made.kept = (children, pointers, fields)
    for name, value in fields.items():
        setattr(made, name, value)


class Given:
    """A producer of one array."""

    def __init__(self, schema: Schema, array: Array) -> None:
        self.schema = schema
        self.array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return _capsule(self.schema, b"arrow_schema"), _capsule(self.array, b"arrow_array")

    def __arrow_c_schema__(self) -> Any:
        return _capsule(self.schema, b"arrow_schema")


def _capsule(made: Structure, name: bytes) -> Any:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [c_void_p, c_char_p, c_void_p]
    return new(ctypes.addressof(made), name, None)
