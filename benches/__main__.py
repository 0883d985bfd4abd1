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
from .rows import all_rows

HERE = Path(__file__).parent


def measure(file: Path, target: str, **environment: str) -> None:
    command = [sys.executable, "-m", "pytest", "-c", str(HERE / "pytest.ini"), str(HERE / target)]
    subprocess.run([*command, f"--benchmark-json={file}"], check=True, env=os.environ | environment)


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    keys = [row.key for row in all_rows()]
    files = [folder / f"{key}.json" for key in keys]
    for key, file in zip(keys, files, strict=True):
        print(f"measuring {key}", flush=True)
        measure(file, "bench_rows.py", URLMILL_BENCH_ROW=key)
    files.append(folder / "import.json")
    measure(files[-1], "bench_import.py")
    report.main(files)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
