"""The octets of a file as they come: from a disk, a pipe or a terminal; packed or not."""

from __future__ import annotations

from math import inf

from .._typing import Protocol
from .live import widen
from .unpacked import MAGIC, BrokenError, unpacker_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO

    from .live import Live
    from .unpacked import Unpacker

_FIRST = 1 << 12  # octets that are read to see how a file begins
_ONCE = 1 << 20  # the same later
_PACKED = 1 << 18  # the same of a packed file


class Octets(Protocol):
    """Where octets come from."""

    def read(self, most: int, until: float, /) -> bytes | None:
        """Some octets, about so many at most; nothing at the end; None if there are none before this time of the
        monotonic clock. Raises BrokenError if they cannot be unpacked any further.
        """


class FileOctets:
    """Those of a file. Only with ``live`` does it look at the time."""

    def __init__(self, file: FileIO, live: Live | None) -> None:
        self._file = file
        self._live = live
        self._head = b""  # what was read to see how it begins
        self._is_over = False
        if live:
            widen(file)

    def magic(self) -> bytes | None:
        """Which `MAGIC` it begins with. It waits for no more octets than it takes to tell."""
        while True:
            found = next((magic for magic in MAGIC if self._head.startswith(magic)), None)
            if found or self._is_over or not any(magic.startswith(self._head) for magic in MAGIC):
                return found
            self._head += self._more(_FIRST, inf) or b""

    def read(self, most: int, until: float) -> bytes | None:
        """As `Octets` has it."""
        if self._head:
            head, self._head = self._head, b""
            return head
        return self._more(most, until)

    def _more(self, most: int, until: float) -> bytes | None:
        if self._is_over:  # a terminal would wait for another end
            return b""
        if self._live and not self._live.has_more(self._file.fileno(), until):
            return None
        octets: bytes | None = self._file.read(min(most, _ONCE))  # None if the pipe does not wait and has nothing
        self._is_over = octets == b""
        return octets


class UnpackedOctets:
    """What is in a packed file."""

    def __init__(self, file: FileOctets, unpacker: Unpacker) -> None:
        self._file = file
        self._unpacker = unpacker
        self._packed = b""
        self._at = 0  # what comes before was unpacked

    def read(self, most: int, until: float) -> bytes | None:
        """As `Octets` has it."""
        try:
            while True:
                # Even if all was used: some of what is in it may have had no room.
                self._at, octets = self._unpacker.unpack(self._packed, self._at, most)
                if octets:
                    return octets
                if self._at < len(self._packed):
                    continue
                packed = self._file.read(_PACKED, until)
                if packed is None:
                    return None
                self._packed, self._at = packed, 0
                if not packed:
                    self._unpacker.finish()
                    return b""
        except EOFError:
            raise BrokenError("the packed data ends in the middle") from None
        except ValueError as error:
            raise BrokenError(f"the packed data is broken ({error})") from None


def octets_of(file: FileIO, live: Live | None) -> FileOctets | UnpackedOctets:
    """What is in a file: by how it begins, for names lie."""
    octets = FileOctets(file, live)
    magic = octets.magic()
    return octets if magic is None else UnpackedOctets(octets, unpacker_of(magic))
