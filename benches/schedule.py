"""In which order contenders are timed.

Rounds are the outermost loop, so that a busy spell of the machine cannot spoil all rounds of a contender; within a
round the contenders of a row follow each other, starting with another one each time.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = int(os.environ.get("URLMILL_BENCH_ROUNDS") or 11)
ROW = os.environ.get("URLMILL_BENCH_ROW")


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Keyed(Protocol):
    @property
    def key(self) -> str: ...

    @property
    def contenders(self) -> Sequence[Named]: ...


Any_row = TypeVar("Any_row", bound=Keyed)


def wanted(rows: list[Any_row]) -> dict[str, Any_row]:
    """The rows that this process is for, by their keys."""
    return {row.key: row for row in rows if ROW in (None, row.key)}


def schedule(rows: dict[str, Any_row]) -> list[Any]:
    """A key and the name of a contender each, for `parametrize`."""
    items = []
    for round_number in range(ROUNDS):
        for key, row in rows.items():
            names = [contender.name for contender in row.contenders]
            first = round_number % len(names)
            turn = names[first:] + names[:first]
            items += [pytest.param(key, name, id=f"{key}-{name}-{round_number}") for name in turn]
    return items
