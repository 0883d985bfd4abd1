"""Work on several threads: its results, their order, and how far it runs ahead."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import pytest

from urlmill._io.ordered import in_caller, in_order

THREADS = [1, 2, 5]


@pytest.mark.parametrize("threads", THREADS)
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    def work(item: int) -> int:
        time.sleep(0.002 * (item % 3 == 0))  # some are done before those before them
        return -item

    assert list(in_order(iter(range(60)), work, threads)) == [-item for item in range(60)]
    assert list(in_order(iter([]), work, threads)) == []


def test_none_is_a_result_as_any_other() -> None:
    assert list(in_order(iter([None, 1, None]), lambda item: item, 2)) == [None, 1, None]


@pytest.mark.parametrize("threads", THREADS)
def test_an_error_comes_after_the_results_before_it(threads: int) -> None:
    def items() -> Iterator[int]:
        yield from range(10)
        raise OSError("the disk is gone")

    def work(item: int) -> int:
        if item == 7:
            raise ValueError("a bad item")
        return item

    with pytest.raises(ValueError, match="a bad item"):
        list(in_order(items(), work, threads))
    results = in_order(items(), work, threads)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(ValueError, match="a bad item"):
        next(results)
    with pytest.raises(OSError, match="the disk is gone"):
        list(in_order(items(), str, threads))


@pytest.mark.parametrize("threads", [2, 5])
def test_few_items_are_read_ahead_and_no_thread_stays(threads: int) -> None:
    read = []

    def items() -> Iterator[int]:
        for item in range(1000):
            read.append(item)
            yield item

    results = in_order(items(), str, threads)
    assert next(results) == "0"
    time.sleep(0.1)
    assert len(read) <= threads + 3
    results.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("urlmill-worker")]
    assert len(read) <= threads + 4


class _Held:
    pass


@pytest.fixture
def held() -> Iterator[list[weakref.ref[_Held]]]:
    """What is gone at the end of a test, without the garbage collector: else a file would stay open until it comes."""
    if sys.implementation.name == "pypy":
        pytest.skip("PyPy frees things later")
    found: list[weakref.ref[_Held]] = []
    gc.disable()
    try:
        yield found
        assert found
        assert [each() for each in found] == [None] * len(found)
    finally:
        gc.enable()


@pytest.mark.parametrize("call", [lambda fail: fail(), in_caller])
@pytest.mark.parametrize("where", ["items", "work"])
def test_an_error_holds_nothing_once_it_was_handled(
    where: str, call: Callable[[Callable[[], int]], int], held: list[weakref.ref[_Held]]
) -> None:
    def fail() -> int:
        something = _Held()
        held.append(weakref.ref(something))
        raise ValueError("no more")

    def items() -> Iterator[int]:
        yield 1
        if where == "items":
            yield call(fail)

    with contextlib.suppress(ValueError):
        list(in_order(items(), lambda _: call(fail) if where == "work" else 0, 2))


def test_results_that_nobody_takes_are_let_go_of(held: list[weakref.ref[_Held]]) -> None:
    def work(_: int) -> _Held:
        something = _Held()
        held.append(weakref.ref(something))
        return something

    results = in_order(iter(range(100)), work, 2)
    next(results)
    results.close()


@pytest.mark.parametrize("threads", THREADS)
def test_what_a_worker_asks_for_is_done_by_who_takes_the_results(threads: int) -> None:
    def work(item: int) -> tuple[int, threading.Thread]:
        return item, in_caller(threading.current_thread)

    assert list(in_order(iter(range(20)), work, threads)) == [(item, threading.current_thread()) for item in range(20)]


@pytest.mark.parametrize("threads", THREADS)
def test_an_error_in_what_is_asked_for_is_the_workers(threads: int) -> None:
    def work(item: int) -> str:
        try:
            return str(in_caller(lambda: 1 // item))
        except ZeroDivisionError:
            return "caught"

    assert list(in_order(iter([1, 0, 2]), work, threads)) == ["1", "caught", "0"]


@pytest.mark.parametrize("threads", [2, 5])
def test_who_stops_leaves_no_thread_that_waits_for_an_answer(threads: int) -> None:
    def work(item: int) -> int:
        return in_caller(lambda: item)

    before = threading.active_count()
    for taken in range(3):
        results = in_order(iter(range(100)), work, threads)
        assert [next(results) for _ in range(taken + 1)] == list(range(taken + 1))
        results.close()
    assert threading.active_count() == before
