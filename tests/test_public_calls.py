"""What holds for every public call: nothing of it stays behind, in the interpreter's memory or in that of Rust."""

from __future__ import annotations

import ctypes
import gc
import importlib
import shutil
import sys
from collections.abc import Iterator

import pytest

import urlmill

from .allocated import counted
from .public_calls import CALLS, FORGOTTEN, INHERITED, Call, answered

# These load or convert with a library whose caches are its own.
OTHERS = (".to_duckdb", ".to_pandas", ".to_polars", ".to_pyarrow")


def test_no_public_name_is_forgotten() -> None:
    assert FORGOTTEN == []
    assert len(CALLS) > 500


class _Mallinfo2(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def _octets() -> int:
    """What malloc has given out: Rust's memory is there, and so are large objects. Zero where it does not tell."""
    try:
        mallinfo2 = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return 0
    mallinfo2.restype = _Mallinfo2
    told = mallinfo2()
    return int(told.uordblks) + int(told.hblkhd)


@pytest.fixture(scope="module", autouse=True)
def _all_is_collected() -> Iterator[None]:
    gc.collect()
    yield
    if hasattr(gc, "unfreeze"):
        gc.unfreeze()


@pytest.fixture(autouse=True)
def _only_what_is_new_is_collected(_all_is_collected: None) -> None:
    """The libraries that the suite and the calls before have loaded would make each collection take long."""
    if hasattr(gc, "freeze"):  # PyPy has none
        gc.freeze()


def growth(call: Call, times: int, little: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """By how many objects and by how many octets the process grew in the best of three runs: caches fill only once.

    A run in which it grew by less than ``little`` is the last: a better one would change nothing.
    """
    fewest_objects = fewest_octets = sys.maxsize
    for _ in range(3):
        gc.collect()
        objects, octets = sys.getallocatedblocks(), _octets()
        for _ in range(times):
            answered(call)
        gc.collect()
        fewest_objects = min(fewest_objects, sys.getallocatedblocks() - objects)
        fewest_octets = min(fewest_octets, _octets() - octets)
        if fewest_objects < little[0] and fewest_octets < little[1]:
            break
    return fewest_objects, fewest_octets


def is_own(name: str) -> bool:
    """What a class inherits is looked at where it is inherited from, or with the first that inherits it."""
    return name.partition(" ")[0] not in INHERITED


@counted
@pytest.mark.parametrize("name", [name for name in CALLS if is_own(name) and not name.endswith(OTHERS)])
def test_a_call_leaves_nothing_behind(name: str) -> None:
    call, times = CALLS[name], 300 if urlmill.backend == "native" else 200
    for _ in range(times // 10):  # caches that take longer to fill are full in the second of the runs
        answered(call)
    objects, octets = growth(call, times, _little(times))
    if objects >= _little(times)[0] or octets >= _little(times)[1]:
        times *= 5  # what stays of each call grows with the calls, and what an interpreter keeps for itself does not
        objects, octets = growth(call, times, _little(times))
    assert objects < _little(times)[0]
    assert octets < _little(times)[1]


def _little(times: int) -> tuple[int, int]:
    """One object a call would be ``times``, and the interpreter keeps some; malloc gives 32 octets at least."""
    return times // 2, 24 * times


@counted
def test_what_stays_behind_is_seen() -> None:
    kept: list[object] = []
    objects, _ = growth(lambda: kept.append(object()), 300)
    assert objects > 290  # the interpreter may free some of its own meanwhile
    if _octets():
        _, octets = growth(lambda: kept.append(bytes(1000)), 300)
        assert octets >= 300 * 1000


# On one interpreter: 3.12.1 and 3.13.0 crash by themselves where there is no memory, with the pure backend too.
@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(urlmill.backend == "pure", reason="what CPython does for want of memory is its own affair")
@pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="malloc is replaced as on Linux")
@pytest.mark.parametrize("kind", ["python", "malloc"])
def test_an_allocation_that_fails_is_an_error_and_no_crash(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every public call, and each of its first allocations; ``make hard`` looks at more of them."""
    nomemory = importlib.import_module("tools.hard.nomemory")
    if kind == "python" and not nomemory.has_testcapi():
        pytest.skip("this interpreter was packaged without CPython's test suite")
    assert nomemory.run(kind, 100) == 0, capsys.readouterr().out
