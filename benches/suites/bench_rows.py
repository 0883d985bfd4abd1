"""Every row of which one call is measured at a time: a test for each, which times its contenders in turns."""

from __future__ import annotations

from typing import Any

import pytest

from ..recorded import record
from ..settings import PROCESS, ROUNDS, wanted
from ..turns import WARM_UP, Turns
from .dropin import all_rows

ROWS = wanted(all_rows())


@pytest.mark.parametrize("key", ROWS)
def test_row(benchmark: Any, key: str) -> None:
    row = ROWS[key]
    if PROCESS == 0:
        row.check()
    turns = Turns(row, PROCESS)
    coming = iter(turns)
    numbers = {lane: number for number, lane in enumerate(turns.lanes)}
    taken: list[tuple[int, int]] = []  # of each turn, the number of the contender and of the calls

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        lane, stretch = next(coming)
        cut = int(len(stretch) * WARM_UP)
        lane.run(stretch[:cut])
        taken.append((numbers[lane], len(stretch) - cut))
        return (lane.contender.loop, lane.contender.function, stretch[cut:]), {}

    # What pytest-benchmark calls a round is a turn of ours.
    benchmark.pedantic(through, setup=setup, rounds=ROUNDS * len(turns.lanes))
    refused = {lane.contender.name: lane.refused for lane in turns.lanes if lane.refused}
    record(benchmark, row, taken, same=row.same, left_out=row.left_out, refused=refused)


def through(loop: Any, function: Any, items: list[Any]) -> None:
    loop(function, items)
