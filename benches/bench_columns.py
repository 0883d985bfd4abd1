"""Every row in columns. Each contender has a process of its own, which times itself when it is asked to."""

from __future__ import annotations

from typing import Any

import pytest

from .column_races import ColumnRaces
from .column_rows import column_rows
from .rows import column_size
from .schedule import schedule, wanted

ROWS = wanted(column_rows(column_size()))


@pytest.mark.parametrize(("row_key", "contender_name"), schedule(ROWS))
def test_column(benchmark: Any, column_races: ColumnRaces, row_key: str, contender_name: str) -> None:
    row = ROWS[row_key]
    race = column_races.enter(row, contender_name)
    timed = benchmark.pedantic(race.ask, args=("round",), rounds=1, iterations=1)
    benchmark.extra_info.update(
        row=row.key,
        title=row.title,
        group=row.group,
        goal=row.goal,
        baseline=row.baseline,
        contender=contender_name,
        calls=timed["calls"],
        seconds=timed["seconds"],
        **race.checked,
    )
