"""Runs the job, and writes docs/bench-logs.md.

Wall time and peak memory of whole processes, start included, on a log that the system has in its memory where it fits.
The contenders take turns; each counts with its fastest round. Whoever takes minutes has one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from ... import machine
from ...report.tables import table
from .contenders import contenders, json_contenders
from .generate import as_json, generate, sample

PATIENCE = 120  # seconds: who takes longer runs once
REPORT = Path(__file__).resolve().parents[3] / "docs" / "bench-logs.md"


@dataclass
class Took:
    seconds: float
    memory: int  # bytes, at most
    answer: str


def measured(command: list[str]) -> Took:
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        answer = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[:4]} ended with {process.returncode}")
    return Took(time.monotonic() - start, usage.ru_maxrss * 1024, answer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path, help="where the generated log is, or is to be")
    parser.add_argument("--size", type=float, default=5, help="GB")
    parser.add_argument("--json-size", type=float, default=0.4, help="GB, of the log of JSON lines")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    json_log = options.log.with_suffix(".jsonl")
    for log, size, written in ((options.log, options.size, bytes), (json_log, options.json_size, as_json)):
        if not log.is_file() or log.stat().st_size < int(size * 1e9):
            generate(log, int(size * 1e9), written)
    best = fastest(contenders(options.log), options.rounds)
    best_json = fastest(json_contenders(json_log), options.rounds)
    lines = [*report(options.log, best), "", *json_report(json_log, best_json)]
    REPORT.write_text("\n".join(lines) + "\n")
    print(*lines, sep="\n")


def fastest(commands: dict[str, list[str]], rounds: int) -> dict[str, Took]:
    """The fastest round of each, in turns."""
    best: dict[str, Took] = {}
    for round_ in range(rounds):
        for name, command in commands.items():
            if name in best and best[name].seconds > PATIENCE:
                continue
            took = measured(command)
            print(f"{round_} {name}: {took.seconds:.1f} s, {took.memory / 1e6:.0f} MB", file=sys.stderr, flush=True)
            if name not in best or took.seconds < best[name].seconds:
                best[name] = took
    return best


def report(log: Path, best: dict[str, Took]) -> list[str]:
    size = log.stat().st_size
    return [
        "# Benchmark: a large log",
        "",
        "Made by `make bench-logs`: do not edit.",
        "",
        f"- The job: the ten most frequent paths of an access log of {size / 1e9:.1f} GB.",
        f"- The log: the lines of `{sample().name}` again and again, with other clients, times and queries.",
        f"- {machine.processor()}, {os.cpu_count()} cores; {machine.system()}; {machine.python()}.",
        "- Wall time and peak memory of the whole process, the fastest of some rounds in turns.",
        "",
        *compared(size, best),
    ]


def json_report(log: Path, best: dict[str, Took]) -> list[str]:
    size = log.stat().st_size
    return [
        "## JSON lines",
        "",
        f"The same job on {size / 1e9:.1f} GB of the same lines as JSON objects of eleven keys.",
        "",
        *compared(size, best),
    ]


def compared(size: int, best: dict[str, Took]) -> list[str]:
    ours = best["urlmill top path"].seconds
    rows = [
        [
            name,
            f"{took.seconds:.2f} s",
            f"{size / took.seconds / 1e6:.0f} MB/s",
            f"{took.seconds / ours:.2f}x",
            f"{took.memory / 1e6:.0f} MB",
        ]
        for name, took in sorted(best.items(), key=lambda item: item[1].seconds)
    ]
    threads = best["urlmill top path, one thread"].seconds / ours
    return [
        *table(["", "time", "throughput", "time, urlmill = 1", "peak memory"], rows),
        "",
        f"- All processors against one thread: {threads:.2f}x.",
    ]


if __name__ == "__main__":
    main()
