"""What is read: files, globs and standard input, unpacked by what is in them, in blocks of whole lines."""

from __future__ import annotations

import bz2
import glob
import gzip
import os
import sys
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._backend import impl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader
    from typing import Any

BLOCK = 4 << 20  # what is done once for a block costs next to nothing, and a few of them fit in little memory
_AHEAD = 1 << 16
_MARK = b"\xef\xbb\xbf"  # some programs put it before UTF-8


class InputError(Exception):
    """A file that cannot be read, or not to its end."""


@dataclass(frozen=True)
class Block:
    """Some whole lines of a file. The last line of a file may have no line break."""

    octets: bytes
    source: str
    first_line: int  # counted from 1
    consumed: int  # how much was read of all that is on disk


@dataclass(frozen=True)
class Broken:
    """Packed data that ends or goes wrong in the middle."""

    source: str
    line: int  # counted from 1
    octets: bytes  # what there is of that line
    reason: str


def paths_of(given: list[str]) -> list[str]:
    """The files that are meant, ``-`` for standard input. What is no file may be a pattern."""
    paths: list[str] = []
    for each in given or ["-"]:
        if each == "-" or os.path.lexists(each):
            paths.append(each)
        elif found := [path for path in sorted(glob.glob(each, recursive=True)) if not os.path.isdir(path)]:
            paths += found
        else:
            raise InputError(f"{each}: no such file, and as a pattern it finds none")
    return paths


def size_of(paths: list[str]) -> int | None:
    """How many bytes there are on disk; None if nobody can say."""
    if all(os.path.isfile(path) for path in paths):
        return sum(os.path.getsize(path) for path in paths)
    return None


def blocks(paths: list[str], on_broken: Callable[[Broken], None], size: int = BLOCK) -> Iterator[Block]:
    """The lines of all files, in order; if there are none, a block of none. A packed file that ends too early gives the
    lines that are whole, and the call says how it ended.
    """
    before = 0
    is_empty = True
    for path in paths:
        name = "standard input" if path == "-" else path
        line = 1
        if path == "-" and sys.stdin is None:
            raise InputError(f"{name}: it is closed")
        try:
            with open(sys.stdin.fileno() if path == "-" else path, "rb", closefd=path != "-") as file:
                unpacked = _unpacked(file, name)
                is_plain = unpacked is file and os.path.isfile(path) and hasattr(os, "pread")
                read = 0
                try:
                    for octets in _pieces(file.fileno(), size) if is_plain else _whole_lines(unpacked, size):
                        read += len(octets)
                        if line == 1:
                            octets = octets.removeprefix(_MARK)
                        at = read if is_plain else file.tell() if file.seekable() else 0
                        yield Block(octets, name, line, before + at)
                        is_empty = False
                        line += impl.count_line_breaks(octets)
                except _BrokenError as broken:
                    on_broken(Broken(name, line, broken.octets, str(broken)))
                before += read if is_plain else file.tell() if file.seekable() else 0
        except OSError as error:
            raise InputError(f"{name}: {error.strerror or error}") from None
    if is_empty:
        yield Block(b"", "standard input" if paths == ["-"] else paths[-1], 1, before)


class _BrokenError(Exception):
    """Data that cannot be unpacked any further."""

    octets = b""  # what is left of a line


def _unpacked(file: BufferedReader, name: str) -> BufferedReader:
    """What is in the file: by its first bytes, for names lie."""
    magic = file.peek(4)[:4]
    unpacked: Any = file
    if magic[:2] == b"\x1f\x8b":
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


def _pieces(file: int, size: int) -> Iterator[bytes]:
    """The same of a plain file on disk: where a block ends is looked for first, and then it is read in one go."""
    start = 0
    octets = b"\n"
    while octets.endswith(b"\n"):  # a last line that is being written to is not to be cut in two
        end = start + size
        while (ahead := os.pread(file, _AHEAD, end)) and b"\n" not in ahead:
            end += len(ahead)
        octets = _read(file, start, end + ahead.find(b"\n") + 1)
        start += len(octets)
        if octets:
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


def _whole_lines(file: BufferedReader, size: int) -> Iterator[bytes]:
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
            held.append(file.readline())
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
