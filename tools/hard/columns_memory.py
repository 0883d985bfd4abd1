"""Random jobs on columns for a while, in memory that must not grow: ``python -m tools.hard.columns_memory [MINUTES]``.

The resident memory after the first part of the run is what the process needs; at no time after that may it be larger by
more than a bound. Prints jobs, rows and memory; fails if it grew.
"""

from __future__ import annotations

import ctypes
import gc
import random
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from urlmill import columns
from urlmill._fields import FIELDS
from urlmill._profiles import PROFILES
from urlmill.columns._special import special_names

from .texts import Texts

WARM_UP = 0.2  # of the time
BOUND = 160 << 20  # octets: columns keep 128 MiB for those that come after them, whenever that is reached
EVERY = 10  # jobs
ROWS = (0, 1, 7, 1000, 20_000, 200_000)
LAYOUTS = ("view", "string", "large_string")
TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]


def resident() -> int:
    """What is in use: allocators have given back first what they only keep."""
    gc.collect()
    pa.default_memory_pool().release_unused()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class Jobs:
    """Draws a job and does it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.texts = Texts(self.rng)
        self.special = special_names()
        self.kinds: list[Callable[[Any, dict[str, Any]], Any]] = [
            self.split, self.split, self.special_split, self.transform, columns_of(columns.normalize),
            columns_of(columns.query_items), columns_of(columns.registrable_domain), columns_of(columns.public_suffix),
            columns_of(columns.unquote), columns_of(columns.quote),
            lambda given, options: columns.query_value(given, self.rng.choice(["q", "id", "é"]), **options),
            lambda given, options: columns.join("http://h/a/b", given, **options),
            lambda given, options: columns.join(given, given, **options),
        ]  # fmt: skip

    def given(self) -> tuple[Any, int]:
        """A list, or an Arrow array of one of the types, in one chunk or more, from any row on."""
        rows = self.rng.choice(ROWS)
        few: list[Any] = [clean(text) for text in self.texts.batch(min(rows, 500))]
        if few and self.rng.random() < 0.5:
            few[self.rng.randrange(len(few))] = None
        texts = (few * (rows // max(1, len(few)) + 1))[:rows]
        if self.rng.random() < 0.25:
            return texts, rows
        array = pa.array(texts, pa.string()).cast(self.rng.choice(TYPES))
        if rows > 10 and self.rng.random() < 0.3:
            array = array.slice(self.rng.randrange(5), rows - 10)
        if self.rng.random() < 0.3:
            array = pa.chunked_array([array, array])
        return array, len(array)

    def run(self) -> int:
        """How many rows."""
        given, rows = self.given()
        options = {"layout": self.rng.choice(LAYOUTS), "threads": self.rng.choice([None, 1, 2, 5])}
        found = self.rng.choice(self.kinds)(given, options)
        assert len(found) == rows
        after = self.rng.random()
        if after < 0.3:
            taken = found.to_pyarrow()
            assert len(taken) == rows
        elif after < 0.4:
            repr(found)
        elif after < 0.5 and rows <= 1000:
            several = isinstance(found, columns.Columns)
            for each in [found[name] for name in found.names] if several else [found]:
                each.to_pylist()
        return rows

    def split(self, given: Any, options: dict[str, Any]) -> columns.Columns:
        fields = self.rng.sample(FIELDS, self.rng.randint(1, len(FIELDS)))
        return columns.split(given, fields, profile=self.rng.choice(PROFILES), **options)

    def special_split(self, given: Any, options: dict[str, Any]) -> columns.Columns:
        few = given[:1000] if isinstance(given, list) else given.slice(0, 1000)
        found = columns.split(few, self.rng.sample(self.special, 2), **options)
        assert len(found) == len(few)
        return columns.split(given, ["host"], **options)

    def transform(self, given: Any, options: dict[str, Any]) -> columns.Columns:
        if isinstance(given, list):
            given = pa.array(given, pa.string())
        table = pa.table({"url": given, "number": pa.nulls(len(given), pa.int64())})
        return columns.transform(table, fields=["host", "path", "error"], prefix="u_", **options)


def columns_of(function: Callable[..., Any]) -> Callable[[Any, dict[str, Any]], Any]:
    return lambda given, options: function(given, **options)


def clean(text: str) -> str:
    """Without what Arrow has no text for."""
    return text.encode("utf-8", "replace").decode("utf-8")


def main(minutes: float) -> int:
    jobs, count, rows = Jobs(1), 0, 0
    begun = time.monotonic()
    settled = largest = 0
    while (passed := time.monotonic() - begun) < minutes * 60:
        rows += jobs.run()
        count += 1
        if count % EVERY:
            continue
        now = resident()
        if passed < WARM_UP * minutes * 60:
            settled = max(settled, now)
        largest = max(largest, now)
    has_grown = largest > settled + BOUND
    told = f"{settled / 1e6:,.0f} MB at most while warming up, {largest / 1e6:,.0f} MB at most in all"
    told += ": IT GREW" if has_grown else ": flat"
    print(f"columns_memory: {minutes:g} minutes, {count:,} jobs, {rows:,} rows; {told}")
    return int(has_grown)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 30))
