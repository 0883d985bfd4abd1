"""Text and numbers as the types of their columns, where the kernel has not read them: JSON, W3C and patterns."""

from __future__ import annotations

from contextlib import suppress

from .._backend import impl
from .._io.arrow import pa, pc, types
from .._io.tables import taken
from ._columns import TEXT, array_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DAY = r"^\d{4}-\d\d-\d\d"
_REAL = r"^\d+(\.\d*)?([eE][+-]?\d+)?$|^-0+(\.0*)?([eE][+-]?\d+)?$"
_NUMBERS = ("uint16", "uint64", "float64")
_DIGITS = 20  # of the largest number of 64 bits


def typed(values: Any, kind: str) -> Any:
    """The values of an array as what they are meant to be; null where they are not. ``-`` is null."""
    if types.is_string(values.type) or types.is_large_string(values.type):
        absent = pc.equal(values, "-")
        if kind != "text":
            absent = pc.or_(absent, pc.equal(values, ""))
        values = only(values, pc.invert(absent))
    if kind == "clock":
        return times(values)
    if kind in _NUMBERS:
        return numbers(values, getattr(pa, kind)())
    return values.cast(TEXT)


def is_absent(values: Any) -> Any:
    """Where nothing was written, or a dash for it."""
    if not types.is_string(values.type) and not types.is_large_string(values.type):
        return pc.is_null(values)
    return pc.fill_null(pc.or_(pc.equal(values, "-"), pc.equal(values, "")), True)


def only(values: Any, mask: Any) -> Any:
    """The values that the mask holds for, and null for the others."""
    if pc.all(mask, min_count=0).as_py():
        return values
    return pc.if_else(mask, values, pa.scalar(None, values.type))


def marked(places: Any, is_wrong: Any) -> Any:
    """Places of errors, with one at the start of the line where something is wrong and no other is known."""
    is_wrong = pc.fill_null(is_wrong, False)
    if not pc.any(is_wrong, min_count=0).as_py():
        return places
    return pc.if_else(pc.and_(is_wrong, pc.is_null(places)), pa.scalar(0, places.type), places)


_LATEST = 9 * 10**18  # a count since 1970 that 64 bits hold, and that its digits show to be one


def numbers(values: Any, kind: Any) -> Any:
    """Decimal numbers from 0 on."""
    if types.is_boolean(values.type):
        return pa.nulls(len(values), kind)
    if types.is_integer(values.type):
        largest = 65535 if kind == pa.uint16() else 2**63 - 1
        return only(values, pc.and_(pc.greater_equal(values, 0), pc.less_equal(values, largest))).cast(kind)
    if types.is_floating(values.type) and types.is_floating(kind):
        return only(values, pc.and_(pc.greater_equal(values, 0.0), pc.is_finite(values)))
    if types.is_floating(kind):
        found = only(values, pc.match_substring_regex(values, _REAL)).cast(kind)
        return only(found, pc.is_finite(found))
    is_whole = pc.ascii_is_decimal(values)
    if not pc.all(is_whole, min_count=0).as_py():
        # Some writers of JSON know one kind of number only, and write 200.0.
        values = only(values, pc.match_substring_regex(values, r"^\d+(\.0*)?$"))
        values = pc.replace_substring_regex(values, r"\.0*$", "")
    try:
        return values.cast(kind)
    except pa.ArrowInvalid:
        return pa.array([_number(value, kind) for value in values.to_pylist()], kind)


def _number(value: str | None, kind: Any) -> int | None:
    digits = (value or "").lstrip("0") or "0"
    if value is None or len(digits) > _DIGITS or int(digits) >= 1 << kind.bit_width:
        return None
    return int(digits)


# What Python's `datetime` has: the years 1 to 9999, in millionths of a second.
_FIRST, _LAST = -62_135_596_800_000_000, 253_402_300_799_999_999


def times(values: Any) -> Any:
    """Times with a zone, without one (which is UTC then), as Apache writes them, or counted since 1970 in seconds or in
    thousandths, millionths or billionths of one.
    """
    found = _times(values)
    counts = found.cast(pa.int64())
    return only(found, pc.and_(pc.greater_equal(counts, _FIRST), pc.less_equal(counts, _LAST)))


def _times(values: Any) -> Any:
    if types.is_integer(values.type):
        return _since_1970(values)
    if types.is_floating(values.type):
        return _parts_since_1970(values)
    if types.is_boolean(values.type):
        return pa.nulls(len(values), _time())
    if pc.any(pc.starts_with(values, "["), min_count=0).as_py():  # as Tomcat and gunicorn write them in JSON, too
        values = pc.replace_substring_regex(values, r"^\[([^\[].*)\]$", r"\1")
    with suppress(pa.ArrowInvalid):
        return _way_of_first(values)(values)
    found = None
    for shape, read in _SHAPES:
        mask = pc.match_substring_regex(values, shape)
        if pc.any(mask, min_count=0).as_py():
            some = _each(read, only(values, mask))
            found = some if found is None else pc.coalesce(found, some)
    return pa.nulls(len(values), _time()) if found is None else found


def _time() -> Any:
    return pa.timestamp("us", "UTC")


def _each(read: Callable[[Any], Any], values: Any) -> Any:
    """All at once, or in halves if one of them is not a time, such as the 31st of February."""
    try:
        return read(values)
    except pa.ArrowInvalid:
        if len(values) == 1:
            return pa.nulls(1, _time())
    half = len(values) // 2  # a few of many are soon found
    return pa.concat_arrays([_each(read, values.slice(0, half)), _each(read, values.slice(half))])


def _way_of_first(values: Any) -> Callable[[Any], Any]:
    """How the first value is read, and so most likely all. Arrow takes its time to say no, for each value."""
    first = values.slice(max(pc.index(pc.is_valid(values), True).as_py(), 0), 1)
    with suppress(pa.ArrowInvalid):
        _zoned(first)
        return _zoned
    return _local


def _zoned(values: Any) -> Any:
    return _exact(values, "UTC")


def _local(values: Any) -> Any:
    return _exact(values, None)


def _exact(values: Any, zone: str | None) -> Any:
    """To millionths of a second, whatever is written."""
    wanted, longer = pa.timestamp("us", zone), pa.timestamp("ns", zone)
    with suppress(pa.ArrowInvalid):
        values[:1].cast(wanted)
        return values.cast(wanted).cast(_time())
    return values.cast(longer).cast(wanted, safe=False).cast(_time())


def _clock(values: Any) -> Any:
    table = taken(impl.read_records(values, [("", "time", "time"), ("", "", "")]))
    return array_of(table.column("time"))


def _since_1970(values: Any) -> Any:
    counts = values.cast(pa.int64())
    counts = only(counts, pc.and_(pc.greater(counts, -_LATEST), pc.less(counts, _LATEST)))
    size = pc.abs(counts)
    found = pc.if_else(
        pc.less(size, 10**11),
        pc.multiply(counts, 10**6),
        pc.if_else(
            pc.less(size, 10**14),
            pc.multiply(counts, 10**3),
            pc.if_else(pc.less(size, 10**17), counts, pc.divide(counts, 10**3)),
        ),
    )
    return found.cast(pa.timestamp("us")).cast(_time())


def _parts_since_1970(values: Any) -> Any:
    values = only(values, pc.less(pc.abs(values), 1e14))
    found = pc.if_else(pc.less(pc.abs(values), 1e11), pc.multiply(values, 1e6), pc.multiply(values, 1e3))
    return pc.round(found).cast(pa.int64()).cast(pa.timestamp("us")).cast(_time())


_SHAPES: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    (_DAY + r".*(Z|[+-]\d\d(:?\d\d)?)$", _zoned),
    (_DAY + r"([T ][\d:.]*)?$", _local),
    (r"^\d\d/[A-Z][a-z]{2}/\d{4}:", _clock),
    (r"^-?(\d{1,18}|[1-8]\d{18})$", lambda values: _since_1970(values.cast(pa.int64()))),
    (r"^-?\d+(\.\d*([eE][+-]?\d+)?|[eE][+-]?\d+)$", lambda values: _parts_since_1970(values.cast(pa.float64()))),
)
