"""Tables in Markdown, with a line for each row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .contenders import NATIVE, PURE
from .results import Measured, times

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """A Markdown table; all but the first `left` columns are aligned to the right."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def ns(row: Measured, contender: str) -> str:
    return f"{row.ns[contender]:.0f} ns" if contender in row.ns else ""


def best(row: Measured) -> str:
    return f"{times(row.peers[row.best_peer])} ({row.best_peer})" if row.best_peer else "none"


def native(row: Measured) -> str:
    return f"**{times(row.ratio(NATIVE))}**" if NATIVE in row.ns else "not built"


def yes(met: bool) -> str:
    return "yes" if met else "**no**"


def goal(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:g}x"


def peer_heads(peers: Sequence[str]) -> Sequence[str]:
    """A column for each of the peers that are named; for none, one with the best peer of each row."""
    return peers or ["best peer"]


def peer_cells(row: Measured, peers: Sequence[str]) -> list[str]:
    return [times(row.peers.get(name)) for name in peers] or [best(row)]


def baseline_head(rows: list[Measured]) -> str:
    return rows[0].baseline if len({row.baseline for row in rows}) == 1 else "one by one"


def full_table(rows: list[Measured], peers: Sequence[str] = ()) -> list[str]:
    head = [
        "operation",
        baseline_head(rows),
        *peer_heads(peers),
        "pure",
        "native",
        "native ratio",
        "goal",
        "met",
        "halves differ",
    ]
    lines = [
        [
            row.title,
            ns(row, row.baseline),
            *peer_cells(row, peers),
            times(row.ratio(PURE)),
            ns(row, NATIVE),
            native(row),
            goal(row.goal),
            yes(row.met) if NATIVE in row.ns and row.goal is not None else "",
            f"{row.doubt:.0%}",
        ]
        for row in rows
    ]
    return table(head, lines)


def short_table(rows: list[Measured], peers: Sequence[str] = ()) -> list[str]:
    head = ["operation", baseline_head(rows), "urlmill", "faster", *peer_heads(peers)]
    lines = [[row.title, ns(row, row.baseline), ns(row, NATIVE), native(row), *peer_cells(row, peers)] for row in rows]
    return table(head, lines)
