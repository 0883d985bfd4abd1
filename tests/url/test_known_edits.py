"""Edits that the native module makes by itself, beside the same made by their methods, as for every other URL."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError, backend, register, testing
from urlmill._backend import impl
from urlmill._url.registry import _classes

from .. import corpus
from ..outcome import outcome

pytestmark = pytest.mark.skipif(backend == "pure", reason="the pure backend knows no other way")

KNOWN = sorted(name for name in vars(impl.BaseURL) if name.startswith("_known_") and name != "_known_form")
TEXTS = (
    "",
    "a",
    "a b",
    "ü",
    "%2e",
    "..",
    ".",
    "a/b",
    "a?b",
    "a#b",
    "/x",
    "//x",
    "\n",
    "%",
    "a&b=c",
    "+",
    "~",
    "'",
    "é/",
)
TAILS = ("", "/", "/a", "/a/", "/a/..", "/a/.", "/%2e%2E", "/a%20b", "//", "//a", "/a;b=c", "/..", "/é")
QUERIES = ("", "?", "?a=1", "?a=1&b=2&a=3", "?&&a", "?a", "?%61=1", "?x+y=1", "?a=1&", "?=1", "?a=b=c", "?a=%zz")
HOSTS = (
    "h",
    "H.Example",
    "h:80",
    "h:",
    "u@h",
    "u:p@h:8080",
    "[::1]",
    "127.0.0.1",
    "1.2",
    "h_1",
    "xn--a",
    "bücher.example",
    "h..",
)
FRAGMENTS = ("", "#", "#f", "#f#g")
SCHEMES = ("http", "https", "HTTP", "ftp", "x", "gopher", "ws")

some = st.sampled_from
given_text = st.one_of(some(TEXTS), st.text(max_size=6))
urls = st.one_of(
    testing.url_texts(),
    st.builds("{}://{}{}{}{}".format, some(SCHEMES), some(HOSTS), some(TAILS), some(QUERIES), some(FRAGMENTS)),
)  # fmt: skip


@contextmanager
def by_their_methods() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in KNOWN:
            patch.setattr(URL, name, lambda *_, **__: None, raising=False)
        patch.setattr(URL, "replace", lambda url, **parts: url._replaced(parts), raising=False)
        patch.setattr(URL, "origin", property(URL._origin), raising=False)
        yield


def seen(value: object) -> object:
    """All that can be told apart of it."""
    if not isinstance(value, URL):
        return value
    parts = (value.scheme, value.raw_user, value.raw_password, value.host, value.raw_port, value.path, value.query)
    return type(value), str(value), parts, value.fragment, value.profile


def check(edit: Callable[[], object]) -> None:
    found = outcome(lambda: seen(edit()))
    with by_their_methods():
        assert found == outcome(lambda: seen(edit()))


def test_all_of_them_are_looked_at() -> None:
    assert len(KNOWN) == 7
    url = URL("http://h/a/b?x=1#f")
    assert url._known_replaced(query=None) == URL("http://h/a/b#f")
    assert url._known_child("c") == URL("http://h/a/b/c")
    assert url._known_child("c", "d e") == URL("http://h/a/b/c/d%20e")
    assert url._known_renamed("c") == URL("http://h/a/c")
    assert url._known_parent() == URL("http://h/a")
    assert url._known_parameters("update", ..., {"x": "2"}) == URL("http://h/a/b?x=2#f")
    assert url._known_without("x") == url._known_without("y", "*") == URL("http://h/a/b#f")
    assert url._known_joined("../c") == URL("http://h/c")


@given(text=urls, parts=st.dictionaries(
    some(["scheme", "user", "password", "host", "port", "path", "query", "fragment", "nothing"]),
    st.one_of(st.none(), given_text, some(SCHEMES + HOSTS + TAILS), some([0, 80, 65536, -1, True, 8.0, b"a"])),
    max_size=3,
))  # fmt: skip
def test_replace(text: str, parts: dict[str, Any]) -> None:
    url = URL.try_parse(text)
    if url is not None:
        check(lambda: url.replace(**parts))


@given(text=urls, given=st.one_of(given_text, some([b"a b", 1, None])), reference=st.one_of(testing.references(), urls))
def test_paths_references_and_origins(text: str, given: Any, reference: str) -> None:
    url = URL.try_parse(text)
    if url is not None:
        check(lambda: url / given)
        check(lambda: url.joinpath(given))
        check(lambda: url.joinpath("x", given, reference))
        check(lambda: url.with_name(given))
        check(lambda: url.parent)
        check(lambda: url.join(reference))
        check(lambda: url.join(given))
        check(lambda: (url.origin.tuple, url.origin.serialized))


values = st.one_of(given_text, some([1, -7, 10**30, True, 1.5, None, b"x", ["1", "2"], object]))


@given(text=urls, params=st.dictionaries(st.one_of(some(["a", "b", "x y"]), given_text), values, max_size=10))
def test_parameters(text: str, params: dict[str, Any]) -> None:
    url = URL.try_parse(text)
    if url is not None:
        for way in (url.with_query, url.update_query, url.extend_query):
            edit: Any = way
            check(lambda edit=edit: edit(params))  # type: ignore[misc]
            check(lambda edit=edit: edit(**params))  # type: ignore[misc]
            check(lambda edit=edit: edit({"a": "1"}, **params))  # type: ignore[misc]
            check(lambda edit=edit: edit(list(params.items())))  # type: ignore[misc]
        check(lambda: url.with_query(None))
        check(lambda: url.without_query("a"))
        check(lambda: url.without_query(*params, "b*"))
        check(url.sort_query)


def test_real_urls() -> None:
    chance = random.Random(17)
    for text in corpus.some(corpus.URLS):
        url = URL.try_parse(text)
        if url is None:
            continue
        check(lambda url=url: url.replace(fragment=None))  # type: ignore[misc]
        port = chance.choice([None, 80])
        check(lambda url=url, port=port: url.replace(host="h.example", port=port) / "a")  # type: ignore[misc]
        check(lambda url=url: url.update_query(utm_source="x", id=7))  # type: ignore[misc]
        check(lambda url=url: url.join("../a?b"))  # type: ignore[misc]
        check(lambda url=url: url.origin.tuple)  # type: ignore[misc]


def check_profile(text: str, profile: str) -> None:
    """An option that says what is so anyway leaves a URL to its class."""
    found = outcome(lambda: seen(URL(text, profile=profile)))
    assert found == outcome(lambda: seen(URL(text, profile=profile, iri=True)))


@given(text=st.one_of(urls, st.text(max_size=20)), profile=some(["superset", "strict", "rfc1738", "lenient"]))
def test_profiles(text: str, profile: str) -> None:
    check_profile(text, profile)


def test_real_urls_in_every_profile() -> None:
    for text in corpus.some(corpus.URLS):
        for profile in ("strict", "rfc1738", "lenient"):
            check_profile(text, profile)


def test_a_class_that_edits_in_its_own_way_is_asked() -> None:
    class Own(URL):
        scheme_names = ("x-own",)
        needs_host = True

        def _replaced(self, parts: dict[str, Any]) -> URL:
            return super()._replaced({**parts, "fragment": "own"})

        def _check(self) -> None:
            super()._check()
            if self.path == "/bad":
                raise self._fault("bad-segment", "path")

    register(Own)
    try:
        assert str(URL("x-own://h/").replace(query="a")) == "x-own://h/?a#own"
        with pytest.raises(URLError, match="segment"):
            URL("x-own://h/bad", profile="strict")
    finally:
        del _classes["x-own"]


def test_an_edit_that_changes_nothing_is_the_url_itself() -> None:
    url = URL("http://h/a?b#c")
    assert url.replace(query="b") is url
    assert url.with_query("b") is url
    assert URL("ftp://h/a").replace(path="/a") == URL("ftp://h/a")
