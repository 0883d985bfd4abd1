"""``make fuzz MINUTES=n``: every fuzz target, as many at a time as there are processors, each for its share of the
minutes.

``python -m tools.fuzz MINUTES [TARGET ...]``. Prints for each how often it ran and how much of the code it reached.
The output of libFuzzer is in ``target/fuzz/logs``, inputs that fail in ``target/fuzz/artifacts``: make a test of each.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import sys
import time

from . import build
from .run import Result, run

SHOWN_LINES = 40


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float, help="in all, however many targets there are")
    parser.add_argument("targets", nargs="*", help="default: all")
    options = parser.parse_args()
    begun = time.monotonic()
    known = build.rust_targets() | build.python_targets()
    if unknown := set(options.targets) - known.keys():
        sys.exit(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    chosen = {name: command for name, command in known.items() if name in (options.targets or known)}
    together = os.cpu_count() or 1
    seconds = max(1, int(options.minutes * 60 * together / len(chosen)))
    built = time.monotonic() - begun
    print(f"fuzz: {len(chosen)} targets, {together} at a time, {seconds} s each; built in {built:.0f} s", flush=True)
    with concurrent.futures.ThreadPoolExecutor(together) as pool:
        jobs = [pool.submit(run, name, command, seconds) for name, command in chosen.items()]
        results = [shown(job.result()) for job in jobs]
    failed = [result.name for result in results if result.status]
    total = sum(result.executions for result in results)
    print(f"fuzz: {total:,} executions, {len(failed)} of {len(results)} targets failed")
    return int(bool(failed))


def shown(result: Result) -> Result:
    print(result.line(), flush=True)
    if result.status:
        print(*result.log.read_text("utf-8", "replace").splitlines()[-SHOWN_LINES:], sep="\n", flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
