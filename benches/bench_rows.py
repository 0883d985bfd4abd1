"""Every row, one call at a time."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from .row import Race
from .rows import all_rows
from .schedule import schedule, wanted

ROWS = wanted(all_rows())


@cache
def race(row_key: str, contender_name: str) -> Race:
    row = ROWS[row_key]
    entered = Race(row, row.contender(contender_name))
    entered.check()
    return entered


@pytest.mark.parametrize(("row_key", "contender_name"), schedule(ROWS))
def test_row(benchmark: Any, row_key: str, contender_name: str) -> None:
    entered = race(row_key, contender_name)
    row, contender = entered.row, entered.contender
    stretches = entered.prepare()
    coming = iter(stretches)

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (contender.function, next(coming)), {}

    # What pytest-benchmark calls a round is a stretch of ours: the report takes the minimum of each over our rounds.
    benchmark.pedantic(entered.loop, setup=setup, rounds=len(stretches), iterations=1)
    benchmark.extra_info.update(
        row=row.key,
        title=row.title,
        group=row.group,
        goal=row.goal,
        baseline=row.baseline,
        contender=contender.name,
        calls=sum(map(len, stretches)),
        spared=len(row.inputs) - len(entered.inputs),
        left_out=row.left_out,
    )
