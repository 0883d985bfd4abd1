"""What a backend offers. The native module has it in Rust, ``_pure`` in Python."""

import urllib.parse
from urllib.parse import parse_qs as parse_qs
from urllib.parse import parse_qsl as parse_qsl
from urllib.parse import quote as quote
from urllib.parse import quote_from_bytes as quote_from_bytes
from urllib.parse import quote_plus as quote_plus
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

__all__ = [
    "ParseResult",
    "SplitResult",
    "clear_cache",
    "find_bad_percent",
    "parse_qs",
    "parse_qsl",
    "query_fields",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "resolve",
    "split",
    "split_authority",
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

class SplitResult(urllib.parse.SplitResult): ...
class ParseResult(urllib.parse.ParseResult): ...

def clear_cache() -> None: ...
def split(text: str, /) -> tuple[str | None, str | None, str, str | None, str | None]: ...
def split_authority(text: str, /) -> tuple[str | None, str | None, str, str | None]: ...
def find_bad_percent(text: str, /) -> int: ...
def query_fields(text: str, /) -> list[tuple[str, str | None]]: ...
def resolve(base: str, reference: str, /) -> str: ...
