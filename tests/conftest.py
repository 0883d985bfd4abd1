"""Settings for the whole suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import urlmill

from . import corpus

# `make test` takes the middle way; `HYPOTHESIS_PROFILE=deep` looks longer, `=quick` is for a change in progress.
for name, examples in (("quick", 50), ("default", 150), ("deep", 20_000)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--vectors", metavar="PATH", help="another file of vectors for test_vectors.py")


def pytest_report_header() -> str:
    return f"urlmill: the {urlmill.backend} backend; real URLs from {corpus.SOURCE}"
