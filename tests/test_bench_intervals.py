"""The figures of the benchmarks: what is said to hold in 95 of 100 cases does."""

import subprocess
import sys
from itertools import product
from statistics import median

import pytest

from benches.goals import goal
from benches.interval import FEWEST, estimate, rank
from benches.report.tables import interval, times


@pytest.mark.parametrize("size", range(FEWEST, 15))
def test_the_interval_misses_the_median_at_most_one_time_in_twenty(size: int) -> None:
    """Each sample falls above or below the true median like a coin: all ways they can fall are counted."""
    left_out = rank(size)

    def missed(leave_out: int) -> int:
        return sum(not leave_out < sum(above) < size - leave_out for above in product((0, 1), repeat=size))

    assert missed(left_out) * 20 <= 2**size < missed(left_out + 1) * 20


def test_processes_are_the_samples_if_there_are_enough_of_them() -> None:
    processes = [[float(number), float(number), 100.0] for number in range(1, FEWEST + 1)]
    found = estimate(processes)
    assert (found.low, found.value, found.high) == (1, median(range(1, FEWEST + 1)), FEWEST)


def test_rounds_are_the_samples_if_there_are_few_processes() -> None:
    found = estimate([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert (found.low, found.value, found.high) == (1, 3.5, 6)


def test_figures_are_rounded_to_our_disadvantage() -> None:
    found = estimate([[14.91, 14.99, 15.01]])
    assert (times(found), interval(found)) == ("14.9x", "14.9 to 15.1")


def test_a_goal_holds_until_a_later_interpreter_has_another() -> None:
    goals = [goal("urljoin", (3, minor)) for minor in (10, 13, 14, 15, 16)]
    assert goals == [40, 40, 24, 22, 22]
    assert goal("URL", (3, 15)) == 5
    assert goal("urldefrag", (3, 15)) is None


@pytest.mark.parametrize("door", ["__main__", "interpreters", "measure", "report"])
def test_each_door_of_the_benchmarks_can_be_opened_first(door: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import benches.{door}"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
