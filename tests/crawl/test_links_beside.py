"""The links of real pages: beside lxml's ``iterlinks`` with ``urljoin``, and beside Scrapy's ``LinkExtractor``."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

import pytest

from urlmill import URL, URLError, crawl

from .. import corpus
from .pages import real_pages

html: Any = pytest.importorskip("lxml.html", reason="lxml is not installed here: `make test` has it")

PAGE = "http://www.example.org/usr/share/doc/page.html?x#y"
# lxml looks for URLs in what holds none that a crawler would fetch by itself: within styles, and of what is obsolete.
ONLY_THEIRS = {"usemap", "codebase", "classid", "profile", "style", "archive", "for", "icon", "dynsrc"}
NO_LINKS_IN_HTML = {"div", "span", "p", "ttl", "obj", "xreftext"}  # it looks at the attributes of any tag
# It does not know what has come since HTML 4.
ONLY_OURS = {"srcset", "imagesrcset", "formaction", "poster", "xlink:href", "manifest", "lowsrc", "icon"}


def of_web(text: str) -> str | None:
    """As browsers have it, without its fragment: ``urljoin`` leaves the text as it is, drops an empty fragment, and
    keeps the page's for an empty reference.
    """
    try:
        return str(URL(text, profile="web")).partition("#")[0]
    except URLError:
        return None


def theirs(page: str) -> set[tuple[str, str | None]]:
    # A declaration of an encoding would be refused, since the page is text.
    tree = html.document_fromstring(page.encode(), parser=html.HTMLParser(encoding="utf-8"))
    bases = [each.get("href") for each in tree.iter("base") if each.get("href") is not None]
    base = urljoin(PAGE, bases[0]) if bases else PAGE
    found = set()
    for element, attribute, link, _ in tree.iterlinks():
        if attribute is None or attribute in ONLY_THEIRS or element.tag in {"base", *NO_LINKS_IN_HTML}:
            continue
        try:
            found.add((str(element.tag), of_web(urljoin(base, link.strip(" \t\n\f\r")))))
        except ValueError:
            found.add((str(element.tag), None))
    return found


def ours(page: str) -> set[tuple[str, str | None]]:
    rows = crawl.links(page, PAGE)
    return {
        (tag, href and href.partition("#")[0])
        for tag, attribute, href in zip(rows["tag"], rows["attribute"], rows["href"], strict=True)
        if attribute not in ONLY_OURS and not attribute.startswith("data-")
    }


def test_the_links_are_those_of_lxml_and_urljoin() -> None:
    pages = real_pages()
    if not pages:
        pytest.skip("no documentation in HTML is installed here")
    count = 0
    for octets in pages:
        page = crawl.decode(octets)
        if not page.strip():
            continue
        found, expected = ours(page), theirs(page)
        assert sorted(found - expected, key=str) == [], page[:200]
        assert sorted(expected - found, key=str) == [], page[:200]
        count += len(found)
    assert count > corpus.fewer(1000)


def test_the_links_are_those_of_scrapy() -> None:
    """Of ``a`` and ``area``, in the canonical form that Scrapy compares by: it escapes more than browsers do."""
    http = pytest.importorskip("scrapy.http", reason="Scrapy is not installed here: `make test` has it")
    from scrapy.linkextractors import LinkExtractor

    extractor = LinkExtractor(deny_extensions=[])
    count = 0
    for octets in real_pages():
        page = crawl.decode(octets)
        response = http.HtmlResponse(PAGE, body=page, encoding="utf-8")
        expected = {crawl.canonical(link.url, "w3lib") for link in extractor.extract_links(response)}
        rows = crawl.links(page, PAGE, schemes=["http", "https", "ftp", "file"])
        found = {
            crawl.canonical(href, "w3lib")
            for tag, href in zip(rows["tag"], rows["href"], strict=True)
            if tag in ("a", "area") and "://" in href
        }
        assert found == expected, (sorted(found ^ expected)[:5], page[:200])
        count += len(found)
    assert count > corpus.fewer(1000) or not real_pages()
