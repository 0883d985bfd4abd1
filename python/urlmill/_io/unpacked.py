"""Packed files, unpacked by what is in them: on a thread of its own, ahead of who reads them."""

from __future__ import annotations

import io
import sys
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from .._backend import impl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader
    from typing import Any

_Item = TypeVar("_Item")
_PACKED = 1 << 18  # octets that are read at once
_AHEAD = 2  # blocks that wait to be taken
_OVER = object()
GZIP, BZIP2, ZSTD = b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd"


class BrokenError(Exception):
    """Data that cannot be unpacked any further."""

    octets = b""  # what is left of a line


class MissingError(Exception):
    """What it takes to unpack is not installed."""


def unpacked(file: BufferedReader) -> Any:
    """What is in the file, as a file: by its first bytes, for names lie. The file itself, if it is not packed."""
    magic = file.peek(4)[:4]
    if not magic:
        return io.BytesIO()  # a terminal that has said that it is over would wait for another end
    if magic.startswith(GZIP):
        return Gzip(file)
    if magic.startswith(BZIP2):
        from bz2 import BZ2File

        return BZ2File(file)
    return _zstd().ZstdFile(file) if magic == ZSTD else file


def _zstd() -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise MissingError("to read zstd, pip install 'urlmill[cli]'") from None
    return zstd


class Gzip:
    """A file that the kernel unpacks, in blocks of whole lines."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file

    def pieces(self, size: int, longest: int) -> Iterator[bytes]:
        """Lines, about ``size`` octets at once. What does not end with a line break is the end of all, or a line of
        more than ``longest`` octets that goes on in the next one.
        """
        inflater = impl.Inflater()
        broken: BrokenError | None = None
        try:
            while packed := self._file.read1(_PACKED):
                at = 0
                while at < len(packed):
                    at, lines = inflater.unpack(packed, at, size, longest)
                    if lines is not None:
                        yield lines
            while (lines := inflater.unpack(b"", 0, size, longest)[1]) is not None:
                yield lines
            inflater.finish()
        except EOFError as error:
            broken = BrokenError(str(error))
        except ValueError as error:
            broken = BrokenError(f"the packed data is broken ({error})")
        rest = inflater.rest()
        if broken is not None:
            end = rest.rfind(b"\n") + 1
            rest, broken.octets = rest[:end], rest[end:]
        if rest:
            yield rest
        if broken is not None:
            raise broken


class Ahead(Generic[_Item]):
    """Items that a thread of its own makes, a few before they are taken."""

    def __init__(self, items: Iterator[_Item]) -> None:
        self._items = items
        self._made: SimpleQueue[Any] = SimpleQueue()
        self._room = Semaphore(_AHEAD)
        self._is_over = False
        # A daemon, so that nobody waits for it who ends the process.
        self._thread = Thread(target=self._run, name="urlmill-unpacking", daemon=True)

    def _run(self) -> None:
        made: Any = _OVER
        try:
            for item in self._items:
                self._made.put((item, None))
                self._room.acquire()
                if self._is_over:
                    break
        except BaseException as error:  # it is for who takes the items
            made = error
        self._made.put((_OVER, None if made is _OVER else made))
        del made  # or the error would hold itself, by this frame

    def __iter__(self) -> Iterator[_Item]:
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
