r"""UNC names in URLs: draft-ietf-appsawg-file-scheme-05, C.2 and C.3.

    unc-path  = 2*3"/" [ userinfo "@" ] file-host path-absolute
    file-host = "%5B" ( IPv6address / IPvFuture ) "%5D" / IPv4address / reg-name

In ``\\host\share\name`` an IPv6 address stands without brackets, as RFC 4291 writes it.
"""

import re

from ..._backend import impl
from ..._url.octets import SUB_DELIMS, encoded, text_of

# The at sign: \\host@SSL@8080\share is a request to a web server.
_NO_HOST = re.compile(r'[\0-\x1f<>:"/\\|?*@\ud800-\udfff]')


def end_of_host(path: str) -> int:
    """Where the path goes on after the host, or ends."""
    start = len(path) - len(path.lstrip("/"))
    end = path.find("/", start)
    return len(path) if end < 0 else end


def authority(prefix: str) -> str:
    """What stands between the slashes before the host and the path, with the brackets of an authority."""
    login, at, host = prefix.lstrip("/").rpartition("@")
    # Looked at only where they can stand: a search would try every "%5B" anew.
    if host[:3].upper() == "%5B" and host[-3:].upper() == "%5D" and len(host) >= 6:
        host = f"[{host[3:-3]}]"
    return login + at + host


def prefix(authority: str) -> str:
    """The other way."""
    return "//" + authority.replace("[", "%5B").replace("]", "%5D")


def refusal(host: str) -> str | None:
    """Why the host of a URL cannot begin a UNC name, as an error code; None if it can."""
    if host.startswith("["):
        return None if impl.host_kind(host) == "ipv6" and "%" not in host else "unsupported-address"
    name = text_of(host)
    if not name.strip(" .?"):
        return "win32-namespace"  # \\?\ and \\.\
    return "bad-host" if _NO_HOST.search(name) else None


def host_text(host: str) -> str:
    """The host of a URL as a UNC name has it."""
    return host[1:-1] if host.startswith("[") else text_of(host)


def host_of(text: str) -> str:
    """The host of a UNC name, or as a caller gave it, as an authority has it."""
    if text.startswith("["):
        return text
    return f"[{text}]" if ":" in text else encoded(text, SUB_DELIMS)
