"""What is read: files, globs and standard input, unpacked by what is in them, in blocks of whole lines."""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections import deque
from contextlib import closing
from itertools import islice

from .._typing import NamedTuple
from .kinds import not_text
from .lines import FewLines, lines_on_disk, parts_of_lines, together, without_long_lines
from .live import Live, StoppedError, is_pipe
from .octets import FileOctets, octets_of
from .shown import shown
from .unpacked import BrokenError, MissingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from io import FileIO
    from typing import Any, TextIO

LONGEST = 16 << 20  # of a line, without its end
BLOCK = 4 << 20  # what is done once for a block costs next to nothing, and a few of them fit in little memory
SHORT = 32  # octets: if the lines of a block are shorter in the mean, it is cut; those of URLs and logs are longer
_FILES = 48  # bits of a rank for the octets of a file
_MARK = b"\xef\xbb\xbf"  # some programs put it before UTF-8


class InputError(OSError):
    """A file that cannot be read, or not to its end."""


class NoFileError(InputError):
    """A name that neither is that of a file nor finds any as a pattern: ``path``."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{shown(path)}: no such file, and as a pattern it finds none")


class NotTextError(InputError):
    """A file that has no lines; ``kind`` is what it is."""

    def __init__(self, source: str, kind: str, advice: str) -> None:
        self.kind = kind
        super().__init__(f"{source}: expected text in UTF-8, got {kind}{advice and f'; {advice}'}")


class TooLong(NamedTuple):
    """A line that is left out."""

    source: str
    line: int  # counted from 1
    octets: bytes  # how it begins


class Block(NamedTuple):
    """Some whole lines of a file. The last line of a file may have no line break."""

    octets: bytes
    source: str
    first_line: int  # counted from 1
    consumed: int  # how much was read of all that is on disk
    too_long: tuple[TooLong, ...] = ()  # a blank line stands for each
    is_live: bool = False  # more lines may come at any time
    file: int = 0  # which of several
    rank: int = 0  # larger than those of the lines before it, of this file and of others
    form: Any = None  # of a log: its `Format`, once it is known
    records: Any = None  # of a file that is not lines of URLs: its `Records`


class Broken(NamedTuple):
    """Packed data that ends or goes wrong in the middle."""

    source: str
    line: int  # counted from 1
    octets: bytes  # what there is of that line
    reason: str

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}: {self.reason}; the lines before it were read"


def paths_of(given: list[str]) -> list[str]:
    """The files that are meant, ``-`` for standard input. A name without a file may be a pattern."""
    paths: list[str] = []
    for each in given or ["-"]:
        if each == "-" or os.path.lexists(each):
            paths.append(each)
        elif found := [path for path in sorted(glob.glob(each, recursive=True)) if not os.path.isdir(path)]:
            paths += found
        else:
            raise NoFileError(each)
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
    paths: list[str],
    on_broken: Callable[[Broken], None],
    size: int = BLOCK,
    *,
    longest: int = LONGEST,
    live: Live | None = None,
    is_ahead: bool = True,
    abreast: int = 1,
) -> Iterator[Block]:
    """The lines of all files; if there are none, a block of none.

    - A packed file that is cut off or broken gives the lines that are whole, then ``on_broken`` is called.
    - A block has about ``size`` octets; fewer, if its lines are so short that there would be many.
    - A line of more than ``longest`` octets is left out, and never held as a whole.
    - Lines from a pipe or a terminal come soon after they were written, or as ``live`` has it.
    - Packed files are unpacked on another thread, unless ``is_ahead`` is false.
    - Files are read in order, or several of them ``abreast``: then their blocks come in turns.
    """
    if live is None:
        with Live() as live:
            yield from blocks(paths, on_broken, size, longest=longest, live=live, is_ahead=is_ahead, abreast=abreast)
        return
    waiting = live

    def of_file(number: int, path: str) -> Generator[Block, None, None]:
        name = "standard input" if path == "-" else name_of(path)
        line, rank = 1, number << _FILES
        try:
            descriptor = standard_input().fileno() if path == "-" else path
            with open(descriptor, "rb", buffering=0, closefd=path != "-") as file:
                source = _Source(file, name, is_from_start=path != "-", live=waiting, is_ahead=is_ahead)
                pieces = FewLines(_of_text(source.pieces(size, longest), name), max(size // SHORT, 1))
                try:
                    for octets, heads in without_long_lines(pieces, longest):
                        if line == 1:
                            octets = octets.removeprefix(_MARK)
                        too_long = tuple(TooLong(name, line + after, head) for after, head in heads)
                        yield Block(
                            octets, name, line, source.position,
                            too_long=too_long, is_live=source.is_live, file=number, rank=rank,
                        )  # fmt: skip
                        line += pieces.count(octets)
                        rank += len(octets)
                except BrokenError as broken:
                    on_broken(Broken(name, line, broken.octets, str(broken)))
                source.check_length()
        except StoppedError:
            return
        except InputError:
            raise
        except OSError as error:
            raise InputError(f"{name}: {error.strerror or error}") from None

    consumed: dict[int, int] = {}
    total = 0
    with closing(_in_turns((of_file(*each) for each in enumerate(paths)), abreast)) as turns:
        for block in turns:
            total += block.consumed - consumed.get(block.file, 0)
            consumed[block.file] = block.consumed
            yield block._replace(consumed=total)
    if not consumed:
        yield Block(b"", "standard input" if paths == ["-"] else name_of(paths[-1]), 1, 0)


def _in_turns(files: Iterator[Generator[Block, None, None]], abreast: int) -> Generator[Block, None, None]:
    """One block of each of so many files, again and again; where one ends, the next begins."""
    active = deque(islice(files, abreast))
    try:
        while active:
            block = next(active[0], None)
            if block is not None:
                yield block
                active.rotate(-1)
                continue
            active.popleft()
            active.extend(islice(files, 1))
    finally:
        for file in active:
            file.close()


def _of_text(pieces: Iterator[bytes], name: str) -> Iterator[bytes]:
    """The same pieces. Raises NotTextError if they are of something else."""
    for place, octets in enumerate(pieces):
        if not place and (found := not_text(octets)):
            raise NotTextError(name, *found)
        yield octets


class _Source:
    """A file that is read: on disk or not, packed or not."""

    def __init__(self, file: FileIO, name: str, *, is_from_start: bool, live: Live, is_ahead: bool) -> None:
        self._file = file
        self._name = name
        self._live = live if is_pipe(file) else None
        try:
            self._octets = octets_of(file, self._live)
        except MissingError as error:
            raise InputError(f"{name}: {error}") from None
        found = os.fstat(file.fileno())
        is_plain = isinstance(self._octets, FileOctets)
        # Not for pipes: a thread that waits for one cannot be ended.
        self._is_ahead = is_ahead and stat.S_ISREG(found.st_mode) and not is_plain
        # How long it was; 0 if that cannot be known, as for what the system makes up while it is read.
        self._length = found.st_size if stat.S_ISREG(found.st_mode) and is_plain else 0
        self._is_on_disk = is_from_start and self._length > 0 and hasattr(os, "pread")
        self._read = 0

    @property
    def is_live(self) -> bool:
        """Whether lines come as they are written."""
        return self._live is not None and not self._live.waits

    @property
    def position(self) -> int:
        """How much was read of what is on disk."""
        if self._is_on_disk:
            return self._read
        return self._file.tell() if self._file.seekable() else 0

    def pieces(self, size: int, longest: int) -> Iterator[bytes]:
        """As `whole_lines` has them."""
        if not self._is_on_disk:
            from .ahead import Ahead  # most files are on a disk, and not packed

            lines = parts_of_lines(self._octets, size, longest, waits=not self.is_live)
            with closing(iter(Ahead(lines)) if self._is_ahead else lines) as found:
                for parts in found:  # the thread that unpacks has no time to put them together
                    yield together(parts)
            return
        for octets in lines_on_disk(self._file.fileno(), size, longest, self._length):
            self._read += len(octets)
            yield octets

    def check_length(self) -> None:
        """Of a file that has become shorter the last line may be half of one, so what was read does not count."""
        if self._length and os.fstat(self._file.fileno()).st_size < max(self._length, self.position):
            raise InputError(f"{self._name}: it became shorter while it was read; read it again when it is at rest")
