"""Real URLs, and a real log: of the shared data beside the repository, or a small sample where that is not there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared" / "data"
SAMPLE = HERE / "data"
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")


def _lines(name: str) -> list[str]:
    file = (SHARED / "urls" if SHARED.is_dir() else SAMPLE) / name
    return [line for line in file.read_text("utf-8").split("\n") if line] if file.is_file() else []


def some(items: list[Any], *, brief: int = 20) -> list[Any]:
    """All of them in `make test-release`; a part of them, spread evenly, where tests look for less long."""
    return items[:: {"brief": brief, "quick": 4}.get(PROFILE, 1)]


def fewer(count: int, least: int = 1) -> int:
    """So many in `make test-release`; a third of them, and not less than ``least``, where tests look for less long."""
    return max(count // 3, least) if PROFILE in ("brief", "quick") else count


SOURCE = "the shared data" if SHARED.is_dir() else "the sample in tests/data"
URLS = _lines("top100.txt") + _lines("userbait.txt")
PAIRS = [(base, reference) for base, _, reference in (line.partition("\t") for line in _lines("join_pairs.tsv"))]
SMALL_LOG = SAMPLE / "access.log"
LOG = SHARED / "logs" / "apache_combined.log" if SHARED.is_dir() else SMALL_LOG
