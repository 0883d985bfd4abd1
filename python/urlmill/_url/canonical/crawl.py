"""The level ``crawl``: the normal form, and then what crawlers and archives know to make no difference.

Each rule is a switch. They are for http and https; of other URLs only the fragment goes. ``docs/crawling.md`` has the
rules one by one, where each is from, and how often it matters.
"""

import re

from ..._backend import impl
from .tracking import Names, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

# What browsers take away before they read: controls and spaces around the text, tabs and line breaks inside it.
_AROUND = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\n\r")
_WEB = ("http", "https")
_HEAD = re.compile(r"(?i)https?:[^?#]*")

_STEPS = (".", "..")
# What servers put into the path: Java's parameter, and that of ASP.NET, a segment of its own.
_SESSION_PARAMETER = re.compile(r"(?i);(?:jsessionid|phpsessid|sessionid)=[^;]*")
_SESSION_SEGMENT = re.compile(r"(?i)\((?:(?:[a-z]\([0-9a-z]{24}\))+|[0-9a-z]{24})\)")
# And into the query: names that mean nothing else, and names that do, by what a session id looks like.
_SESSION_NAME = re.compile(r"(?i)jsessionid|phpsessid|oscsid|zenid|cftoken|aspsessionid[a-z]{8}")
_MAYBE_SESSION_NAME = re.compile(r"(?i)sid|sessid|sessionid|session_id")
_SESSION_VALUE = re.compile(r"[0-9A-Za-z]{32}")
_CFID = re.compile(r"(?i)cfid=[0-9]+")
_SLASHES = re.compile(r"(?<!:)//+")  # but not the two of an address within the path
_INDEX_FILE = re.compile(r"(?i)index\.(?:html?|php|shtml|aspx?|jsp|cgi|cfm)|default\.(?:html?|aspx?)")


def crawl_form(text: str, switches: "dict[str, bool | Collection[str]]") -> str:
    """The canonical form, with these switches, all of them."""
    text = text.strip(_AROUND).translate(_BREAKS)
    head = _HEAD.match(text) if "\\" in text else None
    if head:
        text = head[0].replace("\\", "/") + text[head.end() :]
    from urlmill import URL  # by this name it knows every scheme

    text = str(URL(text, profile="lenient").normalize())
    scheme, authority, path, query, fragment = impl.split(text)
    if fragment is not None and switches["fragment"]:
        text = text[: -len(fragment) - 1].rstrip(_AROUND)
        fragment = None
    if scheme not in _WEB or not authority:
        return text
    if switches["www"]:
        authority = _without_www(text, authority)
    if query is not None:
        query = _query(query, switches)
    path = _path(path, query is not None, switches)
    form = f"{scheme}://{authority}{path}"
    if query is not None:
        form += f"?{query}"
    return form if fragment is None else f"{form}#{fragment}"


def _without_www(text: str, authority: str) -> str:
    """Without the label ``www`` where that leaves the registrable domain as it is."""
    login, at, server = authority.rpartition("@")
    if not server.startswith("www."):
        return authority
    domain = impl.registrable_domain(text)
    host, colon, port = server.partition(":")
    ended = f".{host}".removesuffix(".")
    if domain is None or not ended.endswith(f".{domain}"):
        return authority
    start, most = 0, len(ended) - len(domain) - 1  # where the domain begins in the host
    while start + 4 <= most and host.startswith("www.", start):
        start += 4
    return f"{login}{at}{host[start:]}{colon}{port}"


def _path(path: str, has_query: bool, switches: "dict[str, bool | Collection[str]]") -> str:
    if switches["sessions"] and (";" in path or "(" in path):
        path = _without_sessions(path)
    if switches["slashes"] and "//" in path:
        path = _SLASHES.sub("/", path)
    # One of them may bring the other to the end.
    end, before = len(path), -1
    while end != before:
        before = end
        while switches["trailing_slash"] and end > 1 and path[end - 1] == "/":
            end -= 1
        if switches["index_files"] and not has_query:
            start = path.rfind("/", 0, end) + 1
            if _INDEX_FILE.fullmatch(path, start, end):
                end = start
    return path[:end] or "/" * bool(switches["trailing_slash"])


def _without_sessions(path: str) -> str:
    segments = path.split("/")
    for index, segment in enumerate(segments):
        rest = _SESSION_PARAMETER.sub("", segment)
        # What is left must not become a step.
        if rest not in _STEPS:
            segments[index] = rest
    if segments[-1].lower().endswith(".aspx"):
        kept = [segment for segment in segments[:-1] if not _SESSION_SEGMENT.fullmatch(segment)]
        segments = [*kept, segments[-1]]
    return "/".join(segments)


def _query(query: str, switches: "dict[str, bool | Collection[str]]") -> str | None:
    names = names_of(switches["tracking"])
    fields = query.split("&")
    kept = [field for field in fields if not _is_left_out(field, names, switches)]
    if not kept:
        return None
    if switches["order"]:
        kept.sort(key=_name)  # stable: what is said of one name stays in order
    return "&".join(kept)


def _name(field: str) -> str:
    return field.partition("=")[0]


def _is_left_out(field: str, tracking: Names, switches: "dict[str, bool | Collection[str]]") -> bool:
    if not field:
        return bool(switches["empty_query"])
    name, _, value = field.partition("=")
    if name in tracking:
        return True
    if not switches["sessions"]:
        return False
    if _SESSION_NAME.fullmatch(name) or _CFID.fullmatch(field):
        return True
    return _MAYBE_SESSION_NAME.fullmatch(name) is not None and _SESSION_VALUE.fullmatch(value) is not None
