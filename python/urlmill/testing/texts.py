"""Text that mostly is a URL, and references to resolve against one."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from .parts import authorities, fragments, joined, maybe, once, paths, queries, segments
from .strategies import urls

# What goes wrong with URLs: delimiters too many, escapes cut short, controls, what no character is.
_WRONG = [
    *":/?#[]@;%|\\ <>\"{}^`", "%", "%2", "%zz", "%u0041", "::", "//", "@@", "\t", "\n", "\r", "\0", "\x7f", "\x85",
    "\ud800", "\udc80", "\ufdd0", "\uffff", "\u0663", "é", ":65536", ":8x", ":-1", "[::1", "[]", ";type=", ";type=%61",
]  # fmt: skip


@once
def url_texts() -> SearchStrategy[str]:
    """What a parser meets: URLs, URLs with something wrong about them, references, and any text at all.

    >>> from hypothesis import given
    >>> @given(url_texts())
    ... def test_my_parser_never_fails(text): ...
    """
    valid = urls().map(str)
    return st.one_of(valid, _wronged(valid), valid, _wronged(valid), references(), st.text(max_size=20))


@once
def references() -> SearchStrategy[str]:
    """Relative references, and whole URLs: ``../x?q``, ``//h/x``, ``#f``, ````."""
    steps = st.sampled_from(
        ["", ".", "..", "./", "../", "../..", "../../g", "./a", "a:b", "./a:b", ";x", "g;x=1/../y", "//"]
    )
    rootless = joined(segments(), paths())
    before = st.one_of(steps, paths(), rootless, joined(authorities(login=True), paths()))
    return st.one_of(joined(before, maybe(queries(), "?"), maybe(fragments(), "#")), urls().map(str))


@st.composite
def _wronged(draw: st.DrawFn, texts: SearchStrategy[str]) -> str:
    """With a few characters put in, taken out or replaced; sometimes doubled, or cut short."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        at, end = sorted((draw(st.integers(0, min(len(text), 60))), draw(st.integers(0, min(len(text), 60)))))
        how = draw(st.sampled_from(["insert", "replace", "remove", "double", "cut"]))
        if how == "insert":
            text = text[:at] + draw(st.sampled_from(_WRONG)) + text[at:]
        elif how == "replace":
            text = text[:at] + draw(st.sampled_from(_WRONG)) + text[at + 1 :]
        elif how == "remove":
            text = text[:at] + text[end:]
        elif how == "double":
            text = text[:end] + text[at:]
        else:
            text = text[:end]
    return text
