"""The pure-Python twin of the native module: the same surface, the same answers.

Its drop-in is the running interpreter's own ``urllib.parse``, which is what the native one must agree with, on every
release and in every quirk. Anything written here in its place could only be wrong, and a wrapper could only be slower.
"""

from urllib.parse import (  # type: ignore[attr-defined]  # clear_cache is undocumented, but there in every release
    ParseResult,
    SplitResult,
    clear_cache,  # pyright: ignore[reportAttributeAccessIssue]
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

from .authority import split_authority
from .join import remove_dot_segments, resolve
from .percent import find_bad_percent
from .query import query_fields
from .split import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from .blake2 import fingerprint
    from .columns import Rules, Table, Texts, read_table, read_texts
    from .counting import ObjectCounter, RecordCounter, Tally
    from .host import host_kind
    from .links import read_links
    from .patterns import Pattern, PatternCounter
    from .records import count_line_breaks, has_comments, read_lines, read_objects, read_records
    from .seen import FingerprintSet, read_flags
    from .suffix import public_suffix, public_suffix_list_date, registrable_domain
    from .unpacking import Inflater
    from .url import BaseURL, register, register_web
    from .web import web_can_parse, web_href, web_origin

    _Canonical = TypeVar("_Canonical", bound=Callable[..., str])

__all__ = [
    "BaseURL",
    "FingerprintSet",
    "Inflater",
    "ObjectCounter",
    "ParseResult",
    "SplitResult",
    "Pattern",
    "PatternCounter",
    "RecordCounter",
    "Rules",
    "Table",
    "Tally",
    "Texts",
    "clear_cache",
    "count_line_breaks",
    "find_bad_percent",
    "fingerprint",
    "has_comments",
    "hastened_canonical",
    "hastened_canonicalize_url",
    "hastened_key",
    "host_kind",
    "keep_memory",
    "known_crawl_form",
    "known_w3lib_form",
    "parse_qs",
    "parse_qsl",
    "public_suffix",
    "public_suffix_list_date",
    "query_fields",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "read_flags",
    "read_lines",
    "read_links",
    "read_objects",
    "read_records",
    "read_table",
    "read_texts",
    "register",
    "register_web",
    "registrable_domain",
    "remove_dot_segments",
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
    "web_can_parse",
    "web_href",
    "web_origin",
]


# What only objects or columns need is loaded with them: to compile its regular expressions takes longer than the rest.
_LATER = {
    "blake2": ("fingerprint",),
    "columns": ("Rules", "Table", "Texts", "read_table", "read_texts"),
    "counting": ("ObjectCounter", "RecordCounter", "Tally"),
    "host": ("host_kind",),
    "links": ("read_links",),
    "patterns": ("Pattern", "PatternCounter"),
    "records": ("count_line_breaks", "has_comments", "read_lines", "read_objects", "read_records"),
    "seen": ("FingerprintSet", "read_flags"),
    "suffix": ("public_suffix", "public_suffix_list_date", "registrable_domain"),
    "unpacking": ("Inflater",),
    "url": ("BaseURL", "register", "register_web"),
    "web": ("web_can_parse", "web_href", "web_origin"),
}


def keep_memory() -> bool:
    """Whether the allocator keeps more for later: it is left as it is."""
    return False


def known_form(*_: object) -> None:
    """A canonical form, if that is faster than asking ``urlmill._url.canonical``. The native twin has it."""


known_crawl_form = known_w3lib_form = known_form


def hastened_canonical(canonical: "_Canonical", /) -> "_Canonical":
    """The function as it is. The native twin answers in its place where it can."""
    return canonical


def hastened_canonicalize_url(canonicalize_url: "_Canonical", /) -> "_Canonical":
    """The same, of w3lib's function."""
    return canonicalize_url


def hastened_key(key: "_Canonical", /) -> "_Canonical":
    """The same, of the function that makes keys."""
    return key


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module  # the drop-in alone does not need it

            found: object = getattr(import_module(f"{__name__}.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
