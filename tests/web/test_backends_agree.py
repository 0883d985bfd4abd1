"""The web profile on the native module, and on its twin: the same href, or the same code at the same character."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URLError, _pure
from urlmill._pure import web_unicode

from .. import corpus
from ..nasty import Text
from .texts import bases, hosts, web_texts

_native: Any = pytest.importorskip("urlmill._native", reason="installed without the native module")
if not hasattr(_native, "web_href"):
    pytest.skip("the native module was built before it had the web profile", allow_module_level=True)

texts = st.one_of(web_texts, hosts, st.text())


def answer(backend: Any, text: str, base: str | None) -> object:
    try:
        found = backend.web_href(text, base)
    except URLError as error:
        return error.code, error.position, error.url
    return found, backend.web_origin(found)


def agree(text: str, base: str | None = None) -> None:
    assert answer(_native, text, base) == answer(_pure, text, base), (text, base)
    assert _native.web_can_parse(text, base) == _pure.web_can_parse(text, base), (text, base)


@given(text=st.one_of(texts, texts.map(Text)))
def test_on_urls(text: str) -> None:
    agree(text)


@given(text=texts, base=bases)
def test_on_references(text: str, base: str) -> None:
    agree(text, base)


@given(text=st.text(st.sampled_from("[]:.0123456789abcdefx%\u0661"), max_size=24))
def test_on_addresses(text: str) -> None:
    agree(f"http://{text}/")
    agree(f"http://[{text}]")


# Characters of every kind that a name may have: from right to left, marks, joiners, digits, what NFC puts together.
_CHARACTERS = (
    "a1-.\u00df\u0130\u05d0\u05bf\u0627\u0628\u0644\u0661\u06f1"
    "\u0300\u0316\u0338\u0f73\u094d\u0915\u200c\u200d<\u3002\u1100\u1161\u11a8\ua872\ufb21"
)


@given(text=st.text(st.one_of(st.sampled_from(_CHARACTERS), st.characters()), min_size=1, max_size=8))
def test_on_names(text: str) -> None:
    agree(f"http://{text}/")
    agree(f"file://{text}.\xe9")


@given(text=st.text("abz019-", min_size=1, max_size=12))
def test_on_a_labels(text: str) -> None:
    """Beside another label that is not in ASCII, they are decoded and looked at."""
    agree(f"http://xn--{text}.\xe9/")


def test_on_every_character() -> None:
    """Those that names may have stand in labels of one long name, and some of the others by themselves."""
    good: list[str] = []
    others: list[str] = []
    for character in map(chr, [*range(0x80, 0x34000), *range(0xE0000, 0xE0200), 0x10FFFF]):  # the rest is not assigned
        is_good = web_unicode.status(character) != web_unicode.DISALLOWED
        right_to_left = (web_unicode.R, web_unicode.AL, web_unicode.AN)
        (good if is_good and web_unicode.bidi_class(character) not in right_to_left else others).append(character)
    names = [".".join(f"a{each}" for each in good[start : start + 100]) for start in range(0, len(good), 100)]
    for name in corpus.some(names) + others[::2000]:
        agree(f"http://{name}/")


def test_on_real_urls() -> None:
    for text in corpus.some(corpus.URLS):
        agree(text)
    for base, reference in corpus.some(corpus.PAIRS):
        agree(reference, base)
