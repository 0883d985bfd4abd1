"""Scrapy and ours: the same fingerprints, the same duplicates, the same links."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL

from .. import corpus
from ..crawl.pages import ODD, PIECES, real_pages

pytest.importorskip("scrapy", reason="Scrapy is not installed here: `make test` has it")

from scrapy.dupefilters import RFPDupeFilter
from scrapy.exceptions import ScrapyDeprecationWarning
from scrapy.http import HtmlResponse, Request, XmlResponse
from scrapy.linkextractors import LinkExtractor as Own
from scrapy.utils.request import RequestFingerprinter as OwnFingerprinter
from scrapy.utils.request import fingerprint as own_fingerprint
from scrapy.utils.test import get_crawler

from urlmill.integrations.scrapy import DupeFilter, LinkExtractor, RequestFingerprinter, fingerprint

URL_OF_PAGE = "http://www.example.org/a/b.html?c"
HEADERS = {"Accept": ["a", "b"], "X-Ü": "é", "cookie": b"\xff"}


def outcome(function: Any, *args: Any, **options: Any) -> object:
    try:
        return function(*args, **options)
    except Exception as error:
        return type(error), str(error)


def same_fingerprints(url: str, **of_request: Any) -> None:
    try:
        request = Request(url, **of_request)
    except ValueError:  # Scrapy makes no request of it
        return
    for headers, fragments in itertools.product((None, [], ["accept", b"X-None", "COOKIE"]), (False, True)):
        options: dict[str, Any] = {"include_headers": headers, "keep_fragments": fragments}
        assert outcome(fingerprint, request, **options) == outcome(own_fingerprint, request, **options), url
    assert outcome(RequestFingerprinter().fingerprint, request) == outcome(OwnFingerprinter().fingerprint, request)


def test_fingerprints_of_real_urls() -> None:
    for url in corpus.some(corpus.URLS)[::2]:
        same_fingerprints(url)


@pytest.mark.parametrize("method", ["GET", "post", "a b", 'P"\\', "É", "\n", ""])
@pytest.mark.parametrize("body", [b"", b"a=1", bytes(range(256)) * 9, "é"])
@pytest.mark.parametrize("url", ["http://h/b?c=2&a=1#d", "https://h/é'\"", "ftp://h/a;b", "data:,a b", "about:x"])
def test_fingerprints_of_each_kind_of_request(url: str, method: str, body: str | bytes) -> None:
    for meta in (None, {"verbatim_url": True}, {"verbatim_url": False, "x": 1}):
        same_fingerprints(url, method=method, body=body, headers=HEADERS, meta=meta)


@given(url=st.text(max_size=30), method=st.text(max_size=5), body=st.binary(max_size=20))
def test_fingerprints_of_any_request(url: str, method: str, body: bytes) -> None:
    same_fingerprints(f"http://h/{url}", method=method, body=body)
    same_fingerprints(f"x://{url}")


def test_a_request_that_was_changed_has_the_fingerprint_of_what_it_is_now() -> None:
    request = Request("http://h/")
    before = fingerprint(request)
    request.method = "POST"
    assert fingerprint(request) == own_fingerprint(Request("http://h/", method="POST")) != before


def requests() -> list[Request]:
    chosen = random.Random(7)
    urls = [f"http://h/{chosen.randrange(300)}?b={chosen.randrange(2)}&a#{n}" for n in range(2_000)]
    return [Request(url, method=chosen.choice(["GET", "POST"])) for url in urls]


def test_duplicates_are_those_of_scrapy_and_so_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "ours").mkdir()
    first, second = requests()[:1200], requests()[800:]
    for some in (first, second):  # a job that goes on
        filters = [RFPDupeFilter(str(tmp_path / "own")), DupeFilter(str(tmp_path / "ours"))]
        own, ours = ([each.request_seen(request) for request in some] for each in filters)
        assert own == ours
        assert set(own) == {True, False}
        for each in filters:
            each.close("finished")
    assert (tmp_path / "own" / "requests.seen").read_bytes() == (tmp_path / "ours" / "requests.seen").read_bytes()
    either = DupeFilter(str(tmp_path / "own"))  # goes on where the other has stopped
    assert all(either.request_seen(request) for request in first)
    either.close("finished")


def test_the_filter_takes_any_fingerprinter_and_lists_none() -> None:
    class Url:
        def fingerprint(self, request: Request) -> bytes:
            return request.url.encode()

    found = DupeFilter(fingerprinter=Url())
    assert [found.request_seen(Request(f"http://h/{n % 3}")) for n in range(5)] == [False, False, False, True, True]
    assert len(found._fingerprints) == 3
    with pytest.raises(TypeError, match="16 octets"), pytest.warns(ScrapyDeprecationWarning):
        found.fingerprints  # noqa: B018


def test_the_settings_are_taken() -> None:
    settings = {
        "REQUEST_FINGERPRINTER_CLASS": "urlmill.integrations.scrapy.RequestFingerprinter",
        "DUPEFILTER_CLASS": "urlmill.integrations.scrapy.DupeFilter",
    }
    crawler = get_crawler(settings_dict=settings)
    crawler._apply_settings()
    assert type(crawler.request_fingerprinter) is RequestFingerprinter
    found = DupeFilter.from_crawler(crawler)
    assert found.fingerprinter is crawler.request_fingerprinter


# Links

OPTIONS: list[dict[str, Any]] = [
    {},
    {"unique": False},
    {"strip": False},
    {"canonicalize": True},
    {"allow": r"/a", "deny": [re.compile("x$"), "y"]},
    {"allow": iter(["a", "b"])},
    {"allow_domains": "example.org", "deny_domains": ["www.example.org", "B.example"]},
    {"deny_extensions": []},
    {"deny_extensions": ["html", "a.gz", "", "tar.gz"]},
    {"restrict_text": ["one", re.compile("^[a-z]$")]},
    {"tags": ("a", "area", "link", "img", "form"), "attrs": ("href", "src", "action")},
    {"tags": "*", "attrs": "*", "unique": False},
    {"tags": "*", "attrs": ("href", "src"), "deny_tags": ("a",), "deny_attrs": "src"},
    {"tags": ["a", "link"], "deny_tags": "a"},
    {"tags": None},
    {"tags": (), "attrs": None},
    {"tags": "A", "attrs": "xlink:href"},
    {"tags": (name for name in ("a", "img")), "attrs": (name for name in ("src", "href"))},
    {"restrict_css": "p, div", "restrict_xpaths": ["//table", "//b"]},
    {"process_value": lambda value: None if "x" in value else value + "?y", "unique": False},
    {"process_value": lambda value: value.replace("javascript:", "http://h/")},
    {"process_value": str.encode},
]


def links_of(extractor: Own, page: bytes | str, **of_response: Any) -> object:
    given = {"body": page} if isinstance(page, bytes) else {"body": page, "encoding": "utf-8"}
    response = HtmlResponse(URL_OF_PAGE, **(given | of_response))
    return outcome(extractor.extract_links, response)


def twins(options: dict[str, Any]) -> tuple[Own, LinkExtractor]:
    # What can be read only once is given to each anew.
    fixed: dict[str, Any] = {
        name: list(value) if hasattr(value, "__next__") else value for name, value in options.items()
    }
    again = {name: iter(fixed[name]) if hasattr(value, "__next__") else value for name, value in options.items()}
    options.update(fixed)
    return Own(**fixed), LinkExtractor(**again)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ", ".join(options) or "no options")
def test_links_under_each_option(options: dict[str, Any]) -> None:
    own, ours = twins(options)
    pages: list[str | bytes] = [*ODD, *real_pages()[:20]]
    for page in pages:
        assert links_of(ours, page) == links_of(own, page), page


def test_links_of_real_pages() -> None:
    pages = real_pages()
    if not pages:
        pytest.skip("no documentation in HTML is installed here")
    own, ours = Own(), LinkExtractor()
    count = 0
    for page in pages:
        found = links_of(ours, page)
        assert found == links_of(own, page)
        count += len(found)  # type: ignore[arg-type]
    assert count > 100


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join), st.sampled_from(OPTIONS))
def test_links_of_any_page(page: str, options: dict[str, Any]) -> None:
    own, ours = twins(options)
    assert links_of(ours, page) == links_of(own, page)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "shift_jis", "gb18030", "koi8-r"])
def test_encodings_of_pages(encoding: str) -> None:
    page = "<a href='/é?q=é#é'>é</a><a href=/a?b>c</a><a href=//é.example/>d</a>".encode(encoding, "replace")
    own, ours = twins({})
    assert links_of(ours, page, encoding=encoding) == links_of(own, page, encoding=encoding)


def test_what_has_no_tree_of_html_is_left_to_scrapy() -> None:
    page = b"<x xmlns='http://www.w3.org/1999/xhtml'><a href='b'>c</a></x>"
    own, ours = twins({})
    for kind in (XmlResponse, HtmlResponse):
        response = kind(URL_OF_PAGE, body=page)
        assert ours.extract_links(response) == own.extract_links(response) != []


def test_what_was_put_in_place_of_its_parts_is_asked() -> None:
    class Few(LinkExtractor):
        def _link_allowed(self, link: Any) -> bool:
            return bool(link.url.endswith("1"))

    page = "<a href=1>a</a><a href=2>b</a>"
    few = links_of(Few(), page)
    assert [link.url for link in few] == ["http://www.example.org/a/1"]  # type: ignore[attr-defined]
    own, ours = twins({})
    for each in (own, ours):
        each.link_extractor.scan_attr = lambda name: name == "title"
    titled = "<a title=x href=y>"
    assert links_of(ours, titled) == links_of(own, titled) != []


def test_extractors_are_copied_and_pickled() -> None:
    own, ours = twins({"allow": "a"})
    page = "<a href=a>1</a><a href=/c>2</a>"
    for made in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert links_of(made, page) == links_of(own, page) != []
        assert [made.matches(url) for url in ("a", "b")] == [True, False]


def test_links_are_the_urls_that_urlmill_reads() -> None:
    (link,) = LinkExtractor().extract_links(HtmlResponse(URL_OF_PAGE, body=b"<a href=../c?d#e>f</a>"))
    assert (link.url, link.text, link.nofollow) == (str(URL(URL_OF_PAGE).join("../c?d#e")), "f", False)
    assert json.dumps(link.text) == '"f"'
