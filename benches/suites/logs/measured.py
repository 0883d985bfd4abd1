"""Whole processes, in turns."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field

from ...interval import Estimate, estimate

PATIENCE = 20  # seconds: who takes longer runs once


@dataclass
class Took:
    """What a contender has taken, round by round."""

    seconds: list[float] = field(default_factory=list)
    memory: int = 0  # bytes, at most

    @property
    def median(self) -> float:
        """Of all rounds."""
        return estimate([[each] for each in self.seconds]).value


def measured(command: list[str], took: Took) -> None:
    """Runs it, start included."""
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    took.seconds.append(time.monotonic() - start)
    took.memory = max(took.memory, usage.ru_maxrss * 1024)
    if process.returncode:
        raise SystemExit(f"{command[:6]} ended with {process.returncode}")


def in_turns(commands: dict[str, list[str]], rounds: int) -> dict[str, Took]:
    """Each round begins with another contender."""
    took: dict[str, Took] = defaultdict(Took)
    names = list(commands)
    for number in range(rounds):
        for turn in range(len(names)):
            name = names[(number + turn) % len(names)]
            if took[name].seconds and took[name].seconds[0] > PATIENCE:
                continue
            measured(commands[name], took[name])
            last = took[name].seconds[-1]
            print(f"{number} {name}: {last:.2f} s, {took[name].memory / 1e6:.0f} MB", file=sys.stderr, flush=True)
    return dict(took)


def ratio(theirs: Took, ours: Took) -> Estimate:
    """How many times as long one takes as the other: round by round, unless one of them ran once."""
    if len(theirs.seconds) == len(ours.seconds):
        return estimate([[one / other] for one, other in zip(theirs.seconds, ours.seconds, strict=True)])
    value = theirs.median / ours.median
    return Estimate(value, value, value)
