"""The backend of this run against Ada, if ada-url is installed: ``tools/hard/web_ada.py`` does the same for hours."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URLError

from .. import corpus
from .texts import bases, hosts, web_texts

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


def test_on_real_urls(web: Any) -> None:
    for text in corpus.some(corpus.URLS):
        agree(web, text)
    for base, reference in corpus.some(corpus.PAIRS):
        agree(web, reference, base)
