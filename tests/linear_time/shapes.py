"""Texts made to hurt. Each is something before, a unit that is repeated, and something after."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """``{s}`` is the scheme, and ``{p}`` what its URLs have before the path; ``{n}`` is another number in each unit."""

    before: str
    unit: str
    after: str = ""

    def text(self, start: str, length: int) -> str:
        """The URL of about ``length`` characters whose path begins after ``start``, such as ``http://h/``."""
        before = self.before.replace("{s}", start.partition(":")[0]).replace("{p}", start)
        if "{n}" not in self.unit:
            return before + self.unit * (length // len(self.unit)) + self.after
        units = (self.unit.replace("{n}", f"{number:06}") for number in range(length // (len(self.unit) + 3)))
        return before + "".join(units) + self.after


SHAPES = {
    # a host, a login, a port
    "labels": Shape("{s}://", "a.", "com/"),
    "hyphens": Shape("{s}://", "a-", "/"),
    "numbers": Shape("{s}://", "0x1.", "1/"),
    "zone": Shape("{s}://[fe80::1%25", "%41", "]/"),
    "long label": Shape("{s}://", "a", ".com/"),
    "A-labels": Shape("{s}://", "xn--bcher-kva.", "com/"),
    "long A-label": Shape("{s}://xn--", "a", "-kva.com/"),
    "wide host": Shape("{s}://", "\xe9\u4e2d", ".com/"),
    "combining marks": Shape("{s}://a", "\u0316\u0301", ".com/"),
    "marks in two": Shape("{s}://a", "\u0f73", ".com/"),
    "A-label beside another": Shape("{s}://xn--", "a", "a.\xe9/"),
    "many letters": Shape("{s}://", "".join(map(chr, range(0x4E00, 0x4E40))), ".com/"),
    "right to left": Shape("{s}://", "\u05d0", ".a/"),
    "joiners": Shape("{s}://", "\u0628\u200c\u0301", "\u0628/"),
    "syllables": Shape("{s}://", "\u1100\u1161\u11a8", "/"),
    "dots": Shape("{s}://", ".", "/"),
    "zeros": Shape("{s}://", "0", "1.1/"),
    "escaped host": Shape("{s}://", "%C3%A9%2E", "com/"),
    "at signs": Shape("{s}://", "a@", "h/"),
    "logins": Shape("{s}://", "//a:b", "@h/"),
    "dropped": Shape("{s}:", "/\t", "a:b\t@h/"),
    "dropped logins": Shape("{s}:", "\t//a:b?\n//c:d@e"),
    "colons": Shape("{s}://", ":", "@h/"),
    "brackets": Shape("{s}://", "[:", "]/"),
    "nested brackets": Shape("{s}://", "[", "]/"),
    "digits": Shape("{s}://h:", "9", "/"),
    # a path
    "slashes": Shape("{p}", "/"),
    "backslashes": Shape("{p}", "\\"),
    "dot segments": Shape("{p}", "a/../", "b"),
    "steps up": Shape("{p}", "../"),
    "many names": Shape("{p}", "a/", ";type=a"),
    "different names": Shape("{p}", "{n}/"),
    "percents": Shape("{p}", "%"),
    "escapes": Shape("{p}", "%C3%A9"),
    "octets": Shape("{p}", "%FF%25"),
    "wide path": Shape("{p}", "\xe9\u4e2d"),
    "marks in a path": Shape("{p}a", "\u0316\u0301"),
    "marks in two in a path": Shape("{p}a", "\u0f73"),
    "escaped quotes": Shape("{p}%22", "%5C%22", "@h"),
    "parameters": Shape("{p}", ";a=", "x"),
    "commas": Shape("{p}", "a,*?!", "a"),
    "addresses": Shape("{p}", "a@b.c,"),
    "quotes": Shape("{p}", '"\\'),
    "spaces": Shape("{p}", " \t"),
    "tabs of Gopher": Shape("{p}", "%09"),
    # a query, a fragment, a scheme
    "fields": Shape("{p}?", "a=b&"),
    "different fields": Shape("{p}?", "{n}=a&"),
    "empty fields": Shape("{p}?", "&"),
    "pluses": Shape("{p}?a=", "+%2B"),
    "question marks": Shape("{p}", "?a"),
    "number signs": Shape("{p}", "#@"),
    "long scheme": Shape("", "a", ":"),
    # running text
    "tags": Shape("", "<a:"),
    "different URLs": Shape("", " http://h{n}.a/ "),
    "URLs": Shape("", " <URL:http://u:p@h/(a)>. "),
    "open brackets": Shape("http://h/", "(", ")" * 9),
}
