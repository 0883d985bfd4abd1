"""The URL Standard, as browsers read URLs: https://url.spec.whatwg.org.

| file | section of the standard |
|---|---|
| `web_parser` | 4.4, the state machine |
| `web_record` | 4.1 and 4.5, the parts of a URL and how they are written |
| `web_host`, `web_addresses` | 3.5 and 3.6, hosts |
| `web_idna`, `web_punycode`, `web_unicode` | 3.3, international names |
| `web_percent` | 1.3, what is percent-encoded |
"""

import re

from ..errors import URLError
from .web_parser import ParseError, Parser
from .web_record import Record

# Most URLs are their own href: nothing to lower, to encode, to drop or to resolve. What this does not match may be one
# all the same. The last label begins with no digit, so that it is no number; a port has four digits at most.
_SETTLED = re.compile(
    r"""(?:https?|wss?)://
    (?:[a-z0-9_\-]+\.)*[a-z_\-][a-z0-9_\-]*\.?
    (?::(?!80/|443/)[1-9][0-9]{0,3})?
    /[!$%&'()*+,\-./0-9:;=@A-Z\[\]_a-z|~]*
    (?:\?[!$%&()*+,\-./0-9:;=?@A-Z\[\\\]^_`a-z{|}~]*)?
    (?:\#[!\#$%&'()*+,\-./0-9:;=?@A-Z\[\\\]^_a-z{|}~]*)?""",
    re.VERBOSE,
)
_DOT_SEGMENT = re.compile(r"/(?:\.|%2[eE]){1,2}(?:[/?#]|\Z)")

_C0_AND_SPACE = "".join(map(chr, range(0x21)))
_DROPPED = re.compile("[\t\n\r]+")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_ORIGIN = re.compile(r"((?:https?|wss?|ftp)://)(?:[^/?#]*@)?([^/?#]*)")
_BLOB_PATH = re.compile(r"blob:([^?#]*)")


def web_href(text: str, /, base: str | None = None) -> str:
    """The URL as browsers write it; ``base`` is a URL that completes one that is relative."""
    text = _plain(text)
    record = None if base is None else _parsed(_plain(base), None)
    return text if _is_settled(text) else _parsed(text, record).href()


def web_can_parse(text: str, /, base: str | None = None) -> bool:
    """Whether browsers take it for a URL."""
    try:
        web_href(text, base)
    except URLError:
        return False
    return True


def web_origin(href: str, /) -> str:
    """The origin of what is an href: section 4.7. ``null`` stands for one that is opaque."""
    href = _plain(href)
    found = _ORIGIN.match(href)
    if found:
        return found[1] + found[2]
    blob = _BLOB_PATH.match(href)
    if blob:
        try:
            inner = web_href(blob[1])
        except URLError:
            return "null"
        return web_origin(inner) if inner.startswith(("http:", "https:")) else "null"
    return "null"


def _plain(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a URL is made from str, not {type(text).__name__}")
    return str.__str__(text)


def _is_settled(text: str) -> bool:
    if not _SETTLED.fullmatch(text):
        return False
    return not (("/." in text or "/%2" in text) and _DOT_SEGMENT.search(text))


def _parsed(text: str, base: Record | None) -> Record:
    cleaned = _DROPPED.sub("", text.strip(_C0_AND_SPACE))
    if not cleaned.isascii():
        cleaned = _LONE_SURROGATE.sub("\ufffd", cleaned)
    try:
        return Parser(cleaned, base).parse()
    except ParseError as error:
        code, at = error.args
        raise URLError(code, 0 if code == "not-absolute" else _position(text, at), text) from None


def _position(text: str, at: int) -> int:
    """Where in the text stands what is at ``at`` after spaces around it, tabs and line ends were taken out. What is
    missing at the end is missing behind the last character that is not a space.
    """
    start = len(text) - len(text.lstrip(_C0_AND_SPACE))
    end = start + len(text.strip(_C0_AND_SPACE))
    for index in range(start, end):
        if text[index] not in "\t\n\r":
            if not at:
                return index
            at -= 1
    return end
