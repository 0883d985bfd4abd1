"""What holds for every text."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from urlmill import URLError

from .. import corpus
from ..nasty import Text
from .texts import bases, hosts, web_texts

texts = st.one_of(web_texts, hosts, st.text())


def href(web: Any, text: str, base: str | None = None) -> str | None:
    try:
        found: str = web.web_href(text, base)
    except URLError as error:
        source = base if base is not None and error.url == base else text
        if not 0 <= error.position <= len(source):
            raise AssertionError((text, base, error)) from None
        return None
    return found


@given(text=texts, base=st.none() | bases)
def test_an_href_is_its_own_href(web: Any, text: str, base: str | None) -> None:
    found = href(web, text, base)
    assert web.web_can_parse(text, base) == (found is not None)
    if found is not None:
        assert found.isascii()
        assert not set(found) & set("\t\n\r\0\x7f")
        assert href(web, found) == found
        assert web.web_can_parse(found)


@given(text=texts, base=bases)
def test_joining_an_absolute_url_gives_it(web: Any, text: str, base: str) -> None:
    found, home = href(web, text), href(web, base)
    if found is not None and home is not None:
        assert href(web, found, base) == href(web, found, home) == found


@given(text=texts, base=bases)
def test_a_base_is_taken_by_its_href(web: Any, text: str, base: str) -> None:
    home = href(web, base)
    if home is not None:
        assert href(web, text, base) == href(web, text, home)


@given(text=texts)
def test_what_browsers_leave_out_changes_nothing(web: Any, text: str) -> None:
    """Spaces and controls around a text, tabs and line ends anywhere."""
    found = href(web, text)
    assert href(web, f" \0{text}\x1f ") == found
    middle = len(text) // 2
    assert href(web, f"{text[:middle]}\r\t\n{text[middle:]}") == found


@given(text=texts)
def test_the_origin_is_the_same_for_every_path(web: Any, text: str) -> None:
    found = href(web, text)
    if found is not None:
        origin = web.web_origin(found)
        assert origin == web.web_origin(found.partition("#")[0])
        if origin != "null":
            assert href(web, origin) == f"{origin}/"
            assert web.web_origin(f"{origin}/") == origin
            assert web.web_origin(href(web, "/a?b", origin)) == origin


@given(text=texts)
def test_a_subclass_of_str_is_a_str(web: Any, text: str) -> None:
    found = href(web, text)
    assert href(web, Text(text), Text("http://h/")) == href(web, text, "http://h/")
    if found is not None:
        assert type(web.web_href(Text(text))) is str
        assert type(web.web_origin(Text(found))) is str


def test_real_urls(web: Any) -> None:
    count = own = 0
    for text in corpus.some(corpus.URLS):
        found = href(web, text)
        count += 1
        own += found == text
        if found is not None and found != text:
            assert href(web, found) == found
    assert own > 0.9 * count
