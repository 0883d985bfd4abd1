"""Who is measured: urllib.parse, both backends of urlmill, and the peers that are installed.

Each contender brings the expression that the loop evaluates, and gets a loop compiled for it alone: since CPython 3.11
a call site remembers what it called last, so contenders that shared one would slow each other down.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import urlmill

from .names import CAN_ADA, NATIVE, NOTES, OURS, PURE, STDLIB

if TYPE_CHECKING:
    from types import ModuleType

Loop = Callable[[Callable[..., Any], list[Any]], None]


@dataclass(frozen=True)
class Contender:
    """`call` is evaluated with the function as `f` and the row's item as `x`, or `a` and `b` for a pair."""

    name: str
    function: Callable[..., Any]
    call: str = "f(x)"
    asked: str = ""  # attributes of the result that are read then
    forget: Callable[[], object] = lambda: None  # empties its caches
    convert: Callable[[Any], Any] | None = None  # of an item, before the clock starts

    @property
    def is_ours(self) -> bool:
        """Whether its answers are for us to answer for."""
        return self.name in OURS

    @cached_property
    def loop(self) -> Loop:
        body = "; ".join([f"r = {self.call}", *(f"r.{name}" for name in self.asked.split())])
        loop: Loop = self._compiled(
            f"def made(f, xs):\n    for {self._item} in xs:\n        {body if self.asked else self.call}"
        )
        return loop

    @cached_property
    def _once(self) -> Callable[[Callable[..., Any], Any], Any]:
        once: Callable[[Callable[..., Any], Any], Any] = self._compiled(
            f"def made(f, item):\n    {self._item} = item\n    return {self.call}"
        )
        return once

    @property
    def _item(self) -> str:
        return "a, b" if re.search(r"\ba\b", self.call) else "x"

    def _compiled(self, source: str) -> Any:
        scope: dict[str, Any] = {}
        exec(compile(source, "<made>", "exec"), scope)
        return scope["made"]

    def converted(self, items: list[Any]) -> list[Any]:
        return items if self.convert is None else list(map(self.convert, items))

    def answer(self, item: Any) -> Any:
        """What one call returns."""
        return self._once(self.function, *self.converted([item]))

    def accepts(self, item: Any) -> bool:
        return accepts(lambda item: self.loop(self.function, self.converted([item])), item)


def accepts(function: Callable[[Any], object], item: Any) -> bool:
    try:
        function(item)
    except ValueError:
        return False
    return True


def optional(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


def is_installed(name: str) -> bool:
    """Without importing it. A folder that was left behind by something uninstalled does not count."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


native = importlib.import_module("urlmill.parse") if urlmill.backend == "native" else None
pure = importlib.import_module("urlmill._pure")
can_ada = optional(CAN_ADA)
ada_url = optional("ada_url")
yarl = optional("yarl")
yarl_quoting = optional("yarl._quoting")
furl = optional("furl")
pydantic_core = optional("pydantic_core")
fast_query_parsers = optional("fast_query_parsers")


def dropins(name: str, call: str = "f(x)", asked: str = "", made_by: str = "") -> list[Contender]:
    """urllib.parse and urlmill: `name` is a function that all of them have.

    `made_by` is one that makes what this is called with: each contender is given results of its own.
    """
    modules: dict[str, Any] = {STDLIB: urllib.parse, NATIVE: native, PURE: pure}
    return [
        Contender(
            title,
            getattr(module, name),
            call,
            asked,
            # `urlsplit` is where all of them keep their cache, whichever function is measured.
            getattr(module.urlsplit, "cache_clear", lambda: None),
            getattr(module, made_by) if made_by else None,
        )
        for title, module in modules.items()
        if module is not None
    ]


def splitters(attributes: dict[str, str] | None = None) -> list[Contender]:
    """Those that take a URL apart. `attributes` says what is then asked of the result, by contender."""
    found: list[Contender] = []

    def add(name: str, function: Callable[..., Any], forget: Callable[[], object] = lambda: None) -> None:
        if attributes is None or name in attributes:
            found.append(Contender(name, function, asked=attributes[name] if attributes else "", forget=forget))

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
    found = [Contender(PURE, pure_twin("urlmill", "URL"), asked=attributes[PURE])]
    if native:
        found.insert(0, Contender(NATIVE, urlmill.URL, asked=attributes[NATIVE]))
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
        found.append(Contender("yarl", yarl.URL, "str(f(a).join(f(b)))", forget=yarl.cache_clear))
    return found


def query_parsers() -> list[Contender]:
    found: list[Contender] = []
    if fast_query_parsers:
        parse = fast_query_parsers.parse_query_string
        found.append(Contender("fast_query_parsers", parse, "f(x, '&')", convert=str.encode))
    if yarl and hasattr(yarl, "query_to_pairs"):
        found.append(Contender("yarl", yarl.query_to_pairs))
    return found


def yarl_quoter(kind: str, **options: Any) -> list[Contender]:
    """The quoter (`_Quoter`) or unquoter (`_Unquoter`) of yarl: private, but the best that a peer has."""
    try:
        return [Contender("yarl", getattr(yarl_quoting, kind)(**options))]
    except (AttributeError, TypeError):  # no yarl, or one too old to know an option
        return []


def versions() -> dict[str, str]:
    """Of urlmill and of each peer that is installed."""
    return {name: found for name in ("urlmill", *NOTES) if (found := _version(name))}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
