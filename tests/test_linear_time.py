"""Time is linear in the input: every public function, scheme class and subcommand, on texts made to hurt."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="the command and the pure columns take it")

from .linear_time.counter import counter
from .linear_time.entries import names
from .linear_time.measure import MOST, _costs
from .linear_time.shapes import SHAPES

ROOT = Path(__file__).parent.parent
# Memory is kept and not given back to the system, whose time to clear it again depends on what else goes on.
STEADY = {"PYTHONMALLOC": "malloc", "MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "1000000000"}


def test_what_is_not_linear_is_found() -> None:
    clock, enough = counter()

    def quadratic(text: str) -> None:
        for _ in range(len(text) // 50):
            text.encode()

    costs = _costs(quadratic, SHAPES["slashes"], "http://h/", clock, enough)
    assert costs is not None
    assert costs[3] > MOST * costs[1]


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("backend", ["native", "pure"])
@pytest.mark.parametrize("entry", names())
def test_four_times_the_text_costs_at_most_six_times_as_much(entry: str, backend: str) -> None:
    if backend == "pure" and entry.startswith(("urlmill.parse.", "command ")):
        pytest.skip("the pure drop-in is the interpreter's own module, and the command is the same on both backends")
    command = [sys.executable, "-m", "tests.linear_time.measure", entry]
    slow: dict[str, list[int]] = {}
    for _ in range(3):  # a busy spell of the machine passes, what is quadratic stays so
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **STEADY, "URLMILL_BACKEND": backend}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        slow = json.loads(done.stdout)
        if not slow:
            break
    shown = [
        f"{name}, {n} characters: {b / a:.1f} and {c / a:.1f} times as much" for name, (n, a, b, c) in slow.items()
    ]
    assert not slow, f"twice and four times the length cost over {MOST:g} times as much:\n" + "\n".join(shown)
