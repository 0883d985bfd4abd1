"""Runs the benchmarks and makes the report.

Each row has a process of its own, so that what other rows and their contenders leave in memory cannot weigh on it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import report
from .column_rows import column_rows
from .rows import all_rows, column_size

HERE = Path(__file__).parent


def measure(file: Path, target: str, **environment: str) -> None:
    command = [sys.executable, "-m", "pytest", "-c", str(HERE / "pytest.ini"), str(HERE / target)]
    subprocess.run([*command, f"--benchmark-json={file}"], check=True, env=os.environ | environment)


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    columns = column_rows(column_size())
    targets = {row.key: "bench_rows.py" for row in all_rows()} | {row.key: "bench_columns.py" for row in columns}
    targets |= {"memory": "bench_memory.py"} if columns else {}
    targets["import"] = "bench_import.py"
    files = {key: folder / f"{key}.json" for key in targets}
    for key, target in targets.items():
        print(f"measuring {key}", flush=True)
        measure(files[key], target, URLMILL_BENCH_ROW=key)
    report.main(list(files.values()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
