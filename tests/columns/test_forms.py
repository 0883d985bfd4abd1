"""Canonical forms, keys and fingerprints by the column, against what answers for one text; and which rows are first."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import HttpURL, URLError, columns, crawl, register
from urlmill.crawl import LEVELS, SWITCHES
from urlmill.testing import url_texts

from .. import corpus
from ..strategies import text
from .answers import LONE, TASK
from .functions import TEXTS

ROWS: list[str | None] = [
    *TEXTS, "http://www.a.com//b/?utm_source=x&c=1&a=2#top", "HTTP://WWW.a.com/b?a=2&c=1", " http://a.com\\b\\c\n",
    "http://a.com/b;jsessionid=1?sid=0123456789abcdef0123456789ABCDEF&b", "http://a.com/index.html", "ftp://www.a.com/#x",
    "http://" + "é" * 1013 + "/", "http://b.A,c)d.example:81/", "http://u:p@[::1]:80/x", "http://1.2.3.4/", "http://[\n/",
    "http://a..b./", "//h/a", "x" * 20_000, "http://h/" + "%7e" * 9000,
]  # fmt: skip
NAMES = ("canonical", "key", "fingerprint")
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((level, {}) for level in LEVELS),
    *(("crawl", {switch: not default}) for switch, default in SWITCHES.items()),
    ("crawl", {"tracking": ["a", "utm_*"]}),
    ("w3lib", {"keep_blank_values": False, "keep_fragments": True}),
    ("w3lib", {"encoding": "latin-1"}),
]
rows = st.lists(st.one_of(st.none(), st.sampled_from(ROWS), text, url_texts()), max_size=8)


def scalar(name: str, level: str, switches: dict[str, Any]) -> Callable[[str], Any]:
    """What says the same of one text."""

    def answer(url: str) -> Any:
        try:
            return getattr(crawl, name)(url, level, **switches)
        except URLError:
            return None

    return answer


def expected(name: str, level: str, switches: dict[str, Any], urls: list[str | None]) -> list[Any]:
    """Of text with lone surrogates only browsers make something."""
    answer = scalar(name, level, switches)
    return [None if url is None or (LONE.search(url) and level != "web") else answer(url) for url in urls]


def asked(name: str, level: str, switches: dict[str, Any], urls: Any, **options: Any) -> columns.Column:
    column: columns.Column = getattr(columns, name)(urls, level, **switches, **options)
    return column


@pytest.mark.parametrize(("level", "switches"), OPTIONS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_odd_rows(name: str, level: str, switches: dict[str, Any]) -> None:
    assert asked(name, level, switches, ROWS).to_pylist() == expected(name, level, switches, ROWS)


@given(urls=rows)
def test_any_rows(urls: list[str | None]) -> None:
    for level, switches in OPTIONS:
        for name in NAMES:
            assert asked(name, level, switches, urls).to_pylist() == expected(name, level, switches, urls), (
                name,
                level,
            )


def test_a_class_of_ones_own_is_asked_for_the_form() -> None:
    own = type("Own", (HttpURL,), {"__slots__": (), "scheme_names": ("http",), "default_port": 8080})
    url = "http://www.example.org:8080/b/../a"
    urls: list[str | None] = [url, "https://www.example.org:443/a", None]
    register(own)
    try:
        assert crawl.canonical(url, "rfc3986") == "http://www.example.org/a"
        assert crawl.canonical(url, "crawl") == "http://example.org/a"
        assert crawl.canonical(url, "crawl", www=False) == "http://www.example.org/a"
        for level in LEVELS:
            for name in NAMES:
                assert asked(name, level, {}, urls).to_pylist() == expected(name, level, {}, urls), (name, level)
    finally:
        register(HttpURL)


def test_the_key_of_the_package_surt() -> None:
    found = columns.key(ROWS, "surt").to_pylist()
    assert found == expected("key", "surt", {}, ROWS)


@pytest.mark.parametrize("name", NAMES)
def test_real_rows(name: str) -> None:
    urls: list[str | None] = corpus.some(corpus.URLS[:: max(1, len(corpus.URLS) // 2000)])
    for level in LEVELS:
        assert asked(name, level, {}, urls).to_pylist() == expected(name, level, {}, urls)


@pytest.mark.parametrize("layout", ["view", "string", "large_string"])
@pytest.mark.parametrize("name", ["canonical", "key"])
def test_layouts(name: str, layout: str) -> None:
    column = asked(name, "crawl", {}, ROWS, layout=layout)
    assert column.type == {"view": "string_view"}.get(layout, layout)
    assert column.to_pylist() == expected(name, "crawl", {}, ROWS)


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "dictionary", "null"])
def test_arrow_of_any_kind_sliced_and_in_chunks(kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    texts = [url for url in ROWS if not url or not LONE.search(url)]
    if kind == "null":
        urls = pa.nulls(5)
    elif kind == "dictionary":
        urls = pa.array(texts * 2, pa.string()).dictionary_encode()
    else:
        urls = pa.array([url and url.encode() for url in texts] if kind == "binary" else texts, getattr(pa, kind)())
    sliced = pa.chunked_array([urls.slice(1, 2), urls.slice(2)])
    plain = [value.decode() if isinstance(value, bytes) else value for value in sliced.to_pylist()]
    for name in NAMES:
        for level in LEVELS:
            column = asked(name, level, {}, sliced, threads=2)
            assert column.to_pylist() == expected(name, level, {}, plain)
            assert pa.chunked_array(column).to_pylist() == column.to_pylist()
    assert columns.dedupe(sliced, "crawl").to_pylist() == firsts("crawl", plain)


def test_octets_that_are_not_text_are_null() -> None:
    pa = pytest.importorskip("pyarrow")
    urls = pa.array([b"http://h/\xff", b"http://h/", None], pa.binary())
    for level in LEVELS:
        assert columns.canonical(urls, level).to_pylist() == [None, "http://h/", None]
        assert columns.fingerprint(urls, level).to_pylist()[0] is None
        assert columns.dedupe(urls, level).to_pylist() == ["http://h/"]


def test_fingerprints_are_arrow_of_a_fixed_size() -> None:
    pa = pytest.importorskip("pyarrow")
    column = columns.fingerprint(["http://h/", None], "crawl")
    assert column.type == "fixed_size_binary[16]"
    assert pa.chunked_array(column).type == pa.binary(16)
    assert pa.chunked_array(column).to_pylist() == [crawl.fingerprint("http://h/", "crawl"), None]
    assert column.to_polars().to_list() == column.to_pylist()


@pytest.mark.once
def test_many_rows_on_any_number_of_threads() -> None:
    count = TASK + 1000 if urlmill.backend == "native" else 200
    urls = [url and f"{url}{number}" for number in range(count // len(TEXTS) + 1) for url in TEXTS]
    for name in NAMES:
        one = asked(name, "crawl", {}, urls, threads=1)
        assert one.to_pylist() == asked(name, "crawl", {}, urls, threads=3).to_pylist()


# Which rows are the first of theirs


def firsts(level: str, urls: list[str | None], **switches: Any) -> list[str]:
    """With a set of forms."""
    forms: set[str] = set()
    found = []
    for url, form in zip(urls, expected("canonical", level, switches, urls), strict=True):
        if url is not None and form is not None and form not in forms and not LONE.search(url):
            forms.add(form)
            found.append(url)
    return found


@given(urls=rows)
def test_dedupe_keeps_the_first_of_each_form(urls: list[str | None]) -> None:
    for level in LEVELS:
        texts = [url for url in urls if not url or not LONE.search(url)]
        assert columns.dedupe(texts, level).to_pylist() == firsts(level, texts)
    assert columns.dedupe(urls, www=False).to_pylist() == firsts("crawl", urls, www=False)


@pytest.mark.parametrize("threads", [1, 3])
def test_dedupe_of_many_rows(threads: int) -> None:
    count = 100_000 if urlmill.backend == "native" else 2000
    urls = [None if n % 7 == 3 else f"http://www.h{n % 1000}.example/{n % 5003}?utm_source={n}" for n in range(count)]
    column = columns.dedupe(urls, threads=threads, layout="string")
    assert column.type == "string"
    assert column.to_pylist() == list({url.partition("?")[0]: url for url in reversed(urls) if url}.values())[::-1]


# What is asked for wrongly, and what is shown


def test_wrong_arguments_are_explained() -> None:
    wrong: Any
    for function in (columns.canonical, columns.fingerprint, columns.dedupe):
        for wrong in ("surt", "nonsense", None):
            with pytest.raises(ValueError, match="expected a level"):
                function([], wrong)
        with pytest.raises(TypeError, match="has no switch 'ww'"):
            function([], "crawl", ww=True)
    with pytest.raises(TypeError, match="the level 'surt' has no switches"):
        columns.key([], "surt", www=True)
    with pytest.raises(TypeError, match=r"got none; '\*' takes all away"):
        columns.without_query([])
    with pytest.raises(TypeError, match="not a single one"):
        columns.canonical([], "crawl", tracking="ref")
    wrong = 5
    with pytest.raises(TypeError, match="a collection of names, not int"):
        columns.canonical([], "crawl", tracking=wrong)
    with pytest.raises(TypeError, match="encoding is a str or None, not int"):
        columns.canonical([], "w3lib", encoding=wrong)
    with pytest.raises(TypeError, match="row 1: a URL is made from str, not int"):
        columns.dedupe(["http://h/", wrong := 1])
    with pytest.raises(TypeError, match="a list or an Arrow array, not one text"):
        columns.fingerprint("http://h/", "crawl")
    with pytest.raises(TypeError, match="the lines of a file"):
        columns.dedupe(io.StringIO("http://h/"))
    with pytest.raises(ValueError, match="expected threads of 1 or more, got"):
        columns.dedupe([], threads=0)
    with pytest.raises(ValueError, match="expected a layout"):
        columns.key([], "crawl", layout=wrong)


def test_passwords_are_not_shown() -> None:
    urls = ["http://me:pw@www.h.example/", "http://me:geheim@h.example/x"]
    for column in (columns.canonical(urls, "crawl"), columns.key(urls, "crawl"), columns.dedupe(urls)):
        assert "pw" not in repr(column)
        assert "geheim" not in repr(column)
    shown = repr(columns.fingerprint(["http://h/"], "crawl"))
    assert crawl.fingerprint("http://h/", "crawl").hex()[:29] in shown
