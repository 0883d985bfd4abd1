"""Measures on the interpreter that runs it: ``python -m benches.measure FOLDER``, which gets the JSON files.

Each row is measured by several processes, one after the other and not in a row: a busy spell of the machine, or where
the loader has put things in one of them, cannot spoil all. A row whose interval is still too wide is measured by more.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic

from .interval import FEWEST
from .names import (
    CANONICAL,
    CRAWL,
    CURVE,
    DROP_IN,
    EDITS,
    ENGINES,
    FUNCTIONS,
    HANDED_OVER,
    LINKS,
    MORE,
    OBJECTS,
    PROFILES,
    WEB,
)
from .results import Results, read
from .settings import QUICK
from .suites.columns.rows import SPLIT_KEY, column_rows, column_size
from .suites.dropin import all_rows

HERE = Path(__file__).parent
SUITES = HERE / "suites"
PROCESSES = 1 if QUICK else FEWEST
MOST_PROCESSES = 1 if QUICK else 15
MOST_COLUMN_PROCESSES = 1 if QUICK else 3
LONGER = 90  # seconds at most for rows whose interval is too wide: on a busy machine that might be all of them
ONE_BY_ONE = (DROP_IN, OBJECTS, CRAWL, EDITS, PROFILES, WEB, CANONICAL, LINKS)
DROP_IN_ONLY = (DROP_IN, MORE, HANDED_OVER)
ONCE = (CURVE, FUNCTIONS, ENGINES)  # on the first interpreter that can: there is little of Python in them


class Run:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: dict[str, int] = {}  # processes, by row
        self._files = 0

    def measure(self, target: str, keys: list[str]) -> None:
        """One process for these rows."""
        number = max(self._started.get(key, 0) for key in keys)
        for key in keys:
            self._started[key] = number + 1
        name = keys[0] if len(keys) == 1 else "all"
        print(f"measuring {name}, process {number + 1}", flush=True)
        command = [sys.executable, "-m", "pytest", "-c", str(HERE / "pytest.ini"), str(SUITES / target)]
        told = {"URLMILL_BENCH_ROW": ",".join(keys), "URLMILL_BENCH_PROCESS": str(number)}
        self._files += 1
        file = self.folder / f"{self._files:04}-{name}.json"  # read in this order, which the tables have from it
        done = subprocess.run(
            [*command, f"--benchmark-json={file}"],
            env=os.environ | told,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{done.stdout}\ncould not measure {name}")

    def too_wide(self, keys: list[str]) -> list[str]:
        rows = read(self.folder.glob("*.json")).rows
        return [row.key for row in rows if row.key in keys and row.is_too_wide]

    def measure_longer(self, target: str, keys: list[str], most: int, seconds: float) -> None:
        """Those that need it, each by itself: so many processes of a row, and so long in all."""
        until = monotonic() + seconds
        while wide := self.too_wide([key for key in keys if self._started[key] < most]):
            for key in wide:
                if monotonic() > until:
                    print(f"still too wide, and out of time: {', '.join(self.too_wide(keys))}", flush=True)
                    return
                self.measure(target, [key])


def one_by_one(run: Run, batches: list[list[str]]) -> None:
    """`batches`: the rows that share a process."""
    for _ in range(PROCESSES):
        for batch in batches:
            run.measure("bench_rows.py", batch)
    seconds = LONGER * (1 if len(batches) > 1 else 0.5)
    run.measure_longer("bench_rows.py", [key for batch in batches for key in batch], MOST_PROCESSES, seconds)


def in_columns(run: Run, keys: list[str]) -> None:
    for key in keys:
        run.measure("bench_columns.py", [key])
    if SPLIT_KEY in keys:
        run.measure("bench_memory.py", ["memory"])
    # But for Spark: each time it takes a minute to start.
    keys = [key for key in keys if "pyspark" not in key]
    run.measure_longer("bench_columns.py", keys, MOST_COLUMN_PROCESSES, LONGER)


def told(results: Results) -> list[str]:
    """For whoever waits for a few tables."""
    from .report.tables import measured_table

    return measured_table(results, results.rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="gets the JSON files; emptied first")
    parser.add_argument("--drop-in", action="store_true", help="only the drop-in, but all of it, in shared processes")
    parser.add_argument("--beside", type=Path, help="results of another interpreter: what is measured once is left out")
    parser.add_argument("--with", nargs="*", dest="names", help="only rows in which one of these contenders takes part")
    parser.add_argument("--tables", nargs="*", help=f"only rows of these tables: {', '.join(ONE_BY_ONE)}")
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    run = Run(options.folder)
    rows = all_rows()
    if options.drop_in:
        one_by_one(run, [[row.key for row in rows if row.group in DROP_IN_ONLY]])
        return
    if options.tables:
        one_by_one(run, [[row.key] for row in rows if row.group in options.tables])
        print("\n".join(told(read(run.folder.glob("*.json")))))
        return
    columns = column_rows(column_size())
    if options.names is not None:
        rows = [row for row in rows if any(each.name in options.names for each in row.contenders)]
        columns = [row for row in columns if any(each.name in options.names for each in row.contenders)]
    one_by_one(run, [[row.key] for row in rows if row.group in ONE_BY_ONE])
    done = {row.key for row in read(options.beside.glob("*.json")).of(*ONCE)} if options.beside else set()
    in_columns(run, [row.key for row in columns if row.key not in done])
    if options.names is None:
        run.measure("bench_import.py", ["import"])


if __name__ == "__main__":
    main()
