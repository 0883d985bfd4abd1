"""The rounds of pytest-benchmark's JSON files, and the figures that they give."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .goals import Version, goal
from .interval import WIDEST, WIDEST_NS, Estimate, estimate
from .names import EMPTY, HANDED_OVER, NATIVE, OURS

if TYPE_CHECKING:
    from pathlib import Path

Rounds = dict[str, list[float]]  # the seconds of a call in each round, by contender


@dataclass
class Measured:
    """One row."""

    key: str
    title: str
    group: str  # the table it stands in
    baseline: str
    goal: float | None
    processes: list[Rounds] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)  # of one round
    same: list[str] = field(default_factory=list)  # contenders whose function is the baseline's own
    left_out: int = 0  # inputs that no contender was given
    refused: dict[str, int] = field(default_factory=dict)  # inputs that a contender refused
    differ: dict[str, int] = field(default_factory=dict)  # answers that are not the baseline's, of those compared
    compared: dict[str, int] = field(default_factory=dict)

    @property
    def contenders(self) -> list[str]:
        return list(self.processes[0])

    def ns(self, contender: str) -> float | None:
        """Nanoseconds a call."""
        if contender not in self.contenders:
            return None
        return estimate([rounds[contender] for rounds in self.processes]).value * 1e9

    def ratio(self, contender: str) -> Estimate | None:
        """How many times faster than the baseline; None where it was not measured."""
        return self.compare(contender, self.baseline)

    def compare(self, contender: str, other: str) -> Estimate | None:
        if contender not in self.contenders:
            return None
        pairs = [zip(rounds[other], rounds[contender], strict=True) for rounds in self.processes]
        return estimate([[theirs / own for theirs, own in rounds] for rounds in pairs])

    def extra_ns(self, contender: str) -> Estimate | None:
        """Nanoseconds that a call takes more than the baseline's."""
        if contender not in self.contenders:
            return None
        pairs = [zip(rounds[self.baseline], rounds[contender], strict=True) for rounds in self.processes]
        return estimate([[(own - theirs) * 1e9 for theirs, own in rounds] for rounds in pairs])

    @property
    def peers(self) -> dict[str, Estimate]:
        others = (self.baseline, *OURS, EMPTY)
        ratios = {name: self.ratio(name) for name in self.contenders if name not in others}
        return {name: ratio for name, ratio in ratios.items() if ratio}

    @property
    def best_peer(self) -> str | None:
        peers = self.peers
        return max(peers, key=lambda name: peers[name].value, default=None)

    @property
    def is_met(self) -> bool:
        ratio = self.ratio(NATIVE)
        return self.goal is None or (ratio is not None and ratio.value >= self.goal)

    @property
    def is_too_wide(self) -> bool:
        ratio, extra = self.ratio(NATIVE), self.extra_ns(NATIVE)
        if ratio is None or extra is None:
            return False
        if self.group == HANDED_OVER:
            return extra.high - extra.low > 2 * WIDEST_NS
        return ratio.width > WIDEST


@dataclass(frozen=True)
class Memory:
    """In bytes."""

    peak: int  # above what was there before the work began
    input: int
    calls: int


@dataclass
class Results:
    """Of one interpreter."""

    machine: dict[str, Any]
    rows: list[Measured] = field(default_factory=list)
    import_ms: dict[str, float] = field(default_factory=dict)
    memory: dict[str, Memory] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)  # peers that could not be installed, and why
    stand_in: Results | None = None  # another interpreter, with the figures of those

    def of(self, *groups: str) -> list[Measured]:
        """The rows of these tables."""
        return [row for row in self.rows if row.group in groups]

    def row(self, key: str) -> Measured | None:
        return next((row for row in self.rows if row.key == key), None)

    @property
    def loop_ns(self) -> float | None:
        return next((row.ns(EMPTY) for row in self.rows if EMPTY in row.contenders), None)

    @property
    def python(self) -> str:
        found: str = self.machine["python"]
        return found

    @property
    def minor(self) -> str:
        return ".".join(map(str, version_of(self.machine)))

    @property
    def caption(self) -> list[str]:
        m = self.machine
        pinned = ", one core" if m["pinned"] else ""
        return [f"{m['processor']}{pinned} · {m['system']} · {m['python']}, {m['build']} · {m['date']}", m["corpus"]]

    @property
    def warnings(self) -> list[str]:
        """Why not to believe the figures: short, for the chart, too."""
        if self.machine["optimised"] is True:
            return []
        build = self.machine["build"]
        return [f"NOT AN OPTIMISED INTERPRETER ({build}): urllib.parse is slower in it than users have it."]


def version_of(machine: dict[str, Any]) -> Version:
    """`CPython 3.15.2` as (3, 15)."""
    major, minor, *_ = machine["python"].split()[-1].split(".")
    return int(major), int(minor)


def read(files: Iterable[Path], missing: dict[str, str] | None = None) -> Results:
    """Of one interpreter; one file for each process."""
    results, rows = Results({}), dict[str, Measured]()
    for file in sorted(files):
        data = json.loads(file.read_text("utf-8"))
        results.machine = data["machine_info"]
        for entry in data["benchmarks"]:
            info = entry["extra_info"]
            if info["row"] == "import":
                known = results.import_ms.get(info["contender"], math.inf)
                results.import_ms[info["contender"]] = min(known, info["nanoseconds"] / 1e6)
            elif info["row"] == "memory":
                results.memory[info["contender"]] = Memory(info["peak"], info["input"], info["calls"])
            else:
                _add(rows.setdefault(info["row"], _row(info, version_of(results.machine))), entry)
    results.rows, results.missing = list(rows.values()), missing or {}
    return results


def _row(info: dict[str, Any], version: Version) -> Measured:
    key = info["row"]
    return Measured(key, info["title"], info["group"], info["baseline"], goal(key, version))


def _add(row: Measured, entry: dict[str, Any]) -> None:
    """The rounds of one process."""
    info, seconds = entry["extra_info"], entry["stats"]["data"]
    names = info["contenders"]
    rounds: Rounds = {name: [] for name in names}
    for (which, calls, *timed_itself), timed in zip(info["turns"], seconds, strict=True):
        rounds[names[which]].append((timed_itself[0] if timed_itself else timed) / calls)
        row.calls[names[which]] = calls
    row.processes.append(rounds)
    row.same = info.get("same", [])
    row.left_out = info.get("left_out", 0)
    for name, count in info.get("refused", {}).items():
        row.refused[name] = max(row.refused.get(name, 0), count)
    for name, checked in info.get("checked", {}).items():
        row.differ[name], row.compared[name] = checked["differ"], checked["compared"]
