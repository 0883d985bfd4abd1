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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader
    from typing import Any

BLOCK = 8 << 20  # what is done once for a block costs next to nothing, and a few of them fit in little memory


class InputError(Exception):
    """A file that cannot be read, or not to its end."""


@dataclass(frozen=True)
class Block:
    """Some whole lines of a file. The last line of a file may have no line break."""

    octets: bytes
    source: str
    first_line: int  # counted from 1
    consumed: int  # how much was read of all that is on disk


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


def blocks(paths: list[str], warn: Callable[[str], None], size: int = BLOCK) -> Iterator[Block]:
    """The lines of all files, in order. A packed file that ends too early gives what it has, and a warning."""
    before = 0
    for path in paths:
        name = "standard input" if path == "-" else path
        line = 1
        try:
            with open(sys.stdin.fileno() if path == "-" else path, "rb", closefd=path != "-") as file:
                try:
                    for octets in _whole_lines(_unpacked(file, name), size):
                        at = file.tell() if file.seekable() else 0
                        yield Block(octets, name, line, before + at)
                        line += octets.count(b"\n")
                except _BrokenError as broken:
                    warn(f"{name}: {broken}; all lines before that were read")
                before += file.tell() if file.seekable() else 0
        except OSError as error:
            raise InputError(f"{name}: {error.strerror or error}") from None


class _BrokenError(Exception):
    """Packed data that ends or goes wrong in the middle."""


def _unpacked(file: BufferedReader, name: str) -> Callable[[int], bytes]:
    """How to read what is in the file: by its first bytes, for names lie."""
    magic = file.peek(4)[:4]
    if magic[:2] == b"\x1f\x8b":
        unpacked: Any = gzip.GzipFile(fileobj=file)
    elif magic[:3] == b"BZh":
        unpacked = bz2.BZ2File(file)
    elif magic == b"\x28\xb5\x2f\xfd":
        unpacked = _zstd(name).ZstdFile(file)
    else:
        return file.read1

    def read(size: int) -> bytes:
        try:
            octets: bytes = unpacked.read1(size)
        except EOFError:
            raise _BrokenError("the packed data ends in the middle") from None
        except (OSError, zlib.error, ValueError) as error:
            raise _BrokenError(f"the packed data is broken ({error})") from None
        return octets

    return read


def _zstd(name: str) -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise InputError(f"{name}: to read zstd, pip install 'urlmill[cli]'") from None
    return zstd


def _whole_lines(read: Callable[[int], bytes], size: int) -> Iterator[bytes]:
    held: list[bytes] = []
    count, enough = 0, size
    broken: _BrokenError | None = None
    while broken is None:
        try:
            octets = read(size)
        except _BrokenError as error:
            octets, broken = b"", error
        if not octets:
            break
        held.append(octets)
        count += len(octets)
        if count < enough:
            continue
        whole = b"".join(held)
        end = whole.rfind(b"\n") + 1
        if end:
            yield whole[:end]
            held, count, enough = [whole[end:]], len(whole) - end, size
        else:
            # One long line: looked at again when there is twice as much, for the time to stay linear.
            held, enough = [whole], 2 * count
    if rest := b"".join(held):
        yield rest  # before anybody hears of an error: what came before it counts
    if broken is not None:
        raise broken
