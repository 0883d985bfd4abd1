"""The whole drop-in on every CPython there is: is anything slower than the function that it replaces?

Writes docs/bench-interpreters.md. Ends with an error if a row is under 1.0x, or if a call that is handed over to the
interpreter costs more than it may. ``python -m benches.interpreters 3.15`` measures on one and only prints the table.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .environment import ROOT, Environment, Interpreter, distribution, interpreters, newest
from .report import interpreters as interpreter_report
from .results import read


def all_interpreters() -> list[Interpreter]:
    """One for each version: this machine's, the distribution's, those of the tool."""
    found = [*newest(), distribution(), *interpreters()]
    return sorted({interpreter.version: interpreter for interpreter in reversed(found)}.values())


def main(only: list[str]) -> int:
    folders: list[Path] = []
    for interpreter in all_interpreters():
        if only and not any(f"{interpreter.name}.".startswith(f"{name}.") for name in only):
            continue
        environment = Environment(interpreter, ROOT / f".venv-bench-{interpreter.name}")
        environment.prepare([])
        print(f"CPython {interpreter.name}", flush=True)
        environment.python("-m", "benches.measure", str(environment.results), "--drop-in")
        folders.append(environment.results)
    results = [read(folder.glob("*.json")) for folder in folders]
    if not results:
        sys.exit(f"there is no CPython {' or '.join(only)} here")
    return interpreter_report.show(results) if only else interpreter_report.write(results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
