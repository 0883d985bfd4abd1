"""Work on several threads, whose results come in order."""

from __future__ import annotations

import atexit
from collections.abc import Generator
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread, local

from .._typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    _Item = TypeVar("_Item")
    _Result = TypeVar("_Result")

_AHEAD = 2  # more items than threads: so many are done or read before they are taken
_OVER = object()
_here = local()  # of a worker: `ask`


class _Asked(NamedTuple):
    """What a worker wants to be done, and where the answer goes."""

    call: Callable[[], Any]
    answer: SimpleQueue[tuple[Any, Exception | None]]

    def do(self) -> None:
        try:
            self.answer.put((self.call(), None))
        except Exception as error:  # the worker's own
            self.answer.put((None, error))


class _StoppedError(Exception):
    """The results are no longer taken."""


def in_caller(call: Callable[[], _Result]) -> _Result:
    """What ``call`` returns. For a worker of `in_order`, the thread that takes the results calls it, which is the main
    thread of the command: there Ctrl-C and SIGTERM are heard in the middle of `re`, which keeps all others waiting.
    """
    ask: Callable[[Callable[[], _Result]], _Result] | None = getattr(_here, "ask", None)
    return call() if ask is None else ask(call)


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
    results: SimpleQueue[SimpleQueue[_Asked | tuple[Any, BaseException | None]]] = SimpleQueue()
    one_at_a_time = Lock()

    def step(workers: _Workers) -> None:
        result: SimpleQueue[_Asked | tuple[Any, BaseException | None]] = SimpleQueue()
        _here.ask = partial(workers.answer, result)
        try:
            with one_at_a_time:
                results.put(result)
                item = next(items, _OVER)
            result.put((_OVER if item is _OVER else work(item), None))  # type: ignore[arg-type]  # it is an item
        except BaseException as error:  # for whoever takes the result
            result.put((_OVER, error))
            del result, _here.ask  # or the error would hold itself, by this frame, and with it files that are open

    workers = _Workers(step, stop)
    try:
        workers.begin(threads)
        for _ in range(threads + _AHEAD):
            workers.ask()
        while True:
            result = results.get()
            while isinstance(found := result.get(), _Asked):
                found.do()
            value, error = found
            del found  # which would hold the error
            if error is not None:
                try:
                    raise error
                finally:
                    del error
            if value is _OVER:
                return
            workers.ask()
            yield value
    finally:
        workers.end()
        if isinstance(items, Generator):
            items.close()  # at once: it may have a file open


class _Workers:
    """Threads that do one thing as often as they are asked to. `concurrent.futures` has the same, and takes longer to
    import than a small log takes to read.
    """

    def __init__(self, step: Callable[[_Workers], None], stop: Callable[[], None] | None) -> None:
        self._step = step
        self._stop = stop
        self._asked: SimpleQueue[bool] = SimpleQueue()
        self._threads: list[Thread] = []
        self._is_over = False
        self._waiting: list[SimpleQueue[tuple[Any, Exception | None]]] = []
        self._lock = Lock()

    def begin(self, count: int) -> None:
        """With so many threads."""
        atexit.register(self.end)
        for number in range(count):
            # A daemon: for others, Python would wait before it calls `end`, which it does if nobody else has.
            thread = Thread(target=self._run, name=f"urlmill-worker_{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def ask(self) -> None:
        """Once more."""
        self._asked.put(True)

    def answer(self, result: SimpleQueue[Any], call: Callable[[], _Result]) -> _Result:
        """For a worker: of what is done while its result is waited for."""
        answer: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()
        with self._lock:
            if self._is_over:
                raise _StoppedError
            self._waiting.append(answer)
        result.put(_Asked(call, answer))
        value, error = answer.get()
        with self._lock:
            self._waiting.remove(answer)
        if error is not None:
            try:
                raise error
            finally:
                del error  # it would hold itself, by this frame
        returned: _Result = value
        return returned

    def end(self) -> None:
        """Waits for what was begun; what was only asked for is not done."""
        atexit.unregister(self.end)
        with self._lock:
            self._is_over = True
            for answer in self._waiting:
                answer.put((None, _StoppedError()))
        if self._stop:
            self._stop()
        for _ in self._threads:
            self._asked.put(False)
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while self._asked.get() and not self._is_over:
            self._step(self)
