"""Pins the run to one core, and puts what the report needs to know into the JSON file."""

from __future__ import annotations

import gc
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import pytest

from . import contenders, machine
from .inputs import source
from .suites.columns import data as column_data
from .suites.columns.races import ColumnRaces

if TYPE_CHECKING:
    from collections.abc import Iterator

PINNED = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def one_core(request: pytest.FixtureRequest) -> None:
    request.config.stash[PINNED] = machine.pin()
    gc.disable()  # between the rounds too: pytest-benchmark only sees to the rounds themselves


@pytest.fixture(scope="session")
def column_races(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ColumnRaces]:
    races = ColumnRaces(tmp_path_factory.mktemp("columns"))
    yield races
    races.end()


# In place of what pytest-benchmark finds out by itself: that takes a second, and has the name of the host in it.
# A plain `pytest` may come by without pytest-benchmark.
@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_generate_machine_info(config: pytest.Config) -> dict[str, Any]:
    build, optimised = machine.build()
    return {
        "processor": machine.processor(),
        "system": machine.system(),
        "python": machine.python(),
        "build": build,
        "optimised": optimised,
        "pinned": config.stash.get(PINNED, False),
        "corpus": source().source,
        "columns": column_data.told(source()),
        "versions": contenders.versions(),
        "date": datetime.now(timezone.utc).date().isoformat(),
    }


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_generate_commit_info() -> dict[str, Any]:
    return {}
