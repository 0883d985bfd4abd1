"""The normal form of a URL: RFC 3986 section 6.2."""

import re

from .._hosts.addresses import canonical_ipv6
from .._hosts.names import escaped_delimiter, looked_up
from ..errors import URLError
from .octets import SUB_DELIMS, escaped, octets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .components import Components
    from .forms import Forms

    _Level = Literal["string", "syntax", "scheme"]

LEVELS: "tuple[_Level, ...]" = ("string", "syntax", "scheme")

_UNRESERVED = re.compile(r"[A-Za-z0-9\-._~]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
# An escape; or a run of characters that a URI cannot hold, some of which the superset profile lets stand.
_UNSETTLED = re.compile(rf"%[0-9A-Fa-f]{{2}}|%|[^A-Za-z0-9\-._~{re.escape(SUB_DELIMS)}:@/?%]+")


def check_level(level: str) -> None:
    """Raises ValueError if there is no such level."""
    if level not in LEVELS:
        raise ValueError(f"expected a level ({', '.join(LEVELS)}), got {level!r}")


def form(url: "Forms", level: str) -> str:
    """The text of the normal form."""
    check_level(level)
    if level == "string":
        return str(url)
    if not url.has_own_form and url.profile != "rfc1738":
        known = url._known_form(level, url.default_port, url.has_dot_segments, url.needs_host)
        if known is not None:
            return known
    return written_form(url, level)


def written_form(url: "Forms", level: str) -> str:
    """The same, for every class, profile and text."""
    path, query = url._normal_rest(level)
    text = f"{url.scheme}:" if url.scheme is not None else ""
    authority = url._normal_authority(level)
    if authority is not None:
        text += f"//{authority}"
    elif path.startswith("//"):
        path = "/." + path  # section 3.3: without an authority a path cannot begin with two slashes
    elif url.scheme is None and _SCHEME.match(path):
        path = "./" + path  # section 4.2: nor with what reads like a scheme, as "%41:" does when it is decoded
    text += path
    if query is not None:
        text += f"?{query}"
    if url.fragment is not None:
        text += f"#{escapes(url.fragment)}"
    # C-13: RFC 1738 has no "~" but as an escape.
    return text.replace("~", "%7E") if url.profile == "rfc1738" else text


def escapes(raw: str) -> str:
    """Upper-case digits, and no escapes but of characters that need one."""
    return _UNSETTLED.sub(_settled, raw)


def _settled(match: "re.Match[str]") -> str:
    found = match[0]
    if _ESCAPE.fullmatch(found):
        char = chr(int(found[1:], 16))
        return char if _UNRESERVED.fullmatch(char) else found.upper()
    return escaped(found)


def authority(url: "Forms", level: str) -> str | None:
    """The authority in normal form."""
    if url.host is None:
        return None
    login, at, _ = (url.authority or "").rpartition("@")
    port = url.raw_port
    if port is not None and level == "scheme" and (port == "" or url.port is not None):
        # Section 6.2.3: neither an empty port nor the scheme's own says anything.
        port = None if port == "" or url.port == url.default_port else str(url.port)
    return escapes(login) + at + url._normal_host(level) + ("" if port is None else f":{port}")


def host(url: "Components", level: str = "scheme") -> str:
    """The host in normal form."""
    if url.host_type == "ipv6":
        # A zone id is what its system calls it, upper case and all.
        address, mark, zone = (url.raw_host or "")[1:-1].partition("%25")
        address = address.lower() if level == "syntax" else canonical_ipv6(address)  # C-35
        return f"[{address}{mark}{escapes(zone)}]"
    if url.host_type != "name":
        return url.host or ""
    name = escapes(url.raw_host or "")
    # C-34: a scheme with a default port looks its hosts up in the name system.
    known = _looked_up(name) if level == "scheme" and url.default_port is not None else None
    return lowered(name) if known is None else known


def _looked_up(name: str) -> str | None:
    """The name by IDNA; None if that refuses it, or a delimiter is escaped in it."""
    if "%" not in name or escaped_delimiter(name) >= 0:
        return None
    try:
        return looked_up(octets_of(name).decode("utf-8"))
    except (URLError, UnicodeDecodeError):
        return None


def lowered(name: str) -> str:
    """Lower case but for the digits of escapes."""
    return _ESCAPE.sub(lambda match: match[0].upper(), name.lower())
