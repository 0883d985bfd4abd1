"""Who is measured: urllib.parse, both backends of urlmill, and the peers that are installed.

Each contender brings the expression that the loop evaluates, and gets a loop compiled for it alone: since CPython 3.11
a call site remembers what it called last, so contenders that shared one would slow each other down.
"""

from __future__ import annotations

import importlib
import os
import sys
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import urlmill

if TYPE_CHECKING:
    from types import ModuleType

STDLIB, CAN_ADA, NATIVE, PURE, EMPTY = "urllib.parse", "can_ada", "urlmill", "urlmill (pure)", "empty loop"
POLARS, CHDB, TLDEXTRACT, DOMAIN_EXTRACTOR = "polars", "chdb", "tldextract", "PyDomainExtractor"
# urlmill's columns, otherwise than on one thread, from Arrow, with text as views.
TWO_THREADS, PLAIN_STRINGS, FROM_LIST = "urlmill, two threads", 'urlmill, layout="string"', "urlmill, from a list"
OWN_WAY = "the engine's own way"
OURS = (NATIVE, PURE, TWO_THREADS, PLAIN_STRINGS, FROM_LIST)

# The tables of the report.
DROP_IN, OBJECTS, CRAWL, COLUMNS, FUNCTIONS, CURVE = "drop-in", "objects", "crawl", "columns", "functions", "curve"
ENGINES = "engines"

Loop = Callable[[Callable[..., Any], list[Any]], None]


@dataclass(frozen=True)
class Contender:
    """`call` is evaluated with the function as `f` and the row's item as `x`, or `a` and `b` for a pair."""

    name: str
    function: Callable[..., Any]
    call: str
    forget: Callable[[], object] = lambda: None  # empties its caches
    convert: Callable[[Any], Any] | None = None  # of an item, before the clock starts

    @property
    def is_ours(self) -> bool:
        """Whether its answers are for us to answer for."""
        return self.name in OURS


def make_loop(call: str, names: str) -> Loop:
    scope: dict[str, Any] = {}
    exec(compile(f"def loop(f, xs):\n    for {names} in xs:\n        {call}\n", "<loop>", "exec"), scope)
    loop: Loop = scope["loop"]
    return loop


def asking(attributes: str, call: str = "f(x)") -> str:
    """The call, and then these attributes of its result."""
    return "; ".join([f"r = {call}", *(f"r.{name}" for name in attributes.split())]) if attributes else call


def optional(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


native = optional("urlmill._native")
pure = importlib.import_module("urlmill._pure")
can_ada = optional(CAN_ADA)
ada_url = optional("ada_url")
yarl = optional("yarl")
yarl_quoting = optional("yarl._quoting")
pydantic_core = optional("pydantic_core")
fast_query_parsers = optional("fast_query_parsers")


def dropins(name: str, call: str) -> list[Contender]:
    """urllib.parse and urlmill: `name` is a function that all of them have."""
    found = [(STDLIB, urllib.parse), (NATIVE, native), (PURE, pure)]
    return [_dropin(title, module, name, call) for title, module in found if module is not None]


def _dropin(title: str, module: Any, name: str, call: str) -> Contender:
    # `urlsplit` is where all of them keep their cache, whichever function is measured.
    forget: Callable[[], object] = getattr(module.urlsplit, "cache_clear", lambda: None)
    return Contender(title, getattr(module, name), call, forget)


def splitters(attributes: dict[str, str] | None = None) -> list[Contender]:
    """Those that take a URL apart. `attributes` says what is then asked of the result, by contender."""
    found: list[Contender] = []

    def add(name: str, function: Callable[..., Any], forget: Callable[[], object] = lambda: None) -> None:
        if attributes is None or name in attributes:
            found.append(Contender(name, function, asking(attributes[name] if attributes else ""), forget))

    if can_ada:
        add(CAN_ADA, can_ada.parse)
    if ada_url:
        add("ada_url", ada_url.URL)
    if pydantic_core:
        add("pydantic_core", pydantic_core.Url)
    if yarl:
        add("yarl", yarl.URL, yarl.cache_clear)
    return found


def objects(attributes: dict[str, str]) -> list[Contender]:
    """Those that make a URL object, of those that `attributes` names; what it says is then asked of the object."""
    found = [Contender(PURE, pure_twin("urlmill", "URL"), asking(attributes[PURE]))]
    if urlmill.backend == "native":
        found.insert(0, Contender(NATIVE, urlmill.URL, asking(attributes[NATIVE])))
    return found + splitters(attributes)


@cache
def pure_twin(module: str, attribute: str) -> Callable[..., Any]:
    """What a module of urlmill has by this name on the pure backend, beside the one that this process has.

    The package chooses its backend when it is imported, and its classes are built on that choice: it takes a second
    copy of the package, imported while the first is out of sight.
    """
    first = _urlmill_modules()
    for name in first:
        del sys.modules[name]
    try:
        with patch.dict(os.environ, URLMILL_BACKEND="pure"):
            copy: Any = importlib.import_module(module)
            # Asked for here, since this is what imports the classes, which must find the copy and not the first.
            found: Callable[..., Any] = getattr(copy, attribute)
    finally:
        for name in _urlmill_modules():
            del sys.modules[name]
        sys.modules.update(first)
    return found


def _urlmill_modules() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "urlmill"}


def joiners() -> list[Contender]:
    found: list[Contender] = []
    if can_ada:
        found.append(Contender(CAN_ADA, can_ada.parse, "str(f(a) + b)"))
    if ada_url:
        found.append(Contender("ada_url", ada_url.join_url, "f(a, b)"))
    if yarl:
        found.append(Contender("yarl", yarl.URL, "str(f(a).join(f(b)))", yarl.cache_clear))
    return found


def query_parsers() -> list[Contender]:
    found: list[Contender] = []
    if fast_query_parsers:
        parse = fast_query_parsers.parse_query_string
        found.append(Contender("fast_query_parsers", parse, "f(x, '&')", convert=str.encode))
    if yarl and hasattr(yarl, "query_to_pairs"):
        found.append(Contender("yarl", yarl.query_to_pairs, "f(x)"))
    return found


def yarl_quoter(kind: str, **options: Any) -> list[Contender]:
    """The quoter (`_Quoter`) or unquoter (`_Unquoter`) of yarl: private, but the best that a peer has."""
    try:
        return [Contender("yarl", getattr(yarl_quoting, kind)(**options), "f(x)")]
    except (AttributeError, TypeError):  # no yarl, or one too old to know an option
        return []


NOTES = {
    CAN_ADA: "`parse` and `+`; the WHATWG rules: refuses what is not absolute, rewrites host, path and escapes",
    "ada_url": "`URL` and `join_url`; the WHATWG rules, as can_ada",
    "pydantic_core": "`Url`; the WHATWG rules, as can_ada",
    "yarl": "`URL`, which rewrites host and escapes and caches what it has seen, and whose `path` is decoded; "
    "`query_to_pairs`, which keeps empty values; its private quoters, which keep more characters as they are",
    "fast_query_parsers": "`parse_query_string`, on bytes that were encoded before the clock started",
    POLARS: "`str.extract_groups` with the regular expression of RFC 3986, appendix B, on one thread",
    CHDB: "ClickHouse in the process: `protocol`, `domain`, `path`, `queryString` and `fragment` of a table in Arrow, "
    "on one thread and over a connection that stays open; `domain`, without user and port, costs it less than `netloc`",
    TLDEXTRACT: "with the list that it comes with, private suffixes included, no cache on disk, nothing fetched",
    DOMAIN_EXTRACTOR: "`extract_from_url`, domain and suffix then joined; with the list that it comes with",
}


def versions() -> dict[str, str]:
    """Of urlmill and of each peer that is installed."""
    return {name: found for name in ("urlmill", *NOTES) if (found := _version(name))}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
