"""What crawlers ask, one URL at a time."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..contenders import Contender, native, optional, pure_twin
from ..names import CRAWL, DOMAIN_EXTRACTOR, NATIVE, PURE, TLDEXTRACT
from ..row import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..inputs import Inputs


def crawl_rows(inputs: Inputs) -> list[Row]:
    """None without tldextract, which they are measured against."""
    if optional(TLDEXTRACT) is None:
        return []
    title = "registrable domain, one at a time"
    # Lists of public suffixes differ by their age, so the oracle is the pure twin.
    return [Row("registrable_domain", title, CRAWL, TLDEXTRACT, PURE, lambda: inputs.urls, domain_finders)]


def domain_finders() -> list[Contender]:
    twin = pure_twin("urlmill.crawl", "registrable_domain")
    found = [Contender(PURE, twin), Contender(TLDEXTRACT, tldextract(), asked="top_domain_under_public_suffix")]
    if native:
        found.insert(0, Contender(NATIVE, importlib.import_module("urlmill.crawl").registrable_domain))
    if optional("pydomainextractor"):
        joined = "(r := f(x))['domain'] + '.' + r['suffix']"
        found.append(Contender(DOMAIN_EXTRACTOR, domain_extractor(), joined))
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
