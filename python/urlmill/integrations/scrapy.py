"""Scrapy's answers, faster: fingerprints of requests, a filter of duplicates, links of pages.

In the settings of a project::

    REQUEST_FINGERPRINTER_CLASS = "urlmill.integrations.scrapy.RequestFingerprinter"
    DUPEFILTER_CLASS = "urlmill.integrations.scrapy.DupeFilter"

and in a spider ``from urlmill.integrations.scrapy import LinkExtractor``.

Requests have the fingerprints that Scrapy gives them, so a cache and a job that it has begun go on. Whatever is rare is
answered by Scrapy itself.
"""

from __future__ import annotations

import hashlib
import logging
import re
from inspect import signature
from json.encoder import encode_basestring_ascii

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]  # it says nothing of its types
from scrapy.dupefilters import RFPDupeFilter
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor as _LinkExtractor
from scrapy.utils import request as _own
from scrapy.utils.misc import arg_to_iter, rel_has_nofollow
from scrapy.utils.url import url_is_from_any_domain

from .._backend import impl
from ..parse import urljoin, urlparse
from .w3lib import canonicalize_url, safe_url_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from scrapy import Request, Selector
    from scrapy.crawler import Crawler
    from scrapy.utils.request import RequestFingerprinterProtocol
    from typing_extensions import Self

__all__ = ["DupeFilter", "LinkExtractor", "RequestFingerprinter", "fingerprint"]

_WIDTH = 16  # octets of a fingerprint that are kept
_SPACES = " \t\n\r\f"
_PLAIN_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FETCHED = frozenset(("http", "https", "file", "ftp"))  # the schemes that Scrapy gives out

_logger = logging.getLogger(_LinkExtractor.__module__)
_collected = etree.XPath("string()", smart_strings=False)


def fingerprint(
    request: Request, *, include_headers: Iterable[bytes | str] | None = None, keep_fragments: bool = False
) -> bytes:
    """``scrapy.utils.request.fingerprint``: 20 octets of the method, the canonical URL, the body and these headers.

    Scrapy remembers its answer, even if the request is changed afterwards; this is of the request as it is.
    """
    if include_headers or request.meta.get("verbatim_url"):
        return _own.fingerprint(request, include_headers=include_headers, keep_fragments=keep_fragments)
    method, url = request.method, canonicalize_url(request.url, True, bool(keep_fragments))
    if type(method) is not str:
        return _own.fingerprint(request, keep_fragments=keep_fragments)
    # The JSON that Scrapy makes, its names in order.
    head = f'{{"body": "{(request.body or b"").hex()}", "headers": {{}}, "method": {encode_basestring_ascii(method)}'
    return hashlib.sha1(f'{head}, "url": {encode_basestring_ascii(url)}}}'.encode()).digest()


class RequestFingerprinter:
    """For the setting ``REQUEST_FINGERPRINTER_CLASS``: Scrapy's fingerprints."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def __init__(self, crawler: Crawler | None = None) -> None:
        pass

    def fingerprint(self, request: Request) -> bytes:
        """That of a request."""
        return fingerprint(request)


class DupeFilter(RFPDupeFilter):
    """For the setting ``DUPEFILTER_CLASS``: Scrapy's filter and its file, in a fraction of the memory."""

    def __init__(
        self, path: str | None = None, debug: bool = False, *, fingerprinter: RequestFingerprinterProtocol | None = None
    ) -> None:
        super().__init__(path, debug, fingerprinter=fingerprinter or RequestFingerprinter())
        known: Any = getattr(self, "_fingerprints", None)
        if isinstance(known, set):  # earlier releases of Scrapy have something else, and keep it
            self._fingerprints: Any = _Fingerprints(known)


class _Fingerprints:
    """What the filter asks of a set: of each fingerprint 128 bits are kept, which is all of it that matters."""

    __slots__ = ("_kept",)

    def __init__(self, known: Iterable[bytes]) -> None:
        self._kept = impl.FingerprintSet()
        self._kept.add(b"".join(map(_shortened, known)))

    def add(self, found: bytes) -> None:
        self._kept.add(_shortened(found))

    def __contains__(self, found: bytes) -> bool:
        return self._kept.find(_shortened(found)) == b"\1"

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[bytes]:
        raise TypeError("urlmill's DupeFilter keeps 16 octets of each fingerprint, and so cannot list them")


def _shortened(found: bytes) -> bytes:
    # Other fingerprinters may not give a hash.
    return found[:_WIDTH] if len(found) == 20 else hashlib.blake2b(found, digest_size=_WIDTH).digest()


class LinkExtractor(_LinkExtractor):
    """``scrapy.linkextractors.LinkExtractor``: the same arguments, the same links.

    The page is Scrapy's own, as its selectors see it; the work on each link is done faster.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = signature(_LinkExtractor).bind(*args, **kwargs)
        given.apply_defaults()
        names: dict[str, list[str]] = {name: [*arg_to_iter(given.arguments[name])] for name in ("tags", "attrs")}
        denied: dict[str, list[str]] = {
            name: [*arg_to_iter(given.arguments.get(name))] for name in ("deny_tags", "deny_attrs")
        }
        given.arguments.update(names)
        given.arguments.update({name: found for name, found in denied.items() if name in given.arguments})
        super().__init__(*given.args, **given.kwargs)
        self._tags = _names(names["tags"], denied["deny_tags"])
        self._attrs = _names(names["attrs"], denied["deny_attrs"])
        self._made = self._mutable()

    def _mutable(self) -> tuple[object, ...]:
        """What somebody may have put in the place of what was made from the arguments."""
        own = self.link_extractor
        return type(own), own.scan_tag, own.scan_attr, own.link_key

    def _extract_links(
        self, selector: Selector, response_url: str, response_encoding: str, base_url: str
    ) -> list[Link]:
        tags, attrs, own = self._tags, self._attrs, self.link_extractor
        if tags is None or attrs is None or selector.type != "html" or self._mutable() != self._made:
            return super()._extract_links(selector, response_url, response_encoding, base_url)
        process, is_unique, strip = own.process_attr, own.unique, own.strip
        is_written_told = is_unique and process is _UNCHANGED  # then the same text is the same link
        written: set[str] = set()
        urls: set[str] = set()
        links = []
        for element, value in _values(selector.root, tags, attrs):
            if is_written_told:
                if value in written:
                    continue
                written.add(value)
            try:
                url = urljoin(base_url, value.strip(_SPACES) if strip else value)
            except ValueError:
                continue
            url = process(url)
            if url is None:
                continue
            try:
                url = safe_url_string(url, encoding=response_encoding)
            except ValueError:
                _logger.debug(f"Skipping extraction of link with bad URL {url!r}")
                continue
            url = urljoin(response_url, url)
            if is_unique:
                if url in urls:
                    continue
                urls.add(url)
            text = _collected(element) if len(element) else element.text
            links.append(Link(url, text or "", nofollow=rel_has_nofollow(element.get("rel"))))
        return links

    def _process_links(self, links: list[Link]) -> list[Link]:
        if type(self)._link_allowed is not _LinkExtractor._link_allowed:
            return super()._process_links(links)
        longest = max(map(len, self.deny_extensions), default=0)
        links = [link for link in links if self._is_allowed(link, longest)]
        if self.canonicalize:
            for link in links:
                link.url = canonicalize_url(link.url)
        return self.link_extractor._process_links(links)

    def _is_allowed(self, link: Link, longest: int) -> bool:
        """``_link_allowed``; ``longest`` is how many characters the longest extension has."""
        url = link.url
        if url.partition("://")[0] not in _FETCHED:
            return False
        if self.allow_res and not any(pattern.search(url) for pattern in self.allow_res):
            return False
        if self.deny_res and any(pattern.search(url) for pattern in self.deny_res):
            return False
        parts = urlparse(url)
        if self.allow_domains and not url_is_from_any_domain(parts, self.allow_domains):
            return False
        if self.deny_domains and url_is_from_any_domain(parts, self.deny_domains):
            return False
        if longest and _has_extension(parts.path.lower(), self.deny_extensions, longest):
            return False
        return not self.restrict_text or any(pattern.search(link.text) for pattern in self.restrict_text)


_UNCHANGED = _LinkExtractor().link_extractor.process_attr


def _names(asked: list[str], denied: list[str]) -> list[str] | None:
    """Those to look for; None if Scrapy is to look for them."""
    names = [name for name in dict.fromkeys(asked) if name not in denied]
    return names if all(_PLAIN_NAME.fullmatch(name) for name in names) and "*" not in asked else None


def _values(root: Any, tags: list[str], attrs: list[str]) -> Iterator[tuple[Any, str]]:
    """The values of these attributes, in the order of the page."""
    elements = root.iter(*tags) if tags else ()
    if len(attrs) == 1:
        (name,) = attrs
        for element in elements:
            value = element.get(name)
            if value is not None:
                yield element, value
        return
    for element in elements:
        for name, value in element.items():
            if name in attrs:
                yield element, value


def _has_extension(path: str, extensions: set[str], longest: int) -> bool:
    start = max(0, len(path) - longest)
    dot = path.rfind(".", start)
    while dot >= 0:
        if path[dot:] in extensions:
            return True
        dot = path.rfind(".", start, dot)
    return False
