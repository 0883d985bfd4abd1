"""wais: three forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill._profiles import STRICT
from urlmill.schemes.wais import WaisPlan, WaisURL

from ..profiles import REFUSING

names = st.text(max_size=8) | st.binary(max_size=8)


def wais(path: str, **options: str) -> WaisURL:
    url = URL(f"wais://h.example{path}", **options)
    assert isinstance(url, WaisURL)
    return url


def outcome(url: WaisURL) -> WaisPlan | str:
    try:
        return url.plan()
    except URLError as error:
        return error.code


@pytest.mark.parametrize(
    ("path", "form", "asked"),
    [
        ("/db", "database", (b"db", None, None, None)),
        ("/", "database", (b"", None, None, None)),
        ("/db?a+b", "search", (b"db", b"a+b", None, None)),
        ("/db?", "search", (b"db", b"", None, None)),
        ("/d%FF/TEXT/a%2Fb%3B3", "document", (b"d\xff", None, b"TEXT", b"a/b;3")),
        ("/db/TEXT/", "document", (b"db", None, b"TEXT", b"")),
        ("/db/TEXT/a/../b", "document", (b"db", None, b"TEXT", b"a/../b")),
    ],
)
def test_each_form_asks_for_something_else(path: str, form: str, asked: tuple[bytes | None, ...]) -> None:
    url = wais(path)
    plan = url.plan()
    assert url.form == form
    assert (plan.connect, (plan.database, plan.search, plan.wtype, plan.document)) == (("h.example", 210), asked)
    assert outcome(wais(str(url.normalize()).removeprefix("wais://h.example"))) == plan


@pytest.mark.parametrize("profile", REFUSING)
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("", "missing-path"),
        ("?x", "missing-path"),
        ("/db/TEXT", "no-form"),
        ("/db/TEXT/id?x", "no-form"),
        ("/db//id", "no-form"),
    ],
)
def test_there_is_no_fourth_form(path: str, code: str, profile: str) -> None:
    with pytest.raises(URLError, match=code):
        wais(path, profile=profile)
    lenient = wais(path, profile="lenient")
    assert lenient.form is None
    with pytest.raises(URLError, match=code):
        lenient.plan()


@pytest.mark.parametrize("profile", STRICT)
@pytest.mark.parametrize("path", ["/d;b", "/db?a/b", "/db?a?b", "/db/T=/x", "/db/TEXT/a/b", "/db/TEXT/1=x;2=y;"])
def test_reserved_characters_are_escaped_in_a_strict_url(path: str, profile: str) -> None:
    assert wais(path).form
    with pytest.raises(URLError) as caught:
        wais(path, profile=profile)
    assert caught.value.code == "reserved-unencoded"
    assert caught.value.url[caught.value.position] in ";/?="


def test_a_search_may_hold_what_a_name_may_not() -> None:
    assert wais("/db?a;b:c@d&e=f", profile="rfc1738").search == "a;b:c@d&e=f"


@pytest.mark.parametrize("path", ["/d%0A", "/db?a%0Db", "/db/T%00/x", "/db/T/x%0D%0A"])
def test_line_ends_are_not_let_out(path: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        wais(path).plan()


@given(names, names)
def test_what_is_built_reads_back(database: str | bytes, rest: str | bytes) -> None:
    for parts in ({"search": rest}, {"wtype": "TEXT", "wpath": rest if isinstance(rest, bytes) else "a%2Fb"}):
        try:
            url = URL.build(scheme="wais", host="h", profile="strict", database=database, **parts)  # type: ignore[arg-type]
        except UnicodeEncodeError:
            continue  # a lone surrogate is no text
        assert isinstance(url, WaisURL)
        for name, value in {"database": database, **parts}.items():
            found = getattr(url, name)
            if name == "wpath":
                assert url.wpath_octets == (value if isinstance(value, bytes) else b"a/b")
            else:
                assert found == (value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value)
        assert url.replace(database=database) == url
