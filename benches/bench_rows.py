"""Every row, one call at a time.

Rounds are the outermost loop, so that a busy spell of the machine cannot spoil all rounds of a contender; within a
round the contenders of a row follow each other, starting with another one each time.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest

from .rows import Race, all_rows

ROUNDS = int(os.environ.get("URLMILL_BENCH_ROUNDS") or 11)
ROW = os.environ.get("URLMILL_BENCH_ROW")
ROWS = [row for row in all_rows() if ROW in (None, row.key)]


def schedule() -> list[Any]:
    items = []
    for round_number in range(ROUNDS):
        for row in ROWS:
            first = round_number % len(row.contenders)
            for contender in row.contenders[first:] + row.contenders[:first]:
                name = f"{row.key}-{contender.name}-{round_number}"
                items.append(pytest.param(row.key, contender.name, id=name))
    return items


@cache
def race(row_key: str, contender_name: str) -> Race:
    row = next(row for row in ROWS if row.key == row_key)
    entered = Race(row, row.contender(contender_name))
    entered.check()
    return entered


@pytest.mark.parametrize(("row_key", "contender_name"), schedule())
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
        goal=row.goal,
        baseline=row.baseline,
        contender=contender.name,
        calls=sum(map(len, stretches)),
        spared=len(row.inputs) - len(entered.inputs),
        left_out=row.left_out,
    )
