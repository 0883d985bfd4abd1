"""A file that blocks are appended to. Each is there as a whole, or not at all: a process may be killed at any moment.

::

    urlmill seen 1              the kind of file and its version
    {"level": "crawl", ...}     what its blocks mean; a line of JSON
    length, its checksum, that of the block, the block, and so on to the end: 4, 4, 8 and ``length`` octets
"""

from __future__ import annotations

import json
import os
import stat
from hashlib import blake2b
from weakref import WeakSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from typing_extensions import Self

    _Head = dict[str, object]

_LENGTH, _OF_LENGTH, _OF_BLOCK = 4, 4, 8
_BEFORE = _LENGTH + _OF_LENGTH + _OF_BLOCK
_LONGEST_HEAD = 1 << 20

_open: WeakSet[Journal] = WeakSet()


class JournalError(ValueError):
    """The file is not what was expected: of another kind, in use, or damaged."""


class Journal:
    """Opens ``path``; with a ``head``, to append to it, and makes it if it is not there. Without one it is only read.

    What a killed process has left of a last block is not there. A block that is damaged anywhere else is an error,
    since something else than a killed process has done that; with ``recover`` the file ends before it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        kind: str,
        head: _Head | None = None,
        *,
        new: bool = False,
        recover: bool = False,
    ) -> None:
        self.path = os.fsdecode(path)
        self._magic = f"urlmill {kind} 1\n".encode()
        self._is_read = head is None
        self._recovers = recover
        flags = os.O_RDONLY if head is None else os.O_RDWR | os.O_CREAT | (os.O_EXCL if new else 0)
        self._file = _opened(self.path, flags, is_locked=head is not None)
        try:
            self.head, self._start = self._told(head)
            self._end = self._start
        except BaseException:
            self.close()
            raise
        _open.add(self)

    def _told(self, head: _Head | None) -> tuple[_Head, int]:
        """What the file says of itself, and where its blocks begin."""
        begin = _read(self._file, 0, len(self._magic) + _LONGEST_HEAD)
        if head is not None:
            whole = self._magic + json.dumps(head, sort_keys=True).encode() + b"\n"
            if len(whole) > len(self._magic) + _LONGEST_HEAD:
                raise JournalError(f"what {self.path} would say of itself is longer than {_LONGEST_HEAD:,} octets")
            # It is new, or there was no time to write more.
            if len(begin) < len(whole) and whole.startswith(begin):
                _write(self._file, 0, whole)
                return head, len(whole)
        if not begin.startswith(self._magic):
            raise JournalError(f"{self.path} is not a file of this kind; it should begin with {self._magic[:-1]!r}")
        line, newline, _ = begin[len(self._magic) :].partition(b"\n")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not newline or not isinstance(found, dict):
            raise JournalError(f"{self.path} is damaged: its second line should be a JSON object")
        return found, len(self._magic) + len(line) + 1

    def blocks(self) -> Iterator[bytes]:
        """All that is there; to be read once, before anything is appended."""
        size = os.fstat(self._file).st_size
        while self._end < size:
            block = self._block(size)
            if block is None:
                break
            self._end += _BEFORE + len(block)
            yield block
        if not self._is_read:
            os.ftruncate(self._file, self._end)

    def _block(self, size: int) -> bytes | None:
        """The next one; None if the file ends before it is whole."""
        before = _read(self._file, self._end, _BEFORE)
        length = before[:_LENGTH]
        end = self._end + _BEFORE + int.from_bytes(length, "little")
        is_length = before[_LENGTH:-_OF_BLOCK] == _checksum(length, _OF_LENGTH)
        if len(before) < _BEFORE or (is_length and end > size):
            return None
        block = _read(self._file, self._end + _BEFORE, end - self._end - _BEFORE) if is_length else b""
        if is_length and before[-_OF_BLOCK:] == _checksum(block, _OF_BLOCK):
            return block
        if self._recovers or _is_blank(self._file, self._end, size):  # as a power cut may leave it
            return None
        raise JournalError(
            f"{self.path} is damaged at octet {self._end} of {size}; recover=True takes what comes before that"
        )

    def append(self, block: bytes) -> None:
        """Writes a block; when this returns, the death of the process can no longer undo it."""
        if self._is_read:
            raise JournalError(f"{self.path} was opened to be read")
        if self._file < 0:
            raise JournalError(f"{self.path} is closed, or was opened before this process was forked; open it again")
        length = len(block).to_bytes(_LENGTH, "little")
        pieces = length, _checksum(length, _OF_LENGTH), _checksum(block, _OF_BLOCK), block
        _write(self._file, self._end, b"".join(pieces))
        self._end += _BEFORE + len(block)

    def sync(self) -> None:
        """Waits until the disk has it; then a power cut cannot undo it either."""
        os.fsync(self._file)

    def is_of(self, path: str | os.PathLike[str]) -> bool:
        """Whether that is the same file."""
        try:
            return self._file >= 0 and os.path.samestat(os.fstat(self._file), os.stat(path))
        except OSError:
            return False

    def close(self) -> None:
        """Lets go of the file; to close it again does nothing."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.close()


def _close_all() -> None:
    """In a process that was forked: two that append would write over each other, and the lock is that of the first."""
    for journal in list(_open):
        journal.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_all)


def put_in_place(part: str, target: str) -> None:
    """Gives a whole file its name, unless somebody appends to the one that has it."""
    try:
        file = _opened(target, os.O_RDWR, is_locked=True)
    except FileNotFoundError:
        os.replace(part, target)
        return
    try:
        if os.name == "nt":  # where no file is replaced that is open
            os.close(file)
            file = -1
        os.replace(part, target)
    finally:
        if file >= 0:
            os.close(file)


def _opened(path: str, flags: int, *, is_locked: bool) -> int:
    """Opens a file, and locks it. Whoever had it before may have given its name to another meanwhile."""
    while True:
        file = os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise JournalError(f"{path} is not a file that can be kept: expected a regular one")
            if is_locked:
                _lock(file, path)
            if not is_locked or (os.path.exists(path) and os.path.samestat(os.fstat(file), os.stat(path))):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _checksum(octets: bytes, size: int) -> bytes:
    return blake2b(octets, digest_size=size).digest()


def _read(file: int, start: int, most: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    pieces = []
    while most > 0 and (piece := os.read(file, min(most, 1 << 24))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _write(file: int, start: int, octets: bytes) -> None:
    os.lseek(file, start, os.SEEK_SET)
    rest = memoryview(octets)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    except BaseException:
        os.ftruncate(file, start)  # takes no room, so that it works on a full disk too
        raise


def _is_blank(file: int, start: int, end: int) -> bool:
    """Whether there are only zeros, as after a power cut."""
    while start < end:
        octets = _read(file, start, min(end - start, 1 << 20))
        if octets.count(0) < len(octets):
            return False
        start += len(octets)
    return True


def _lock(file: int, path: str) -> None:
    """Two that append would write over each other. The lock ends when the file is closed, or the process does."""
    try:
        try:
            import fcntl
        except ImportError:
            import msvcrt

            os.lseek(file, 0x7FFFFFFF, os.SEEK_SET)  # beyond what is read
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise JournalError(f"{path} is in use, by another process or by another object of this one") from None
