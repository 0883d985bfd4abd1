"""The structures of the Arrow C data interface, made by hand, and the capsules that they travel in.

https://arrow.apache.org/docs/format/CDataInterface.html
"""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import Any

RELEASE = CFUNCTYPE(None, c_void_p)


class Schema(Structure):
    """ArrowSchema."""


class Array(Structure):
    """ArrowArray."""


class Stream(Structure):
    """ArrowArrayStream."""


Schema._fields_ = [
    ("format", c_void_p),
    ("name", c_void_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", c_void_p),
    ("dictionary", c_void_p),
    ("release", c_void_p),
    ("private_data", c_void_p),
]
Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", c_void_p),
    ("children", c_void_p),
    ("dictionary", c_void_p),
    ("release", c_void_p),
    ("private_data", c_void_p),
]
GET = CFUNCTYPE(c_int, c_void_p, c_void_p)
LAST_ERROR = CFUNCTYPE(c_void_p, c_void_p)
Stream._fields_ = [
    ("get_schema", GET),
    ("get_next", GET),
    ("get_last_error", LAST_ERROR),
    ("release", c_void_p),
    ("private_data", c_void_p),
]

capsule_new = ctypes.pythonapi.PyCapsule_New
capsule_new.restype = ctypes.py_object
capsule_new.argtypes = [c_void_p, c_char_p, c_void_p]
SCHEMA, ARRAY, STREAM = (
    ctypes.c_char_p(b"arrow_schema"),
    ctypes.c_char_p(b"arrow_array"),
    ctypes.c_char_p(b"arrow_array_stream"),
)


def _released(kind: type[Structure]) -> Any:
    """A release callback: all that it does is to say so, for Python keeps the memory."""

    def release(pointer: int) -> None:
        ctypes.cast(pointer, POINTER(kind)).contents.release = None

    return RELEASE(release)


_CALLBACKS = {kind: _released(kind) for kind in (Schema, Array, Stream)}
RELEASES = {kind: ctypes.cast(callback, c_void_p).value for kind, callback in _CALLBACKS.items()}


def capsule(name: ctypes.c_char_p, structure: Structure) -> object:
    return capsule_new(ctypes.addressof(structure), name, None)
