"""Makes the calls of ``nomemory`` from a given one on, and keeps a file that says which one it is at."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import traceback
from collections.abc import Callable

# It does not survive want of memory itself. Without it there are no logs, and columns find the names of types alone.
sys.modules["pyarrow"] = None  # type: ignore[assignment]

from tests.public_calls import CALLS  # noqa: E402

from .answers import answer, settled  # noqa: E402

# What goes through libraries of others.
LEFT_OUT = (".to_pandas", ".to_polars", ".to_pyarrow")
# What CPython, OpenSSL and lxml themselves say where they have lost a MemoryError: they do so without urlmill, too.
NOT_OURS = (
    "digital envelope routines",
    "XMLSyntaxError('unknown error')",
    "error return without exception set",
    "returned NULL without setting",
    "import of module",
    "read lock",
)


def is_fine(caught: BaseException | None) -> bool:
    return isinstance(caught, MemoryError) or any(words in repr(caught) for words in NOT_OURS)


def armed(kind: str) -> tuple[Callable[[int], None], Callable[[], object]]:
    """What lets the nth allocation from now on fail, and what ends that."""
    if kind == "malloc":
        library = ctypes.CDLL(None)
        after = library.failing_malloc_after
        after.argtypes, after.restype = [ctypes.c_long], None
        return after, lambda: after(-1)
    import _testcapi  # type: ignore[import-not-found]

    return (lambda number: _testcapi.set_nomemory(number, number + 1)), _testcapi.remove_mem_hooks


def main(kind: str, count: int, first: int, place: str) -> None:
    start, end = armed(kind)
    file = os.open(place, os.O_WRONLY)
    gc.disable()
    for number, (name, call) in enumerate(CALLS.items()):
        if number < first or name.endswith(LEFT_OUT):
            continue
        os.pwrite(file, b"%-8d %-8d" % (number, -1), 0)
        expected = answer(name)
        for failing in range(count):
            os.pwrite(file, b"%-8d %-8d" % (number, failing), 0)
            # CPython 3.11 crashes where it has no memory for the pair that an iterator over a dict keeps: there shall
            # always be one at hand.
            pairs = [(number, failing) for _ in range(100)]
            del pairs
            value: object = None
            caught: BaseException | None = None
            start(failing)
            try:
                value = call()
            except BaseException as error:  # a panic is not an Exception
                caught = error
            finally:
                end()
            if is_fine(caught):
                continue
            got = settled(caught if isinstance(caught, Exception) else value)
            if got != expected or (caught and not isinstance(caught, Exception)):
                where = traceback.extract_tb(caught.__traceback__)[-1:] if caught else ""
                print(f"{kind}, {name}: allocation {failing}: {caught or got!r} {where}"[:300], flush=True)
                break
        if (got := answer(name)) != expected:
            print(f"{kind}, {name}: afterwards: {got!r}"[:300], flush=True)
        gc.collect()
    os.pwrite(file, b"%-8d %-8d" % (len(CALLS), -1), 0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
