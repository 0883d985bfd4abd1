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
from .contenders import contenders
from .generate import generate, sample

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
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    size = int(options.size * 1e9)
    if not options.log.is_file() or options.log.stat().st_size < size:
        generate(options.log, size)
    best: dict[str, Took] = {}
    for round_ in range(options.rounds):
        for name, command in contenders(options.log).items():
            if name in best and best[name].seconds > PATIENCE:
                continue
            took = measured(command)
            print(f"{round_} {name}: {took.seconds:.1f} s, {took.memory / 1e6:.0f} MB", file=sys.stderr, flush=True)
            if name not in best or took.seconds < best[name].seconds:
                best[name] = took
    REPORT.write_text("\n".join(report(options.log, best)) + "\n")
    print(*report(options.log, best), sep="\n")


def report(log: Path, best: dict[str, Took]) -> list[str]:
    size = log.stat().st_size
    ours = best["urlmill top path"].seconds
    rows = [
        [
            name,
            f"{took.seconds:.1f} s",
            f"{size / took.seconds / 1e6:.0f} MB/s",
            f"{took.seconds / ours:.2f}x",
            f"{took.memory / 1e6:.0f} MB",
        ]
        for name, took in sorted(best.items(), key=lambda item: item[1].seconds)
    ]
    threads = best["urlmill top path, one thread"].seconds / ours
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
        *table(["", "time", "throughput", "time, urlmill = 1", "peak memory"], rows),
        "",
        f"- All processors against one thread: {threads:.2f}x.",
    ]


if __name__ == "__main__":
    main()
