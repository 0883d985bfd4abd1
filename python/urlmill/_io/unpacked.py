"""gzip, bzip2 and zstd, unpacked piece by piece."""

from __future__ import annotations

import sys

from .._backend import impl
from .._typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

GZIP, BZIP2, ZSTD = b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd"
MAGIC = (GZIP, BZIP2, ZSTD)
_STEP = 1 << 14  # octets: so many are lost of what comes before broken data, and copied where a member ends


class BrokenError(Exception):
    """Data that cannot be unpacked any further."""

    octets = b""  # what there is of the last line


class MissingError(Exception):
    """What it takes to unpack is not installed."""


class Unpacker(Protocol):
    """What unpacks one member after the other."""

    def unpack(self, packed: bytes, start: int, most: int, /) -> tuple[int, bytes]:
        """Unpacks about ``most`` octets of what is in ``packed`` from ``start`` on: how far it came, and these. If
        there are none and all is used, it takes more of what is packed. Raises ValueError where that is broken.
        """
        ...

    def finish(self) -> None:
        """Raises EOFError if more should follow."""


def unpacker_of(magic: bytes) -> Unpacker:
    """For what begins so. Raises MissingError."""
    if magic == GZIP:
        return impl.Inflater()
    if magic == BZIP2:
        from bz2 import BZ2Decompressor

        return _Members(BZ2Decompressor, OSError)
    zstd = _zstd()
    return _Members(zstd.ZstdDecompressor, zstd.ZstdError)


def _zstd() -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise MissingError("to read zstd, pip install 'urlmill[cli]'") from None
    return zstd


class _Members:
    """Unpacks by a decompressor of the interpreter for each member."""

    def __init__(self, new: Callable[[], Any], error: type[Exception]) -> None:
        self._new = new
        self._error = error
        self._member = new()

    def unpack(self, packed: bytes, start: int, most: int, /) -> tuple[int, bytes]:
        """As `Unpacker` has it."""
        if self._member is None:
            if start == len(packed):
                return start, b""
            self._member = self._new()
        fed = packed[start : start + _STEP] if self._member.needs_input else b""
        try:
            octets: bytes = self._member.decompress(fed, min(most, _STEP))
        except self._error as error:
            raise ValueError(error) from None
        start += len(fed)
        if self._member.eof:
            start -= len(self._member.unused_data)
            self._member = None
        return start, octets

    def finish(self) -> None:
        """Raises EOFError if more should follow."""
        if self._member is not None:
            raise EOFError
