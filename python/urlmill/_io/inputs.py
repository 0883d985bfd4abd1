"""What is read: files, globs and standard input, unpacked by what is in them, in blocks of whole lines."""

from __future__ import annotations

import bz2
import glob
import gzip
import io
import os
import re
import stat
import sys
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .._backend import impl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from io import BufferedReader
    from typing import Any, TextIO

LONGEST = 16 << 20  # of a line, without its end
BLOCK = 4 << 20  # what is done once for a block costs next to nothing, and a few of them fit in little memory
HEAD = 256  # octets of a line that is too long, to know it by
_AHEAD = 1 << 16
_MARK = b"\xef\xbb\xbf"  # some programs put it before UTF-8


class InputError(OSError):
    """A file that cannot be read, or not to its end."""


@dataclass(frozen=True)
class TooLong:
    """A line that is left out."""

    source: str
    line: int  # counted from 1
    octets: bytes  # how it begins


@dataclass(frozen=True)
class Block:
    """Some whole lines of a file. The last line of a file may have no line break."""

    octets: bytes
    source: str
    first_line: int  # counted from 1
    consumed: int  # how much was read of all that is on disk
    too_long: tuple[TooLong, ...] = field(default=(), kw_only=True)  # a blank line stands for each


@dataclass(frozen=True)
class Broken:
    """Packed data that ends or goes wrong in the middle."""

    source: str
    line: int  # counted from 1
    octets: bytes  # what there is of that line
    reason: str


def paths_of(given: list[str]) -> list[str]:
    """The files that are meant, ``-`` for standard input. A name without a file may be a pattern."""
    paths: list[str] = []
    for each in given or ["-"]:
        if each == "-" or os.path.lexists(each):
            paths.append(each)
        elif found := [path for path in sorted(glob.glob(each, recursive=True)) if not os.path.isdir(path)]:
            paths += found
        else:
            raise InputError(f"{each}: no such file, and as a pattern it finds none")
    return paths


def name_of(path: str) -> str:
    """A path as text: octets that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def standard_input() -> TextIO:
    """Raises InputError if it is closed: Python has None for it then."""
    if sys.stdin is None:
        raise InputError("standard input: it is closed")
    return sys.stdin


def size_of(paths: list[str]) -> int | None:
    """How many bytes there are on disk; None if that is unknown."""
    if all(os.path.isfile(path) for path in paths):
        return sum(os.path.getsize(path) for path in paths)
    return None


def blocks(
    paths: list[str], on_broken: Callable[[Broken], None], size: int = BLOCK, *, longest: int = LONGEST
) -> Iterator[Block]:
    """The lines of all files, in order; if there are none, a block of none. A packed file that ends too early gives the
    lines that are whole, and the call says how it ended. A line of more than ``longest`` octets is left out, and never
    held as a whole.
    """
    before = 0
    is_empty = True
    for path in paths:
        name = "standard input" if path == "-" else name_of(path)
        line = 1
        try:
            with open(standard_input().fileno() if path == "-" else path, "rb", closefd=path != "-") as file:
                source = _Source(file, name, may_be_in_pieces=path != "-")
                try:
                    for octets, heads in without_long_lines(source.pieces(size, longest), longest):
                        if line == 1:
                            octets = octets.removeprefix(_MARK)
                        too_long = tuple(TooLong(name, line + after, head) for after, head in heads)
                        yield Block(octets, name, line, before + source.position, too_long=too_long)
                        is_empty = False
                        line += impl.count_line_breaks(octets)
                except _BrokenError as broken:
                    on_broken(Broken(name, line, broken.octets, str(broken)))
                source.check_length()
                before += source.position
        except InputError:
            raise
        except OSError as error:
            raise InputError(f"{name}: {error.strerror or error}") from None
    if is_empty:
        yield Block(b"", "standard input" if paths == ["-"] else name_of(paths[-1]), 1, before)


class _Source:
    """A file that is read: on disk or not, packed or not."""

    def __init__(self, file: BufferedReader, name: str, *, may_be_in_pieces: bool) -> None:
        self._file = file
        self._name = name
        self._unpacked = _unpacked(file, name)
        found = os.fstat(file.fileno())
        # How long it was; 0 if that cannot be known, as for what the system makes up while it is read.
        self._length = found.st_size if stat.S_ISREG(found.st_mode) and self._unpacked is file else 0
        self._is_in_pieces = may_be_in_pieces and self._length > 0 and hasattr(os, "pread")
        self._read = 0

    @property
    def position(self) -> int:
        """How much was read of what is on disk."""
        if self._is_in_pieces:
            return self._read
        return self._file.tell() if self._file.seekable() else 0

    def pieces(self, size: int, longest: int) -> Iterator[bytes]:
        """Lines, about ``size`` octets at once. What does not end with a line break is the end of all, or a line of
        more than ``longest`` octets that goes on in the next one.
        """
        if not self._is_in_pieces:
            yield from _whole_lines(self._unpacked, size, longest)
            return
        for octets in _pieces(self._file.fileno(), size, longest, self._length):
            self._read += len(octets)
            yield octets

    def check_length(self) -> None:
        """Of a file that has become shorter the last line may be half of one, so what was read does not count."""
        if self._length and os.fstat(self._file.fileno()).st_size < max(self._length, self.position):
            raise InputError(f"{self._name}: it became shorter while it was read; read it again when it is at rest")


def without_long_lines(pieces: Iterable[bytes], longest: int) -> Iterator[tuple[bytes, list[tuple[int, bytes]]]]:
    """The same lines, but a blank one for each of more than ``longest`` octets; and of these, how many lines come
    before it and how it begins.
    """
    long = re.compile(rb"^[^\n]{%d,}" % (longest + 1), re.MULTILINE)
    head = b""  # of a line that goes on
    for octets in pieces:
        heads: list[tuple[int, bytes]] = []
        if head:
            if b"\n" not in octets:
                continue
            octets = octets[octets.find(b"\n") :]
            heads.append((0, head))
            head = b""
        found = list(long.finditer(octets)) if len(octets) > longest else []
        if found:
            kept, at, lines = [], 0, 0
            for each in found:
                kept.append(octets[at : each.start()])
                lines += kept[-1].count(b"\n")
                heads.append((lines, each[0][:HEAD]))
                at = each.end()
            kept.append(octets[at:])
            octets = b"".join(kept)
            if not kept[-1]:  # its end is to come
                _, head = heads.pop()
        if octets:
            yield octets, heads
    if head:
        yield b"\n", [(0, head)]


class _BrokenError(Exception):
    """Data that cannot be unpacked any further."""

    octets = b""  # what is left of a line


def _unpacked(file: BufferedReader, name: str) -> BufferedReader:
    """What is in the file: by its first bytes, for names lie."""
    magic = file.peek(4)[:4]
    unpacked: Any = file
    if not magic:
        unpacked = io.BytesIO()  # a terminal that has said that it is over would wait for another end
    elif magic[:2] == b"\x1f\x8b":
        unpacked = gzip.GzipFile(fileobj=file)
    elif magic[:3] == b"BZh":
        unpacked = bz2.BZ2File(file)
    elif magic == b"\x28\xb5\x2f\xfd":
        unpacked = _zstd(name).ZstdFile(file)
    return unpacked  # type: ignore[no-any-return]  # all of them can be read like one


def _zstd(name: str) -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise InputError(f"{name}: to read zstd, pip install 'urlmill[cli]'") from None
    return zstd


def _pieces(file: int, size: int, longest: int, length: int) -> Iterator[bytes]:
    """Those of a plain file on disk that had this length when it was opened. Where a piece ends is looked for first,
    and then it is read in one go. Of what is written to the file meanwhile, only the rest of its last line is read.
    """
    start = 0
    while start < length:
        end = min(start + size, length) - 1  # where there may be a line break
        most = end + longest
        while (ahead := os.pread(file, _AHEAD, end)) and b"\n" not in ahead and end <= most:
            end += len(ahead)
        octets = _read(file, start, end + ahead.find(b"\n") + 1)
        if not octets:
            break
        start += len(octets)
        yield octets


def _read(file: int, start: int, end: int) -> bytes:
    octets = os.pread(file, end - start, start)
    while octets and start + len(octets) < end:  # there is no more than 2 GiB at once
        at = start + len(octets)
        more = os.pread(file, end - at, at)
        if not more:
            break
        octets += more
    return octets


def _whole_lines(file: BufferedReader, size: int, longest: int) -> Iterator[bytes]:
    broken: _BrokenError | None = None
    is_over = False
    while not is_over and broken is None:
        held: list[bytes] = []
        count = 0
        try:
            while count < size and not is_over:
                held.append(file.read1(size - count))
                count += len(held[-1])
                is_over = not held[-1]
            if not is_over:  # at its end a terminal would wait for another one
                held.append(file.readline(longest + 1))
        except EOFError:
            broken = _BrokenError("the packed data ends in the middle")
        except (zlib.error, OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            broken = _BrokenError(f"the packed data is broken ({error})")
        octets = b"".join(held)
        if broken is not None:
            end = octets.rfind(b"\n") + 1
            octets, broken.octets = octets[:end], octets[end:]
        if octets:
            yield octets  # before anybody hears of an error: what came before it counts
    if broken is not None:
        raise broken
