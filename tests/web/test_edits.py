"""URLs of the profile "web" made from others and from parts: always an href, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError, WebURL, testing

from .. import strategies
from ..url.checks import attempt
from .test_objects import web

TEXT = "https://us:pw@h.example:8443/a/b.tar.gz?q=1&r=2#f"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({}, TEXT),
        ({"scheme": "HTTP"}, "http://us:pw@h.example:8443/a/b.tar.gz?q=1&r=2#f"),
        ({"user": "ü:%"}, "https://%C3%BC%3A%25:pw@h.example:8443/a/b.tar.gz?q=1&r=2#f"),
        ({"user": None}, "https://h.example:8443/a/b.tar.gz?q=1&r=2#f"),
        ({"password": None}, "https://us@h.example:8443/a/b.tar.gz?q=1&r=2#f"),
        ({"host": "BÜCHER.example"}, "https://us:pw@xn--bcher-kva.example:8443/a/b.tar.gz?q=1&r=2#f"),
        ({"host": "::1"}, "https://us:pw@[::1]:8443/a/b.tar.gz?q=1&r=2#f"),
        ({"host": "[0::1]", "port": 443}, "https://us:pw@[::1]/a/b.tar.gz?q=1&r=2#f"),
        ({"port": None}, "https://us:pw@h.example/a/b.tar.gz?q=1&r=2#f"),
        ({"path": "x y/../z?#"}, "https://us:pw@h.example:8443/z%3F%23?q=1&r=2#f"),
        ({"path": None}, "https://us:pw@h.example:8443/?q=1&r=2#f"),
        ({"query": "a'#"}, "https://us:pw@h.example:8443/a/b.tar.gz?a%27%23#f"),
        ({"query": {"a b": ["~", None]}}, "https://us:pw@h.example:8443/a/b.tar.gz?a+b=%7E&a+b#f"),
        ({"query": ""}, "https://us:pw@h.example:8443/a/b.tar.gz?#f"),
        ({"query": None, "fragment": None}, "https://us:pw@h.example:8443/a/b.tar.gz"),
        ({"query": "?x", "fragment": "#`"}, "https://us:pw@h.example:8443/a/b.tar.gz??x##%60"),
    ],
)
def test_replace_sets_parts_as_browsers_write_them(parts: dict[str, Any], text: str) -> None:
    url = web(TEXT).replace(**parts)
    assert (str(url), url.source, type(url)) == (text, text, WebURL)


@pytest.mark.parametrize(
    ("text", "parts", "code"),
    [
        ("http://h/", {"scheme": "x"}, "read-otherwise"),
        ("x://h/", {"scheme": "http"}, "read-otherwise"),
        ("http://u@h/", {"scheme": "file"}, "read-otherwise"),
        ("file:///x", {"scheme": "http"}, "missing-host"),
        ("http://h/", {"scheme": "a:b"}, "bad-scheme"),
        ("http://h/", {"scheme": ""}, "bad-scheme"),
        ("file:///x", {"user": "u"}, "userinfo-not-allowed"),
        ("mailto:a", {"password": "p"}, "password-not-allowed"),
        ("x:/p", {"port": 1}, "port-not-allowed"),
        ("http://h/", {"port": 65536}, "bad-port"),
        ("mailto:a", {"host": "h"}, "authority-not-allowed"),
        ("http://h/", {"host": ""}, "missing-host"),
        ("http://h/", {"host": None}, "missing-host"),
        ("x://u@h/", {"host": ""}, "missing-host"),
        ("http://h/", {"host": "a/b"}, "bad-host"),
        ("http://h/", {"host": "a\\b"}, "bad-host"),
        ("http://h/", {"host": "u@b"}, "bad-host"),
        ("http://h/", {"host": "b:1"}, "bad-host"),
        ("http://h/", {"host": "a\tb"}, "bad-host"),
        ("http://h/", {"host": "a b"}, "bad-host"),
        ("http://h/", {"host": "1.2.3.256"}, "bad-ipv4"),
        ("mailto:a", {"path": "b"}, "no-segments"),
        ("http://h/", {"path": "a\nb"}, "bad-char"),
        ("http://h/", {"query": "a\tb"}, "bad-char"),
        ("http://h/", {"fragment": "a\rb"}, "bad-char"),
    ],
)
def test_replace_raises_where_a_setter_would_ignore(text: str, parts: dict[str, Any], code: str) -> None:
    error = attempt(web(text).replace, **parts)
    assert isinstance(error, URLError), error
    assert error.code == code
    assert 0 <= error.position <= len(error.url)


def test_what_is_absent_can_be_taken_away() -> None:
    for text in ("mailto:a", "file:///x", "x:/p", "x:/.//p"):
        url = web(text)
        assert url.replace(user=None, password=None, port=None, query=None, fragment=None) is url
    assert str(web("file://h/x").replace(host=None)) == "file:///x"
    assert web("mailto:a").replace(host=None) == web("mailto:a")


def test_other_parts_and_types_are_refused_with_a_sentence() -> None:
    with pytest.raises(TypeError, match="WebURL has no part 'gophertype'; it has scheme, host"):
        web("gopher://h/1").replace(gophertype="0")
    with pytest.raises(TypeError, match="WebURL has no part 'username'; it is called 'user'"):
        web("http://h/").replace(username="u")
    for parts in (
        {"host": 1},
        {"path": b"/"},
        {"fragment": 1},
        {"scheme": None},
        {"user": 1},
        {"query": 1},
        {"port": True},
        {"port": "80"},
    ):
        with pytest.raises(TypeError):
            web(TEXT).replace(**parts)


@given(text=st.one_of(testing.url_texts(), strategies.text), values=st.lists(strategies.nasty, min_size=4, max_size=4))
def test_an_edit_gives_an_href_or_refuses(text: str, values: list[str]) -> None:
    url = attempt(web, text)
    if isinstance(url, URLError):
        return
    one, other, third, fourth = values
    edits: list[Callable[[], Any]] = [
        lambda: url.replace(path=one, query=other, fragment=third),
        lambda: url.replace(user=one, password=other),
        lambda: url.replace(host=fourth),
        lambda: url.replace(scheme=one),
        lambda: url / one,
        lambda: url.joinpath(one, other),
        lambda: url.with_name(one),
        lambda: url.with_suffix(f".{one}"),
        lambda: url.parent,
        lambda: (url.parents[-1:] or (url,))[0],
        lambda: url.with_query(one),
        lambda: url.with_query({one: other}),
        lambda: url.update_query({one: other}, a=third),
        lambda: url.extend_query([(one, other)]),
        lambda: url.without_query("*a*"),
        lambda: url.sort_query(),
        lambda: url.without_login(),
        lambda: url.join(one),
        lambda: WebURL.build(scheme="http", host=one, path=other, query=third, fragment=fourth),
        lambda: WebURL.build(scheme="x", path=other, query=third, fragment=fourth),
    ]
    for edit in edits:
        made = attempt(edit)
        if isinstance(made, URLError):
            continue
        assert type(made) is WebURL
        assert web(str(made)) == made
        assert made.source in (str(made), one, text)


@given(text=st.one_of(testing.url_texts(), strategies.text))
def test_parts_put_back_are_no_change(text: str) -> None:
    url = attempt(web, text)
    if isinstance(url, URLError):
        return
    names = ["scheme", "query", "fragment", *(["port"] if url.port else [])]
    names += ["path"] if url.path.startswith("/") else []
    for name in names:
        made = attempt(url.replace, **{name: getattr(url, name)})
        if name == "scheme" and isinstance(made, URLError):
            assert (made.code, url.host) == ("missing-host", "")  # nothing changes the scheme of a file without a host
            continue
        assert made == url
    if url.host:
        assert url.replace(host=url.raw_host) == url
    assert url.with_query(url.query or None) == (url if url.query != "" else url.replace(query=None))


def test_paths_are_edited_as_everywhere() -> None:
    url = web("http://h/a/b.tar.gz?q#f")
    assert str(url / "c d" / "%/") == "http://h/a/b.tar.gz/c%20d/%25%2F"
    assert (str(url.parent), str(url.parents[-1])) == ("http://h/a", "http://h/")
    assert str(url.with_name("é")) == "http://h/a/%C3%A9"
    assert str(url.with_suffix(".x")) == "http://h/a/b.tar.x"
    assert url.is_relative_to("http://H:80/a")
    assert url.segments == ["a", "b.tar.gz"]
    assert str(web("x:/.//p") / "q") == "x:/.//p/q"
    assert str(web("x:/.//p").parent.parent) == "x:/"
    with pytest.raises(URLError, match="no-segments"):
        web("mailto:a") / "b"
    with pytest.raises(URLError, match="bad-segment"):
        url / ".."


def test_parameters_are_those_of_forms() -> None:
    url = web("http://h/?a=%ff+b&&c&=&%C3%A9=~")
    assert list(url.params) == [("a", "\ufffd b"), ("c", ""), ("", ""), ("é", "~")]
    assert url.query_items() == list(url.params)
    assert (url.params.get("c"), url.params["é"], url.params.get_all("z")) == ("", "~", [])
    assert str(url.with_query({"a~*-._": "ü +'&="})) == "http://h/?a%7E*-._=%C3%BC+%2B%27%26%3D"
    assert str(web("http://h/?%ff=1&b=2").update_query({"\ufffd": "x"})) == "http://h/?%EF%BF%BD=x&b=2"
    assert str(url.without_query("é", "a")) == "http://h/?&c&="
    assert str(web("http://h/?b=2&a=1").sort_query()) == "http://h/?a=1&b=2"
    assert str(web("http://h/").with_query("a b'")) == "http://h/?a%20b%27"
    assert web("http://h/").with_query(url.params).params == url.params


def test_references_are_resolved_as_browsers_do() -> None:
    url = web("http://h/a/b?c#d")
    assert str(url.join("\\\\i\\x y")) == "http://i/x%20y"
    assert str(url.join("http:g")) == "http://h/a/g"
    assert str(url.join("?y")) == "http://h/a/b?y"
    assert url.join("../g").source == "../g"
    assert url.reference_from("http://h/a/") == "b?c#d"
    assert url.join(url.reference_from(web("http://h/x/y"))) == url
    assert str(web("mailto:a").join("#f")) == "mailto:a#f"
    with pytest.raises(URLError, match="not-absolute"):
        web("mailto:a").join("b")
    for options in ({"strict": False}, {"profile": "rfc1808"}):
        with pytest.raises(TypeError, match="the URL Standard alone"):
            url.join("x", **options)
    with pytest.raises(TypeError, match="reference: expected str or a URL"):
        url.join(1)  # type: ignore[arg-type]


def test_a_url_is_built_of_parts() -> None:
    for build in (WebURL.build, lambda **parts: URL.build(profile="web", **parts)):
        made = build(scheme="HTTPS", user="a:", password="b", host="H", port=443, path="/a b/../c", query={"a": 1})
        assert (type(made), str(made)) == (WebURL, "https://a%3A:b@h/c?a=1")
        assert str(build(scheme="mailto", path="a@b", query="x")) == "mailto:a@b?x"
        assert str(build(scheme="x", path="//p", fragment="f")) == "x:/.//p#f"
        assert str(build(scheme="x", host="", path="/p")) == "x:///p"
        assert str(build(scheme="x", host="H")) == "x://H"
        assert str(build(scheme="file", path="/x")) == "file:///x"
        assert str(build(scheme="file", host="h", path="C|/x")) == "file://h/C:/x"
        for parts, code in (
            ({"scheme": "http", "path": "/x"}, "missing-host"),
            ({"scheme": "http", "host": "a/b"}, "bad-host"),
            ({"scheme": "x", "path": "a?b"}, "reserved-unencoded"),
            ({"scheme": "x", "path": "a "}, "reserved-unencoded"),
            ({"scheme": "x", "path": "a", "port": 1}, "port-not-allowed"),
            ({"scheme": "1x", "path": "a"}, "bad-scheme"),
            ({"scheme": "file", "host": "h", "port": 1}, "port-not-allowed"),
        ):
            error = attempt(build, **parts)
            assert isinstance(error, URLError), (parts, error)
            assert error.code == code, parts
        with pytest.raises(TypeError, match="needs a scheme"):
            build(host="h")
        with pytest.raises(TypeError, match="has no part 'segments'"):
            build(scheme="x", segments=["a"])
