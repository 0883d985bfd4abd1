"""What crawlers ask, one URL at a time."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import urlmill

from .contenders import (
    CRAWL,
    DOMAIN_EXTRACTOR,
    NATIVE,
    PURE,
    TLDEXTRACT,
    Contender,
    asking,
    optional,
    pure_twin,
)
from .row import Row

if TYPE_CHECKING:
    from collections.abc import Callable


def crawl_rows(urls: list[str]) -> list[Row]:
    """None without tldextract, which they are measured against."""
    if optional(TLDEXTRACT) is None:
        return []
    title = "registrable domain, one at a time"
    # Lists of public suffixes differ by their age, so the oracle is the pure twin.
    return [Row("registrable_domain", title, CRAWL, 20, TLDEXTRACT, PURE, urls, domain_finders())]


def domain_finders() -> list[Contender]:
    twin = pure_twin("urlmill.crawl", "registrable_domain")
    asked = asking("top_domain_under_public_suffix")
    found = [Contender(PURE, twin, "f(x)"), Contender(TLDEXTRACT, tldextract(), asked)]
    if urlmill.backend == "native":
        ours = importlib.import_module("urlmill.crawl").registrable_domain
        found.insert(0, Contender(NATIVE, ours, "f(x)"))
    if optional("pydomainextractor"):
        found.append(Contender(DOMAIN_EXTRACTOR, domain_extractor(), "r = f(x); r['domain'] + '.' + r['suffix']"))
    return found


def tldextract() -> Callable[[str], Any]:
    """Offline, with private suffixes as urlmill has them; its list is read before the clock starts."""
    module: Any = optional(TLDEXTRACT)
    extract: Callable[[str], Any] = module.TLDExtract(
        cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True
    )
    extract("https://example.org/")
    return extract


def domain_extractor() -> Callable[[str], Any]:
    module: Any = optional("pydomainextractor")
    extract: Callable[[str], Any] = module.DomainExtractor().extract_from_url
    return extract
