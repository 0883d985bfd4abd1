"""``urlmill.web``: the names of JavaScript, and what is behind them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URLError, testing
from urlmill.web import URL, URLSearchParams

from .. import strategies
from ..url.checks import attempt

SETTERS = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


def test_every_part_has_its_name() -> None:
    url = URL("../x y?q#f", "HTTPS://us%41er:pw@EXAMPLE.org:8443/a/b/c")
    assert {name: getattr(url, name) for name in (*SETTERS, "href", "origin")} == {
        "href": "https://us%41er:pw@example.org:8443/a/x%20y?q#f",
        "origin": "https://example.org:8443",
        "protocol": "https:",
        "username": "us%41er",
        "password": "pw",
        "host": "example.org:8443",
        "hostname": "example.org",
        "port": "8443",
        "pathname": "/a/x%20y",
        "search": "?q",
        "hash": "#f",
    }
    assert str(url) == url.href
    empty = URL("a:b?#")
    assert [getattr(empty, name) for name in SETTERS] == ["a:", "", "", "", "", "", "b", "", ""]
    assert (empty.href, empty.origin) == ("a:b?#", "null")


def test_what_cannot_be_read_is_an_error_or_none() -> None:
    for call in (lambda: URL("x"), lambda: URL("x", "y"), lambda: setattr(URL("a:b"), "href", "x")):
        with pytest.raises(URLError, match="not-absolute"):
            call()
    assert URL.parse("x") is None
    assert str(URL.parse("x", "http://h")) == "http://h/x"
    assert URL.can_parse("x", URL("http://h"))
    assert str(URL("x", base="http://h")) == str(URL.parse("x", base="http://h")) == "http://h/x"
    assert URL.can_parse("x", base="http://h")
    assert URL.canParse("http://h")
    assert not URL.canParse("http://h:x")
    methods: list[Any] = [URL, URL.parse, URL.can_parse]
    for wrong in (None, 1, b"http://h/"):
        for method in methods:
            with pytest.raises(TypeError, match="expected str or a URL"):
                method(wrong)
    url: Any = URL("http://h/")
    with pytest.raises(TypeError, match="expected str"):
        url.port = 80
    with pytest.raises(AttributeError):
        url.origin = "x"
    with pytest.raises(AttributeError):
        url.nonsense = "x"


@given(text=st.one_of(testing.url_texts(), strategies.text), values=st.lists(strategies.nasty, min_size=9, max_size=9))
def test_whatever_is_set_leaves_an_href(text: str, values: list[str]) -> None:
    url = attempt(URL, text)
    if isinstance(url, URLError):
        return
    was_file = url.protocol == "file:"
    for name, value in zip(SETTERS, values, strict=True):
        before = url.href
        setattr(url, name, value)
        becomes_file = url.protocol == "file:" and not was_file  # see the next test
        assert URL(url.href).href == url.href or becomes_file
        after = url.href
        setattr(url, name, getattr(url, name))
        # Setting a part to itself changes nothing; but what is empty is taken away.
        assert url.href == after or not getattr(url, name)
        assert before.isascii()
        assert list(url.searchParams) == list(URLSearchParams(url.search))


@pytest.mark.parametrize("rest", ["//localhost/", "//h/C|"])
def test_what_becomes_a_file_keeps_what_files_would_have_otherwise(rest: str) -> None:
    """The Standard changes the scheme alone: so browsers, and Ada."""
    url = URL(f"https:{rest}")
    before = (url.host, url.pathname)
    url.protocol = "file"
    assert (url.protocol, url.host, url.pathname) == ("file:", *before)
    assert str(url) == f"file://{url.host}{url.pathname}"
    assert URL(url.href).href != url.href


def test_no_password_is_shown_and_copies_are_their_own() -> None:
    url = URL("http://u:s3cr3t@h/?a=1")
    assert repr(url) == "URL('http://u:***@h/?a=1')"
    params = url.searchParams
    for made in (copy.copy(url), copy.deepcopy(url), pickle.loads(pickle.dumps(url)), URL(url)):
        made.hostname = "i"
        made.searchParams.append("b", "2")
        assert made.href == "http://u:s3cr3t@i/?a=1&b=2"
    assert (url.href, str(params)) == ("http://u:s3cr3t@h/?a=1", "a=1")
    assert pickle.loads(pickle.dumps(params)).size == 1


def test_search_params_and_url_change_together() -> None:
    url = URL("http://h/?a=1&b=2#f")
    params = url.searchParams
    assert params is url.searchParams
    params.append("c d", "é~")
    assert url.href == "http://h/?a=1&b=2&c+d=%C3%A9%7E#f"
    url.search = "?x=%20'"
    assert list(params) == [("x", " '")]
    assert url.search == "?x=%20%27"
    params.delete("x")
    assert url.href == "http://h/#f"
    url.href = "http://i/?y"
    assert list(params) == [("y", "")]
    params.sort()
    assert url.href == "http://i/?y="
    url.hash = url.search = ""
    assert (params.size, url.href) == (0, "http://i/")
    opaque = URL("a:b ?c")
    opaque.searchParams.delete("c")
    assert opaque.href == "a:b%20"


def test_search_params_have_the_methods_of_javascript() -> None:
    params = URLSearchParams("?a=1&b=%FF&a=2+3&&=")
    assert list(params) == list(params.entries()) == [("a", "1"), ("b", "\ufffd"), ("a", "2 3"), ("", "")]
    assert (params.size, len(params), list(params.keys()), list(params.values())[2]) == (
        4,
        4,
        ["a", "b", "a", ""],
        "2 3",
    )
    assert (params.get("a"), params.get("z")) == ("1", None)
    assert params.get_all("a") == params.getAll("a") == ["1", "2 3"]
    assert (params.has("a"), params.has("a", "2 3"), params.has("a", "x"), "b" in params, "z" in params) == (
        True,
        True,
        False,
        True,
        False,
    )
    params.set("a", "x")
    params.set("z", "y")
    assert str(params) == "a=x&b=%EF%BF%BD&=&z=y"
    params.append("a", "2")
    params.delete("a", "x")
    params.delete("b")
    assert str(params) == "=&z=y&a=2"
    params.sort()
    assert str(params) == "=&a=2&z=y"
    assert repr(params) == "URLSearchParams([('', ''), ('a', '2'), ('z', 'y')])"


def test_search_params_are_sorted_by_utf_16() -> None:
    params = URLSearchParams([("\ufb03", "1"), ("\U0001f308", "2"), ("a", "3"), ("\ufb03", "0")])
    params.sort()
    assert [name for name, _ in params] == ["a", "\U0001f308", "\ufb03", "\ufb03"]
    assert params.get_all("\ufb03") == ["1", "0"]


def test_search_params_are_made_of_text_mappings_and_pairs() -> None:
    assert str(URLSearchParams()) == str(URLSearchParams("")) == str(URLSearchParams({})) == ""
    assert str(URLSearchParams("??a")) == "%3Fa="
    assert str(URLSearchParams({"a": "1", "b": "\ud800"})) == "a=1&b=%EF%BF%BD"
    assert str(URLSearchParams(URLSearchParams("a=1&a=2"))) == "a=1&a=2"
    for wrong in ({"a": 1}, [("a", None)], [(b"a", "b")], 5):
        with pytest.raises(TypeError):
            URLSearchParams(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a value: expected str, got int"):
        URLSearchParams().append("a", 1)  # type: ignore[arg-type]


@given(pairs=st.lists(st.tuples(strategies.nasty, strategies.nasty), max_size=5))
def test_what_is_written_is_read_again(pairs: list[tuple[str, str]]) -> None:
    params = URLSearchParams(pairs)
    assert list(URLSearchParams(str(params))) == list(params)
    url = URL("http://h/")
    for name, value in pairs:
        url.searchParams.append(name, value)
    assert list(URL(url.href).searchParams) == list(params)
    assert str(params).isascii()


def test_changes_while_they_are_looped_over_are_seen() -> None:
    params = URLSearchParams("a=1&b=2&c=3")
    seen = []
    for name, _ in params:
        seen.append(name)
        params.delete(name)
    assert (seen, str(params)) == (["a", "c"], "b=2")


def test_names_and_values_that_are_asked_for_are_read_as_those_that_are_given() -> None:
    """A lone surrogate is U+FFFD, and nothing but text is text."""
    params = URLSearchParams("\ud800=1&a=\udfff")
    assert params.get("\udfff") == params.get("\ufffd") == "1"
    assert params.get_all("\ud800") == ["1"]
    assert params.has("\ud800")
    assert params.has("\ud800", "1")
    assert params.has("a", "\ud800")
    assert "\ud800" in params
    params.delete("a", "\ud800")
    params.delete("\ud800")
    assert params.size == 0
    wrong: Any = 1
    for call in (params.get, params.get_all, params.has, params.delete, params.__contains__):
        with pytest.raises(TypeError, match="a name: expected str, got int"):
            call(wrong)
    for method in (params.has, params.delete):
        with pytest.raises(TypeError, match="a value: expected str, got int"):
            method("a", wrong)


@pytest.mark.parametrize("wrong", [["a"], [("a",)], [("a", "b", "c")], [1], ["ab"], [{"a", "b"}], [b"ab"]])
def test_what_is_not_made_of_pairs_is_refused_in_words(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected pairs of a name and a value, got "):
        URLSearchParams(wrong)


def test_each_pair_is_handed_over_as_javascript_does() -> None:
    params = URLSearchParams("a=1&b=2&c=3")
    seen: list[tuple[str, str]] = []

    def take(value: str, name: str, of: URLSearchParams) -> None:
        seen.append((name, value))
        of.delete(name)

    params.forEach(take)
    assert (seen, params.toString()) == ([("a", "1"), ("c", "3")], "b=2")
    url = URL("http://h/?a")
    assert url.toString() == url.toJSON() == url.href == str(url)


class _Named(URL):
    name = ""


class _NamedParams(URLSearchParams):
    name = ""


class _Slotted(URL):
    __slots__ = ("name",)


class _SlottedParams(URLSearchParams):
    __slots__ = ("name",)


@pytest.mark.parametrize(
    "made", [_Named("http://h/?a=1"), _NamedParams("a=1"), _Slotted("http://h/?a=1"), _SlottedParams("a=1")]
)
def test_subclasses_are_copied_with_what_they_hold(made: Any) -> None:
    made.name = "x"
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert type(other) is type(made)
        assert (other.name, str(other)) == ("x", str(made))


def test_it_is_not_the_class_of_other_profiles() -> None:
    assert not issubclass(URL, urlmill.URL)
    assert urlmill.web.URL is URL
    with pytest.raises(TypeError):
        URL(urlmill.URL("http://h/"))  # type: ignore[arg-type]
