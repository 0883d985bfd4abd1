"""How a contender goes through a column: what it is given, what is timed, and what it answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from .data import library

# Of a list: it takes urllib.parse about as long as a column of a million takes urlmill.
STRETCH = 20_000


class Task(Protocol):
    @property
    def keeps(self) -> bool:
        """Whether all results are wanted at once."""

    @property
    def goes_on(self) -> bool:
        """Whether a round is the next stretch, and not all of them."""

    def stretches(self, column: Any) -> list[Any]:
        """What is timed at once: made anew for each round, before the clock starts."""

    def run(self, stretch: Any, /) -> Any:
        """The work."""

    def answers(self, results: list[Any]) -> list[Any]:
        """The answer for each row, out of the results of all stretches."""


@dataclass(frozen=True)
class Each:
    """A list comprehension over fresh strings, a part of them in each round: the whole would take seconds."""

    run: Callable[[list[str]], list[Any]]
    answer: Callable[[Any], object] = lambda result: result  # what of a result is compared
    keeps = True
    goes_on = True

    def stretches(self, column: Any) -> list[list[str]]:
        texts = column.to_pylist()
        return [texts[start : start + STRETCH] for start in range(0, len(texts), STRETCH)]

    def answers(self, results: list[list[Any]]) -> list[Any]:
        return [self.answer(result) for stretch in results for result in stretch]


@dataclass(frozen=True)
class Whole:
    """A column at once; what comes out is a table or a column of pyarrow."""

    run: Callable[[Any], Any]
    prepare: Callable[[Any], Any] = lambda column: column
    keeps = True
    goes_on = False

    def stretches(self, column: Any) -> list[Any]:
        return [self.prepare(column)]

    def answers(self, results: list[Any]) -> list[Any]:
        (result,) = results
        if hasattr(result, "itercolumns"):
            return list(zip(*(column.to_pylist() for column in result.itercolumns()), strict=True))
        found: list[Any] = result.to_pylist()
        return found


@dataclass(frozen=True)
class Parts:
    """All of the column, in parts of so many rows; or many times the column, if that is not enough rows."""

    run: Callable[[Any], Any]
    rows: int
    keeps = False
    goes_on = False

    def stretches(self, column: Any) -> list[Any]:
        pa = library("pyarrow")
        if self.rows > len(column):
            column = pa.concat_arrays([column] * (self.rows // len(column)))
        return [column.slice(start, self.rows) for start in range(0, len(column), self.rows)]

    def answers(self, results: list[Any]) -> list[Any]:
        return [answer for result in results for answer in Whole(self.run).answers([result])]


def size(stretch: Any) -> int:
    """The bytes of an input."""
    if isinstance(stretch, list):
        return sys.getsizeof(stretch) + sum(map(sys.getsizeof, stretch))
    return int(stretch.nbytes)
