"""Between the octets of a file system and text: draft-ietf-appsawg-file-scheme-05, section 4."""

import codecs
import re

from ..._url.octets import octets_of
from ...errors import URLError
from .systems.base import Location, Naming

_WIDE = re.compile(r"([^\0-\x7f]+)")


def decoded(path: str | bytes, encoding: str | None, *, nfc: bool) -> str:
    """The path as text. Without an encoding, octets that are not UTF-8 become lone surrogates."""
    text = path
    if isinstance(text, bytes):
        if encoding is None or _is_utf8(encoding):
            text = text.decode("utf-8", "surrogateescape")
        else:
            try:
                text = text.decode(encoding)
            except UnicodeDecodeError as error:
                raise URLError("unrepresentable", error.start, repr(path)) from None
            nfc = True
    return text if text.isascii() or not nfc else composed(text)


def composed(text: str) -> str:
    """In normal form C, in linear time. The interpreter alone takes quadratic time to put many marks in order."""
    from unicodedata import combining, normalize

    ordered: list[str] = []
    marks: list[str] = []
    for char in text:
        parts = normalize("NFD", char)
        if combining(parts[0]):
            marks += parts
            continue
        ordered += sorted(marks, key=combining)
        ordered.append(char)
        marks.clear()
    return normalize("NFC", "".join([*ordered, *sorted(marks, key=combining)]))


def text_in(encoding: str, raw: str) -> str:
    """A raw segment whose escapes are octets in ``encoding``; what an IRI writes as it is needs no decoding."""
    pieces = _WIDE.split(raw)
    return "".join(octets_of(piece).decode(encoding) if piece.isascii() else piece for piece in pieces)


def native(naming: Naming, location: Location, encoding: str) -> bytes | None:
    """The path of ``location`` in the encoding of the file system; None if that cannot write it."""
    path = naming.path(location)
    if _is_utf8(encoding):
        return path.encode("utf-8", "surrogateescape")
    try:
        octets = path.encode(encoding)
        # A character may be made of octets that look like a separator: in ISO 2022 of "/", in UTF-16 of NUL.
        if not naming.is_text:
            separator = naming.separator.encode(encoding)
            for name in location.names:
                written = name.encode(encoding)
                if separator in written or b"\0" in written:
                    return None
    except UnicodeEncodeError:
        return None
    return octets


def _is_utf8(encoding: str) -> bool:
    return codecs.lookup(encoding).name == "utf-8"
