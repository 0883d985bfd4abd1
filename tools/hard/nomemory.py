"""Each of the first allocations of every public call fails in turn: ``python -m tools.hard.nomemory [COUNT]``.

The call must raise MemoryError, or answer as it does otherwise; then once more, undisturbed, it must answer as before.
Two kinds of allocations: Python's, which ``_testcapi`` lets fail, and those of malloc, as Rust's are, by a library that
is loaded before it. Calls are made in child processes, so a crash costs one call and is told like any other fault.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target" / "hard"
KINDS = ("python", "malloc")


def main(count: int) -> int:
    faults = 0
    for kind in KINDS:
        faults += run(kind, count)
    return int(faults > 0)


def run(kind: str, count: int) -> int:
    """How many public calls do wrong."""
    if kind == "python" and not has_testcapi():
        print("nomemory, python: left out, this interpreter was packaged without CPython's test suite")
        return 0
    environment = dict(os.environ)
    if kind == "malloc":
        environment["LD_PRELOAD"] = str(library())
    begun, first, faults, made = time.monotonic(), 0, 0, 0
    with tempfile.NamedTemporaryFile() as place:
        while True:
            command = [sys.executable, "-m", "tools.hard.nomemory_child", kind, str(count), str(first), place.name]
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace")
            print(done.stdout, end="", flush=True)
            faults += done.stdout.count("\n")
            at = [int(word) for word in Path(place.name).read_text("ascii").split()]
            if done.returncode == 0:
                made = at[0]
                break
            first, failing = at[0] + 1, at[1]
            said = done.stderr.strip().splitlines()[-1:] or ["nothing"]
            print(f"{kind}, {at[0]}: allocation {failing}: ended with {done.returncode}, said {said[0]!r}", flush=True)
            faults += 1
    told = f"{made} calls, {count} allocations of each, {faults} faults"
    print(f"nomemory, {kind}: {told}, {time.monotonic() - begun:.0f} s", flush=True)
    return faults


def has_testcapi() -> bool:
    asked = "import _testcapi; _testcapi.set_nomemory"
    return subprocess.run([sys.executable, "-c", asked], capture_output=True).returncode == 0


def library() -> Path:
    WORK.mkdir(parents=True, exist_ok=True)
    built = WORK / "failing_malloc.so"
    source = Path(__file__).with_name("failing_malloc.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(built), str(source)], check=True)
    return built


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
