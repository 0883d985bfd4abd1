"""Which rows are wanted: ``host=*.example.com``, ``status>=500``, ``agent ~* bot``, ``client in (192.0.2.0/24, ::1)``.

condition = field sign value / field ["not"] "in" ( value / "(" value *( "," value ) ")" )
sign      = "=" / "!=" / "<" / "<=" / ">" / ">=" / "~" / "!~" / "~*" / "!~*"

``~`` finds a pattern of RE2 anywhere in a value, as awk has it; ``~*`` does so without case, as nginx and PostgreSQL
have it. RE2 takes linear time, and therefore has neither look-around nor backreferences.
"""

from __future__ import annotations

import re

from .._fields import LOWER
from .._typing import NamedTuple
from .arrow import pa, pc, types
from .late import late
from .tables import as_text, kept
from .usage import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .networks import Networks

_FIELD = r"\s*(query:[^\s=!<>~]+|[A-Za-z_][\w.:-]*)"
_CONDITION = late(rf"{_FIELD}\s*(!=|>=|<=|!~\*|!~|~\*|~|=|>|<)(.*)", re.DOTALL)
_MEMBERS = late(rf"{_FIELD}\s+(not\s+)?in(?=[\s(])(.*)", re.DOTALL | re.IGNORECASE)
_MEMBER = late(r"""\s*(?:(?:'([^']*)'|"([^"]*)")\s*|([^,]*))(,|\Z)""")
_NUMBER = late(r"-?\d+(?:\.\d+)?")
_ZONE = late(r":\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$")
_EXPECTED = (
    "expected FIELD=VALUE, with =, !=, <, <=, >, >=, ~, !~, ~* or !~*, or FIELD in (VALUE, ...), "
    "such as status>=500, agent ~* bot, client in (192.0.2.0/24, ::1)"
)


class Condition(NamedTuple):
    """A field, how it is compared, and what with. Nothing after ``=`` stands for null."""

    field: str
    sign: str
    value: str
    values: tuple[str, ...] = ()  # of ``in`` and ``not in``


class Where:
    """All of some conditions."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.conditions = [_condition(text) for text in texts]

    @property
    def fields(self) -> list[str]:
        """What must be known of a row to decide."""
        return list(dict.fromkeys(condition.field for condition in self.conditions))

    def filtered(self, table: Any) -> Any:
        """The rows of a pyarrow table that all conditions hold for."""
        for condition in self.conditions:
            table = kept(table, _mask(as_text(table.column(condition.field)), condition))
        return table


def _condition(text: str) -> Condition:
    if match := _MEMBERS().fullmatch(text):
        field, negated, value = match.groups()
        values = tuple(_as_written(field, each) for each in _members(text, value.strip()))
        _networks(values)  # raises if one of them is a network but for its length
        return Condition(field, "not in" if negated else "in", "", values)
    match = _CONDITION().fullmatch(text)
    if not match:
        raise UsageError(f"where {text!r}: {_EXPECTED}")
    field, sign, value = match.groups()
    value = value.strip()
    if "~" in sign:
        _check_pattern(text, value)
        return Condition(field, sign, value)
    return Condition(field, sign, _as_written(field, value))


def _as_written(field: str, value: str) -> str:
    """In lower case, if all values of the field are."""
    return value.lower() if _is_lower(field) else value


def _is_lower(field: str) -> bool:
    return field.removeprefix("referer_") in LOWER


def _members(text: str, value: str) -> list[str]:
    if not value.startswith("("):
        found = [value]
    elif value.endswith(")"):
        found = []
        inside, at, comma = value[1:-1], 0, ","
        while comma:
            match = _MEMBER().match(inside, at)
            if match is None:  # every text matches
                break
            found.append(match[1] or match[2] or (match[3] or "").rstrip())
            at, comma = match.end(), match[4]
    else:
        raise UsageError(f"where {text!r}: expected ) at its end")
    if not all(found):
        raise UsageError(f"where {text!r}: expected a value, got an empty one; FIELD= finds what has none")
    return found


def _check_pattern(text: str, pattern: str) -> None:
    if not pattern:
        raise UsageError(f"where {text!r}: expected a pattern, got an empty one")
    try:
        pc.match_substring_regex(pa.scalar(""), pattern)
    except pa.ArrowInvalid as error:
        reason = str(error).partition(": ")[2] or error
        raise UsageError(
            f"where {text!r}: expected a pattern of RE2, which has no look-around and no backreferences; {reason}"
        ) from None


def _mask(column: Any, condition: Condition) -> Any:
    sign = condition.sign
    if _is_lower(condition.field) and _is_text(column.type):  # logs have hosts as they were written
        column = pc.utf8_lower(column.cast(pa.large_string()))
    if sign in ("<", "<=", ">", ">="):
        return _compared(column, condition)
    if "~" in sign:
        found = _matches(column, condition)
    elif sign.endswith("in"):
        found = _is_any_of(column, condition)
    elif not condition.value:
        found = pc.is_null(column)
    elif _is_text(column.type):
        found = pc.match_substring_regex(column.cast(pa.large_string()), _pattern([condition.value]))
    else:
        found = pc.equal(column, _scalar(column.type, condition.field, condition.value))
    found = pc.fill_null(found, False)
    return pc.invert(found) if sign.startswith(("!", "not")) else found


def _compared(column: Any, condition: Condition) -> Any:
    if _is_text(column.type):
        column = column.cast(pa.large_string())
        if _NUMBER().fullmatch(condition.value):  # the comparison is of numbers, and other text fails it
            column = numbers_of(column)
    signs = {"<": pc.less, "<=": pc.less_equal, ">": pc.greater, ">=": pc.greater_equal}
    return signs[condition.sign](column, _scalar(column.type, condition.field, condition.value))


def _matches(column: Any, condition: Condition) -> Any:
    text = column.cast(pa.large_string())
    without_case = condition.sign.endswith("*") or _is_lower(condition.field)
    return pc.match_substring_regex(text, condition.value, ignore_case=without_case)


def _is_any_of(column: Any, condition: Condition) -> Any:
    values = condition.values
    if not _is_text(column.type):
        scalars = [_scalar(column.type, condition.field, each) for each in values]
        return pc.is_in(column, pa.array([each.as_py() for each in scalars], column.type))
    column = column.cast(pa.large_string())
    whole = [each for each in values if "*" not in each]
    found = pc.is_in(column, pa.array(whole, column.type))
    if len(whole) < len(values):
        found = pc.or_(found, pc.match_substring_regex(column, _pattern([each for each in values if "*" in each])))
    if networks := _networks(values):
        found = pc.or_(found, pc.fill_null(networks.mask(column), False))
    return found


def _networks(values: Sequence[str]) -> Networks | None:
    from .networks import Networks, network_of  # with sockets, which few conditions need

    networks = [network for each in values if (network := network_of(each))]
    return Networks(networks) if networks else None


def numbers_of(column: Any) -> Any:
    """A column of text as numbers; null where the text is not a number."""
    is_number = pc.match_substring_regex(column, f"^(?:{_NUMBER().pattern})$")
    return pc.if_else(is_number, column, pa.scalar(None, column.type)).cast(pa.float64())


def _is_text(kind: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _pattern(values: Sequence[str]) -> str:
    """One of some whole values, in which ``*`` stands for anything."""
    return "^(?s:" + "|".join(".*".join(map(re.escape, value.split("*"))) for value in values) + ")$"


def _scalar(kind: Any, field: str, text: str) -> Any:
    value = pa.scalar(text)
    try:
        if types.is_timestamp(kind) and kind.tz and not _ZONE().search(text):
            return pa.scalar(value.cast(pa.timestamp(kind.unit)).value, kind)  # UTC, as all times in logs are here
        return value.cast(kind)
    except pa.ArrowInvalid:
        raise UsageError(f"where: {field} is {kind}, which {text!r} is not") from None
