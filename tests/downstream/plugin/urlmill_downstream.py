"""A pytest plugin for other packages' suites: puts urlmill in force, proves that it was, and notes every outcome.

It stands alone in its folder, which goes on the suite's PYTHONPATH, and is loaded by `-p`, so before the package under
test, its plugins and its conftest files. The environment says what to do:

- URLMILL_DOWNSTREAM_MODE: `stdlib` leaves urlmill alone; `install` calls `urlmill.install()`; `count` does that too,
  and then puts a counter in front of each function. Counting is a mode of its own, because a counter is not quite the
  object that users get: what is compared must be run without.
- URLMILL_DOWNSTREAM_PACKAGE: the import name of the package whose suite this is.
- URLMILL_DOWNSTREAM_REPORT: the file to leave the report in, as JSON.
"""

import json
import os
import sys
import types
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MODE = os.environ["URLMILL_DOWNSTREAM_MODE"]
PACKAGE = os.environ["URLMILL_DOWNSTREAM_PACKAGE"]
REPORT = Path(os.environ["URLMILL_DOWNSTREAM_REPORT"])

# The functions of urllib.parse, all of which urlmill offers.
NAMES = [name for name in urllib.parse.__all__ if name[0].islower()]
ORIGINALS = {name: getattr(urllib.parse, name) for name in NAMES}

outcomes: dict[str, str] = {}
problems: list[str] = []


class Counter:
    """Stands before a function, counts its calls, and is like it in every other way."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        return self.function(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.function, name)


wanted: dict[str, Any] = dict(ORIGINALS)
if any(name.partition(".")[0] == PACKAGE for name in sys.modules):
    problems.append(f"{PACKAGE} was imported before urlmill could be put in force")
if MODE != "stdlib":
    import urlmill
    import urlmill.parse

    urlmill.install()
    wanted = {name: getattr(urlmill.parse, name) for name in NAMES}
    if MODE == "count":
        wanted = {name: Counter(function) for name, function in wanted.items()}
        vars(urllib.parse).update(wanted)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        outcomes[report.nodeid] = "not collected"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if outcomes.get(report.nodeid) in ("failed", "error"):
        return
    expected_to_fail = hasattr(report, "wasxfail")
    if report.failed:
        outcomes[report.nodeid] = "failed" if report.when == "call" else "error"
    elif report.skipped:
        outcomes[report.nodeid] = "xfailed" if expected_to_fail else "skipped"
    elif report.passed and report.when == "call":
        outcomes[report.nodeid] = "xpassed" if expected_to_fail else "passed"


def pytest_sessionfinish() -> None:
    check()
    calls = sum(function.calls for function in wanted.values() if isinstance(function, Counter))
    backend = sys.modules["urlmill"].backend if "urlmill" in sys.modules else None
    report = {"backend": backend, "outcomes": outcomes, "calls": calls, "problems": problems}
    REPORT.write_text(json.dumps(report), encoding="utf-8")


def check() -> None:
    """Notes whatever says that the suite did not run on the functions it should have."""
    if MODE == "stdlib" and "urlmill" in sys.modules:
        problems.append("urlmill was imported where it should not be")
    misplaced = [name for name in NAMES if getattr(urllib.parse, name) is not wanted[name]]
    problems.extend(f"urllib.parse.{name} was not the wanted one at the end" for name in misplaced)
    # The functions of the pure backend are the interpreter's own, so there is nothing to tell apart.
    if MODE != "stdlib" and os.environ.get("URLMILL_BACKEND") != "pure":
        problems.extend(f"urlmill.parse.{name} is the interpreter's own" for name in NAMES if is_original(wanted[name]))
        problems.extend(f"{place} is the interpreter's own" for place in places_with_originals())


def is_original(value: object) -> bool:
    return any(value is original for original in ORIGINALS.values())


def places_with_originals() -> list[str]:
    """Where the package under test still holds a function that urlmill should have replaced."""
    modules = [(name, module) for name, module in sys.modules.items() if name.partition(".")[0] == PACKAGE]
    return [f"{name}.{held}" for name, module in modules for held, value in vars(module).items() if is_original(value)]
