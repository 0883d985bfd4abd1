"""Settings for the whole suite."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import urlmill

from . import corpus

ROOT = Path(__file__).parent

# `make test` takes `quick`, `make test-release` the default; `deep` looks longest. `brief` is for a change in progress,
# and for one of many interpreters: what does not depend on the interpreter has been looked at longer on another.
for name, examples in (("brief", 10), ("quick", 50), ("default", 100), ("deep", 20_000)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    )
settings.load_profile(corpus.PROFILE)

# Under nohup, or in the background of a shell, signals are ignored: the processes that tests start would inherit that.
for ignored in {signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)}:
    if signal.getsignal(ignored) is signal.SIG_IGN:
        signal.signal(ignored, signal.default_int_handler if ignored is signal.SIGINT else signal.SIG_DFL)


# Of the command, the engines and the fetching: they stand on either backend in the same way.
DOORS = ("cli", "engines", "fetch", "integrations", "servers")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(ROOT).parts[0] in DOORS:
            item.add_marker(pytest.mark.door)


def pytest_collectstart(collector: pytest.Collector) -> None:
    """The drop-in is never looked at briefly: the answers of ``urllib.parse`` change from release to release."""
    if isinstance(collector, pytest.Module):  # which is imported after this, and takes its settings then
        is_dropin = collector.path.parent.name == "dropin"
        settings.load_profile("quick" if corpus.PROFILE == "brief" and is_dropin else corpus.PROFILE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--vectors", metavar="PATH", help="another file of vectors for test_vectors.py")


def pytest_report_header() -> str:
    return f"urlmill: the {urlmill.backend} backend; real URLs from {corpus.SOURCE}"
