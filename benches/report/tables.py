"""Tables in Markdown, with a line for each row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..names import NATIVE, PURE
from ..results import Measured, Results

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..interval import Estimate

SAME = "the same function"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """A Markdown table; all but the first `left` columns are aligned to the right."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def digits(value: float) -> int:
    return 2 if value < 2 else 1 if value < 100 else 0


def down(value: float, places: int) -> str:
    """Rounded down, so that what falls short of a goal does not look as if it had met it."""
    return f"{math.floor(value * 10**places) / 10**places:.{places}f}"


def times(ratio: Estimate | None) -> str:
    """`12.3x`."""
    return "" if ratio is None else f"{down(ratio.value, digits(ratio.value))}x"


def interval(ratio: Estimate | None) -> str:
    """`12.1 to 12.5`, from the outside of both ends."""
    if ratio is None:
        return ""
    places = digits(ratio.value)
    return f"{down(ratio.low, places)} to {math.ceil(ratio.high * 10**places) / 10**places:.{places}f}"


def ns(row: Measured, contender: str) -> str:
    found = row.ns(contender)
    return "" if found is None else f"{found:.0f} ns"


def native(row: Measured) -> list[str]:
    """Ratio and interval."""
    if NATIVE in row.same:
        return [SAME, ""]
    ratio = row.ratio(NATIVE)
    return [f"**{times(ratio)}**", interval(ratio)] if ratio else ["not built", ""]


def pure(row: Measured) -> str:
    return SAME if PURE in row.same else times(row.ratio(PURE))


def peer(row: Measured, name: str, results: Results) -> str:
    """Its ratio, or why there is none."""
    if name in row.peers:
        return times(row.peers[name])
    other = stand_in(row, name, results)
    elsewhere = f"; {times(other.peers[name])} on {results.stand_in.minor}" if other and results.stand_in else ""
    return f"no build for {results.minor}{elsewhere}" if name in results.missing else ""


def stand_in(row: Measured, name: str, results: Results) -> Measured | None:
    """The row of the other interpreter that has the figure of a peer missing on this one."""
    other = results.stand_in.row(row.key) if results.stand_in and name in results.missing else None
    return other if other and name in other.peers else None


def best(row: Measured) -> str:
    name = row.best_peer
    return f"{times(row.peers[name])} ({name})" if name else "none"


def yes(met: bool) -> str:
    return "yes" if met else "**no**"


def goal(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:g}x"


def met(row: Measured) -> list[str]:
    """The goal, and whether it is met."""
    shown = row.goal is not None and row.ratio(NATIVE) is not None
    return [goal(row.goal), yes(row.is_met) if shown else ""]


def baseline_head(rows: list[Measured]) -> str:
    return rows[0].baseline if len({row.baseline for row in rows}) == 1 else "one by one"


def beside_head(beside: Results | None) -> list[str]:
    return [f"on {beside.minor}", "interval"] if beside else []


def beside_cells(row: Measured, beside: Results | None) -> list[str]:
    """The same row on the other interpreter, and its goal if it is missed."""
    if beside is None:
        return []
    other = beside.row(row.key)
    if other is None:
        return ["", ""]
    ratio, within = native(other)
    return [ratio if other.is_met else f"{ratio} (goal {goal(other.goal)})", within]


def measured_table(
    results: Results,
    rows: list[Measured],
    beside: Results | None = None,
    peers: Sequence[str] = (),
    with_goals: bool = True,
) -> list[str]:
    """A column for each of the peers that are named; for none, one with the best peer of each row."""
    head = [
        *("operation", baseline_head(rows), "urlmill", "faster", "interval"),
        *(["goal", "met"] if with_goals else []),
        *("pure", *(peers or ["best peer"]), *beside_head(beside)),
    ]
    lines = [
        [
            row.title,
            ns(row, row.baseline),
            ns(row, NATIVE),
            *native(row),
            *(met(row) if with_goals else []),
            pure(row),
            *([peer(row, name, results) for name in peers] or [best(row)]),
            *beside_cells(row, beside),
        ]
        for row in rows
    ]
    return table(head, lines)
