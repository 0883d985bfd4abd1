"""What tests of the command share."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from .access_logs import Run, cut_small, runner

WITHOUT_ARROW = ["test_show.py"]


class Unread(pytest.Module):
    """A file of tests that is not imported."""

    def collect(self) -> Iterator[pytest.Item]:
        pytest.skip("the command reads and writes tables with pyarrow, which is not here", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    is_read = find_spec("pyarrow") is not None or module_path.name in WITHOUT_ARROW
    return None if is_read else Unread.from_parent(parent, path=module_path)


@pytest.fixture
def run_logs(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    return runner(tmp_path, capfdbinary)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)
