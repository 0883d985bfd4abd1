"""Files of tests that are left out where pyarrow is not installed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest


class Unread(pytest.Module):
    """A file of tests that is not imported."""

    def collect(self) -> Iterator[pytest.Item]:
        pytest.skip("what it tests takes pyarrow, which is not here", allow_module_level=True)


def unread(path: Path, parent: pytest.Collector, read: Collection[str]) -> pytest.Module | None:
    """For `pytest_pycollect_makemodule`: None if the file is to be read. Those of ``read`` need no pyarrow."""
    is_read = find_spec("pyarrow") is not None or path.name in read
    return None if is_read else Unread.from_parent(parent, path=path)
