"""How much memory each contender takes for the components of a column: in a fresh process, once."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from .columns.races import ColumnRaces
from .columns.rows import SPLIT_KEY, column_rows, column_size

ROWS = [row for row in column_rows(column_size()) if row.key == SPLIT_KEY]
NAMES = [contender.name for row in ROWS for contender in row.contenders]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of a while")
@pytest.mark.parametrize("contender_name", NAMES)
def test_memory(benchmark: Any, column_races: ColumnRaces, contender_name: str) -> None:
    race = column_races.start(ROWS[0], contender_name)
    used = benchmark.pedantic(race.ask, args=("peak",), rounds=1, iterations=1)
    race.end()
    benchmark.extra_info.update(row="memory", contender=contender_name, **used)
