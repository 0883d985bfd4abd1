"""The drop-in without the native module: the running interpreter's own functions.

They are what the native ones must agree with, on every release and in every quirk. Anything written here in their
place could only be wrong, and a wrapper around them could only be slower.
"""

from urllib.parse import (  # type: ignore[attr-defined]  # clear_cache is undocumented, but there in every release
    ParseResult,
    SplitResult,
    clear_cache,
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urldefrag,
    urlencode,
    urljoin,
    urlparse,
    urlsplit,
    urlunparse,
    urlunsplit,
)

__all__ = [
    "ParseResult",
    "SplitResult",
    "clear_cache",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urldefrag",
    "urlencode",
    "urljoin",
    "urlparse",
    "urlsplit",
    "urlunparse",
    "urlunsplit",
]
