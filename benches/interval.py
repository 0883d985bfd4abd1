"""A median, and between which values the true one lies with a confidence of 95%."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from statistics import median

OUTSIDE = 20  # one time in so many the true value may lie outside
FEWEST = 6  # the least number of samples whose extremes enclose the true median with that confidence
WIDEST = 0.03  # to either side
WIDEST_NS = 15  # of a difference, to either side


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How far the farther end is away, as a part of the value."""
        return max(self.high - self.value, self.value - self.low) / abs(self.value) if self.value else 0


def estimate(processes: list[list[float]]) -> Estimate:
    """Of what each process has found in its rounds.

    A process is one sample, its median: where the loader and the allocator have put things makes a process faster or
    slower as a whole, which its own rounds cannot tell. With too few processes, each round is a sample.
    """
    medians = [median(rounds) for rounds in processes]
    samples = medians if len(medians) >= FEWEST else [value for rounds in processes for value in rounds]
    ordered = sorted(samples)
    left_out = rank(len(ordered))
    return Estimate(median(ordered), ordered[left_out], ordered[-1 - left_out])


def rank(size: int) -> int:
    """How many samples to leave out at either end.

    Each sample is above the true median as often as below, whatever their distribution: the median lies outside of
    what is left only if so many of them fell on one side, as coins would.
    """
    ways, left_out = 0, -1
    while 2 * (ways + comb(size, left_out + 1)) * OUTSIDE <= 2**size:
        left_out += 1
        ways += comb(size, left_out)
    return max(left_out, 0)
