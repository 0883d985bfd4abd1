"""What the profiles take, whatever the text: lenient reads anything, the strict ones a part of what superset does."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlmill import URL, URLError, testing
from urlmill._profiles import AS_WRITTEN, STRICT
from urlmill._url.normal import LEVELS
from urlmill.errors import _ADVICE

from .. import strategies
from .checks import PARTS, RAW_PARTS, ask_everything, attempt, attributes, read

SCHEMES = [name.removesuffix("_urls") for name in testing.__all__ if name.endswith("_urls")]
# They share the work, so each gets a part of it.
a_part = settings(max_examples=max(15, settings().max_examples // 8))

ANY_TEXT = st.one_of(testing.url_texts(), strategies.text, st.text(st.characters(), max_size=30))


@given(text=ANY_TEXT)
def test_the_lenient_profile_reads_any_text(text: str) -> None:
    url = URL(text, profile="lenient")
    assert str(url) == text
    ask_everything(url)
    strictly = read(text)
    assert (url.error is None) == isinstance(strictly, URL)
    if url.error is not None:
        assert isinstance(strictly, URLError)
        assert (url.error.code, url.error.position) == (strictly.code, strictly.position)


@pytest.mark.parametrize("scheme", SCHEMES)
@a_part
@given(rest=strategies.nasty, options=st.sampled_from([{}, {"article_ranges": True}]))
def test_the_lenient_profile_reads_anything_after_a_scheme(scheme: str, rest: str, options: Any) -> None:
    url = URL(f"{scheme}:{rest}", profile="lenient", **options)
    assert str(url) == f"{scheme}:{rest}"
    assert (url.user is None) == (url.raw_user is None)
    ask_everything(url)


@given(text=ANY_TEXT)
def test_under_the_lenient_profile_nothing_fails_but_what_asks_for_a_valid_url(text: str) -> None:
    url = URL(text, profile="lenient")
    url.display(), repr(url), url.query_items(), url.ambiguities(), hash(url)
    assert url == pickle.loads(pickle.dumps(url))
    for level in LEVELS:
        assert url.normalize(level).normalize(level) == url.normalize(level)
        assert url.equivalent(url, level)
    assert url.to_iri().profile == "lenient"
    for method in (url.plan, url.to_uri, url.to_path, lambda: url.join("x"), lambda: url.replace(fragment="f")):
        error = attempt(method)
        if isinstance(error, URLError):
            assert error.code in _ADVICE
            assert 0 <= error.position <= len(error.url)


@pytest.mark.parametrize("unit", ["a", "%41", "%", "/", "@", ":", "é", "\ud800", "?", "#", "//u:p@h:1/", "[", "../"])
def test_the_lenient_profile_reads_huge_text(unit: str) -> None:
    for before in ("", "ftp://", "http://h/", "gopher://h/", "news:", "mailto:", "file:", "wais://h/", "prospero://h/"):
        text = before + unit * 20_000
        url = URL(text, profile="lenient")
        assert str(url) == text
        ask_everything(url)
        repr(url), url.normalize()


@given(text=ANY_TEXT)
def test_the_parts_of_any_text_are_the_text(text: str) -> None:
    url = URL(text, profile="lenient")
    composed = "" if url.scheme is None else f"{text[: len(url.scheme)]}:"
    composed += ("" if url.authority is None else f"//{url.authority}") + url.path
    composed += ("" if url.query is None else f"?{url.query}") + ("" if url.fragment is None else f"#{url.fragment}")
    assert composed == text


@given(text=st.one_of(testing.url_texts(), testing.urls().map(str), strategies.text))
def test_the_strict_profiles_accept_part_of_what_the_superset_does(text: str) -> None:
    wide, lenient = read(text), URL(text, profile="lenient")
    for profile in STRICT:
        narrow = read(text, profile=profile)
        if isinstance(narrow, URL):
            assert isinstance(wide, URL), (profile, wide)
            names = tuple(name for name in PARTS if "?" not in text or name not in ("path", "query"))  # C-9
            assert attributes(narrow, names) == attributes(wide, names)
            assert type(narrow) is type(wide)
            assert text.isascii()
    if isinstance(wide, URL):
        # A "?" that belongs to the path of a prospero URL begins a query for who reads any text alike.
        names = tuple(name for name in RAW_PARTS if "?" not in wide.path or name not in ("path", "query"))
        assert attributes(lenient, names) == attributes(wide, names)
        assert type(lenient) is type(wide)


@given(text=ANY_TEXT, profile=st.sampled_from(AS_WRITTEN), iri=st.booleans(), qmark=st.sampled_from(["query", "path"]))
def test_errors_have_a_known_code_and_point_into_the_text(text: str, profile: str, iri: bool, qmark: str) -> None:
    error = read(text, profile=profile, iri=iri, qmark=qmark)
    if isinstance(error, URLError):
        assert profile != "lenient"
        assert error.code in _ADVICE
        assert 0 <= error.position <= len(text)
        assert error.url == text
        again = pickle.loads(pickle.dumps(error))
        assert (again.code, again.position, again.url) == (error.code, error.position, error.url)
