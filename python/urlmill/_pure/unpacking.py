"""gzip, unpacked into whole lines by the interpreter's zlib."""

import zlib

_GZIP = 16 + zlib.MAX_WBITS
_MAGIC = b"\x1f\x8b"
_STEP = 1 << 16


class Inflater:
    """Unpacks gzip, one member after the other (RFC 1952 2.2). Zeros may follow the last one."""

    def __init__(self) -> None:
        self._member: zlib._Decompress | None = zlib.decompressobj(_GZIP)
        self._unpacked = bytearray()
        self._looked_at = 0

    def unpack(self, packed: bytes, start: int, size: int, longest: int, /) -> "tuple[int, bytes | None]":
        """Unpacks what is in ``packed`` from ``start`` on, until there are whole lines of at least ``size`` octets, or
        the beginning of one of more than ``longest``: how far it came, and these; None if it takes more of what is
        packed. Raises ValueError if that is broken.
        """
        while True:
            if end := self._lines(size, longest):
                lines = bytes(self._unpacked[:end])
                del self._unpacked[:end]
                self._looked_at = 0
                return start, lines
            if start >= len(packed):
                return start, None
            start = self._step(packed, start, max(size - len(self._unpacked), _STEP))

    def rest(self) -> bytes:
        """What was unpacked and not given yet."""
        rest = bytes(self._unpacked)
        self._unpacked.clear()
        return rest

    def finish(self) -> None:
        """Raises EOFError if more should follow."""
        if self._member is not None:
            raise EOFError("the packed data ends in the middle")

    def _lines(self, size: int, longest: int) -> int:
        if len(self._unpacked) < size:
            return 0
        end = self._unpacked.rfind(b"\n", self._looked_at) + 1
        self._looked_at = len(self._unpacked)
        return end or (len(self._unpacked) if len(self._unpacked) > longest else 0)

    def _step(self, packed: bytes, start: int, most: int) -> int:
        if self._member is None:
            while start < len(packed) and packed[start] == 0:
                start += 1
            if not _MAGIC.startswith(packed[start : start + 2]):
                raise ValueError("not a gzipped file")
            if start < len(packed):
                self._member = zlib.decompressobj(_GZIP)
            return start
        before = self._member.copy()
        try:
            self._unpacked += self._member.decompress(packed[start:], most)
        except zlib.error as error:
            self._unpacked += _until_error(before, packed[start:])
            raise ValueError(str(error).rpartition(": ")[2]) from None
        left = len(self._member.unconsumed_tail) or len(self._member.unused_data)
        if self._member.eof:
            self._member = None
        return len(packed) - left


def _until_error(member: "zlib._Decompress", packed: bytes) -> bytes:
    """What comes before an error, which zlib keeps to itself: octet by octet, up to the one that is wrong."""
    unpacked = bytearray()
    try:
        for at in range(len(packed)):
            unpacked += member.decompress(packed[at : at + 1])
    except zlib.error:
        pass
    return bytes(unpacked)
