"""Real URLs: from the shared data beside the repository where it is there, else a small sample in the tests."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared" / "data" / "urls"
SAMPLE = HERE / "data"


def _lines(name: str) -> list[str]:
    file = (SHARED if SHARED.is_dir() else SAMPLE) / name
    return [line for line in file.read_text("utf-8").split("\n") if line] if file.is_file() else []


SOURCE = "the shared data" if SHARED.is_dir() else "the sample in tests/data"
URLS = _lines("top100.txt") + _lines("userbait.txt")
PAIRS = [(base, reference) for base, _, reference in (line.partition("\t") for line in _lines("join_pairs.tsv"))]
