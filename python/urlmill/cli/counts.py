"""Sinks that count: how often each value occurs, or what its rows add up to."""

from __future__ import annotations

import heapq
from itertools import groupby
from math import isfinite

from .._io.arrow import pa, pc, types
from .._io.filters import numbers_of
from .._io.outputs import plain
from .._io.rows import RowCount
from .._io.tables import as_text
from .._io.tallies import Tallies, counted
from .._io.usage import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._io.tallies import Counted

    _Pair = tuple[Any, Any]  # what is counted, and its number

PERIODS = {"minute": 16, "hour": 16, "day": 10, "month": 7}  # and how many characters of a time name one


class Counts:
    """Counts the values of the one column it gets."""

    def __init__(self) -> None:
        self.tallies = Tallies()
        self._rank = 0

    def prepare(self, table: Any) -> Counted | None:
        """Done for a block by itself; None if the rows were counted where they were read."""
        return None if isinstance(table, RowCount) else counted(table.column(0))

    def write(self, prepared: Counted | None) -> None:
        """Adds up, in order."""
        if prepared is not None:
            self.tallies.add_counted(prepared, self._rank)
            self._rank += 2 * sum(prepared.counts)

    @property
    def total(self) -> int:
        """How many rows there were."""
        return self.tallies.total

    def __len__(self) -> int:
        """How many different values."""
        return len(self.tallies)

    def most(self, number: int) -> list[_Pair]:
        """The most frequent ones; of two as frequent, the one seen first."""
        return self.tallies.most(number)


class Sums:
    """The same by periods of time, and with sums of numbers instead of counts.

    A key is the period, in seconds since 1970 in UTC, and the value; None where there is no such thing, or it is not
    asked for.
    """

    def __init__(self, field: str | None, period: str | None, number: str | None) -> None:
        self.tallies: Tallies | None = None  # rows are not counted where they are read
        self._of: dict[tuple[Any, Any], Any] = {}
        self._field, self._period, self._number = field, period, number
        self._has_numbers: list[bool] = []  # threads can add to a list

    def prepare(self, table: Any) -> tuple[list[Any], list[Any]]:
        """Done for a block by itself, so that adding up sees each key of it once."""
        table = plain(table)
        keys = {}
        if self._period:
            times = table.column("time").cast(pa.timestamp("s"), safe=False)
            keys["period"] = pc.floor_temporal(times, unit=self._period).cast(pa.int64())
        if self._field:
            keys["value"] = as_text(table.column(self._field))
        numbers = pa.array([1] * table.num_rows, pa.int64()) if self._number is None else self._numbers(table)
        whole = pa.table({**keys, "number": numbers})
        found = whole.group_by(list(keys), use_threads=False).aggregate([("number", "sum")])
        nothing = [None] * found.num_rows
        columns = [found.column(name).to_pylist() if name in keys else nothing for name in ("period", "value")]
        sums = found.column("number_sum")
        return list(zip(*columns, strict=True)), [
            (int(number) if types.is_decimal(sums.type) else number) if number else 0 for number in sums.to_pylist()
        ]

    def write(self, prepared: tuple[list[Any], list[Any]]) -> None:
        """Adds up."""
        for key, number in zip(*prepared, strict=True):
            self._of[key] = self._of.get(key, 0) + number

    @property
    def total(self) -> Any:
        """The sum of all rows."""
        return sum(self._of.values())

    def __len__(self) -> int:
        """How many different keys."""
        return len(self._of)

    def _numbers(self, table: Any) -> Any:
        column = table.column(self._number)
        if types.is_string(column.type) or types.is_large_string(column.type):
            column = numbers_of(column)
        elif types.is_integer(column.type):
            column = column.cast(whole())
        elif not types.is_floating(column.type):
            raise UsageError(f"--sum: expected a field of numbers; {self._number} is {column.type}")
        self._has_numbers.append(not table.num_rows or column.null_count < len(column))
        return column

    def most(self, number: int) -> list[_Pair]:
        """The largest ones of each period, in the order of time; rows without a time come last."""
        if self._number and not any(self._has_numbers or [True]):
            raise UsageError(f"--sum: expected a field of numbers; there is no number in {self._number}")
        if not isfinite(self.total):
            raise UsageError(f"--sum: the numbers in {self._number} add up to more than floating point can hold")
        if not self._period:
            return _largest(self._of.items(), number)
        in_order = sorted(self._of.items(), key=lambda item: (item[0][0] is None, item[0][0] or 0))
        periods = groupby(in_order, key=lambda item: item[0][0])
        return [pair for _, pairs in periods for pair in _largest(pairs, number)]


def whole() -> Any:
    """The type of whole numbers that are added up: those of 64 bits would wrap around."""
    return pa.decimal128(38)


def names_of(periods: list[int | None], kind: str) -> list[str | None]:
    """How periods are written, in UTC: 2026-05-18 06:00."""
    texts = pa.array(periods, pa.int64()).cast(pa.timestamp("s")).cast(pa.string()).to_pylist()
    return [text and text[: PERIODS[kind]] for text in texts]


def _largest(pairs: Any, number: int) -> list[_Pair]:
    return heapq.nlargest(number, pairs, key=lambda item: item[1])
