"""Octets cut into whole lines, many at once; and lines that are too long to be held."""

from __future__ import annotations

import os
import re
from math import inf
from time import monotonic

from .._backend import impl
from .unpacked import BrokenError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from .octets import Octets

HEAD = 256  # octets of a line that is too long, to know it by
_STEP = 1 << 16  # octets that are read to find the end of a line
_WAIT = 0.1  # seconds after a whole line in which more may come
_FIRST_WAIT = 0.25  # the same for the first lines, which tell the format


Parts = list[bytes | memoryview]  # of octets that are put together later


def whole_lines(source: Octets, size: int, longest: int, *, waits: bool = True) -> Iterator[bytes]:
    """Lines, about ``size`` octets at once; or as many as come in a moment, unless it ``waits``. What does not end with
    a line break is the end of all, or a line of more than ``longest`` octets that goes on in the next piece.

    Raises BrokenError after all whole lines that come before.
    """
    return map(together, parts_of_lines(source, size, longest, waits=waits))


def together(parts: Parts) -> bytes:
    """One after the other."""
    return parts[0] if len(parts) == 1 and isinstance(parts[0], bytes) else b"".join(parts)


def parts_of_lines(source: Octets, size: int, longest: int, *, waits: bool = True) -> Generator[Parts, None, None]:
    """The same for another thread to put together, if this one has more to do than others."""
    held: list[bytes] = []
    count = 0
    broken: BrokenError | None = None
    until: float | None = None  # when lines are handed on; None if there is no whole line
    wait = inf if waits else _FIRST_WAIT
    while True:
        try:
            octets = source.read(size - count if count < size else _STEP, inf if until is None else until)
        except BrokenError as error:
            broken = error
            break
        if octets == b"":
            break
        if octets:
            held.append(octets)
            count += len(octets)
            if until is None and b"\n" in octets:
                until = monotonic() + wait
        if until is None:
            if count > longest:
                yield [*held]
                held, count = [], 0
        elif octets is None or count >= size or monotonic() >= until:
            lines, held = _cut(held)
            yield lines
            count = sum(map(len, held))
            wait, until = inf if waits else _WAIT, None
    if broken is None:
        if count:
            yield [*held]
        return
    if until is not None:
        lines, held = _cut(held)
        yield lines
    broken.octets = b"".join(held)
    raise broken


def _cut(held: list[bytes]) -> tuple[Parts, list[bytes]]:
    """Up to the last line break, and after it."""
    after = []
    while (end := held[-1].rfind(b"\n") + 1) == 0:
        after.append(held.pop())
    last = held.pop()
    if end < len(last):
        after.append(last[end:])
    return [*held, memoryview(last)[:end] if end < len(last) else last], after[::-1]


def lines_on_disk(file: int, size: int, longest: int, length: int) -> Iterator[bytes]:
    """The same of a plain file that had this length when it was opened. Where a piece ends is looked for first, and
    then it is read in one go. Of what is written to the file meanwhile, only the rest of its last line is read.
    """
    start = 0
    while start < length:
        end = min(start + size, length) - 1  # where there may be a line break
        most = end + longest
        while (ahead := os.pread(file, _STEP, end)) and b"\n" not in ahead and end <= most:
            end += len(ahead)
        octets = _read(file, start, end + ahead.find(b"\n") + 1)
        if not octets:
            break
        start += len(octets)
        yield octets


def _read(file: int, start: int, end: int) -> bytes:
    octets = os.pread(file, end - start, start)
    while octets and start + len(octets) < end:  # the system reads no more than 2 GiB at once
        at = start + len(octets)
        more = os.pread(file, end - at, at)
        if not more:
            break
        octets += more
    return octets


class FewLines:
    """The same lines, at most so many at once: one that is blank takes as much memory as any other when it is a row."""

    def __init__(self, pieces: Iterable[bytes], most: int) -> None:
        self._pieces = pieces
        self._most = most
        self._latest = b""  # and how many line breaks are in it
        self._count = 0

    def __iter__(self) -> Iterator[bytes]:
        for octets in self._pieces:
            yield from self._halves(octets)

    def count(self, octets: bytes) -> int:
        """How many line breaks are in a piece, which are counted once."""
        return self._count if octets is self._latest else impl.count_line_breaks(octets)

    def _halves(self, octets: bytes) -> Iterator[bytes]:
        count = impl.count_line_breaks(octets)
        if count <= self._most:
            self._latest, self._count = octets, count
            yield octets
            return
        middle = len(octets) // 2
        end = octets.find(b"\n", middle) + 1
        if end in (0, len(octets)):  # one long line is most of it; the line breaks stand before
            end = octets.rfind(b"\n", 0, middle) + 1
        yield from self._halves(octets[:end])
        yield from self._halves(octets[end:])


def without_long_lines(pieces: Iterable[bytes], longest: int) -> Iterator[tuple[bytes, list[tuple[int, bytes]]]]:
    """The same lines, but a blank one for each of more than ``longest`` octets; and of these, how many lines come
    before it and how it begins.
    """
    long = re.compile(rb"^[^\n]{%d,}" % (longest + 1), re.MULTILINE)
    head = b""  # of a line that goes on
    try:
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
    except BrokenError as broken:
        broken.octets = head or broken.octets
        raise
    if head:
        yield b"\n", [(0, head)]
