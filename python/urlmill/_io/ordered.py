"""Work on several threads, whose results come in order."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_order(items: Iterator[_Item], work: Callable[[_Item], _Result], threads: int) -> Iterator[_Result]:
    """``work`` of each item, in the order of the items; a few more are read and worked on meanwhile."""
    if threads == 1:
        yield from map(work, items)
        return
    reader = ThreadPoolExecutor(1, "urlmill-reader")
    workers = ThreadPoolExecutor(threads, "urlmill-worker")
    ahead: deque[Future[_Result]] = deque()
    try:
        reading = reader.submit(next, items, None)
        while (item := reading.result()) is not None:
            reading = reader.submit(next, items, None)
            ahead.append(workers.submit(work, item))
            if len(ahead) > threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        for executor in (reader, workers):
            executor.shutdown(cancel_futures=True)
