"""A folder that every user of the machine may read, which pytest's own are not."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..fetch.certificates import Certificates, made
from .tree import plant


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make test-servers` has them. Once is enough: what they test is Python, whatever the backend."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.once)
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="urlmill-servers-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="module")
def root(folder: Path) -> Path:
    (folder / "root").mkdir()
    return plant(folder / "root")


@pytest.fixture(scope="module")
def certificates(folder: Path) -> Certificates:
    return made(folder)
