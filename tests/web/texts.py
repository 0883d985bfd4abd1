"""Texts that are good at finding differences between parsers of the URL Standard."""

from __future__ import annotations

from hypothesis import strategies as st

from .. import corpus, nasty
from ..strategies import text

# What the general pieces lack: international names, addresses, drives, and slashes of both kinds.
PIECES = [
    "\\", "\\\\", "/\\", "C:", "C|", "/C|/", "file:", "file://", "file:///", "ws://", "wss:", "blob:https://h/", "x:",
    "x://", "x:/..//", "localhost", "%2e", "%2E%2e", ".%2e", "/%2e/", "//a", "?#", "\t", "\n", "0x", "0x7f", "0x7f.1",
    "1.2.3.4", "256", "1.2.3.256", "08", "0177", "4294967296", "1.2.3.4.5", ".000000000000", "%30", "[::]", "[1::8]",
    "[::1.2.3.4]", "[1:2:3:4:5:6:7:8]", "[0:0:1:0:0:2:0:0]", "[::1%25a]", "[:1]", "::", ":0:", "xn--", "xn--a",
    "xn--bcher-kva", "xn--4db", "xn--zca", "xn--ls8h", "xn--a-\xe9", "b\xfccher", "fa\xdf", "\u1e9e", "%C3%9F",
    "\xad", "\u200c", "\u200d", "\u0628\u200c\u0628", "\u0915\u094d\u200d", "\u0301", "e\u0301", "\u0316\u0301",
    "<\u0338", "\u05d0", "\u05d01", "1\u05d0", "\u0628", "\u0661", "\u3002", "\uff0e", "\uff0f", "\uff05", "\uff41",
    "\uff11", "\u2100", "\u1100\u1161\u11a8", "\ud55c", "\uac00\u11a8", "\u2126", "\u212b", "\ufb03", "\ufdfa",
    "\u2615", "\U0001f600", "\u0378", "\ufffd", "\U000e0100", "\u180e", "\u1806", "\u0f73\u0301",
]  # fmt: skip
BASES = [
    "http://h/", "http://u:p@h.example:81/a/b/c?d#e", "https://h/..", "ws://h", "file:///C:/a/b?c", "file://h/a/",
    "file:", "x://h/a/b", "x://", "x:/a/b", "x:/..//a", "x:a", "mailto:a@b?c#d", "blob:https://h/a", "data:,a ",
    "about:blank",
]  # fmt: skip
_STARTS = [
    "http://",
    "https:",
    "HTTP:\\\\",
    "//",
    "x://",
    "ws:/",
    "file://",
    "file:",
    "x:",
    "",
    "http://u@",
    "ftp://h:",
]


@st.composite
def composed(draw: st.DrawFn) -> str:
    """A start and a few pieces: most of them end up in the host."""
    pieces = st.sampled_from(PIECES + nasty.PIECES + nasty.CHARACTERS)
    parts = draw(st.lists(st.one_of(pieces, st.sampled_from("a1.-/@:?#")), max_size=6))
    return (
        str(draw(st.sampled_from(_STARTS))) + "".join(parts) + str(draw(st.sampled_from(["", "", "/", "?a#b", "\xe9"])))
    )


web_texts = st.one_of(composed(), composed(), text, st.sampled_from(corpus.URLS))
names = st.lists(st.one_of(st.sampled_from([*PIECES, ".", "a", "-", "1"]), st.characters()), min_size=1, max_size=5)
# A host alone, of any characters: what of it is a delimiter ends it.
hosts = names.map("".join).map("http://{}/".format)
bases = st.one_of(st.sampled_from(BASES), web_texts)
