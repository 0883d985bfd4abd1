"""The whole drop-in on every CPython there is: is anything slower than the function that it replaces?

Writes docs/bench-interpreters.md. Ends with an error if a row is under 1.0x, or if a call that is handed over to the
interpreter costs more than it may.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import interpreter_report
from .environment import ROOT, Environment, Interpreter, distribution, interpreters, newest
from .results import read


def all_interpreters() -> list[Interpreter]:
    """One for each version: this machine's, the distribution's, those of the tool."""
    found = [*newest(), distribution(), *interpreters()]
    return sorted({interpreter.version: interpreter for interpreter in reversed(found)}.values())


def main() -> int:
    folders: list[Path] = []
    for interpreter in all_interpreters():
        environment = Environment(interpreter, ROOT / f".venv-bench-{interpreter.name}")
        environment.prepare([])
        print(f"CPython {interpreter.name}", flush=True)
        environment.python("-m", "benches.measure", str(environment.results), "--drop-in")
        folders.append(environment.results)
    return interpreter_report.write([read(folder.glob("*.json")) for folder in folders])


if __name__ == "__main__":
    sys.exit(main())
