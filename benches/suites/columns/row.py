"""One operation on columns to measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...corpus import Corpus
    from .contenders import ColumnContender


@dataclass(frozen=True)
class ColumnRow:
    key: str
    title: str
    group: str  # the table it stands in
    baseline: str
    rows: int
    texts: Callable[[Corpus, int], list[str]]  # so many rows of them
    contenders: list[ColumnContender]
    # Makes a function whose answers urlmill's must be. Without one, they are only compared with the baseline's, as
    # everybody's are, and the differences counted.
    oracle: Callable[[], Callable[[str], object]] | None = None

    def contender(self, name: str) -> ColumnContender:
        return next(contender for contender in self.contenders if contender.name == name)
