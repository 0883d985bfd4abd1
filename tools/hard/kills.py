"""Kills the command at random moments, with SIGTERM and SIGKILL, and looks at what is left.

``python -m tools.hard.kills``. What was to be written is whole, or is what was there before, or is not there. Nothing
is left beside it. Of SIGTERM, the status and one line tell. It ends with 1 if a run has left anything else.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.cli.subcommands import WRITERS, line_of, sample, to

URL = "http://user@host-%d.example:8080/a/b?c=%d#d"
ROWS = 300_000
KINDS = itertools.cycle(["parquet", "csv", "jsonl", "arrow"])
SUBCOMMANDS = {name: [*sample(name), name, *to(name, next(KINDS)), "--quiet"] for name in WRITERS}  # each with a file
BEFORE = b"what was there before"


def started(name: str) -> subprocess.Popen[bytes]:
    """A run of a subcommand that writes rows, and bad lines."""
    command = [sys.executable, "-m", "urlmill", *SUBCOMMANDS[name], "-o", "out/rows", "--bad", "out/bad"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def put_back(*, is_there: bool) -> None:
    """The folder as it is before each run."""
    for name in os.listdir("out"):
        os.unlink(f"out/{name}")
    if is_there:
        Path("out/rows").write_bytes(BEFORE)


def found() -> dict[str, bytes]:
    """What is in the folder."""
    return {path.name: path.read_bytes() for path in Path("out").iterdir()}


def whole(name: str) -> tuple[dict[str, bytes], float]:
    """What an undisturbed run writes, and how long that takes."""
    put_back(is_there=False)
    begun = time.monotonic()
    _, said = started(name).communicate()
    if sorted(os.listdir("out")) != ["bad", "rows"]:
        raise SystemExit(f"{name}: expected out/rows and out/bad, got {os.listdir('out')}: {said.decode()}")
    return found(), time.monotonic() - begun


def fault_of(left: dict[str, bytes], expected: dict[str, bytes], *, was_there: bool) -> str:
    """What is wrong with what a run has left; empty if nothing is."""
    allowed = {name: {octets} for name, octets in expected.items()}
    if was_there:
        allowed["rows"].add(BEFORE)
        if "rows" not in left:
            return "what was there before is gone"
    for name, octets in left.items():
        if name not in allowed:
            return f"{name} is left beside it"
        if octets not in allowed[name]:
            return f"{name} is not whole: {len(octets)} bytes"
    return ""


def fault_of_words(status: int, said: bytes, number: signal.Signals) -> str:
    """What is wrong with how it told: the process may have ended before, or not have begun."""
    if number == signal.SIGTERM and status == 128 + number:
        is_told = said == b"urlmill: stopped by SIGTERM\n" or said.endswith(b"\nurlmill: stopped by SIGTERM\n")
        return "" if is_told else f"it said {said!r}"
    return "" if status in (0, -number) else f"the status is {status}, and it said {said!r}"


def main() -> int:
    """Runs them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300, metavar="N", help="default: 300")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, metavar="N")
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    print(f"{options.runs} runs, --seed {options.seed}", flush=True)
    counts: Counter[str] = Counter()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("out")
        expected, taken = {}, {}
        for name in SUBCOMMANDS:
            urls = (URL % (number % 999, number) for number in range(ROWS))
            Path(name).write_text("".join(f"{line_of(name, url)}\n" for url in urls) + "http://h:x/\n")
            expected[name], taken[name] = whole(name)
        for run in range(options.runs):
            name = list(SUBCOMMANDS)[run % len(SUBCOMMANDS)]
            number = chosen.choice([signal.SIGTERM, signal.SIGKILL])
            was_there = chosen.random() < 0.5
            put_back(is_there=was_there)
            moment = taken[name] * chosen.uniform(
                chosen.choice([0, 0.9]), 1.1
            )  # the end is where files get their names
            begun = time.monotonic()
            process = started(name)
            try:
                process.wait(moment)
                taken[name] = time.monotonic() - begun  # the machine may have had more to do before
            except subprocess.TimeoutExpired:
                process.send_signal(number)
            _, said = process.communicate()
            left = found()
            fault = fault_of(left, expected[name], was_there=was_there) or fault_of_words(
                process.returncode, said, number
            )
            counts["whole" if left == expected[name] else "absent"] += 1
            if fault:
                faults += 1
                print(f"run {run}: {name}, {number.name} after {moment:.3f} s: {fault}", flush=True)
        os.chdir("/")
    print(f"{counts['whole']} had written all, {counts['absent']} had not; {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
