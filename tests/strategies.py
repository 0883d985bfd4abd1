"""Text that is good at finding differences between URL parsers."""

from __future__ import annotations

from hypothesis import strategies as st

from . import corpus
from .nasty import CHARACTERS, PIECES, Text

char = st.sampled_from(CHARACTERS)
nasty = st.lists(st.one_of(char, st.sampled_from(PIECES)), max_size=12).map("".join)


@st.composite
def url_like(draw: st.DrawFn) -> str:
    """Assembled from parts in the usual order, so that most of it gets past the first check."""
    part = st.sampled_from(PIECES)
    scheme = draw(st.sampled_from(["", "http:", "https:", "HTTP:", "ftp:", "file:", "mailto:", "zz:", "1z:", "é:"]))
    netloc = draw(st.sampled_from(["", "//", "//h", "//h", "//u:p@H.org:80", "//h:x", "//é.org", "//[::1]:1"]))
    path = "".join(draw(st.lists(part, max_size=5)))
    query = draw(st.sampled_from(["", "", "?", "?q=1&r=2;s", "?é", "?%zz"]))
    fragment = draw(st.sampled_from(["", "", "#", "#f", "#f#g", "#é"]))
    return scheme + netloc + path + query + fragment


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real URL with a few characters put in, taken out or replaced."""
    text = draw(st.sampled_from(corpus.URLS))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.one_of(char, st.just(""))) + text[at + draw(st.integers(0, 1)) :]
    return text


text = st.one_of(nasty, url_like(), mutated())
any_text = st.one_of(text, text.map(Text), text.map(lambda t: t.encode("utf-8", "surrogatepass")), st.text())
octets = st.one_of(st.binary(max_size=30), text.map(lambda t: t.encode("utf-8", "surrogatepass")))
