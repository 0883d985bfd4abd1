"""What a public call answered, in a form that two runs can be compared by."""

from __future__ import annotations

from typing import Any

from tests.public_calls import CALLS, answered
from urlmill.columns import Column, Columns

OTHER_LIBRARIES = ("pandas", "polars", "pyarrow")


def answer(name: str) -> object:
    """Of the call of this name."""
    return settled(answered(CALLS[name]))


def settled(value: Any) -> object:
    if isinstance(value, Exception):
        return (type(value).__name__, str(value))
    if isinstance(value, Column):
        return value.to_pylist()
    if isinstance(value, Columns):
        return {name: value[name].to_pylist() for name in value.names}
    shown = type(value).__name__ if type(value).__module__.partition(".")[0] in OTHER_LIBRARIES else repr(value)
    return type(value).__name__ if " at 0x" in shown else shown
