"""Which rows are wanted: ``host=*.example.com``, ``status>=500``, ``query!=``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._fields import LOWER
from .arrow import pa, pc, types
from .tables import kept
from .usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_CONDITION = re.compile(r"\s*([A-Za-z_][\w.:-]*)\s*(!=|>=|<=|=|>|<)(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_ZONE = re.compile(r":\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$")


@dataclass(frozen=True)
class Condition:
    """A field, how it is compared, and what with. Nothing after ``=`` stands for null."""

    field: str
    sign: str
    value: str


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
            table = kept(table, _mask(table.column(condition.field), condition))
        return table


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    if not match:
        raise UsageError(f"where {text!r}: write FIELD=VALUE, with =, !=, <, <=, > or >=")
    field, sign, value = match.groups()
    value = value.strip()
    return Condition(field, sign, value.lower() if field.removeprefix("referer_") in LOWER else value)


def _mask(column: Any, condition: Condition) -> Any:
    if condition.sign in ("=", "!="):
        if not condition.value:
            found = pc.is_null(column)
        elif _is_text(column.type):
            found = pc.match_substring_regex(column.cast(pa.large_string()), _pattern(condition.value))
        else:
            found = pc.equal(column, _scalar(column.type, condition))
        found = pc.fill_null(found, False)
        return found if condition.sign == "=" else pc.invert(found)
    if _is_text(column.type):
        column = column.cast(pa.large_string())
        if _NUMBER.fullmatch(condition.value):  # the comparison is of numbers, and other text fails it
            is_number = pc.match_substring_regex(column, f"^{_NUMBER.pattern}$")
            column = pc.if_else(is_number, column, pa.scalar(None, column.type)).cast(pa.float64())
    kept = {"<": pc.less, "<=": pc.less_equal, ">": pc.greater, ">=": pc.greater_equal}[condition.sign]
    return kept(column, _scalar(column.type, condition))


def _is_text(kind: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _pattern(value: str) -> str:
    """A whole value, in which ``*`` stands for anything."""
    return "^(?s:" + ".*".join(map(re.escape, value.split("*"))) + ")$"


def _scalar(kind: Any, condition: Condition) -> Any:
    value = pa.scalar(condition.value)
    try:
        if types.is_timestamp(kind) and kind.tz and not _ZONE.search(condition.value):
            return pa.scalar(value.cast(pa.timestamp(kind.unit)).value, kind)  # UTC, as all times in logs are here
        return value.cast(kind)
    except pa.ArrowInvalid:
        raise UsageError(f"where: {condition.field} is {kind}, which {condition.value!r} is not") from None
