"""The backend of this run against Ada, if ada-url is installed: ``tools/hard/web_ada.py`` does the same for hours."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URLError
from urlmill.web import URL

from .. import corpus, nasty
from .texts import PIECES, bases, hosts, web_texts

pytest.importorskip("ada_url", reason="ada-url is not installed")
from . import ada


def agree(web: Any, text: str, base: str | None = None) -> None:
    try:
        ours = web.web_href(text, base)
    except URLError:
        ours = None
    theirs = ada.href(text, base)
    assert ours == theirs or ada.explanation(text, base, ours, theirs), (text, base, ours, theirs)


@given(text=st.one_of(web_texts, hosts, st.text()))
def test_on_urls(web: Any, text: str) -> None:
    agree(web, text)


@given(text=web_texts, base=bases)
def test_on_references(web: Any, text: str, base: str) -> None:
    agree(web, text, base)


# Letters from right to left, joiners, Hangul, lone surrogates: what Ada is known to read otherwise, or does not take.
_READ_OTHERWISE = re.compile(
    "(?i:xn--)|[\u0590-\u08ff\u1100-\u11ff\u200c\u200d\uac00-\ud7a3\ud800-\udfff\ufb1d-\ufdff\ufe70-\ufefc]"
)
_PARTS = [each for each in [*PIECES, *nasty.CHARACTERS, "a", "1"] if not _READ_OTHERWISE.search(each)]
_SETTERS = ("href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")
_VALUES = [
    "https", "file:", "x:", "ws", "h:8x", "h:", ":9", "h:99999", "[::1]:80", "a@b", "a/b", "a\\b", "8\t0", "0443",
    "//p", "/../..", "C|/..", "a?b#c", " a ", "?", "#", "??",
]  # fmt: skip
_values = st.one_of(st.sampled_from(_VALUES), st.lists(st.sampled_from(_PARTS), max_size=4).map("".join))


@given(text=web_texts, steps=st.lists(st.tuples(st.sampled_from(_SETTERS), _values), max_size=5))
def test_on_setters(text: str, steps: list[tuple[str, str]]) -> None:
    """What is ignored here is an error of Ada's, but for that of ``href``."""
    ours = URL.parse(text)
    if ours is None or _READ_OTHERWISE.search(text):
        return
    theirs = ada.URL(text)
    for name, value in steps:
        for url in (ours, theirs):
            with suppress(ValueError):
                setattr(url, name, value)
        found, expected = ([getattr(url, name) for name in (*_SETTERS, "origin")] for url in (ours, theirs))
        assert found == expected, (text, steps, name)


@pytest.mark.parametrize("text", ["HTTP:\\\\B\xfccher.example:80/a/../b?c#d", "http://h:x/", "x:y z", "//h/x"])
def test_what_stands_beside_the_functions_of_ada_url_in_the_page_for_those_who_come_from_it(text: str) -> None:
    base = "https://h.example/a/b"
    assert ada.package.check_url(text) == urlmill.URL.can_parse(text, profile="web")
    joined = urlmill.URL(base, profile="web").join
    url = urlmill.URL.try_parse(text, profile="web")
    if url is None:
        with pytest.raises(ValueError, match=r"Invalid (URL|input)"):
            ada.package.normalize_url(text)
        return
    assert ada.package.join_url(base, text) == str(joined(text)) == str(URL(text, base=base))
    assert ada.package.normalize_url(text) == str(url)
    parsed = ada.package.parse_url(text)
    assert {name: getattr(URL(text), name) for name in _SETTERS} == {name: parsed[name] for name in _SETTERS}
    if url.host:
        assert ada.package.replace_url(text, port="81") == str(url.replace(port=81))
        assert (
            ada.package.idna_to_ascii(b"\xc3\xa9.example").decode()
            == urlmill.URL("https://\xe9.example", profile="web").host
        )


def test_on_real_urls(web: Any) -> None:
    for text in corpus.some(corpus.URLS):
        agree(web, text)
    for base, reference in corpus.some(corpus.PAIRS):
        agree(web, reference, base)
