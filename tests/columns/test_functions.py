"""What else can be asked of a column, against the functions and objects that answer for one text."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, URLError, columns, crawl
from urlmill._profiles import AS_WRITTEN
from urlmill._url.normal import LEVELS
from urlmill.testing import url_texts

from .. import corpus
from ..strategies import text
from .answers import LONE, TASK
from .functions import TEXTS, WWW, above, each, is_taken, lenient, normal_form, value_of, without_query

row = st.one_of(st.none(), text, url_texts())
rows = st.lists(row, max_size=8)


def joined_to(base: str) -> Callable[[str], str | None]:
    def joined(reference: str) -> str | None:
        try:
            return str(lenient(base).join(reference))
        except URLError:
            return None

    return joined


BASES = ["http://a/b/c/d;p?q", "file:///C:/a/b", "mailto:x", "/no/base", "http://é/ü?", "prospero://h/a?b", ""]
# The function of columns, and what says the same of one text.
SAME: list[tuple[str, Callable[..., columns.Column], Callable[[str], Any]]] = [
    ("unquote", columns.unquote, urllib.parse.unquote),
    ("unquote plus", lambda texts, **k: columns.unquote(texts, plus=True, **k), urllib.parse.unquote_plus),
    ("quote", columns.quote, urllib.parse.quote),
    ("quote safe", lambda t, **k: columns.quote(t, "é :%", **k), lambda t: urllib.parse.quote(t, "é :%")),
    ("quote plus", lambda t, **k: columns.quote(t, "", plus=True, **k), urllib.parse.quote_plus),
    ("query_value", lambda texts, **k: columns.query_value(texts, "a", **k), value_of("a")),
    ("query_value wide", lambda texts, **k: columns.query_value(texts, "a b", **k), value_of("a b")),
    ("query_value empty", lambda texts, **k: columns.query_value(texts, "", **k), value_of("")),
    ("query_items", columns.query_items, lambda text: lenient(text).query_items()),
    ("hierarchy", columns.hierarchy, above),
    ("without_query", lambda t, **k: columns.without_query(t, "a", "*b", **k), without_query("a", "*b")),
    ("without_www", columns.without_www, lambda text: crawl.canonical(text, "crawl", **WWW)),
    ("registrable_domain", columns.registrable_domain, crawl.registrable_domain),
    ("public_suffix", columns.public_suffix, crawl.public_suffix),
    (
        "registrable_domain icann",
        lambda texts, **k: columns.registrable_domain(texts, private=False, **k),
        lambda text: crawl.registrable_domain(text, private=False),
    ),
    (
        "public_suffix icann",
        lambda texts, **k: columns.public_suffix(texts, private=False, **k),
        lambda text: crawl.public_suffix(text, private=False),
    ),
    ("normalize", columns.normalize, lambda text: str(lenient(text).normalize())),
    *(
        (
            f"normalize {level}",
            lambda texts, level=level, **k: columns.normalize(texts, level, **k),
            normal_form(level),
        )
        for level in LEVELS
    ),
    *((f"join {base}", lambda t, base=base, **k: columns.join(base, t, **k), joined_to(base)) for base in BASES),
]
same = pytest.mark.parametrize(("function", "scalar"), [case[1:] for case in SAME], ids=[case[0] for case in SAME])


@same
@pytest.mark.parametrize("layout", ["view", "string", "large_string"])
def test_odd_rows(function: Any, scalar: Any, layout: str) -> None:
    assert function(TEXTS, layout=layout).to_pylist() == each(scalar, TEXTS)


@same
def test_real_rows(function: Any, scalar: Any) -> None:
    texts: list[str | None] = corpus.some(corpus.URLS[:: max(1, len(corpus.URLS) // 2000)])
    assert function(texts).to_pylist() == each(scalar, texts)


@given(texts=rows)
def test_any_rows(texts: list[str | None]) -> None:
    for name, function, scalar in SAME:
        assert function(texts).to_pylist() == each(scalar, texts), name


@pytest.mark.parametrize("profile", AS_WRITTEN)
@given(texts=rows)
def test_validity_of_any_rows(profile: Any, texts: list[str | None]) -> None:
    expected = [None if text is None else not LONE.search(text) and is_taken(profile)(text) for text in texts]
    assert columns.is_valid(texts, profile).to_pylist() == expected


@pytest.mark.parametrize("profile", AS_WRITTEN)
def test_validity_of_odd_rows(profile: Any) -> None:
    assert columns.is_valid(TEXTS, profile).to_pylist() == each(is_taken(profile), TEXTS)


@pytest.mark.once
@pytest.mark.parametrize("function", [case[1] for case in SAME], ids=[case[0] for case in SAME])
def test_many_rows_on_any_number_of_threads(function: Any) -> None:
    rows = TASK + 1000 if urlmill.backend == "native" else 200  # the pure twin has no threads
    texts = [text and f"{text}{number}" for number in range(rows // len(TEXTS) + 1) for text in TEXTS]
    assert function(texts, threads=1).to_pylist() == function(texts, threads=2).to_pylist()


# Joining


@given(pairs=st.lists(st.tuples(row, row), max_size=8))
def test_a_base_for_each_row(pairs: list[tuple[str | None, str | None]]) -> None:
    expected = [None if base is None or LONE.search(base) else each(joined_to(base), [text])[0] for base, text in pairs]
    assert columns.join([base for base, _ in pairs], [text for _, text in pairs]).to_pylist() == expected


def test_one_base_may_be_an_object() -> None:
    assert columns.join(URL("http://h/a/"), ["b", None]).to_pylist() == ["http://h/a/b", None]


def test_bases_that_do_not_match() -> None:
    with pytest.raises(ValueError, match="there are 1 bases for 2 references"):
        columns.join(["http://h/"], ["a", "b"])
    with pytest.raises(ValueError, match="lone surrogate"):
        columns.join("http://h/\ud800", ["a"])
    for wrong, kind in ((None, "None"), (7, "int"), (b"http://h/", "bytes")):
        with pytest.raises(TypeError, match=f"base is one URL, as str or URL, or a column of them, not {kind}$"):
            columns.join(wrong, ["a"])


# Bad input


@pytest.mark.parametrize("function", [function for _, function, _ in SAME])
def test_what_is_no_column(function: Any) -> None:
    with pytest.raises(TypeError, match="row 1: a URL is made from str, not int"):
        function(["a", 1])
    with pytest.raises(TypeError, match="not one text"):
        function("http://h/")
    with pytest.raises(ValueError, match="expected threads of 1 or more, got"):
        function([], threads=0)
    assert function([]).to_pylist() == []
    assert function([None]).to_pylist() == [None]


def test_arguments_that_are_no_text() -> None:
    wrong: Any
    for wrong, kind in ((5, "int"), (None, "None"), (b"a", "bytes")):
        with pytest.raises(TypeError, match=f"key is a str, not {kind}$"):
            columns.query_value([], wrong)
        with pytest.raises(TypeError, match=f"safe is a str, not {kind}$"):
            columns.quote([], wrong)
    with pytest.raises(ValueError, match="key has a lone surrogate"):
        columns.query_value([], "\ud800")


@pytest.mark.parametrize("profile", AS_WRITTEN[1:])
@given(texts=rows)
def test_normal_forms_under_a_profile(profile: Any, texts: list[str | None]) -> None:
    def normal(text: str) -> str | None:
        try:
            return str(URL(text, profile=profile).normalize())
        except URLError:
            return None

    assert columns.normalize(texts, profile=profile).to_pylist() == each(normal, texts)


def test_a_level_there_is_not() -> None:
    with pytest.raises(ValueError, match="got 'nonsense'"):
        columns.normalize([], "nonsense")  # type: ignore[arg-type]


def test_a_profile_there_is_not() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        columns.is_valid([], "nonsense")  # type: ignore[arg-type]
