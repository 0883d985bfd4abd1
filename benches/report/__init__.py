"""Makes docs/benchmarks.md, docs/bench.svg and the README's table from the results of one or two interpreters."""

from __future__ import annotations

import re
from pathlib import Path

from ..goals import FRAGMENT_GOAL_NS, IMPORT_GOAL_MS, PURE_GOAL, PURE_WEB_GOAL_US, SEEN_GOAL
from ..interval import WIDEST
from ..names import (
    CAN_ADA,
    CANONICAL,
    COLUMNS,
    DROP_IN,
    EDITS,
    LINKS,
    NATIVE,
    NOTES,
    OBJECTS,
    PROFILES,
    PURE,
    STDLIB,
    WEB,
)
from ..results import Measured, Results
from ..settings import QUICK
from ..suites.canonical import REMEMBERED
from .chart import svg
from .columns import column_sections, section, short_columns
from .tables import goal, measured_table, peer, table, yes

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "target" / "bench" if QUICK else ROOT / "docs"
README = ROOT / "README.md"
METHOD = f"""\
Contenders take turns within short rounds: each in a loop of its own, with as many calls as it does in 0.4 ms, a fifth
of them before the clock starts; each round begins with another contender. The ratio is taken round by round, between
what ran within a few milliseconds, and its median over 200 rounds is what a process finds: on 20,000 inputs that it
draws from the corpus, of fresh strings every time, in no cache but as the row says, without garbage collection. A row
is measured by six processes, each of them for this row alone, in turn with those of other rows. The figure is the
median of what they find; the interval holds the true median with a confidence of 95%, whatever the distribution (by
order statistics: of six, from the lowest to the highest). A row whose interval is wider than {WIDEST:.0%} to either
side is measured by more processes, up to fifteen as time allows. Times are medians as well.
For *repeated*, caches are warm, and the same 100 objects are asked for over and over. Before urlmill is timed its
answers are compared, for the whole corpus: with `urllib.parse`'s, or for objects, which can_ada reads by other rules,
host and path of both backends with each other, and so for domains, since lists of suffixes differ with their age. In
columns each round is a sample: 12 of them, or up to 36 if the interval is too wide. *Pure* is the backend without Rust:
its drop-in is the interpreter's own, the very same functions, so there is nothing to measure."""
OBJECTS_TITLE = f"Objects (ratio to {CAN_ADA}.parse)"
NO_OBJECTS = f"Not measured: {CAN_ADA} was not installed."
OBJECT_PEERS = ("yarl", "pydantic_core")
EDITS_TITLE = "Edits (ratio to yarl, whose caches have seen none of these URLs)"
EDITS_METHOD = """\
Each edit is made once of each object, which is new to its library: yarl keeps what it has worked out, and here it has
nothing to keep. Answers are compared between both backends, octet for octet."""
PROFILES_TITLE = "Profiles (ratio to `URL(text)`)"
WEB_TITLE = f"As browsers read them (ratio to {CAN_ADA})"
WEB_METHOD = f"""\
The profile of the web. {CAN_ADA} is what of Ada is fastest from Python; in columns it is a comprehension of its parts
`protocol`, `host`, `pathname`, `search` and `hash`, or of its `href`, and urlmill has one thread. URLs that either of
them refuses are left out for all."""
CANONICAL_TITLE = "Canonical forms, keys and fingerprints (ratio to w3lib, surt or Scrapy)"
CANONICAL_METHOD = """\
URLs that either refuses are left out for all. w3lib remembers hosts and the last 128 URLs; requests are new to
Scrapy."""
LINKS_TITLE = "Links out of pages, on one thread (ratio to lxml with `urljoin`, or to Scrapy)"
LINKS_METHOD = """\
Pages of 120 links, made of the corpus, about 30 kB each. All but the link extractors give a list of text. Answers are
compared between both backends, those of the link extractor with Scrapy's."""
MARKED = re.compile(r"(<!-- bench -->\n).*?(<!-- /bench -->)", re.DOTALL)


def peers_table(results: Results) -> list[str]:
    measured = results.of(DROP_IN)
    elsewhere = results.stand_in.of(DROP_IN) if results.stand_in else []
    missing = {name for row in elsewhere for name in row.peers} & results.missing.keys()
    names = sorted({name for row in measured for name in row.peers} | missing)
    rows = [[row.title, *(peer(row, name, results) for name in names)] for row in measured if row.peers]
    return table(["operation", *names], rows)


def peers_sections(results: Results, beside: Results | None) -> list[str]:
    lines = []
    for each in (results, beside) if beside else (results,):
        lines += [f"## All peers on {each.python} (ratio to {STDLIB})", *peers_table(each), ""]
        lines += [f"- no build for {each.minor}: {name} ({why})." for name, why in each.missing.items()]
        lines += [""] if each.missing else []
    return lines


def peers_notes(results: Results) -> list[str]:
    others = results.stand_in
    versions = (others.machine["versions"] if others else {}) | results.machine["versions"]
    rows = results.rows + (others.rows if others else [])
    ran = {name for row in rows for name in row.contenders}
    notes = [f"- {name} {versions[name]}: {text}." for name, text in NOTES.items() if name in ran & versions.keys()]
    refused: dict[str, int] = {}
    for row in results.rows:
        for name, count in row.refused.items():
            refused[name] = max(refused.get(name, 0), count)
    if refused:
        said = ", ".join(f"{name} {count}" for name, count in sorted(refused.items()))
        notes += ["", f"Inputs that a peer refuses are left out for it alone; at most, of 20,000: {said}."]
    return notes


def remarks(results: Results) -> list[str]:
    said = [_import_remark(results, contender) for contender in (NATIVE, PURE) if contender in results.import_ms]
    slow = [row.title for row in results.of(DROP_IN, COLUMNS) if (found := row.ratio(PURE)) and found.value < PURE_GOAL]
    where = f" (not on {'; '.join(slow)})" if slow else ""
    said.append(f"- The pure twin: goal {goal(PURE_GOAL)} of `urllib.parse` on every row, met: {yes(not slow)}{where}.")
    if results.loop_ns is not None:
        said.append(f"- The loop around the calls takes {results.loop_ns:.0f} ns by itself, contained in every figure.")
    return said


def _import_remark(results: Results, contender: str) -> str:
    extra, stdlib = results.import_ms[contender] - results.import_ms[STDLIB], results.import_ms[STDLIB]
    backend = "native" if contender == NATIVE else "pure"
    return (
        f"- `import urlmill.parse` ({backend}): {extra:.1f} ms more than `import urllib.parse` ({stdlib:.1f} ms), in "
        f"processor time; goal at most {IMPORT_GOAL_MS:g} ms, met: {yes(extra <= IMPORT_GOAL_MS)}."
    )


def edit_remarks(rows: list[Measured]) -> list[str]:
    found = next((cost for row in rows if row.key == "edit-replace-fragment" and (cost := row.ns(NATIVE))), None)
    if found is None:
        return ["", EDITS_METHOD]
    verdict = yes(found <= FRAGMENT_GOAL_NS)
    return ["", f"- A fragment taken away: goal at most {FRAGMENT_GOAL_NS} ns, met: {verdict}.", "", EDITS_METHOD]


def web_remarks(rows: list[Measured]) -> list[str]:
    found = next((cost for row in rows if row.key == "web-URL" and (cost := row.ns(PURE))), None)
    if found is None:
        return ["", WEB_METHOD]
    verdict = yes(found <= PURE_WEB_GOAL_US * 1000)
    return ["", f"- The pure twin: goal at most {PURE_WEB_GOAL_US:g} us a URL, met: {verdict}.", "", WEB_METHOD]


def canonical_remarks(rows: list[Measured]) -> list[str]:
    found = next((cost for row in rows if row.key == "canonical-seen" and (cost := row.ns(NATIVE))), None)
    if found is None:
        return ["", CANONICAL_METHOD]
    rate = REMEMBERED / found * 1e3
    verdict = f"goal {SEEN_GOAL:g} million, met: {yes(rate >= SEEN_GOAL)}"
    return ["", f"- `Seen`: {rate:.1f} million URLs a second on one thread; {verdict}.", "", CANONICAL_METHOD]


def links_remarks(_: list[Measured]) -> list[str]:
    return ["", LINKS_METHOD]


def left_out(rows: list[Measured]) -> list[str]:
    count = max((row.left_out for row in rows), default=0)
    return ["", f"URLs left out for everybody, since urlmill or {CAN_ADA} refuses them: {count}."] if count else []


def page(results: Results, beside: Results | None) -> str:
    objects = results.of(OBJECTS)
    warning = ["> [!WARNING]", *(f"> {text}" for text in results.warnings), ""] if results.warnings else []

    def full(rows: list[Measured]) -> list[str]:
        return measured_table(results, rows, beside)

    also = [f"Beside it, *on {beside.minor}*: {beside.python}, {beside.machine['build']}."] if beside else []
    lines = [
        "<!-- Made by benches/report, not by hand. -->",
        "# Benchmarks",
        "",
        *warning,
        *results.caption,
        *also,
        "",
        *measured_table(results, results.of(DROP_IN), beside),
        "",
        *remarks(results),
        "",
        "The whole drop-in on every interpreter: [bench-interpreters.md](bench-interpreters.md).",
        "",
        "![Times faster than urllib.parse](bench.svg)",
        "",
        f"## {OBJECTS_TITLE}",
        *(measured_table(results, objects, beside, OBJECT_PEERS) if objects else [NO_OBJECTS]),
        *left_out(objects),
        "",
        *section(f"## {EDITS_TITLE}", results.of(EDITS), full, edit_remarks),
        *section(f"## {PROFILES_TITLE}", results.of(PROFILES), full),
        *section(f"## {WEB_TITLE}", results.of(WEB), full, web_remarks),
        *section(f"## {CANONICAL_TITLE}", results.of(CANONICAL), full, canonical_remarks),
        *section(f"## {LINKS_TITLE}", results.of(LINKS), full, links_remarks),
        *column_sections(results, beside),
        "## How it was measured",
        METHOD,
        "",
        *peers_sections(results, beside),
        *peers_notes(results),
    ]
    return "\n".join(lines) + "\n"


def short(results: Results) -> str:
    """For the README."""
    objects = results.of(OBJECTS)
    lines = [
        *(f"**{text}**\n" for text in results.warnings),
        *measured_table(results, results.of(DROP_IN), with_goals=False),
        "",
        f"{OBJECTS_TITLE}:",
        "",
        *(measured_table(results, objects, peers=OBJECT_PEERS, with_goals=False) if objects else [NO_OBJECTS]),
        "",
        *short_columns(results),
        "*Pure* is the backend without Rust, whose drop-in is the interpreter's own functions. Intervals hold the true",
        "median with a confidence of 95%. Engines, domains, every peer, another interpreter and how it was measured:",
        "[docs/benchmarks.md](docs/benchmarks.md). The drop-in on every interpreter:",
        "[docs/bench-interpreters.md](docs/bench-interpreters.md).",
        "",
        f"<sub>{'<br>'.join(results.caption)}</sub>",
    ]
    return "\n".join(lines) + "\n"


def write(results: Results, beside: Results | None) -> None:
    """`beside`: an interpreter whose figures stand beside those of the first."""
    DOCS.mkdir(exist_ok=True, parents=True)
    (DOCS / "benchmarks.md").write_text(page(results, beside), "utf-8")
    (DOCS / "bench.svg").write_text(svg(results), "utf-8")
    readme = README.read_text("utf-8")
    changed = MARKED.sub(lambda found: found[1] + short(results) + found[2], readme)
    (DOCS / "README.md" if QUICK else README).write_text(changed, "utf-8")
    print(page(results, beside))
