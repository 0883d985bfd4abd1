"""Makes docs/benchmarks.md, docs/bench.svg and the README's table from the JSON files of a run."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .chart import svg
from .column_report import CURVE_FILE, column_sections, short_columns
from .contenders import CAN_ADA, COLUMNS, CURVE, DROP_IN, NATIVE, NOTES, OBJECTS, PURE, STDLIB
from .curve_chart import curve_svg
from .results import Measured, Results, read, times
from .rows import IMPORT_GOAL_MS, PURE_GOAL
from .tables import full_table, goal, short_table, table, yes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
TABLE, CHART, README = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "bench.svg", ROOT / "README.md"
CURVE_CHART = ROOT / "docs" / CURVE_FILE
METHOD = """\
Each row in a process of its own: the whole corpus in its own order, contenders in turn within each round, fresh lists
of fresh strings every time, no garbage collection; timed in short stretches, each of which counts with its fastest
round; then the ratio to `urllib.parse`, or for objects to `can_ada.parse`, of the same run. Caches are empty at the
start of a round; for *repeated* they are warm, and the same 100 objects are asked for over and over. Before urlmill is
timed its answers are compared: with `urllib.parse`'s, or for objects, which can_ada reads by other rules, host and path
of both backends with each other, and so for domains, since lists of suffixes differ with their age. *Halves differ*:
how far the first and the second half of the rounds disagree about what the ratio is to or about urlmill, whichever is
worse. What is different for columns is said there."""
OBJECTS_TITLE = f"Objects (ratio to {CAN_ADA}.parse)"
NO_OBJECTS = f"Not measured: {CAN_ADA} was not installed."
OBJECT_PEERS = ("yarl", "pydantic_core")
MARKED = re.compile(r"(<!-- bench -->\n).*?(<!-- /bench -->)", re.DOTALL)


def peers_table(measured: list[Measured]) -> list[str]:
    names = sorted({name for row in measured for name in row.peers})
    rows = [[row.title, *(times(row.peers.get(name)) for name in names)] for row in measured if row.peers]
    return table(["operation", *names], rows)


def peers_notes(results: Results) -> list[str]:
    versions = results.machine["versions"]
    ran = {name for row in results.rows for name in row.ns}
    notes = [f"- {name} {versions[name]}: {text}." for name, text in NOTES.items() if name in ran & versions.keys()]
    names = {name for row in results.rows for name in row.peers}
    spared = {name: max(row.spared[name] for row in results.rows if name in row.peers) for name in names}
    refused = ", ".join(f"{name} {count}" for name, count in sorted(spared.items()) if count)
    if refused:
        notes += ["", f"Inputs that a peer refuses are left out for it alone; at most, of one row: {refused}."]
    return notes


def remarks(results: Results) -> list[str]:
    said = [_import_remark(results, contender) for contender in (NATIVE, PURE) if contender in results.import_ms]
    slow = [row.title for row in results.of(DROP_IN, COLUMNS) if (row.ratio(PURE) or 1) < PURE_GOAL]
    where = f" (not on {'; '.join(slow)})" if slow else ""
    said.append(f"- The pure twin: goal {goal(PURE_GOAL)} of `urllib.parse` on every row, met: {yes(not slow)}{where}.")
    if results.loop_ns is not None:
        said.append(f"- The loop around the calls takes {results.loop_ns:.0f} ns by itself, contained in every figure.")
    said.append(f"- Two halves of the rounds agree within {results.doubt:.1%}.")
    return said


def _import_remark(results: Results, contender: str) -> str:
    extra, stdlib = results.import_ms[contender] - results.import_ms[STDLIB], results.import_ms[STDLIB]
    backend = "native" if contender == NATIVE else "pure"
    return (
        f"- `import urlmill.parse` ({backend}): {extra:.1f} ms more than `import urllib.parse` ({stdlib:.1f} ms), in "
        f"processor time; goal at most {IMPORT_GOAL_MS:g} ms, met: {yes(extra <= IMPORT_GOAL_MS)}."
    )


def objects(results: Results, make_table: Callable[[list[Measured], Sequence[str]], list[str]]) -> list[str]:
    rows = results.of(OBJECTS)
    return make_table(rows, OBJECT_PEERS) if rows else [NO_OBJECTS]


def left_out(results: Results) -> list[str]:
    count = max((row.left_out for row in results.of(OBJECTS)), default=0)
    return ["", f"URLs left out for everybody, since urlmill or {CAN_ADA} refuses them: {count}."] if count else []


def page(results: Results) -> str:
    warning = ["> [!WARNING]", *(f"> {text}" for text in results.warnings), ""] if results.warnings else []
    lines = [
        "<!-- Made by benches/report.py, not by hand. -->",
        "# Benchmarks",
        "",
        *warning,
        *results.caption,
        "",
        *full_table(results.of(DROP_IN)),
        "",
        *remarks(results),
        "",
        "![Times faster than urllib.parse](bench.svg)",
        "",
        f"## {OBJECTS_TITLE}",
        *objects(results, full_table),
        *left_out(results),
        "",
        *column_sections(results),
        "## How it was measured",
        METHOD,
        "",
        "## All peers (ratio to urllib.parse)",
        *peers_table(results.of(DROP_IN)),
        "",
        *peers_notes(results),
    ]
    return "\n".join(lines) + "\n"


def short(results: Results) -> str:
    """For the README."""
    lines = [
        *(f"**{text}**\n" for text in results.warnings),
        *short_table(results.of(DROP_IN)),
        "",
        f"{OBJECTS_TITLE}:",
        "",
        *objects(results, short_table),
        "",
        *short_columns(results),
        f"<sub>{'<br>'.join(results.caption)}</sub>",
    ]
    return "\n".join(lines) + "\n"


def main(files: list[Path]) -> None:
    results = read(files)
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(page(results), "utf-8")
    CHART.write_text(svg(results), "utf-8")
    if results.of(CURVE):
        CURVE_CHART.write_text(curve_svg(results), "utf-8")
    if README.is_file() and MARKED.search(text := README.read_text("utf-8")):
        README.write_text(MARKED.sub(lambda found: found[1] + short(results) + found[2], text), "utf-8")
    tables = [*full_table(results.of(DROP_IN)), "", *objects(results, full_table), "", *column_sections(results)]
    print("\n".join([*tables, "", *remarks(results)]))
    for warning in results.warnings:
        print(f"\n{'!' * 100}\n{warning}\n{'!' * 100}", file=sys.stderr)
