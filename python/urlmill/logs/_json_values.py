"""What values of JSON must look like, kind by kind: columns of them, and whether those of the first lines are."""

from __future__ import annotations

import math

from .._backend import impl
from .._io.arrow import pa, pc
from .._io.late import late
from .._io.tables import taken
from ._columns import TEXT, array_of
from ._values import is_absent, numbers, only, times, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_TYPED = ("text", "uint16", "uint64", "float64", "clock")
# As fields of text are read: the kind, and which of its columns it is.
_RECORDS = {"status": ("status", 0), "method": ("method", 0), "client": ("forwarded", 0), "host": ("authority", 0),
            "host_port": ("authority", 1)}  # fmt: skip
_IN_A_SECOND = {"seconds": 1.0, "milliseconds": 1e3, "microseconds": 1e6, "nanoseconds": 1e9}
_UNITS = {"ns": 1e-9, "us": 1e-6, "\u00b5s": 1e-6, "\u03bcs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_ELAPSED = late(r"(?:[0-9]+(?:\.[0-9]+)?(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+")
_STEP = late(r"([0-9.]+)([a-z\u00b5\u03bc]+)")
_TARGET = late(r"/|\*$|[A-Za-z][A-Za-z0-9+.-]*://|[^/?#@\s]+:[0-9]{1,5}$")


def checked(values: Any, kind: str) -> tuple[Any, Any]:
    """The values of an array of text as what they are meant to be, and where they are not; None if they always are."""
    if kind == "string":
        return typed(values, "text"), None
    if kind in _TYPED:
        column = typed(values, kind)
        return column, None if kind == "text" else pc.and_not(pc.is_null(column), is_absent(values))
    values = only(values, pc.invert(is_absent(values)))
    if kind in _RECORDS:
        return _by_record(values, kind)
    if kind in _IN_A_SECOND:
        values = only(values, pc.not_equal(values, "-1"))
        column = pc.divide(numbers(values, pa.float64()), _IN_A_SECOND[kind])
    elif kind == "elapsed":
        column = pa.array([None if text is None else elapsed(text) for text in values.to_pylist()], pa.float64())
    else:
        column = only(values, pc.is_valid(times(_whole_time(values, kind))))
    is_wrong = pc.and_not(pc.is_valid(values), pc.is_valid(column))
    return column.cast(TEXT) if kind in ("date", "time_of_day") else column, is_wrong


def _by_record(values: Any, kind: str) -> tuple[Any, Any]:
    if kind == "status":  # some writers of JSON know one kind of number only, and write 200.0
        values = pc.replace_substring_regex(values, r"^(\d+)\.0*$", r"\1")
    record_kind, place = _RECORDS[kind]
    table = taken(impl.read_records(values, [("", "host", record_kind), ("", "", "")]))
    return array_of(table.column(place)), pc.is_valid(array_of(table.column("error_at")))


def _whole_time(values: Any, kind: str) -> Any:
    """A day or a time of day, with what makes it a time."""
    parts = ("", "T00:00:00Z") if kind == "date" else ("2000-01-01T", "Z")
    before, after, between = (pa.scalar(part, values.type) for part in (*parts, ""))
    return pc.binary_join_element_wise(before, values, after, between)


def elapsed(text: str) -> float | None:
    """Seconds: ``0.012s``, ``15ms``, ``1m30s``."""
    if not _ELAPSED().fullmatch(text):
        return None
    found = [_seconds(number, unit) for number, unit in _STEP().findall(text)]
    seconds = found[0] if len(found) == 1 else sum(found)
    return seconds if math.isfinite(seconds) else None


def _seconds(number: str, unit: str) -> float:
    # A quotient is exact where a product with a fraction is not.
    return float(number) * _UNITS[unit] if _UNITS[unit] >= 1 else float(number) / round(1 / _UNITS[unit])


def count_of(texts: Sequence[str], kind: str) -> int:
    """How many of some texts are of a kind. It takes no pyarrow."""
    if kind == "target":
        return sum(bool(_TARGET().match(text)) for text in texts)
    if kind == "elapsed":
        return sum(bool(_ELAPSED().fullmatch(text)) for text in texts)
    if kind == "request":
        table = impl.read_records(list(texts), [("", "request", "request"), ("", "", "")])
        return sum(bool(target and _TARGET().match(target)) for target in table.values("target"))
    record_kind = _LOOKED_AT.get(kind)
    if record_kind is None:
        return len(texts)
    if kind in ("date", "time_of_day"):
        texts = [f"{text}T00:00:00Z" if kind == "date" else f"2000-01-01T{text}Z" for text in texts]
    table = impl.read_records([_plain(text) for text in texts], [("", "it", record_kind), ("", "", "")])
    return table.values("error_at").count(None)


_LOOKED_AT = {
    "clock": "time", "date": "time", "time_of_day": "time", "uint16": "uint16", "uint64": "uint64",
    **{kind: record for kind, (record, _) in _RECORDS.items()}, **dict.fromkeys(_IN_A_SECOND, "seconds"),
}  # fmt: skip
_EXPONENT = late(r"[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]{1,2}")


def _plain(text: str) -> str:
    """As fields of text have it: without an exponent, a fraction of zeros, or brackets."""
    if _EXPONENT().fullmatch(text):
        text = format(float(text), "f")
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    head, _, zeros = text.partition(".")
    return head if head.isdecimal() and zeros and not zeros.strip("0") else text
