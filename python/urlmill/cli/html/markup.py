"""HTML, as far as URLs stand in it: tags with their attributes, text, and where they are.

Divided as the tokenizer of the HTML standard does it, in which whatever has no end goes on to the end of the document:
so the time is linear. That of ``html.parser`` is not in every interpreter: Python 3.11.2 takes 10 s for 24 kB of "<a ".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from html.entities import html5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG = re.compile(r"[A-Za-z][^\s/>]*")
_BETWEEN = re.compile(r"[\s/]*")
_NAME = re.compile(r"=?[^\s/>=]*")
_EQUALS = re.compile(r"\s*=\s*")
_UNQUOTED = re.compile(r"[^\s>]*")
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
# In an attribute, a name without its semicolon is none before "=" or a letter: "?a=1&copy=2" is a query.
_REFERENCE_IN_ATTRIBUTE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z0-9]+(?:;|(?![=A-Za-z0-9])))")
# Their content is not text for a reader, or not markup.
_UNREAD = ("script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext")
_TEXT_ONLY = ("title", "textarea")
_MOST_DIGITS = 9  # of a number in a reference: no character needs more


@dataclass(frozen=True)
class Attribute:
    """The value with its references decoded, and where it begins in the document."""

    value: str
    at: int


@dataclass(frozen=True)
class Tag:
    """A start tag; names are in lower case, and of two attributes of one name the first counts."""

    name: str
    attributes: dict[str, Attribute]


class Text:
    """What stands between two tags, with its references decoded."""

    def __init__(self, raw: str, at: int) -> None:
        self._at = at
        self._shifts = [(0, 0)]  # from which place of the text on, how much longer the document is
        pieces, done, length = [], 0, 0
        for found in _REFERENCE.finditer(raw) if "&" in raw else ():
            decoded = _decoded(found[0])
            pieces += [raw[done : found.start()], decoded]
            length += found.start() - done + len(decoded)
            done = found.end()
            self._shifts.append((length, done - length))
        self.text = "".join([*pieces, raw[done:]])

    def places(self, starts: list[int]) -> Iterator[int]:
        """Where places of the text, in order, are in the document."""
        shifts = iter([*self._shifts[1:], (len(self.text) + 1, 0)])
        more, (following, shift) = 0, next(shifts)
        for start in starts:
            while start >= following:
                more = shift
                following, shift = next(shifts)
            yield self._at + start + more


def tokens(source: str) -> Iterator[Tag | Text]:
    """The tags and texts of a document. Comments are left out, and so is what scripts and styles are made of."""
    text_from = at = 0
    while (at := source.find("<", at)) >= 0:
        after = _past_other(source, at)
        tag = None
        if after is None:
            found = _TAG.match(source, at + 1)
            if not found:
                at += 1  # a "<" of the text
                continue
            tag, after = _tag(source, found)
        if text_from < at:
            yield Text(source[text_from:at], text_from)
        at = text_from = after
        if tag:
            yield tag
            if tag.name in _UNREAD:
                at = text_from = _end_of(source, tag.name, at)
            elif tag.name in _TEXT_ONLY:
                at = _end_of(source, tag.name, at)
    if text_from < len(source):
        yield Text(source[text_from:], text_from)


def _past_other(source: str, at: int) -> int | None:
    """Where a comment, a declaration or an end tag ends; None if there is none here."""
    if source.startswith("<!--", at):
        return _past(source, "-->", at + 2)
    if source.startswith(("<!", "<?"), at):
        return _past(source, ">", at)
    if source.startswith("</", at) and source[at + 2 : at + 3].isalpha():
        return _past(source, ">", at)
    return None


def _past(source: str, end: str, at: int) -> int:
    found = source.find(end, at)
    return len(source) if found < 0 else found + len(end)


def _end_of(source: str, name: str, at: int) -> int:
    found = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(source, at)
    return found.start() if found else len(source)


def _tag(source: str, name: re.Match[str]) -> tuple[Tag, int]:
    attributes: dict[str, Attribute] = {}
    at = name.end()
    while True:
        at = _past_match(_BETWEEN, source, at)
        if at >= len(source) or source[at] == ">":
            return Tag(name[0].lower(), attributes), min(at + 1, len(source))
        end = _past_match(_NAME, source, at)
        key = source[at:end].lower()
        start = at = end
        if equals := _EQUALS.match(source, end):
            start = equals.end()
            quote = source[start : start + 1]
            if quote in ('"', "'"):
                start += 1
                end = source.find(quote, start)
                end = len(source) if end < 0 else end
                at = end + 1
            else:
                at = end = _past_match(_UNQUOTED, source, start)
        value = _REFERENCE_IN_ATTRIBUTE.sub(_decoded_in_attribute, source[start:end])
        attributes.setdefault(key, Attribute(value, start))


def _past_match(pattern: re.Pattern[str], source: str, at: int) -> int:
    found = pattern.match(source, at)
    return found.end() if found else at


def _decoded(reference: str) -> str:
    # int() refuses thousands of digits, and would take its time for them.
    return reference if reference[1] == "#" and len(reference.lstrip("&#xX0")) > _MOST_DIGITS else unescape(reference)


def _decoded_in_attribute(found: re.Match[str]) -> str:
    reference = found[0]
    return _decoded(reference) if reference[1] == "#" else html5.get(reference[1:], reference)
