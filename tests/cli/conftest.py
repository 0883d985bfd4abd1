"""What tests of the command share."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..without_arrow import unread
from .access_logs import Run, cut_small, runner

WITHOUT_ARROW = ["test_show.py", "test_fetch.py"]


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return unread(module_path, parent, WITHOUT_ARROW)


@pytest.fixture
def run_logs(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    return runner(tmp_path, capfdbinary)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)
