"""The types are those of ``urllib.parse``, whatever the backend."""

from urllib.parse import DefragResult as DefragResult
from urllib.parse import DefragResultBytes as DefragResultBytes
from urllib.parse import ParseResult as ParseResult
from urllib.parse import ParseResultBytes as ParseResultBytes
from urllib.parse import SplitResult as SplitResult
from urllib.parse import SplitResultBytes as SplitResultBytes
from urllib.parse import non_hierarchical as non_hierarchical
from urllib.parse import parse_qs as parse_qs
from urllib.parse import parse_qsl as parse_qsl
from urllib.parse import quote as quote
from urllib.parse import quote_from_bytes as quote_from_bytes
from urllib.parse import quote_plus as quote_plus
from urllib.parse import scheme_chars as scheme_chars
from urllib.parse import unquote as unquote
from urllib.parse import unquote_plus as unquote_plus
from urllib.parse import unquote_to_bytes as unquote_to_bytes
from urllib.parse import urldefrag as urldefrag
from urllib.parse import urlencode as urlencode
from urllib.parse import urljoin as urljoin
from urllib.parse import urlparse as urlparse
from urllib.parse import urlsplit as urlsplit
from urllib.parse import urlunparse as urlunparse
from urllib.parse import urlunsplit as urlunsplit
from urllib.parse import uses_fragment as uses_fragment
from urllib.parse import uses_netloc as uses_netloc
from urllib.parse import uses_params as uses_params
from urllib.parse import uses_query as uses_query
from urllib.parse import uses_relative as uses_relative

__all__ = [
    "urlparse",
    "urlunparse",
    "urljoin",
    "urldefrag",
    "urlsplit",
    "urlunsplit",
    "urlencode",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_plus",
    "quote_from_bytes",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "DefragResult",
    "ParseResult",
    "SplitResult",
    "DefragResultBytes",
    "ParseResultBytes",
    "SplitResultBytes",
]

def clear_cache() -> None: ...

_ACCELERATED: dict[str, object]
