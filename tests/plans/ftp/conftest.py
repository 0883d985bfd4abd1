"""A server with files to fetch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..servers.ftp_server import FtpServer


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from ..servers.ftp_tree import plant

    root = tmp_path_factory.mktemp("ftp")
    plant(root)
    return root


@pytest.fixture(scope="module")
def running(root: Path) -> Iterator[FtpServer]:
    # Imported here: without pyftpdlib the tests say that they are skipped.
    from ..servers.ftp_server import serving

    with serving(root) as server:
        yield server


@pytest.fixture
def server(running: FtpServer) -> FtpServer:
    """No session of an earlier test in its log."""
    running.sessions.clear()
    return running
