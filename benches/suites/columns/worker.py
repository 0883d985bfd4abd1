"""The process of one contender on a column: ``python -m benches.suites.columns.worker ROWS ROW CONTENDER FILE``.

It does what the lines of its standard input say, ``check``, ``round`` or ``peak``, and answers each with a line of
JSON. While it waits for the next it costs nothing, so contenders can take turns and yet share neither memory nor
threads.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from . import data as column_data
from .rows import column_rows
from .tasks import size

if TYPE_CHECKING:
    from collections.abc import Callable

    from .contenders import ColumnContender
    from .row import ColumnRow

COMPARED = 100_000  # rows of which answers are compared: the corpus, without its copies
WARM_UP = 1000


class Work:
    def __init__(self, row: ColumnRow, contender: ColumnContender, file: Path) -> None:
        self.row, self.contender = row, contender
        self.task = contender.task()
        self.column = column_data.load(file, None if contender.share == 1 else round(row.rows * contender.share))
        self._coming: list[Any] = []
        self._results: list[Any] = []

    def _through(self, stretches: list[Any]) -> tuple[list[float], list[Any]]:
        """The seconds of each stretch, and the results."""
        seconds, results, run = [], [], self.task.run
        for stretch in stretches:
            start = perf_counter()
            result = run(stretch)
            seconds.append(perf_counter() - start)
            if self.task.keeps:
                results.append(result)
            del result  # or it would be freed while the next is timed
        return seconds, results

    def round(self) -> dict[str, Any]:
        """How many rows it went through, and the seconds it took."""
        stretches = self._next_part() if self.task.goes_on else self.task.stretches(self.column)
        seconds, results = self._through(stretches)
        if self.task.goes_on:
            self._results += results
        return {"calls": sum(map(len, stretches)), "seconds": sum(seconds)}

    def _next_part(self) -> list[Any]:
        """Results stay until the whole list is done, as they do in one comprehension: memory comes new each time."""
        if not self._coming:
            self._results = []
            self._coming = self.task.stretches(self.column)
        return [self._coming.pop(0)]

    def check(self) -> dict[str, Any]:
        """How many answers are not the baseline's; an error if ours are not the oracle's."""
        if not self.task.keeps:
            self._warm_up()
            return {"differ": 0, "compared": 0}
        if self.contender.is_ours and self.row.oracle:
            self._compare(self.column.slice(0, COMPARED), self.row.oracle())
        some = self.column.slice(0, COMPARED)
        baseline = self.row.contender(self.row.baseline).task()
        expected = baseline.answers([baseline.run(stretch) for stretch in baseline.stretches(some)])
        answers = zip(self._answers(some), expected, strict=True)
        return {"differ": sum(plain(own) != plain(other) for own, other in answers), "compared": len(some)}

    def _compare(self, column: Any, oracle: Callable[[str], object]) -> None:
        for text, own in zip(column.to_pylist(), self._answers(column), strict=True):
            if own != (expected := oracle(text)):
                raise AssertionError(f"{self.contender.name}, {self.row.key}: {text!r} gives {own}, not {expected}")

    def _answers(self, column: Any) -> list[Any]:
        return self.task.answers(self._through(self.task.stretches(column))[1])

    def _warm_up(self) -> None:
        """Where answers are not compared, which warms up as well."""
        self._through(self.task.stretches(self.column.slice(0, WARM_UP)))

    def peak(self) -> dict[str, Any]:
        """The most memory that was in use at once, beyond what was before the work began."""
        self._warm_up()
        stretches = self.task.stretches(self.column)
        Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
        before = memory("VmRSS")
        _, results = self._through(stretches)
        peak = memory("VmHWM") - before
        assert results
        return {"calls": sum(map(len, stretches)), "peak": peak, "input": sum(map(size, stretches))}


def plain(answer: Any) -> object:
    """Most contenders do not tell absent from empty."""
    return tuple(part or "" for part in answer) if isinstance(answer, tuple) else answer or ""


def memory(name: str) -> int:
    """Of this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def main(rows: str, key: str, name: str, file: str) -> None:
    row = next(row for row in column_rows(int(rows)) if row.key == key)
    contender = row.contender(name)
    if contender.threads > 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))  # what started this may be kept on one core
    gc.disable()
    # A library may print, and so may a process that it starts; their lines must not be taken for answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    work = Work(row, contender, Path(file))
    for line in sys.stdin:
        print(json.dumps(getattr(work, line.strip())()), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
