"""Runs all contenders, and writes docs/bench-logs.md.

Wall time and peak memory of whole processes, start included, on logs that the system has in its memory. The contenders
of a log take turns; each has one turn in each round.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ... import machine
from ...report.tables import table
from .contenders import OURS, groups, top
from .files import Logs
from .generate import sample
from .goals import Results, rows, size_of
from .measured import Took, in_turns, ratio

REPORT = Path(__file__).resolve().parents[3] / "docs" / "bench-logs.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the generated logs are, or are to be")
    parser.add_argument("--size", type=float, default=400, help="MB of each log; of W3C half as much; default: 400")
    parser.add_argument(
        "--large", type=float, default=5, help="GB of the log that is read once; 0 for none; default: 5"
    )
    parser.add_argument("--rounds", type=int, default=7, help="default: 7")
    parser.add_argument("--only", action="append", default=[], metavar="GROUP", help="may be given again; default: all")
    parser.add_argument("--report", type=Path, default=REPORT, help="default: docs/bench-logs.md")
    options = parser.parse_args()
    logs = Logs(options.folder, int(options.size * 1e6))
    results: Results = {}
    for group, (files, commands) in groups(logs).items():
        if not options.only or group in options.only:
            for file in files:
                _into_memory(file)
            results[group] = (size_of(files), in_turns(commands, options.rounds))
    if options.large:
        large = logs.large(int(options.large * 1e9))
        _into_memory(large)
        results[f"combined, {options.large:g} GB, once"] = (size_of([large]), in_turns({OURS: top(large)}, 1))
    lines = report(results, options.rounds)
    options.report.write_text("\n".join(lines) + "\n")
    print(*lines, sep="\n")


def _into_memory(file: Path) -> None:
    """The system's, not ours: the peak of a process counts what its parent held when it was started."""
    with file.open("rb") as octets:
        while octets.read(1 << 20):
            pass


def report(results: Results, rounds: int) -> list[str]:
    lines = [
        "# Benchmark: logs",
        "",
        "Made by `make bench-logs`: do not edit.",
        "",
        "- The job: the ten most frequent paths of a log, `urlmill top path`, unless something else is said.",
        f"- The logs: the lines of `{sample().name}` again and again, with other clients, times and queries.",
        f"- {machine.processor()}, {os.cpu_count()} cores; {machine.system()}; {machine.python()}.",
        f"- Wall time and peak memory of whole processes, start included: medians of {rounds} rounds in turns. Ratios",
        "  are those of a round, with the interval in which their median lies with a confidence of 95%.",
        "",
        "## Goals",
        "",
        *table(["goal", "found", "met"], rows(results)),
    ]
    for group, (size, took) in results.items():
        lines += ["", f"## {group[0].upper()}{group[1:]}: {size / 1e6:,.0f} MB", "", *compared(size, took)]
    return lines


def compared(size: int, took: dict[str, Took]) -> list[str]:
    ours = took[OURS]
    found = []
    for name, each in sorted(took.items(), key=lambda item: item[1].median):
        times = ratio(each, ours)
        interval = "" if name == OURS else f"{times.value:.2f}x ({times.low:.2f} to {times.high:.2f})"
        rate = f"{size / each.median / 1e6:,.0f} MB/s"
        found.append([name, f"{each.median:.2f} s", rate, interval, f"{each.memory / 1e6:.0f} MB"])
    return table(["", "time", "throughput", "times urlmill's", "peak memory"], found)


if __name__ == "__main__":
    main()
