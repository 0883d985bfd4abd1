"""The sections about columns: of docs/benchmarks.md, and the short one of the README."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .column_rows import TWO_THREADS_GOAL
from .contenders import COLUMNS, CRAWL, CURVE, ENGINES, FUNCTIONS, NATIVE, OWN_WAY, STDLIB, TLDEXTRACT, TWO_THREADS
from .results import Measured, Memory, Results, times
from .tables import full_table, goal, native, ns, short_table, table, yes

if TYPE_CHECKING:
    from collections.abc import Callable

CURVE_FILE = "bench-curve.svg"
COMPREHENSION = "`[urlsplit(u) for u in urls]`"
TITLE = f"Columns: five components, Arrow in, Arrow out (ratio to {COMPREHENSION})"
CRAWL_TITLE = f"Registrable domain (ratio to {TLDEXTRACT})"
FUNCTIONS_TITLE = "Other functions on columns (ratio to the list comprehension that they replace)"
ENGINES_TITLE = f"Engines (ratio to {OWN_WAY})"
ENGINES_METHOD = """\
The column of above, which the engine holds in memory; for pandas a fifth of it; and for a value of the query, URLs that
have one. Their own ways: `regexp_extract` in DuckDB, `str.extract` and `str.extract_groups` in Polars, `map` with
`urlsplit` in pandas, `parse_url` in Spark. Regular expressions neither decode nor lower, nor do they say what is wrong.
DuckDB, Polars and pandas on one thread; Spark on two, from a cached data frame to its `noop` sink. urlmill's answers
must be those of `urlmill.URL`, row by row."""
NOT_MEASURED = "Not measured: pyarrow was not installed."
METHOD = """\
Scheme, netloc, path, query and fragment, from an Arrow column of text to an Arrow table, all in memory. Each contender
in a process of its own, kept on one core but for the one with two threads; they take turns within each round, and wait
in between. Lists are made of fresh strings each round, before the clock starts, and gone through in short stretches,
each of which counts with its fastest round, while a column is timed as a whole: if anything, that favours lists.
urlmill's answers must be those of `urlmill.URL`, row by row. *Differ*: how many answers are not those of the list
comprehension, absent and empty being the same, in so many of the first rows. *Memory*: the peak of the resident memory
above what was in use before the work began, results included; urlmill's text is views into the input, which stays."""

CURVE_METHOD = """\
Up to the column's own length the same URLs for all, in as many calls as it takes; beyond it, the column several times
over in one call."""


def column_sections(results: Results) -> list[str]:
    return [
        f"## {TITLE}",
        *(line for row in results.of(COLUMNS) for line in components(row, results)),
        *([] if results.of(COLUMNS) else [NOT_MEASURED]),
        "",
        *section("### Cost of a URL by the number of rows", results.of(CURVE), curve),
        *section(f"## {CRAWL_TITLE}", results.of(CRAWL), full_table, differing),
        *section(f"## {FUNCTIONS_TITLE}", results.of(FUNCTIONS), full_table, differing),
        *section(f"## {ENGINES_TITLE}", results.of(ENGINES), engines, differing, lambda _: ["", ENGINES_METHOD]),
    ]


def short_columns(results: Results) -> list[str]:
    """For the README."""
    rows = results.of(COLUMNS)
    return [
        *(line for row in rows for line in [f"{TITLE}:", "", *short_components(row, results.memory), ""]),
        *section(f"{CRAWL_TITLE}:\n", results.of(CRAWL), short_table),
        *section(f"{ENGINES_TITLE}:\n", results.of(ENGINES), short_engines),
    ]


def section(title: str, rows: list[Measured], *parts: Callable[[list[Measured]], list[str]]) -> list[str]:
    """Nothing without rows."""
    return [title, *(line for part in parts for line in part(rows)), ""] if rows else []


def components(row: Measured, results: Results) -> list[str]:
    head = ["", "a URL", "ratio", "goal", "met", "input", "memory", "memory a URL", "differ"]
    lines = [
        [
            called(row, name),
            ns(row, name),
            ratio(row, name),
            *goal_cells(row, name),
            *memory_cells(results.memory.get(name)),
            f"{row.differ[name]:,} of {row.compared[name]:,}",
        ]
        for name in row.ns
    ]
    return [f"{results.machine['columns']}.", "", *table(head, lines), "", *remarks(row), "", METHOD]


def short_components(row: Measured, memory: dict[str, Memory]) -> list[str]:
    head = ["", "a URL", "faster", "memory a URL"]
    lines = [[called(row, name), ns(row, name), ratio(row, name), memory_cells(memory.get(name))[2]] for name in row.ns]
    return table(head, lines)


def called(row: Measured, name: str) -> str:
    fewer = row.calls[name] < row.calls[row.baseline]
    shown = COMPREHENSION if name == STDLIB else name
    return f"{shown} ({row.calls[name]:,} rows)" if fewer else shown


def ratio(row: Measured, name: str) -> str:
    if name == row.baseline:
        return ""
    return f"**{times(row.ratio(name))}**" if name == NATIVE else times(row.ratio(name))


def goal_cells(row: Measured, name: str) -> list[str]:
    if name == NATIVE:
        return [goal(row.goal), yes(row.met)]
    if name == TWO_THREADS:
        return [f"{goal(TWO_THREADS_GOAL)} of one thread", yes(two_threads(row) >= TWO_THREADS_GOAL)]
    return ["", ""]


def two_threads(row: Measured) -> float:
    return row.ns[NATIVE] / row.ns[TWO_THREADS]


def memory_cells(memory: Memory | None) -> list[str]:
    if memory is None:
        return ["", "", ""]
    return [f"{memory.input / 1e6:.0f} MB", f"{memory.peak / 1e6:.0f} MB", f"{memory.peak / memory.calls:.0f} B"]


def remarks(row: Measured) -> list[str]:
    said = [f"- Two halves of the rounds agree within {row.doubt:.1%}."]
    if TWO_THREADS in row.ns:
        found = two_threads(row)
        met = yes(found >= TWO_THREADS_GOAL)
        said.insert(0, f"- Two threads: {times(found)} of one; goal {goal(TWO_THREADS_GOAL)}, met: {met}.")
    return said


def curve(rows: list[Measured]) -> list[str]:
    (row,) = rows
    lines = [[f"{int(name):,}", f"{cost:.1f} ns"] for name, cost in row.ns.items()]
    spread = max(row.ns.values()) / min(row.ns.values())
    return [
        *table(["rows", "a URL"], lines, left=0),
        "",
        f"urlmill on one thread. Between the dearest and the cheapest: {spread:.2f}x.",
        CURVE_METHOD,
        "",
        f"![Nanoseconds a URL by the number of rows]({CURVE_FILE})",
    ]


def engines(rows: list[Measured]) -> list[str]:
    head = ["", OWN_WAY, "urlmill", "faster", "goal", "met", "halves differ"]
    lines = [[*engine_cells(row), goal(row.goal), yes(row.met), f"{row.doubt:.0%}"] for row in rows]
    return table(head, lines)


def short_engines(rows: list[Measured]) -> list[str]:
    return table(["", OWN_WAY, "urlmill", "faster"], [engine_cells(row) for row in rows])


def engine_cells(row: Measured) -> list[str]:
    return [row.title, ns(row, OWN_WAY), ns(row, NATIVE), native(row)]


def differing(rows: list[Measured]) -> list[str]:
    """Answers that are not the baseline's, in rows that count them."""
    said = []
    for row in rows:
        counts = [f"{name} {count:,} of {row.compared[name]:,}" for name, count in row.differ.items() if count]
        if counts:
            said.append(f"- {row.title}: answers other than those of {row.baseline}: {', '.join(counts)}.")
    return ["", *said] if said else []
