"""The sections about columns: of docs/benchmarks.md, and the short one of the README."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..goals import TWO_THREADS_GOAL
from ..names import COLUMNS, CRAWL, CURVE, ENGINES, FUNCTIONS, NATIVE, OWN_WAY, PURE, STDLIB, TLDEXTRACT, TWO_THREADS
from ..results import Measured, Memory, Results
from .tables import beside_head, goal, interval, measured_table, met, native, ns, stand_in, table, times, yes

if TYPE_CHECKING:
    from collections.abc import Callable

COMPREHENSION = "`[urlsplit(u) for u in urls]`"
TITLE = f"Columns: five components, Arrow in, Arrow out (ratio to {COMPREHENSION})"
CRAWL_TITLE = f"Registrable domain (ratio to {TLDEXTRACT})"
FUNCTIONS_TITLE = "Other functions on columns (ratio to the list comprehension that they replace)"
ENGINES_TITLE = f"Engines (ratio to {OWN_WAY})"
ENGINES_METHOD = """\
A fifth of the column above, which the engine holds in memory; for Spark all of it; and for a value of the query, URLs
that have one. Their own ways: `regexp_extract` in DuckDB, `str.extract` and `str.extract_groups` in Polars, `map` with
`urlsplit` in pandas, `parse_url` in Spark. Regular expressions neither decode nor lower, nor do they say what is wrong.
DuckDB, Polars and pandas on one thread; Spark on two, from a cached data frame to its `noop` sink. urlmill's answers
must be those of `urlmill.URL`, row by row. The pure twin is not run in engines: the tables above say what it takes."""
NOT_MEASURED = "Not measured: pyarrow was not installed."
METHOD = """\
Scheme, netloc, path, query and fragment, from an Arrow column of text to an Arrow table, all in memory. Each contender
in a process of its own, kept on one core but for the one with two threads; they take turns within each round, and wait
in between. A column is timed as a whole, and so is a list of fresh strings, but for the comprehension: it goes through
its list 20,000 a round, and keeps the results. The pure twin gets fewer rows. urlmill's answers must be those of
`urlmill.URL`, row by row. *Differ*: how many answers are not those of the list comprehension, absent and empty being
the same, in so many of the first rows. *Memory*: the peak of the resident memory above what was in use before the work
began, results included; urlmill's text is views into the input, which stays."""
CURVE_METHOD = """\
Up to the column's own length the same URLs for all, in as many calls as it takes; beyond it, the column several times
over in one call."""
SHORT = (STDLIB, NATIVE, TWO_THREADS, PURE)  # and the best peer


def column_sections(results: Results, beside: Results | None) -> list[str]:
    def full(rows: list[Measured]) -> list[str]:
        return measured_table(results, rows, beside)

    return [
        f"## {TITLE}",
        *(line for row in results.of(COLUMNS) for line in components(row, results, beside)),
        *([] if results.of(COLUMNS) else [NOT_MEASURED]),
        "",
        *section("### Cost of a URL by the number of rows", results.of(CURVE), curve),
        *section(f"## {CRAWL_TITLE}", results.of(CRAWL), full, differing),
        *section(f"## {FUNCTIONS_TITLE}", results.of(FUNCTIONS), lambda rows: measured_table(results, rows), differing),
        *section(f"## {ENGINES_TITLE}", engine_rows(results, beside), engines, differing, how_engines),
    ]


def section(title: str, rows: list[Measured], *parts: Callable[[list[Measured]], list[str]]) -> list[str]:
    """Nothing without rows."""
    return [title, *(line for part in parts for line in part(rows)), ""] if rows else []


def short_columns(results: Results) -> list[str]:
    """For the README."""
    return [line for row in results.of(COLUMNS) for line in [f"{TITLE}:", "", *short_components(row, results), ""]]


def short_components(row: Measured, results: Results) -> list[str]:
    lines = [
        [shown, ns(found, name), *ratio(found, name), memory_cells(memory)[2]]
        for shown, name, found, memory in everybody(row, results)
        if name in (*SHORT, row.best_peer, *results.missing)
    ]
    return table(["", "a URL", "faster", "interval", "memory a URL"], lines)


def components(row: Measured, results: Results, beside: Results | None) -> list[str]:
    head = ["", "a URL", "ratio", "interval", "goal", "met", "input", "memory", "memory a URL", "differ"]
    other = beside.row(row.key) if beside else None
    lines = [
        [
            shown,
            ns(found, name),
            *ratio(found, name),
            *goal_cells(found, name),
            *memory_cells(memory),
            f"{found.differ[name]:,} of {found.compared[name]:,}",
            *(ratio(other, name) if other else []),
        ]
        for shown, name, found, memory in everybody(row, results)
    ]
    return [
        f"{results.machine['columns']}.",
        "",
        *table([*head, *(beside_head(beside) if other else [])], lines),
        "",
        *remarks(row),
        "",
        METHOD,
    ]


def everybody(row: Measured, results: Results) -> list[tuple[str, str, Measured, Memory | None]]:
    """What to call a contender, its name, the row that has its figures, and its memory."""
    found = [(called(row, name), name, row, results.memory.get(name)) for name in row.contenders]
    for name in results.missing:
        other = stand_in(row, name, results)
        if other and results.stand_in:
            shown = f"{name} (no build for {results.minor}, so on {results.stand_in.minor})"
            found.append((shown, name, other, results.stand_in.memory.get(name)))
    return found


def called(row: Measured, name: str) -> str:
    """With the number of rows, for the one that has fewer in its column."""
    shown = COMPREHENSION if name == STDLIB else name
    return f"{shown} ({row.calls[name]:,} rows)" if name == PURE else shown


def ratio(row: Measured, name: str) -> list[str]:
    """And its interval."""
    if name == row.baseline:
        return ["", ""]
    found = row.ratio(name)
    return [f"**{times(found)}**" if name == NATIVE else times(found), interval(found)]


def goal_cells(row: Measured, name: str) -> list[str]:
    if name == NATIVE:
        return met(row)
    if name == TWO_THREADS:
        return [f"{goal(TWO_THREADS_GOAL)} of one thread", yes(two_threads_met(row))]
    return ["", ""]


def two_threads_met(row: Measured) -> bool:
    found = row.compare(TWO_THREADS, NATIVE)
    return found is not None and found.value >= TWO_THREADS_GOAL


def memory_cells(memory: Memory | None) -> list[str]:
    if memory is None:
        return ["", "", ""]
    return [f"{memory.input / 1e6:.0f} MB", f"{memory.peak / 1e6:.0f} MB", f"{memory.peak / memory.calls:.0f} B"]


def remarks(row: Measured) -> list[str]:
    if TWO_THREADS not in row.contenders:
        return []
    found = row.compare(TWO_THREADS, NATIVE)
    verdict = yes(two_threads_met(row))
    return [f"- Two threads: {times(found)} of one ({interval(found)}); goal {goal(TWO_THREADS_GOAL)}, met: {verdict}."]


def curve(rows: list[Measured]) -> list[str]:
    (row,) = rows
    points = [(int(name), row.ns(name) or 0) for name in row.contenders]  # how many rows, and nanoseconds of one
    spread = max(cost for _, cost in points) / min(cost for _, cost in points)
    return [
        *table(["rows", "a URL"], [[f"{size:,}", f"{cost:.1f} ns"] for size, cost in points], left=0),
        "",
        f"urlmill on one thread. Between the dearest and the cheapest: {spread:.2f}x.",
        CURVE_METHOD,
    ]


def engine_rows(results: Results, beside: Results | None) -> list[Measured]:
    """Those of the first interpreter, and those that only the other can run."""
    here = results.of(ENGINES)
    known = {row.key for row in here}
    others = [row for row in beside.of(ENGINES) if row.key not in known] if beside else []
    for row in others:
        row.title += f" (on {beside.minor})" if beside else ""
    return here + others


def engines(rows: list[Measured]) -> list[str]:
    head = ["", OWN_WAY, "urlmill", "faster", "interval", "goal", "met"]
    return table(head, [[row.title, ns(row, OWN_WAY), ns(row, NATIVE), *native(row), *met(row)] for row in rows])


def how_engines(_: list[Measured]) -> list[str]:
    return ["", ENGINES_METHOD]


def differing(rows: list[Measured]) -> list[str]:
    """Answers that are not the baseline's, in rows that count them."""
    said = []
    for row in rows:
        counts = [f"{name} {count:,} of {row.compared[name]:,}" for name, count in row.differ.items() if count]
        if counts:
            said.append(f"- {row.title}: answers other than those of {row.baseline}: {', '.join(counts)}.")
    return ["", *said] if said else []
