"""prospero: a name that only the server understands, and fields."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill._profiles import STRICT
from urlmill.schemes.prospero import ProsperoURL

from ..profiles import REFUSING

names = st.binary(max_size=8)


def prospero(path: str, **options: str) -> ProsperoURL:
    url = URL(f"prospero://host.dom{path}", **options)
    assert isinstance(url, ProsperoURL)
    return url


def test_a_name_that_begins_with_a_slash_shows_as_two() -> None:
    assert (prospero("//pros/name").hsoname, prospero("/pros/name").hsoname) == ("/pros/name", "pros/name")
    assert prospero("/a/../b").plan() == prospero("/a/../b").normalize().plan()


@pytest.mark.parametrize("profile", REFUSING)
def test_a_question_mark_is_part_of_the_name(profile: str) -> None:
    url = prospero("/a?b=c;F=d?e;G=", profile=profile)
    assert (url.hsoname, url.fields, url.query) == ("a?b=c", [("F", "d?e"), ("G", "")], None)
    plan = url.plan()
    assert (plan.connect, plan.hsoname, plan.fields) == (("host.dom", 1525), b"a?b=c", ((b"F", b"d?e"), (b"G", b"")))
    assert url.equivalent(prospero("/a%3Fb%3Dc;F=d%3Fe;G=", profile=profile))


def test_an_escaped_semicolon_is_data() -> None:
    assert (prospero("/a%3Bb").hsoname, prospero("/a%3Bb").fields) == ("a;b", [])
    assert not prospero("/a%3Bb=c").equivalent(prospero("/a;b=c"))


@pytest.mark.parametrize("profile", REFUSING)
@pytest.mark.parametrize("path", ["/x;", "/x;F", "/x;F=1;", "/x;;F=1"])
def test_a_field_has_a_value(path: str, profile: str) -> None:
    with pytest.raises(URLError, match="no-form"):
        prospero(path, profile=profile)
    with pytest.raises(URLError, match="no-form"):
        prospero(path, profile="lenient").plan()


@pytest.mark.parametrize("profile", STRICT)
@pytest.mark.parametrize(("path", "char"), [("/x/y;F=a=b", "="), ("/x/y;F=a/b", "/"), ("/x/y;F/G=a", "/")])
def test_fields_are_escaped_in_a_strict_url(path: str, char: str, profile: str) -> None:
    assert len(prospero(path).fields) == 1
    with pytest.raises(URLError) as caught:
        prospero(path, profile=profile)
    assert caught.value.code == "reserved-unencoded"
    assert (caught.value.url[caught.value.position], caught.value.position) == (char, caught.value.url.rindex(char))


def test_the_slash_is_part_of_the_form() -> None:
    assert prospero("").hsoname == prospero("/").hsoname == ""
    for profile in STRICT:
        with pytest.raises(URLError, match="missing-path"):
            prospero("", profile=profile)
    with pytest.raises(URLError, match="userinfo-not-allowed"):
        URL("prospero://:p@host.dom/x")


@pytest.mark.parametrize("path", ["/a%0A", "/a%00", "/a;F%0D=", "/a;F=%0D%0A"])
def test_line_ends_are_not_let_out(path: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        prospero(path).plan()


@given(names, st.lists(st.tuples(names, names), max_size=3))
def test_what_is_built_reads_back(hsoname: bytes, fields: list[tuple[bytes, bytes]]) -> None:
    url = URL.build(scheme="prospero", host="h", profile="strict", hsoname=hsoname, fields=fields)
    assert isinstance(url, ProsperoURL)
    assert url._asked() == (hsoname, tuple(fields))
    assert url.replace(hsoname=url.hsoname) == url
    assert url.replace(fields=[]).replace(fields=url.fields) == url
