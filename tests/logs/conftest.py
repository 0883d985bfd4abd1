"""What tests of logs share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..without_arrow import unread

if TYPE_CHECKING:
    from .reading import Read

WITHOUT_ARROW = ["test_backends_agree.py", "test_kinds.py", "test_records.py"]


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return unread(module_path, parent, WITHOUT_ARROW)


@pytest.fixture
def read(tmp_path: Path) -> Read:
    from .reading import reader_of  # it takes pyarrow

    return reader_of(tmp_path)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from .reading import cut_small

    cut_small(monkeypatch)
