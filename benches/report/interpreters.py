"""Makes docs/bench-interpreters.md: the drop-in on every interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..goals import HANDED_OVER_GOAL_NS
from ..names import DROP_IN, HANDED_OVER, MORE, NATIVE, PARTIAL
from . import DOCS
from .tables import SAME, goal, interval, table, times

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..interval import Estimate
    from ..results import Measured, Results

FILE = "bench-interpreters.md"
METHOD = """\
As in [benchmarks.md](benchmarks.md), with `urllib.parse` and urlmill alone, and all rows in the same processes. A cell
is the ratio to the interpreter's own function, with its interval (95%); *goal* stands where one is missed. Where
urlmill's function is the interpreter's own, there is nothing to measure. The pure backend is not shown: all of its
functions are the interpreter's own."""
HANDED_OVER_METHOD = f"""\
Calls that the fast path leaves to the interpreter's own function. A cell is what a call costs more than that function
itself, in nanoseconds, with its interval; less than 0 is faster. The same few short inputs over and over, which the
function often answers from its cache. Goal: at most {HANDED_OVER_GOAL_NS} ns.

Behind the slash stands what `functools.partial(f)(x)` costs more than `f(x)`. It is C that does nothing but call the
function, so nothing that hands calls over costs much less. Most of it is the call itself: since 3.11 Python code calls
Python code without leaving the interpreter's loop, but C must enter the loop anew."""


def write(all_results: list[Results]) -> int:
    """The page, and an exit status: 1 if something is slower than it may be."""
    DOCS.mkdir(exist_ok=True, parents=True)
    (DOCS / FILE).write_text(page(all_results), "utf-8")
    return show(all_results)


def show(all_results: list[Results]) -> int:
    print(page(all_results))
    return 1 if any(complaints(all_results)) else 0


def page(all_results: list[Results]) -> str:
    slow, costly = complaints(all_results)
    said = [verdict(slow, "under 1.0x"), verdict(costly, f"more than {HANDED_OVER_GOAL_NS} ns over its own function")]
    last = all_results[-1]
    lines = [
        "<!-- Made by benches/report/interpreters.py, not by hand. -->",
        "# The drop-in on every interpreter",
        "",
        f"{last.machine['processor']} · {last.machine['date']} · {last.machine['corpus']}",
        "",
        *(f"- {line}" for line in said),
        *(f"- {each.python}: {each.machine['build']}{doubt(each)}." for each in all_results),
        "",
        *(by_interpreter(all_results, (DROP_IN, MORE), ratio_cell)),
        "",
        METHOD,
        "",
        "## Calls that are handed over",
        *(by_interpreter(all_results, (HANDED_OVER,), extra_cell)),
        "",
        HANDED_OVER_METHOD,
    ]
    return "\n".join(lines) + "\n"


def doubt(results: Results) -> str:
    return "" if results.machine["optimised"] else "; urllib.parse is slower in it than users have it"


def by_interpreter(all_results: list[Results], groups: tuple[str, ...], cell: Callable[[Measured], str]) -> list[str]:
    titles = {row.key: row.title for results in all_results for row in results.of(*groups)}
    lines = []
    for key, title in titles.items():
        rows = [results.row(key) for results in all_results]
        lines.append([title, *(cell(row) if row else "" for row in rows)])
    return table(["", *(results.python.split()[-1] for results in all_results)], lines)


def ratio_cell(row: Measured) -> str:
    ratio = row.ratio(NATIVE)
    if NATIVE in row.same or ratio is None:
        return SAME
    shown = f"{times(ratio)} ({interval(ratio)})"
    if is_slower(ratio):
        return f"**SLOWER: {shown}**"
    return shown if row.is_met else f"{shown}, goal {goal(row.goal)}"


def extra_cell(row: Measured) -> str:
    extra = row.extra_ns(NATIVE)
    if NATIVE in row.same or extra is None:
        return SAME
    shown = f"{extra.value:+.0f} ns ({extra.low:+.0f} to {extra.high:+.0f})"
    if least := row.extra_ns(PARTIAL):
        shown += f" / {least.value:+.0f}"
    return f"**TOO MUCH: {shown}**" if extra.value > HANDED_OVER_GOAL_NS else shown


def is_slower(ratio: Estimate) -> bool:
    return ratio.value < 1


def complaints(all_results: list[Results]) -> tuple[list[str], list[str]]:
    """Rows under 1.0x, and handed-over calls that cost too much: each with its interpreter."""
    slow, costly = [], []
    for results in all_results:
        for row in results.rows:
            ratio, extra = row.ratio(NATIVE), row.extra_ns(NATIVE)
            if row.group == HANDED_OVER:
                if extra and extra.value > HANDED_OVER_GOAL_NS:
                    costly.append(f"{row.title} on {results.minor} ({extra.value:+.0f} ns)")
            elif ratio and is_slower(ratio):
                slow.append(f"{row.title} on {results.minor} ({times(ratio)})")
    return slow, costly


def verdict(found: list[str], what: str) -> str:
    return f"{len(found)} {what}: {'; '.join(found)}." if found else f"Nothing is {what}."
