"""Text that is good at finding differences between URL parsers."""

from __future__ import annotations

from hypothesis import strategies as st

from . import corpus

# Characters that some parser, somewhere, treats unlike the others.
DELIMITERS = list(":/?#[]@;&=+%.,!$'()*|\\^`{}<>\"~-_")
CONTROLS = ["\0", "\t", "\n", "\r", "\x0b", "\x0c", "\x1b", "\x1f", " ", "\x7f", "\x80", "\x85", "\xa0"]
LOOKALIKES = list("\u2100\u2105\uff0f\uff1f\uff03\uff20\uff1a\u2048\ufe55\u2488\uff0e\u3002")  # NFKC gives delimiters
WIDE = ["é", "ß", "İ", "ı", "ſ", "K", "ü", "中", "\u2028", "😀", "\ud800", "\udfff", "\udc80", "٣", "²", "１"]
PIECES = [
    "http", "https", "HTTP", "hTTps", "ftp", "file", "mailto", "javascript", "svn+ssh", "x-y.z", "1a", "+", "-a", "",
    "://", "//", "///", "/", "/.", "/..", "/../", "./", "../", "..", ".", "...", ";", ";p", ";p=1", ";;", "/;",
    "?", "??", "?a", "?a=b", "?a=b&c=d", "&", "&&", "a=", "=b", "=", "a=1", "#", "##", "#f", "#?", "?#",
    "@", "u@", "u:p@", ":@", "u:p:q@", "@@", "host", "Host.EXAMPLE", "a.b.c", "127.0.0.1", "[::1]", "[v1.a]", "[",
    "]", "[::1", "::1]", "[fe80::1%25En0]", "h%25Zone", "%", "%2", "%2F", "%2f", "%zz", "%41", "%C3%A9", "%c3",
    "%E4%B8%AD", "%F0%9F%98%80", "%ED%A0%80", "%00", "%0A", "%25", "%%", "%%41", "%4", "+", "a+b", " ",
    ":80", ":", ":0", ":00080", ":65535", ":65536", ":99999", ":-1", ":8x", ":٣", ": 80", ":1_0", "path", "index.html",
]  # fmt: skip

char = st.sampled_from(DELIMITERS + CONTROLS + LOOKALIKES + WIDE + list("aAzZ09"))
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


class Text(str):
    """A subclass, which the fast paths must leave alone."""

    __slots__ = ()


text = st.one_of(nasty, url_like(), mutated())
any_text = st.one_of(text, text.map(Text), text.map(lambda t: t.encode("utf-8", "surrogatepass")), st.text())
octets = st.one_of(st.binary(max_size=30), text.map(lambda t: t.encode("utf-8", "surrogatepass")))
