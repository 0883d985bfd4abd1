"""How much is measured, and what of it by this process: told by environment variables."""

from __future__ import annotations

import os
from typing import Protocol, TypeVar

QUICK = os.environ.get("URLMILL_BENCH_QUICK", "") not in ("", "0")
# Of each row in each process; the figure needs many, since calls are short.
ROUNDS = int(os.environ.get("URLMILL_BENCH_ROUNDS") or (20 if QUICK else 200))
# Of a row in columns, whose contenders have a process each.
COLUMN_ROUNDS = int(os.environ.get("URLMILL_BENCH_COLUMN_ROUNDS") or (2 if QUICK else 12))
PROCESS = int(os.environ.get("URLMILL_BENCH_PROCESS") or 0)  # the number of this process among those of its row
ROW = os.environ.get("URLMILL_BENCH_ROW")  # the keys of the rows that it measures, with commas; without, all


class Keyed(Protocol):
    @property
    def key(self) -> str: ...


Any_row = TypeVar("Any_row", bound=Keyed)


def wanted(rows: list[Any_row]) -> dict[str, Any_row]:
    """The rows that this process is for, by their keys."""
    keys = ROW.split(",") if ROW else [row.key for row in rows]
    return {row.key: row for row in rows if row.key in keys}
