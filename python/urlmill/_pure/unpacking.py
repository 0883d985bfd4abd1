"""gzip, unpacked piece by piece by the interpreter's zlib."""

import zlib

_GZIP = 16 + zlib.MAX_WBITS
_FIRST = 0x1F  # of a member
_INVALID = "invalid data"
_FED = 1 << 14  # octets: zlib copies those that it does not use


class Inflater:
    """Unpacks gzip, one member after the other (RFC 1952 2.2). Zeros may follow the last one."""

    def __init__(self) -> None:
        self._member: zlib._Decompress | None = zlib.decompressobj(_GZIP)
        self._fault: str | None = None  # what is wrong after all that was unpacked so far

    def unpack(self, packed: bytes, start: int, most: int, /) -> tuple[int, bytes]:
        """Unpacks about ``most`` octets of what is in ``packed`` from ``start`` on: how far it came, and these. If
        there are none, it takes more of what is packed. Raises ValueError where that is broken.
        """
        unpacked = bytearray()
        while self._fault is None and len(unpacked) < most:
            before = start, len(unpacked)
            start = self._begin(packed, start) if self._member is None else self._step(packed, start, most, unpacked)
            if before == (start, len(unpacked)):
                break
        if self._fault is not None and not unpacked:
            raise ValueError(self._fault)
        return start, bytes(unpacked)

    def finish(self) -> None:
        """Raises EOFError if more should follow."""
        if self._member is not None:
            raise EOFError("the packed data ends in the middle")

    def _begin(self, packed: bytes, start: int) -> int:
        """Leaves out zeros, and begins with a member if one follows."""
        while start < len(packed) and packed[start] == 0:
            start += 1
        if start < len(packed):
            if packed[start] == _FIRST:
                self._member = zlib.decompressobj(_GZIP)
            else:
                self._fault = "what follows is not gzip"
        return start

    def _step(self, packed: bytes, start: int, most: int, unpacked: bytearray) -> int:
        """How far it came. zlib may hold octets back even if it has used all that it was given."""
        member = self._member
        assert member
        fed = packed[start : start + _FED]
        before = member.copy()
        try:
            unpacked += member.decompress(fed, most - len(unpacked))
        except zlib.error as error:
            unpacked += _until_error(before, fed)
            words = str(error).rpartition(": ")[2]
            self._fault = words if words.startswith("incorrect") else _INVALID
            return start
        if member.eof:
            self._member = None
        return start + len(fed) - (len(member.unconsumed_tail) or len(member.unused_data))


def _until_error(member: "zlib._Decompress", packed: bytes) -> bytes:
    """What comes before an error, which zlib keeps to itself with all that it unpacks in the same call.

    So it is asked for less at a time, in the end for one octet of what it is given one by one. Where a code is broken,
    the octet before it may be lost: the kernel gives it, and here it is part of what is broken.
    """
    found = bytearray()
    before = member.copy()
    try:
        while piece := member.decompress(packed, 1 << 12):
            found += piece
            before, packed = member.copy(), member.unconsumed_tail
    except zlib.error:
        member = before
    try:
        for octet in packed:
            given = bytes([octet])
            while piece := member.decompress(given, 1):
                found += piece
                given = member.unconsumed_tail
    except zlib.error:
        pass
    return bytes(found)
