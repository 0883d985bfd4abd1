"""Measures one entry point, in a process of its own: ``python -m tests.linear_time.measure ENTRY``.

For each shape the length is doubled from 1,024 characters until a call costs enough to be measured, and more than a few
characters do, or until 65,536 are reached. Then four times the length may cost six times as much: linear time, and what
noise and caches add to it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
import urllib.parse
from collections.abc import Callable

import urlmill.parse

from . import entries
from .counter import counter
from .entries import Call, calls, start_of
from .shapes import SHAPES, Shape

FEW, SHORTEST, LONGEST = 1 << 5, 1 << 10, 1 << 16
MOST = 6.0
TRIES = 5


def main(entry: str) -> dict[str, list[int]]:
    """What is not linear: by call and shape, the length, and the costs of that, of twice and of four times as much."""
    clock, enough = counter()
    start = start_of(entry)
    gc.disable()
    slow = {}
    for name, call in calls(entry).items():
        for shape_name, shape in SHAPES.items():
            costs = _costs(call, shape, start, clock, enough)
            if costs and not _is_linear(costs):  # on a busy machine, by chance: what is not linear is not so twice
                costs = _costs(call, shape, start, clock, enough, 2 * costs[0])
            if not _is_linear(costs) and not _is_the_interpreters(entry, call, shape, clock, enough):
                slow[f"{name}: {shape_name}"] = costs or []
    return slow


def _is_linear(costs: list[int] | None) -> bool:
    return costs is None or costs[3] <= MOST * costs[1]


def _is_the_interpreters(entry: str, call: Call, shape: Shape, clock: Callable[[], int], enough: int) -> bool:
    """Whether the drop-in has handed it to the interpreter's own function, which is no faster by itself."""
    if not entry.startswith("urlmill.parse."):
        return False
    entries.parse = urllib.parse
    costs = _costs(call, shape, start_of(entry), clock, enough)
    entries.parse = urlmill.parse
    return not _is_linear(costs)


def _costs(
    call: Call, shape: Shape, start: str, clock: Callable[[], int], enough: int, length: int = SHORTEST
) -> list[int] | None:
    """The length and the costs, from ``length`` on; None if even the longest text costs too little to compare."""
    _cost(call, shape.text(start, FEW), clock)  # whatever is only done once
    least = max(enough, 3 * _cost(call, shape.text(start, FEW), clock))
    while (cost := _cost(call, shape.text(start, length), clock)) < least and length < LONGEST:
        length *= 2
    lengths = (length, 2 * length, 4 * length)
    costs = [cost, *(_cost(call, shape.text(start, each), clock) for each in lengths[1:])]
    for _ in range(TRIES - 1):
        if costs[2] <= MOST * costs[0]:
            break
        costs = list(map(min, costs, [_cost(call, shape.text(start, each), clock) for each in lengths]))
    return [length, *costs] if costs[-1] >= 4 * enough else None


def _cost(call: Call, text: str, clock: Callable[[], int]) -> int:
    before = clock()
    with contextlib.suppress(ValueError, OSError):  # a refusal is an answer
        call(text)
    return clock() - before


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
