"""Work on several threads, whose results come in order."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_AHEAD = 2  # more items than threads: so many are done or read before they are taken
_OVER = object()


def in_order(
    items: Iterator[_Item], work: Callable[[_Item], _Result], threads: int, stop: Callable[[], None] | None = None
) -> Generator[_Result, None, None]:
    """``work`` of each item, in the order of the items; a few more are read and worked on meanwhile.

    The thread that works on an item reads it too, one thread at a time: what was read is still in its cache, and no
    thread waits for another to wake up. When no more results are wanted, ``stop`` ends the wait for an item.
    """
    if threads == 1:
        yield from map(work, items)
        return
    workers = ThreadPoolExecutor(threads, "urlmill-worker")
    results: SimpleQueue[Future[Any]] = SimpleQueue()
    one_at_a_time = Lock()

    def step() -> None:
        result: Future[Any] = Future()
        try:
            with one_at_a_time:
                results.put(result)
                item = next(items, _OVER)
            result.set_result(_OVER if item is _OVER else work(item))  # type: ignore[arg-type]  # it is an item
        except BaseException as error:  # for whoever takes the result
            result.set_exception(error)
            del result  # or the error would hold itself, by this frame, and with it files that are open

    try:
        for _ in range(threads + _AHEAD):
            workers.submit(step)
        while (result := results.get().result()) is not _OVER:
            workers.submit(step)
            yield result
    finally:
        if stop:
            stop()
        workers.shutdown(cancel_futures=True)
        if isinstance(items, Generator):
            items.close()  # at once: it may have a file open
