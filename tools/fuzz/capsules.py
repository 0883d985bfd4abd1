"""Malformed Arrow, given to every function of columns: an ordinary exception, or columns that are well formed.

Atheris draws by what it reaches (``target_capsules``). ``python -m tools.fuzz.capsules [COUNT [FIRST]]`` draws at
random, on any interpreter and on the library as it is installed; a crash is in one of those after the last line.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import pyarrow as pa

from tests.columns.arrow_structures import SCHEMA, capsule
from urlmill import columns

from .malformed import Maker

EXPECTED = (ValueError, TypeError, KeyError, OverflowError, MemoryError, NotImplementedError)
EVERY = 500
FUNCTIONS: list[Any] = [
    columns.split,
    lambda given: columns.split(given, ["host", "path", "password", "error", "error_at"], layout="string"),
    lambda given: columns.split(given, ["gophertype", "cwds"], profile="superset"),
    columns.transform,
    lambda given: columns.transform(given, fields=["host", "depth"], layout="large_string"),
    lambda given: columns.transform(given, "name", ["host"]),
    columns.normalize,
    lambda given: columns.is_valid(given, "strict"),
    columns.query_items,
    lambda given: columns.query_value(given, "d"),
    columns.registrable_domain,
    columns.unquote,
    columns.quote,
    lambda given: columns.join("http://h/a", given),
    lambda given: columns.join(given, ["x"] * 5),
]


def check(draw: Any) -> None:
    """Raises, or brings the process down, if a promise does not hold. ``draw`` is what Atheris has for drawing."""
    maker = Maker(draw)
    function = FUNCTIONS[maker.draw.ConsumeIntInRange(0, len(FUNCTIONS) - 1)]
    form = maker.draw.PickValueInList([None, b"u", b"U", b"vu", b"+s", b"+s"])
    try:
        found = function(maker.offered(form))
    except EXPECTED:
        return
    look(found, maker)


def look(found: Any, maker: Maker) -> None:
    """At all of what came out, in the ways that there are."""
    repr(found)
    try:
        taken = found.to_pyarrow()
    except (*EXPECTED, pa.ArrowException):
        return
    if isinstance(found, columns.Column):
        taken.validate(full=True)
        assert len(found.to_pylist()) == len(found)
    else:
        for name in found.names:
            if found.names.count(name) == 1:
                taken[name].validate(full=True)
    try:
        found.__arrow_c_stream__(capsule(SCHEMA, maker.schema()))
    except EXPECTED:
        return


class Random:
    """Draws as Atheris's provider does, but at random."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def ConsumeIntInRange(self, least: int, most: int) -> int:  # noqa: N802
        return self._rng.randint(least, most)

    def ConsumeBool(self) -> bool:  # noqa: N802
        return self._rng.random() < 0.5

    def ConsumeBytes(self, count: int) -> bytes:  # noqa: N802
        return self._rng.randbytes(count)

    def PickValueInList(self, values: list[Any]) -> Any:  # noqa: N802
        return self._rng.choice(values)


def main(count: int, first: int) -> None:
    for seed in range(first, first + count):
        if seed % EVERY == 0:
            print(f"capsules: from {seed} on", file=sys.stderr, flush=True)
        check(Random(seed))
    print(f"capsules: {count:,} made at random, nothing found")


if __name__ == "__main__":
    main(*map(int, (sys.argv[1:] + ["10000", "0"][len(sys.argv) - 1 :])[:2]))
