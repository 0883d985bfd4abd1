"""Canonical forms, keys, fingerprints and a memory of them, beside the packages that crawlers have for each."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import urlmill
from urlmill import crawl

from ..contenders import Contender, accepts, native, optional, pure_twin
from ..names import CANONICAL, NATIVE, PURE, SCRAPY, SURT, W3LIB
from ..row import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..inputs import Inputs

REMEMBERED = 1_000  # URLs of a call of Seen


def canonical_rows(inputs: Inputs) -> list[Row]:
    """Those whose other contender is installed."""
    w3lib: Any = optional("w3lib.url")
    surt: Any = optional(SURT)
    scrapy: Any = optional("scrapy.utils.request")
    rows = []

    def row(
        key: str, title: str, baseline: str, urls: Callable[[], list[Any]], others: list[Contender], **more: Any
    ) -> None:
        rows.append(Row(key, title, CANONICAL, baseline, more.pop("oracle", baseline), urls, lambda: others, **more))

    if w3lib:
        theirs = w3lib.canonicalize_url
        form, everything = ours("canonical", "f(x, 'w3lib')"), len(inputs.urls)
        row("canonical-w3lib", "`crawl.canonical(url, 'w3lib')`", W3LIB, lambda: taken(inputs, theirs),
            [*form, Contender(W3LIB, theirs)], out_of=everything)  # fmt: skip
        objects = [Contender(PURE, pure_twin("urlmill", "URL"), "f(x).canonical('w3lib')")]
        if native:
            objects.insert(0, Contender(NATIVE, urlmill.URL, "f(x).canonical('w3lib')"))
        row("canonical-URL", "`URL(url).canonical('w3lib')`", W3LIB, lambda: taken(inputs, theirs, urlmill.URL),
            [*objects, Contender(W3LIB, theirs)], out_of=everything)  # fmt: skip
        kept = Contender(W3LIB, lambda urls: len(set(map(theirs, urls))))
        title = f"`Seen('w3lib').add_all`, {REMEMBERED:,} URLs a call"
        row("canonical-seen", title, W3LIB, lambda: columns_of(inputs), [*remembering(), kept])
    if surt:
        row("canonical-surt", "`crawl.key(url, 'surt')`", SURT, lambda: taken(inputs, surt.surt),
            [*ours("key", "f(x, 'surt')"), Contender(SURT, surt.surt)], out_of=len(inputs.urls))  # fmt: skip
    if scrapy:
        cache = scrapy._fingerprint_cache
        own = Contender(SCRAPY, scrapy.fingerprint, forget=cache.clear, convert=request_of)
        row("canonical-fingerprint", "`crawl.fingerprint(url, 'w3lib')`", SCRAPY, lambda: requested(inputs),
            [*ours("fingerprint", "f(x, 'w3lib')"), own], oracle=PURE)  # fmt: skip
        if native:
            fast = importlib.import_module("urlmill.integrations.scrapy").fingerprint
            row("canonical-request", "`integrations.scrapy.fingerprint(request)`", SCRAPY, lambda: requested(inputs),
                [Contender(NATIVE, fast, convert=request_of), own])  # fmt: skip
    return rows


def ours(name: str, call: str) -> list[Contender]:
    found = [Contender(PURE, pure_twin("urlmill.crawl", name), call)]
    return [Contender(NATIVE, getattr(crawl, name), call), *found] if native else found


def taken(inputs: Inputs, *readers: Callable[[str], object]) -> list[str]:
    """What all of them take."""
    readers = (*readers, lambda url: crawl.canonical(url, "w3lib"))
    return [url for url in inputs.urls if all(accepts(reader, url) for reader in readers)]


def requested(inputs: Inputs) -> list[str]:
    return taken(inputs, request_of)


def request_of(url: str) -> Any:
    return importlib.import_module("scrapy").Request(url)


def columns_of(inputs: Inputs) -> list[list[str]]:
    urls = taken(inputs)
    return [urls[start : start + REMEMBERED] for start in range(0, len(urls), REMEMBERED)]


def remembering() -> list[Contender]:
    """The memory is new each time; one thread. Not the pure twin: its columns are imported by the call, which would
    find those of this process.
    """
    call = "(s := f('w3lib', threads=1)).add_all(x) and len(s)"
    return [Contender(NATIVE, crawl.Seen, call)] if native else []
