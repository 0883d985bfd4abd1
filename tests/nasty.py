"""Pieces of text that are good at finding differences between URL parsers."""

from __future__ import annotations

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

CHARACTERS = DELIMITERS + CONTROLS + LOOKALIKES + WIDE + list("aAzZ09")


class Text(str):
    """A subclass, which the fast paths must leave alone."""

    __slots__ = ()
