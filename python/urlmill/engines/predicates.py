"""Predicates of Polars as conditions of ``urlmill.logs.read``.

What is made here may let more rows pass than the predicate, never fewer: the predicate is applied to them again. So
what is not understood is left out, and so is what a condition would read in another way: ``*`` in text, for one.
"""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from datetime import datetime, timedelta, timezone

from pyarrow import types

from .._fields import LOWER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import polars as pl

_SIGNS = {"Eq": "=", "NotEq": "!=", "Lt": "<", "LtEq": "<=", "Gt": ">", "GtEq": ">="}
_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PLAIN = re.compile(r"[\w./:-]+", re.ASCII)
_NETWORK = re.compile(r"[0-9A-Fa-f.:]+/\d+")  # which may stand for all addresses in it
_PER_SECOND = {"Milliseconds": 10**3, "Microseconds": 10**6, "Nanoseconds": 10**9}
_1970 = datetime(1970, 1, 1, tzinfo=timezone.utc)


def conditions(predicate: pl.Expr, schema: Any) -> list[str]:
    """Those that hold wherever the predicate does; ``schema`` is that of the reader."""
    found = []
    # The tree is Polars' own, and may have another form in any release.
    with suppress(Exception):
        for part in _parts(json.loads(predicate.meta.serialize(format="json"))):
            with suppress(Exception):
                found += _conditions(part, schema)
    return found


def _parts(tree: Any) -> Iterator[Any]:
    """What must hold, all of it."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        found = part.get("BinaryExpr", {})
        if found.get("op") in ("And", "LogicalAnd"):
            waiting += [found["right"], found["left"]]
        else:
            yield part


def _conditions(part: Any, schema: Any) -> list[str]:
    if found := part.get("BinaryExpr"):
        sign = _SIGNS.get(found["op"], "")
        left, right = found["left"], found["right"]
        if "Column" in right:
            left, right, sign = right, left, _TURNED.get(sign, "")
        return _compared(left, sign, right, schema)
    function, inputs = part["Function"]["function"], part["Function"]["input"]
    name = _name(inputs[0], schema)
    if not name:
        return []
    if function == {"Boolean": "IsNull"}:
        return [f"{name}="]
    if function == {"Boolean": "IsNotNull"}:
        return [f"{name}!="]
    if "IsBetween" in function.get("Boolean", ""):
        return [*_compared(inputs[0], ">=", inputs[1], schema), *_compared(inputs[0], "<=", inputs[2], schema)]
    if function == {"StringExpr": "StartsWith"}:
        return [f"{text}*" for text in _compared(inputs[0], "=", inputs[1], schema)]
    return []


def _compared(column: Any, sign: str, literal: Any, schema: Any) -> list[str]:
    name = _name(column, schema)
    if not name or not sign:
        return []
    kind, value = schema.field(name).type, _value(literal["Literal"])
    if types.is_timestamp(kind):
        return [f"{name}{each}" for each in _times(sign, *value)]
    if types.is_integer(kind):
        is_one = type(value) is int and 0 <= value < 1 << kind.bit_width
    elif types.is_floating(kind):
        is_one = type(value) in (int, float) and math.isfinite(value)
    else:
        is_one = sign == "=" and isinstance(value, str) and _is_plain(name, value)
    return [f"{name}{sign}{value!r}" if not isinstance(value, str) else f"{name}{sign}{value}"] if is_one else []


def _name(column: Any, schema: Any) -> str:
    name = column.get("Column", "")
    return name if name in schema.names and _NAME.fullmatch(name) else ""


def _value(literal: Any) -> Any:
    """What is in it: ``{"Scalar": {"UInt16": 404}}``."""
    while isinstance(literal, dict):
        (literal,) = literal.values()
    return literal


def _is_plain(name: str, value: str) -> bool:
    """Whether it stands for itself."""
    if name.removeprefix("referer_") in LOWER and value != value.lower():
        return False
    return bool(_PLAIN.fullmatch(value)) and not _NETWORK.fullmatch(value)


def _times(sign: str, count: int, unit: str, *_: object) -> list[str]:
    """In whole seconds, before and after: there are logs that have no others."""
    below, is_between = divmod(count, _PER_SECOND[unit])
    least, most = (
        f"{(_1970 + timedelta(seconds=each)).isoformat()[:19]}Z" for each in (below, below + bool(is_between))
    )
    return [f">={least}"] * (sign in ("=", ">", ">=")) + [f"<={most}"] * (sign in ("=", "<", "<="))
