"""How an engine goes through a column, which it has in a form of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PARTS = ("scheme", "path", "query", "fragment")  # of all parts, those that every engine calls the same
HOST = r"^[^:/?#]+://(?:[^/?#@]*@)?([^/?#:]*)"


@dataclass(frozen=True)
class Loaded:
    """A column inside of an engine."""

    what: Any
    rows: int

    def __len__(self) -> int:
        return self.rows


@dataclass(frozen=True)
class InEngine:
    """What is timed is the work alone: the column is there before, and answers are read after it."""

    load: Callable[[Any], Any]  # a pyarrow array into the engine
    work: Callable[[Any], Any]
    table: Callable[[Any], Any]  # what came out, as a pyarrow table: a column `answer`, or one for each part
    keeps = True
    goes_on = False

    def stretches(self, column: Any) -> list[Loaded]:
        return [Loaded(self.load(column), len(column))]

    def run(self, stretch: Loaded) -> Any:
        return self.work(stretch.what)

    def answers(self, results: list[Any]) -> list[Any]:
        (result,) = results
        table = self.table(result)
        if "answer" not in table.column_names:
            return list(zip(*(table[name].to_pylist() for name in PARTS), strict=True))
        found: list[Any] = table["answer"].to_pylist()
        if found and isinstance(found[0], dict):
            found = [tuple(answer[name] for name in PARTS) for answer in found]
        return found
