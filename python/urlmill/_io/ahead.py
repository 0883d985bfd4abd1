"""Items that a thread of its own makes, before they are taken."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

_Item = TypeVar("_Item")
_AHEAD = 2  # items that wait to be taken
_OVER = object()


class Ahead(Generic[_Item]):
    """A few of some items are made before they are taken."""

    def __init__(self, items: Iterator[_Item]) -> None:
        self._items = items
        self._made: SimpleQueue[Any] = SimpleQueue()
        self._room = Semaphore(_AHEAD)
        self._is_over = False
        # A daemon: the end of the process does not wait for it.
        self._thread = Thread(target=self._run, name="urlmill-unpacking", daemon=True)

    def _run(self) -> None:
        failure: BaseException | None = None
        try:
            for item in self._items:
                self._made.put((item, None))
                self._room.acquire()
                if self._is_over:
                    break
        except BaseException as error:  # for whoever takes the items
            failure = error
        self._made.put((_OVER, failure))
        del failure  # or the error would hold itself, by this frame

    def __iter__(self) -> Generator[_Item, None, None]:
        self._thread.start()
        try:
            while True:
                item, error = self._made.get()
                if error is not None:
                    raise error
                if item is _OVER:
                    return
                self._room.release()
                yield item
        finally:
            self._is_over = True
            self._room.release()
            self._thread.join()
            _close(self._items)


def _close(items: Any) -> None:
    close: Callable[[], None] | None = getattr(items, "close", None)
    if close:
        close()
