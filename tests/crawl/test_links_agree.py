"""The links of pages: the two backends agree, on pages put together at random and on small ones that tell much."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import _pure
from urlmill._backend import name

from .pages import PIECES

native = pytest.importorskip("urlmill._native") if name == "native" else None
pytestmark = pytest.mark.skipif(native is None, reason="the two are compared where both are")

pages = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)
urls = st.sampled_from(
    [
        "http://www.example.org/a/b",
        "https://example.org",
        "ftp://example.org./x",
        "mailto:x",
        "file:///p/q",
        "http://[::1]/",
        "no",
    ]
)


def rows(backend: Any, given: list[str | None], url: Any, *more: Any) -> list[list[object]]:
    table = backend.read_links(backend.read_texts(given), url, *more)
    return [[table.value(name, row) for row in range(len(table))] for name in table.names]


def by_row(columns: list[list[object]]) -> list[tuple[object, ...]]:
    return list(zip(*columns, strict=True))


@given(st.lists(pages, max_size=4), urls, st.integers(1, 3), st.sampled_from([None, ["http", "https"], ["data"]]))
def test_the_backends_agree(given: list[str | None], url: str, threads: int, schemes: list[str] | None) -> None:
    found = by_row(rows(native, given, url, schemes, threads))
    assert found == by_row(rows(_pure, given, url, schemes))
    each = [url] * len(given)
    assert found == by_row(rows(native, given, native.read_texts(each), schemes)) if native else False


@pytest.mark.parametrize(
    "content", ["5 ;", "5", "5 ;x", ". 'y", '5,url = "z" w', "1.2 url", "5a;b", "0;\turl=\t", "0;'"]
)
def test_refresh(content: str) -> None:
    page: list[str | None] = [f"<meta content='{content.replace(chr(39), '&#39;')}' http-equiv=refresh>"]
    assert rows(native, page, "http://h/") == rows(_pure, page, "http://h/")
