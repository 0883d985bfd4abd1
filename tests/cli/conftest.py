"""What tests of the command share."""

from __future__ import annotations

from pathlib import Path

import pytest

from .access_logs import Run, cut_small, runner


@pytest.fixture
def run_logs(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    return runner(tmp_path, capfdbinary)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)
