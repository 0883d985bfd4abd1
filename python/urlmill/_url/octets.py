"""Octets first, text second: percent-decoding that loses nothing.

Octets that are not UTF-8 become lone surrogates in text, as in the interpreter's file names, and go back the same way.
"""

import re

from .._backend import impl
from ..errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SUB_DELIMS = "!$&'()*+,;="
_SURROGATES = re.compile("[\ud800-\udfff]")


def exact(value: str) -> str:
    """The text of a subclass of str as a str. What str() and f-strings make of one may be another text: of a member of
    an enumeration of texts they make its name.
    """
    return str.__str__(value)


def pieces(raw: str, mark: str, start: int = 0) -> "Iterator[tuple[int, str]]":
    """What stands between the marks of a raw component that begins at ``start``, and where each of it begins."""
    for piece in raw.split(mark):
        yield start, piece
        start += len(piece) + len(mark)


def octets_of(raw: str) -> bytes:
    """What a raw component stands for, each escape decoded once."""
    return impl.unquote_to_bytes(raw.encode("utf-8", "surrogatepass"))


def text_of(raw: str) -> str:
    """The same as text."""
    if "%" not in raw:
        return raw
    return octets_of(raw).decode("utf-8", "surrogateescape")


def as_octets(value: str | bytes) -> bytes:
    """Text or octets, as a caller gave them, as octets."""
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        raise TypeError(f"a part of a URL is given as str or bytes, not {type(value).__name__}")
    try:
        return value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:  # a surrogate that stands for no octet
        raise URLError("bad-char", error.start, value) from None


def escaped(text: str) -> str:
    """Characters that a URI cannot hold, as escapes of their UTF-8; lone surrogates too, which only text can hold."""
    return impl.quote_from_bytes(text.encode("utf-8", "surrogatepass"), "")


def scalars(text: str) -> str:
    """Text with U+FFFD for lone surrogates, as the URL Standard takes it."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def quoted(text: str, safe: str) -> str:
    """Text with all but unreserved characters and ``safe`` escaped: the UTF-8 percent-encode of the URL Standard."""
    return impl.quote_from_bytes(scalars(text).encode("utf-8"), safe)


def encoded(value: str | bytes, safe: str) -> str:
    """The raw component that stands for ``value``, everything but unreserved characters and ``safe`` escaped."""
    return impl.quote_from_bytes(as_octets(value), safe)
