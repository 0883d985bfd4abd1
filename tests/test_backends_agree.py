"""The native module and its pure-Python twin, one against the other: same value, or same error at the same place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URLError, _pure

from . import corpus
from .nasty import Text
from .outcome import outcome
from .strategies import text

_native = pytest.importorskip("urlmill._native", reason="installed without the native module, as from the pure wheel")


def agree(name: str, *args: Any) -> None:
    assert outcome(getattr(_native, name), *args) == outcome(getattr(_pure, name), *args), (name, args)


@pytest.mark.parametrize("name", ["split", "split_authority", "find_bad_percent", "query_fields"])
@given(text=st.one_of(text, text.map(Text)))
def test_on_one_text(name: str, text: str) -> None:
    agree(name, text)


AUTHORITY = ["u", "@", ":", "[", "]", "::1", "h", "80", "65536", "0", "x", "é", "٣", "", "%40"]


@given(text=st.lists(st.sampled_from(AUTHORITY), max_size=7).map("".join))
def test_on_authorities(text: str) -> None:
    agree("split_authority", text)


PATH = ["/", "/", ".", "..", "a", "b", "//", ":", "?", "#", "é", ";"]
paths = st.lists(st.sampled_from(PATH), max_size=10).map("".join)
bases = st.tuples(st.sampled_from(["s:", "s://h", "s:/", "", "//h"]), paths).map("".join)


@given(base=st.one_of(bases, text), reference=st.one_of(paths, text))
def test_on_resolving(base: str, reference: str) -> None:
    agree("resolve", base, reference)


def test_on_real_urls() -> None:
    for url in corpus.URLS[::10]:
        for name in ("split", "find_bad_percent", "query_fields"):
            agree(name, url)
    for base, reference in corpus.PAIRS[::10]:
        agree("resolve", base, reference)


@pytest.mark.parametrize("backend", [_native, _pure])
def test_errors_tell_code_and_position_but_not_the_password(backend: Any) -> None:
    with pytest.raises(URLError) as caught:
        backend.split_authority("user:secret@host:x")
    error = caught.value
    assert (error.code, error.position, error.url) == ("bad-port", 17, "user:secret@host:x")
    assert "secret" not in str(error) + repr(error)
    assert str(error) == "bad-port at position 17: a port is a decimal number from 0 to 65535"
