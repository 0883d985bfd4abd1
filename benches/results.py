"""The rounds of pytest-benchmark's JSON files, merged.

A round times a row in stretches. Of each stretch the fastest round counts, and their sum is the figure: the minimum of
whole rounds, but for a machine that is rarely quiet for as long as a round of the baseline takes.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .contenders import EMPTY, NATIVE, OURS

if TYPE_CHECKING:
    from pathlib import Path

FEWEST_ROUNDS = 7
MOST_DOUBT = 0.05


@dataclass
class Measured:
    """One row: nanoseconds a call, by contender."""

    title: str
    group: str  # the table it stands in
    goal: float | None
    baseline: str
    left_out: int  # inputs that nobody was given
    ns: dict[str, float] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)
    spared: dict[str, int] = field(default_factory=dict)  # inputs that a contender refused
    differ: dict[str, int] = field(default_factory=dict)  # answers that are not the baseline's, of those compared
    compared: dict[str, int] = field(default_factory=dict)
    doubt: float = 0  # how far two halves of the rounds disagree about the baseline or about urlmill

    def ratio(self, contender: str) -> float | None:
        """How many times faster than the baseline; None where it was not measured."""
        return self.ns[self.baseline] / self.ns[contender] if contender in self.ns else None

    @property
    def peers(self) -> dict[str, float]:
        others = (self.baseline, *OURS, EMPTY)
        return {name: self.ns[self.baseline] / ns for name, ns in self.ns.items() if name not in others}

    @property
    def best_peer(self) -> str | None:
        return max(self.peers, key=self.peers.__getitem__, default=None)

    @property
    def met(self) -> bool:
        return self.goal is None or (self.ratio(NATIVE) or 0) >= self.goal


@dataclass(frozen=True)
class Memory:
    """In bytes."""

    peak: int  # above what was there before the work began
    input: int
    calls: int


@dataclass
class Results:
    machine: dict[str, Any]
    rounds: int
    rows: list[Measured]
    import_ms: dict[str, float]
    memory: dict[str, Memory]

    def of(self, *groups: str) -> list[Measured]:
        """The rows of these tables."""
        return [row for row in self.rows if row.group in groups]

    @property
    def loop_ns(self) -> float | None:
        return next((row.ns[EMPTY] for row in self.rows if EMPTY in row.ns), None)

    @property
    def caption(self) -> list[str]:
        m = self.machine
        pinned = ", one core" if m["pinned"] else ""
        return [
            f"{m['processor']}{pinned} · {m['system']} · {m['python']}, {m['build']} · {m['date']}",
            f"{m['corpus']} · best of {self.rounds} rounds",
        ]

    @property
    def warnings(self) -> list[str]:
        """Why not to believe the figures: short, for the chart, too."""
        found = []
        if self.machine["optimised"] is not True:
            build = self.machine["build"]
            found.append(f"NOT AN OPTIMISED INTERPRETER ({build}): urllib.parse is slower in it than users have it.")
        if self.doubt > MOST_DOUBT:
            found.append(f"UNSTEADY: two halves of a row differ by up to {self.doubt:.0%}. Measure on a quiet machine.")
        if self.rounds < FEWEST_ROUNDS:
            found.append(f"TOO FEW ROUNDS: {self.rounds}, and {FEWEST_ROUNDS} are the least that means something.")
        return found

    @property
    def doubt(self) -> float:
        return max(row.doubt for row in self.rows)


def read(files: list[Path]) -> Results:
    parts = [json.loads(file.read_text("utf-8")) for file in files]
    rows: dict[str, Measured] = {}
    runs: dict[
        tuple[str, str], list[list[float]]
    ] = {}  # of a contender on a row: the seconds of each stretch, by round
    import_ms: dict[str, float] = {}
    memory: dict[str, Memory] = {}
    for entry in (entry for data in parts for entry in data["benchmarks"]):
        info = entry["extra_info"]
        contender = info["contender"]
        if info["row"] == "import":
            import_ms[contender] = min(import_ms.get(contender, math.inf), info["nanoseconds"] / 1e6)
            continue
        if info["row"] == "memory":
            memory[contender] = Memory(info["peak"], info["input"], info["calls"])
            continue
        row = rows.setdefault(info["row"], _row(info))
        rounds = runs.setdefault((info["row"], contender), [])
        rounds.append(info.get("seconds") or entry["stats"]["data"])
        row.ns[contender] = _fastest(rounds) * 1e9 / info["calls"]
        row.calls[contender] = info["calls"]
        row.spared[contender] = info.get("spared", 0)
        row.differ[contender] = info.get("differ", 0)
        row.compared[contender] = info.get("compared", 0)
    for (key, contender), rounds in runs.items():
        if contender in (rows[key].baseline, NATIVE) and len(rounds) > 1:
            # The first and the second half, each with every order of the contenders in it.
            middle = len(rounds) // 2
            halves = _fastest(rounds[:middle]), _fastest(rounds[middle:])
            rows[key].doubt = max(rows[key].doubt, max(halves) / min(halves) - 1)
    machine, rounds_of_all = parts[0]["machine_info"]["urlmill"], min(map(len, runs.values()))
    return Results(machine, rounds_of_all, list(rows.values()), import_ms, memory)


def _row(info: dict[str, Any]) -> Measured:
    return Measured(info["title"], info["group"], info["goal"], info["baseline"], info.get("left_out", 0))


def _fastest(rounds: list[list[float]]) -> float:
    """Of each stretch the fastest round, and of these the sum."""
    return sum((float(min(stretch)) for stretch in zip(*rounds, strict=True)), 0.0)


def times(ratio: float | None) -> str:
    """`12.3x`, rounded down, so that what falls short of a goal does not look as if it had met it."""
    if ratio is None:
        return ""
    digits = 2 if ratio < 2 else 1
    return f"{math.floor(ratio * 10**digits) / 10**digits:.{digits}f}x"
