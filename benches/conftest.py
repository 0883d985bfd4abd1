"""Pins the run to one core, and puts what the report needs to know into the JSON file."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import pytest

from . import column_data, contenders, machine, rows
from .column_races import ColumnRaces

if TYPE_CHECKING:
    from collections.abc import Iterator

PINNED = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def one_core(request: pytest.FixtureRequest) -> None:
    request.config.stash[PINNED] = machine.pin()


@pytest.fixture(scope="session")
def column_races(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ColumnRaces]:
    races = ColumnRaces(tmp_path_factory.mktemp("columns"))
    yield races
    races.end()


@pytest.hookimpl(optionalhook=True)  # a plain `pytest` may come by without pytest-benchmark
def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    machine_info.pop("node", None)  # the name of the host is nobody's business
    build, optimised = machine.build()
    machine_info["urlmill"] = {
        "processor": machine.processor(),
        "system": machine.system(),
        "python": machine.python(),
        "build": build,
        "optimised": optimised,
        "pinned": config.stash.get(PINNED, False),
        "corpus": rows.source().source,
        "columns": column_data.told(rows.source()),
        "versions": contenders.versions(),
        "date": datetime.now(timezone.utc).date().isoformat(),
    }


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if machine.build()[1] is not True:
        terminalreporter.section("NOT AN OPTIMISED INTERPRETER", sep="!", red=True)
        terminalreporter.line("urllib.parse is slower here than users have it: these ratios flatter us.", red=True)
