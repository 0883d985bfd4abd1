"""What a backend offers. The native module has it in Rust, ``_pure`` in Python."""

import urllib.parse
from typing import Any
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

from typing_extensions import Self, disjoint_base

__all__ = [
    "BaseURL",
    "ParseResult",
    "SplitResult",
    "clear_cache",
    "find_bad_percent",
    "host_kind",
    "parse_qs",
    "parse_qsl",
    "prepare",
    "query_fields",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "register",
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
]

@disjoint_base
class BaseURL:
    scheme_names: tuple[str, ...]
    _rules: int
    def __new__(cls, text: object, /, **options: object) -> Self: ...
    @classmethod
    def _parse(cls, text: object, settings: object, /) -> Self: ...
    @property
    def _settings(self) -> Any: ...
    @property
    def scheme(self) -> str | None: ...
    @property
    def authority(self) -> str | None: ...
    @property
    def raw_user(self) -> str | None: ...
    @property
    def raw_password(self) -> str | None: ...
    @property
    def host(self) -> str | None: ...
    @property
    def raw_host(self) -> str | None: ...
    @property
    def raw_port(self) -> str | None: ...
    @property
    def port(self) -> int | None: ...
    @property
    def path(self) -> str: ...
    @property
    def query(self) -> str | None: ...
    @property
    def fragment(self) -> str | None: ...
    def __lt__(self, other: object, /) -> bool: ...
    def __le__(self, other: object, /) -> bool: ...
    def __gt__(self, other: object, /) -> bool: ...
    def __ge__(self, other: object, /) -> bool: ...

class SplitResult(urllib.parse.SplitResult): ...
class ParseResult(urllib.parse.ParseResult): ...

def clear_cache() -> None: ...
def split(text: str, /) -> tuple[str | None, str | None, str, str | None, str | None]: ...
def split_authority(text: str, /) -> tuple[str | None, str | None, str, str | None]: ...
def find_bad_percent(text: str, /) -> int: ...
def host_kind(host: str, /) -> str | None: ...
def prepare(cls: type[BaseURL], /) -> None: ...
def query_fields(text: str, /) -> list[tuple[str, str | None]]: ...
def register(cls: type[BaseURL], /) -> None: ...
def remove_dot_segments(path: str, /) -> str: ...
def resolve(base: str, reference: str, /) -> str: ...
