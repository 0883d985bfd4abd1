"""``w3lib.url`` with the same names, the same answers and the same errors, only faster.

>>> from urlmill.integrations.w3lib import canonicalize_url
>>> canonicalize_url("http://example.org/a/../b?c=3&a=1#top")
'http://example.org/b?a=1&c=3'

``canonicalize_url``, ``safe_url_string`` and ``safe_download_url`` answer the usual calls themselves and hand the
others to w3lib's own; all the rest is w3lib's own. This is for w3lib 2.5: another release may answer otherwise, so with
one everything is its own.
"""

from __future__ import annotations

import re
from functools import lru_cache

import w3lib
import w3lib.url as _own
from w3lib.url import (
    ParseDataURIResult,
    add_http_if_no_scheme,
    add_or_replace_parameter,
    add_or_replace_parameters,
    any_to_uri,
    file_uri_to_path,
    is_url,
    parse_data_uri,
    parse_qsl_to_bytes,
    parse_url,
    path_to_file_uri,
    url_query_cleaner,
    url_query_parameter,
)
from w3lib.url import canonicalize_url as _canonicalize_url
from w3lib.url import safe_download_url as _safe_download_url
from w3lib.url import safe_url_string as _safe_url_string

from .._backend import impl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "ParseDataURIResult",
    "add_http_if_no_scheme",
    "add_or_replace_parameter",
    "add_or_replace_parameters",
    "any_to_uri",
    "canonicalize_url",
    "file_uri_to_path",
    "is_url",
    "parse_data_uri",
    "parse_qsl_to_bytes",
    "parse_url",
    "path_to_file_uri",
    "safe_download_url",
    "safe_url_string",
    "url_query_cleaner",
    "url_query_parameter",
]

_IS_KNOWN = w3lib.__version__.startswith("2.5.")

canonicalize_url = impl.hastened_canonicalize_url(_canonicalize_url) if _IS_KNOWN else _canonicalize_url

# What safe_url_string leaves as it is, told at first sight.
_ORIGIN = r"https?://[a-z0-9.\-]+(?::[1-9][0-9]{0,3})?"
_IN_SEGMENT = r"A-Za-z0-9\-._~!$&()*+,;=:@%"
_QUERY = rf"(?:\?[{_IN_SEGMENT}/?]+)?"
_SAFE = re.compile(rf"{_ORIGIN}(?:/[{_IN_SEGMENT}/']*{_QUERY})?(?:#[{_IN_SEGMENT}/'?]+)?")
# safe_download_url takes steps, escaped or not, and makes one slash of several.
_SEGMENT = rf"(?![./]|%2[Ee])[{_IN_SEGMENT}']+"
_DOWNLOADED = re.compile(rf"{_ORIGIN}/(?:{_SEGMENT}/)*(?:{_SEGMENT})?{_QUERY}")


def safe_url_string(
    url: str | bytes, encoding: str = "utf8", path_encoding: str = "utf8", quote_path: bool = True
) -> str:
    """A URL that browsers and servers take: w3lib's own answer."""
    if _is_kept(_SAFE, url, encoding, path_encoding):
        return url  # type: ignore[return-value]  # a text
    return _safe_url_string(url, encoding, path_encoding, quote_path)


def safe_download_url(url: str | bytes, encoding: str = "utf8", path_encoding: str = "utf8") -> str:
    """The same without the fragment, its steps taken: w3lib's own answer."""
    if _is_kept(_DOWNLOADED, url, encoding, path_encoding):
        return url  # type: ignore[return-value]
    return _safe_download_url(url, encoding, path_encoding)


def _is_kept(kept: re.Pattern[str], url: str | bytes, encoding: str, path_encoding: str) -> bool:
    if type(url) is not str or not _IS_KNOWN or kept.fullmatch(url) is None:
        return False
    return all(each == "utf8" or (type(each) is str and _keeps_ascii(each)) for each in (encoding, path_encoding))


@lru_cache(maxsize=64)
def _keeps_ascii(encoding: str) -> bool:
    """Whether ASCII is itself in it: utf-16 is one in which it is not."""
    every = "".join(map(chr, range(128)))
    try:
        return every.encode(encoding) == every.encode()
    except (LookupError, UnicodeError):  # for w3lib to say
        return False


def __getattr__(name: str) -> Any:
    return getattr(_own, name)
