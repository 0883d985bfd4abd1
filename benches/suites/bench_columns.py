"""Every row in columns. Each contender has a process of its own, which times itself when it is asked to."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from ..recorded import record
from ..settings import COLUMN_ROUNDS, wanted
from .columns.races import ColumnRace, ColumnRaces
from .columns.rows import column_rows, column_size

ROWS = wanted(column_rows(column_size()))


@pytest.mark.parametrize("key", ROWS)
def test_column(benchmark: Any, column_races: ColumnRaces, key: str) -> None:
    row = ROWS[key]
    races = [column_races.enter(row, contender.name) for contender in row.contenders]
    size = len(races)
    # Each round begins with another contender.
    order = ((number + turn) % size for number in count() for turn in range(size))
    taken: list[tuple[int, int, float]] = []

    def take(which: int, race: ColumnRace) -> None:
        timed = race.ask("round")
        taken.append((which, timed["calls"], timed["seconds"]))

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        which = next(order)
        return (which, races[which]), {}

    benchmark.pedantic(take, setup=setup, rounds=COLUMN_ROUNDS * size)
    checked = {contender.name: race.checked for contender, race in zip(row.contenders, races, strict=True)}
    record(benchmark, row, taken, checked=checked)
