"""The references in an HTML document: attributes that hold URLs, and URLs in its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..._url.extract import candidates
from .markup import Tag, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .markup import Attribute

_ONE = (
    "href", "src", "action", "formaction", "cite", "poster", "background", "longdesc", "manifest", "xlink:href",
    "lowsrc", "data-href", "data-src",
)  # fmt: skip
_WORDS = ("ping",)
_SETS = ("srcset", "imagesrcset", "data-srcset")
_REFRESH = re.compile(r"\s*[0-9.]*\s*[;,]?\s*(?:url\s*=\s*)?([\"']?)(.*)", re.IGNORECASE | re.DOTALL)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_AROUND = "\t\n\f\r " + "".join(map(chr, range(0x20)))
_DROPPED = re.compile("[\t\n\r]")  # by browsers, wherever they are in a URL
_CANDIDATE = re.compile(r"[\s,]*(\S+)")
_SIZE = re.compile(r"[^,(]*(?:\([^)]*\)?[^,(]*)*,?")  # commas in parentheses are its own


@dataclass(frozen=True)
class Reference:
    """A URL, or what becomes one with a base, and where it stands in the document."""

    text: str
    at: int


def is_absolute(text: str) -> bool:
    """Whether it begins with a scheme."""
    return _ABSOLUTE.match(text) is not None


def references(source: str) -> tuple[list[Reference], str | None]:
    """All there are, and the base that the document gives, if it does."""
    found: list[Reference] = []
    base: str | None = None
    for token in tokens(source):
        if not isinstance(token, Tag):
            inside = list(candidates(token.text))
            places = token.places([start for _, start, _ in inside])
            found += [Reference(url, at) for (url, _, _), at in zip(inside, places, strict=True)]
            continue
        if token.name == "base" and "href" in token.attributes:
            href = token.attributes["href"]
            given = _reference(href.value, href.at)
            base = given.text if base is None else base
            found += [given] if is_absolute(given.text) else []  # it is not its own base
            continue
        found += (each for text, at in _of_tag(token) if (each := _reference(text, at)).text)
    return found, base


def _of_tag(tag: Tag) -> Iterator[tuple[str, int]]:
    for name, attribute in tag.attributes.items():
        if name in _ONE or (tag.name, name) == ("object", "data"):
            yield attribute.value, attribute.at
        elif name in _WORDS:
            for word in re.finditer(r"\S+", attribute.value):
                yield word[0], attribute.at + word.start()
        elif name in _SETS:
            yield from _of_set(attribute)
    if tag.name == "meta" and "content" in tag.attributes:
        yield from _of_meta(tag)


def _of_meta(tag: Tag) -> Iterator[tuple[str, int]]:
    content = tag.attributes["content"]
    kind = tag.attributes.get("http-equiv")
    if kind and kind.value.strip().lower() == "refresh":
        found = _REFRESH.match(content.value)
        if found and found[2]:
            yield found[2].split(found[1])[0] if found[1] else found[2], content.at + found.start(2)
    elif re.match(r"\s*[A-Za-z][A-Za-z0-9+.\-]*://\S+\s*\Z", content.value):
        yield content.value, content.at  # og:url and the like


def _of_set(attribute: Attribute) -> Iterator[tuple[str, int]]:
    """The URLs of ``a.png 1x, b.png 2x``. One may hold commas, but not at its end."""
    at = 0
    while found := _CANDIDATE.match(attribute.value, at):
        url, at = found[1], found.end()
        if url.endswith(","):
            url = url.rstrip(",")
        else:
            size = _SIZE.match(attribute.value, at)
            at = size.end() if size else at
        if url:
            yield url, attribute.at + found.start(1)


def _reference(text: str, at: int) -> Reference:
    bare = text.lstrip(_AROUND)
    return Reference(_DROPPED.sub("", bare.rstrip(_AROUND)), at + len(text) - len(bare))
