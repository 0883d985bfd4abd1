"""URLs in running text: wrapped as ``<URL:...>`` (RFC 1738 appendix), in angle brackets, or bare."""

import re

from ..errors import URLError
from .registry import class_of
from .url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WRAPPED = re.compile(r"(?:URL:)?\s*([A-Za-z][A-Za-z0-9+.\-]*):([^<>]*)>", re.IGNORECASE)
_SCHEME_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-")
# No URL goes on after these, whatever language the text is in.
_BARE_END = re.compile(
    '[\\s<>"\0-\x1f\u2018-\u201f\xab\xbb\u2039\u203a\u3000-\u3002\u3008-\u3011\uff08\uff09\uff0c\uff1b]'
)
_TRAILING = frozenset(".,;:!?'*_~`|")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_LONGEST_SCHEME = 64
_BRACKET = re.compile("[<>]")
_MARK = re.compile("[<:]")

Candidate = tuple[str, int, int]  # a text, and where it begins and ends


class Found:
    """A URL, and where it stood: ``text[start:end]`` is what was found, wrapper and all."""

    __slots__ = ("end", "start", "url")
    __match_args__ = ("url", "start", "end")

    def __init__(self, url: URL, start: int, end: int) -> None:
        self.url = url
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Found({self.url!r}, {self.start}, {self.end})"


def extract(text: str, *, profile: str = "superset") -> "Iterator[Found]":
    """The URLs in a text, in order. What the profile refuses is passed over.

    >>> [str(found.url) for found in extract("see <URL:ftp://h/a b> (or http://h/c).")]
    ['ftp://h/ab', 'http://h/c']
    """
    for url, start, end in candidates(text):
        try:
            found = Found(URL(url, profile=profile), start, end)
        except URLError:
            continue
        yield found


def candidates(text: str) -> "Iterator[Candidate]":
    """What looks like a URL, in order: what ``extract`` tries."""
    done = 0
    for mark in _MARK.finditer(text):
        at = mark.start()
        if at < done:
            continue
        candidate = _wrapped(text, at) if mark[0] == "<" else _bare(text, at, done)
        if candidate:
            done = candidate[2]  # past it, good or bad: to look into it again would take quadratic time
            yield candidate


def _wrapped(text: str, at: int) -> "Candidate | None":
    bracket = _BRACKET.search(text, at + 1)
    match = _WRAPPED.fullmatch(text, at + 1, bracket.end()) if bracket else None
    if not match:
        return None
    scheme, rest = match[1], re.sub(r"\s+", "", match[2])
    is_marked = text[at + 1 : at + 5].lower() == "url:"
    if not is_marked and not rest.startswith("//") and class_of(scheme) is URL:
        return None  # <xml:tag>
    return f"{scheme}:{rest}", at, match.end()


def _bare(text: str, colon: int, floor: int) -> "Candidate | None":
    start = colon
    while start > floor and colon - start < _LONGEST_SCHEME and text[start - 1] in _SCHEME_CHARS:
        start -= 1
    while start < colon and not text[start].isalpha():
        start += 1
    scheme = text[start:colon]
    has_authority = text.startswith("//", colon + 1)
    if not scheme or not (has_authority or (class_of(scheme) is not URL and not class_of(scheme).needs_host)):
        return None
    stop = _BARE_END.search(text, colon)
    end = _trimmed(text, colon + 1, stop.start() if stop else len(text))
    return (text[start:end], start, end) if end > colon + 1 else None


def _trimmed(text: str, start: int, end: int) -> int:
    """Without the punctuation of the sentence, and without brackets that were opened before the URL."""
    surplus = {
        close: text.count(close, start, end) - text.count(opening, start, end) for close, opening in _BRACKETS.items()
    }
    while end > start:
        last = text[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return end
