"""Internationalised URLs to plain ones and back: RFC 3987 section 3."""

import re

from .._hosts.names import escaped_delimiter
from .octets import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .components import Components

_NOT_URI = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+")
_NOT_AUTHORITY = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%\[\]]+")
_WIDE_ESCAPES = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")

# Letters, marks and symbols without a picture: the property Default_Ignorable_Code_Point of Unicode, as far as
# ``isprintable`` does not know it, and a blank of Braille.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")


def to_uri(url: "Components", host: str) -> str:
    """The text with ASCII characters only; escapes that are there already are left alone."""
    if host not in ("idna", "percent"):
        raise ValueError(f"a host is mapped by 'idna' or 'percent', not {host!r}")
    before, raw = str(url)[: url._start_of("path")], url.raw_host
    is_looked_up = host == "idna" and url.default_port is not None
    if raw and not raw.isascii() and is_looked_up and escaped_delimiter(raw) < 0:
        start = url._start_of("host")
        before = before[:start] + url._uri_host() + before[start + len(raw) :]
    text = _NOT_AUTHORITY.sub(_escaped, before) + _NOT_URI.sub(_escaped, url.path)
    if url.query is not None:
        text += "?" + _NOT_URI.sub(_escaped, url.query)
    if url.fragment is not None:
        text += "#" + _NOT_URI.sub(_escaped, url.fragment)
    return text


def _escaped(match: "re.Match[str]") -> str:
    return escaped(match[0])


def to_iri(url: "Components") -> str:
    """The text with the characters that escaped UTF-8 stands for, where an IRI may hold them."""
    text = str(url)
    # A zone id is what its system calls it, and an IP literal has no room for wide characters.
    start = url._start_of("path") if "[" in (url.host or "") else 0  # one of several hosts may be such a literal
    if url.query is None:
        return text[:start] + _unescaped(text[start:])
    query, end = url._start_of("query"), url._start_of("fragment") - 1
    before, after = _unescaped(text[start:query]), _unescaped(text[end:])
    return text[:start] + before + _unescaped(text[query:end], in_query=True) + after


def _unescaped(raw: str, *, in_query: bool = False) -> str:
    def shown(match: "re.Match[str]") -> str:
        run, at, text = match[0], 0, ""
        for char in bytes.fromhex(run.replace("%", "")).decode("utf-8", "surrogateescape"):
            end = at + 3 * len(char.encode("utf-8", "surrogateescape"))
            may_stand = (_is_ucschar(ord(char)) and _is_seen(char)) or (in_query and _is_private(ord(char)))
            text += char if may_stand else run[at:end]
            at = end
        return text

    return _WIDE_ESCAPES.sub(shown, raw)


def _is_ucschar(code: int) -> bool:
    """Section 2.2: ucschar."""
    if 0xA0 <= code < 0x10000:
        return code <= 0xD7FF or 0xF900 <= code <= 0xFDCF or 0xFDF0 <= code <= 0xFFEF
    return 0x10000 <= code < 0xF0000 and not 0xE0000 <= code < 0xE1000 and code & 0xFFFF < 0xFFFE


def _is_seen(char: str) -> bool:
    """Whether it leaves a picture: no space, nothing that turns the direction of text (section 4.1) or joins others."""
    return char.isprintable() and not _INVISIBLE.match(char)


def _is_private(code: int) -> bool:
    """Section 2.2: iprivate, for queries."""
    return 0xE000 <= code <= 0xF8FF or (code >= 0xF0000 and code & 0xFFFF < 0xFFFE)
