"""Internationalised URLs to plain ones and back: RFC 3987 section 3."""

import re

from .octets import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .url import URL

_NOT_URI = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+")
_NOT_AUTHORITY = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%\[\]]+")
_WIDE_ESCAPES = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")

# Section 2.2: ucschar; iprivate may stand in a query. Section 4.1 bars the characters that turn the direction of text.
_UCSCHAR = (
    "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane)}-{chr(plane + 0xFFFD)}" for plane in range(0x10000, 0xE0000, 0x10000))
    + "\U000e1000-\U000efffd"
)
_IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_TURNS = "\u200e\u200f\u202a-\u202e"
_IN_PATH = re.compile(f"(?![{_TURNS}])[{_UCSCHAR}]")
_IN_QUERY = re.compile(f"(?![{_TURNS}])[{_UCSCHAR}{_IPRIVATE}]")


def to_uri(url: "URL", host: str) -> str:
    """The text with ASCII characters only; escapes that are there already are left alone."""
    if host not in ("idna", "percent"):
        raise ValueError(f"a host is mapped by 'idna' or 'percent', not {host!r}")
    before, raw = str(url)[: url._start_of("path")], url.raw_host
    if raw and not raw.isascii() and host == "idna":
        start = url._start_of("host")
        before = before[:start] + url._to_ascii(text_of(raw)) + before[start + len(raw) :]
    text = _NOT_AUTHORITY.sub(_escaped, before) + _NOT_URI.sub(_escaped, url.path)
    if url.query is not None:
        text += "?" + _NOT_URI.sub(_escaped, url.query)
    if url.fragment is not None:
        text += "#" + _NOT_URI.sub(_escaped, url.fragment)
    return text


def _escaped(match: "re.Match[str]") -> str:
    return "".join(f"%{octet:02X}" for octet in match[0].encode("utf-8", "surrogatepass"))


def to_iri(url: "URL") -> str:
    """The text with the characters that escaped UTF-8 stands for, where an IRI may hold them."""
    text = str(url)
    # A zone id is what its system calls it, and an IP literal has no room for wide characters.
    start = url._start_of("path") if (url.host or "").startswith("[") else 0
    if url.query is None:
        return text[:start] + _unescaped(text[start:], _IN_PATH)
    query, end = url._start_of("query"), url._start_of("fragment") - 1
    before, after = _unescaped(text[start:query], _IN_PATH), _unescaped(text[end:], _IN_PATH)
    return text[:start] + before + _unescaped(text[query:end], _IN_QUERY) + after


def _unescaped(raw: str, allowed: "re.Pattern[str]") -> str:
    def shown(match: "re.Match[str]") -> str:
        run, at, text = match[0], 0, ""
        for char in bytes.fromhex(run.replace("%", "")).decode("utf-8", "surrogateescape"):
            end = at + 3 * len(char.encode("utf-8", "surrogateescape"))
            text += char if allowed.fullmatch(char) else run[at:end]
            at = end
        return text

    return _WIDE_ESCAPES.sub(shown, raw)
