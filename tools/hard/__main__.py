"""``make hard``: what takes too long, or too much of the machine, for every change. Run by hand.

``python -m tools.hard [STEP ...]``. The other tools of this folder take longer still, and are run one by one:
``dropin_calls``, ``web_ada``, ``billion``, ``columns_memory``, ``seen``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable

from .texts import ROOT


def asan() -> int:
    """In its environment, which brings the sanitizer's library."""
    command = [str(ROOT / ".venv-fuzz" / "bin" / "python"), "-m", "tools.fuzz.suite"]
    return subprocess.run(command, cwd=ROOT).returncode


def module(name: str, *arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", f"tools.hard.{name}", *arguments], cwd=ROOT).returncode


STEPS: dict[str, Callable[[], int]] = {
    "asan": asan,
    "hammer": lambda: module("hammer", "60"),
    "nomemory": lambda: module("nomemory", "200"),
    "kills": lambda: module("kills"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", help=f"default: all of {', '.join(STEPS)}")
    failed = []
    for name in parser.parse_args().steps or STEPS:
        begun = time.monotonic()
        status = STEPS[name]()
        print(f"hard: {name} {'FAILED' if status else 'passed'} ({time.monotonic() - begun:.0f} s)", flush=True)
        failed += [name] * bool(status)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
