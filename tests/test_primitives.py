"""The operations the objects are built on, by example and by law."""

from __future__ import annotations

import pytest
from hypothesis import given

from urlmill import URLError
from urlmill._backend import impl

from .strategies import text

BASE = "http://a/b/c/d;p?q"
# RFC 3986, sections 5.4.1 and 5.4.2.
RESOLVED = {
    "g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
    "//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
    "..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
    "../../g": "http://a/g", "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g",
    "/../g": "http://a/g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x", "g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
}  # fmt: skip


@pytest.mark.parametrize("reference", RESOLVED)
def test_resolving_as_the_rfc_says(reference: str) -> None:
    assert impl.resolve(BASE, reference) == RESOLVED[reference]


def test_resolving_needs_a_base_with_a_scheme() -> None:
    with pytest.raises(URLError, match="not-absolute at position 0: a URL begins with a scheme"):
        impl.resolve("//a/b", "c")


def test_a_path_never_turns_into_an_authority() -> None:
    assert impl.resolve("s:/a", "/..//b") == "s:/.//b"


def test_absent_and_empty_differ() -> None:
    assert impl.split("") == (None, None, "", None, None)
    assert impl.split("s://?#") == ("s", "", "", "", "")
    assert impl.split_authority(":@:") == ("", "", "", "")
    assert impl.split_authority("") == (None, None, "", None)
    assert impl.query_fields("a&b=&=c&&") == [("a", None), ("b", ""), ("", "c")]


@given(text=text)
def test_recomposition_gives_the_text_back(text: str) -> None:
    scheme, authority, path, query, fragment = impl.split(text)
    again = path
    again = f"{scheme}:{again}" if scheme is not None and authority is None else again
    again = f"{scheme}://{authority}{again}" if scheme is not None and authority is not None else again
    again = f"//{authority}{again}" if scheme is None and authority is not None else again
    again += f"?{query}" if query is not None else ""
    again += f"#{fragment}" if fragment is not None else ""
    assert again == text


def test_a_bad_escape_is_found() -> None:
    assert impl.find_bad_percent("a%20%zz") == 4
    assert impl.find_bad_percent("%") == 0
    assert impl.find_bad_percent("é%4") == 1
    assert impl.find_bad_percent("%41") == -1
