"""What is to be reached, and whether it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .contenders import INFLATING, ONE_THREAD, OURS
from .measured import Took, ratio

if TYPE_CHECKING:
    from pathlib import Path

    from ...interval import Estimate

Results = dict[str, tuple[int, dict[str, Took]]]  # by group: bytes that are read, and the contenders
MOST_MEMORY = 500_000_000
_TIMES = (
    ("combined", "DuckDB", 2.5), ("combined", "Polars", 4), ("combined", ONE_THREAD, 1.7), ("JSON lines", "DuckDB", 2),
    ("JSON lines", "Polars", 2.5), ("combined.gz", "DuckDB", 2.5), ("two files combined.gz", ONE_THREAD, 1.7),
)  # fmt: skip
_RATES = (("W3C", 2 / 3), ("CloudFront", 2 / 3), ("combined, `--regex`", 1 / 3))
_WITHIN = (("combined.gz", INFLATING, 1.5),)


def rows(results: Results) -> list[list[str]]:
    """Goal, what was found, and whether it is met; for those that were measured."""
    found = []
    for group, name, least in _TIMES:
        if both := _both(results, group, name):
            times = ratio(*both)
            found.append(_row(f"{group}: {name} takes at least {least:g}x as long", times, is_met=times.value >= least))
    for group, name, most in _WITHIN:
        if both := _both(results, group, name):
            theirs, ours = both
            times = ratio(ours, theirs)
            found.append(_row(f"{group}: within {most:g}x of {name}", times, is_met=times.value <= most))
    if "combined" in results:
        base = rate(results, "combined")
        for group, least in _RATES:
            if group in results:
                share = rate(results, group) / base
                words = f"{group}: at least {least:.2f} of combined's MB/s"
                found.append([words, f"{share:.2f}", "yes" if share >= least else "no"])
    most_memory = max((took[OURS].memory for _, took in results.values()), default=0)
    words = f"memory: under {MOST_MEMORY / 1e6:.0f} MB for every row"
    found.append([words, f"{most_memory / 1e6:.0f} MB", "yes" if most_memory < MOST_MEMORY else "no"])
    return found


def rate(results: Results, group: str) -> float:
    """Bytes that we read in a second."""
    size, took = results[group]
    return size / took[OURS].median


def size_of(files: list[Path]) -> int:
    """On disk."""
    return sum(file.stat().st_size for file in files)


def _both(results: Results, group: str, name: str) -> tuple[Took, Took] | None:
    took = results[group][1] if group in results else {}
    theirs = next((each for full, each in took.items() if full.startswith(name)), None)
    return (theirs, took[OURS]) if theirs and OURS in took else None


def _row(words: str, times: Estimate, *, is_met: bool) -> list[str]:
    return [words, f"{times.value:.2f}x ({times.low:.2f} to {times.high:.2f})", "yes" if is_met else "no"]
