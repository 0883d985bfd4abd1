"""What the setters of the URL Standard do (its section 6.1): each changes one part of an href.

A value that a setter does not take raises URLError. ``urlmill.web.URL`` ignores that, as the Standard has it, and
``WebURL.replace`` does not.

The Standard runs its parser from the state that reads the part. Here the value is put into the shortest URL in which
the whole parser would come to that state, and what the parser writes is cut out again. What stands behind the value
there keeps its final spaces, which the parser would strip from a URL.
"""

import re

from .._backend import impl
from .._profiles import SPECIAL_PORTS
from ..errors import URLError
from .octets import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .url import URL

_DROPPED = re.compile("[\t\n\r]+")  # wherever they stand: section 4.4
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*")
_DIGITS = re.compile("[0-9]*")
_END_OF_HOST = {True: re.compile(r"[/\\?#]"), False: re.compile("[/?#]")}  # by whether the scheme is special
_UNTIL_PORT = re.compile(r"(?:\[[^\]]*\]?|[^\[:])*")  # a ":" in brackets is a part of the host
_LOGIN_SAFE = "!$%&'()*+,"  # of ASCII: section 1.3, the userinfo percent-encode set


class Parts:
    """An href taken apart, to be changed and put together again."""

    __slots__ = ("fragment", "host", "is_opaque", "password", "path", "port", "query", "scheme", "user")

    def __init__(self, url: "URL") -> None:
        self.scheme = url.scheme or ""
        self.user = url.raw_user or ""
        self.password = url.raw_password or ""
        self.host = url.raw_host
        self.port = url.port
        self.path = url.path
        self.query = url.query
        self.fragment = url.fragment
        self.is_opaque = self.host is None and not self.path.startswith("/")

    @property
    def is_special(self) -> bool:
        """Whether the Standard knows the scheme."""
        return self.scheme in SPECIAL_PORTS

    @property
    def has_server(self) -> bool:
        """Whether there can be a login and a port."""
        return bool(self.host) and self.scheme != "file"

    def href(self) -> str:
        """The text: section 4.5."""
        text = f"{self.scheme}:"
        if self.host is not None:
            login = self.user + (f":{self.password}" if self.password else "")
            port = "" if self.port is None else f":{self.port}"
            text += f"//{login}@{self.host}{port}" if login else f"//{self.host}{port}"
        elif self.path.startswith("//"):
            text += "/."  # or it would be read as a host
        text += self.path
        text += "" if self.query is None else f"?{self.query}"
        return text + ("" if self.fragment is None else f"#{self.fragment}")


def set_scheme(url: Parts, value: str) -> None:
    """``protocol``: what follows a colon does not count."""
    text = _DROPPED.sub("", value)
    found = _SCHEME.match(text)
    if found is None or text[found.end() : found.end() + 1] not in ("", ":"):
        raise URLError("bad-scheme", found.end() if found else 0, value)
    scheme = found[0].lower()
    is_other = (scheme in SPECIAL_PORTS) != url.is_special
    if is_other or (scheme == "file" and (url.user or url.password or url.port is not None)):
        raise URLError("read-otherwise", 0, value)
    if url.scheme == "file" and not url.host:
        raise URLError("missing-host", 0, value)
    url.scheme = scheme
    if url.port == SPECIAL_PORTS.get(scheme):
        url.port = None


def set_user(url: Parts, value: str) -> None:
    """``username``."""
    if not url.has_server:
        raise URLError("userinfo-not-allowed", 0, value)
    url.user = quoted(value, _LOGIN_SAFE)


def set_password(url: Parts, value: str) -> None:
    """``password``."""
    if not url.has_server:
        raise URLError("password-not-allowed", 0, value)
    url.password = quoted(value, _LOGIN_SAFE)


def set_host(url: Parts, value: str) -> None:
    """``hostname``: what follows a slash does not count, and a port is refused."""
    host, port = _divided(url, value)
    if port is not None:
        raise URLError("bad-host", len(host), value)
    _set_host(url, host)


def set_host_and_port(url: Parts, value: str) -> None:
    """``host``: a port that is not a number, or none that could be one, stays as it was."""
    host, port = _divided(url, value)
    if port is not None and not _DROPPED.sub("", host):
        raise URLError("missing-host", 0, value)
    _set_host(url, host)
    if port is not None:
        set_port(url, port or "-")  # nothing after the colon is not "no port" here


def _divided(url: Parts, value: str) -> tuple[str, str | None]:
    """What stands for the host, and what follows its colon."""
    if url.is_opaque:
        raise URLError("authority-not-allowed", 0, value)
    end = _END_OF_HOST[url.is_special].search(value)
    text = value[: end.start()] if end else value
    found = _UNTIL_PORT.match(text)
    colon = found.end() if found else 0
    if url.scheme == "file" or colon == len(text):
        return text, None
    return text[:colon], text[colon + 1 :]


def _set_host(url: Parts, text: str) -> None:
    if _DROPPED.sub("", text):
        host = _host(text, is_special=url.is_special)
        url.host = "" if url.scheme == "file" and host == "localhost" else host
        return
    if (url.is_special and url.scheme != "file") or url.user or url.password or url.port is not None:
        raise URLError("missing-host", 0, text)
    url.host = ""


def _host(text: str, *, is_special: bool) -> str:
    found = _UNTIL_PORT.match(text)
    bad = found.end() if found and found.end() < len(text) else text.find("@")
    if bad >= 0:  # no host has them, and elsewhere they would end one
        raise URLError("bad-host", bad, text)
    return _written("http://" if is_special else "x://", text, "/")


def set_port(url: Parts, value: str) -> None:
    """``port``: what follows the digits does not count."""
    if not url.has_server:
        raise URLError("port-not-allowed", 0, value)
    if not value:
        url.port = None
        return
    found = _DIGITS.match(_DROPPED.sub("", value))
    digits = found[0] if found else ""
    number = digits.lstrip("0")
    if not digits or len(number) > 5 or int(number or "0") > 65535:
        raise URLError("bad-port", 0, value)
    port = int(number or "0")
    url.port = None if port == SPECIAL_PORTS.get(url.scheme) else port


def set_path(url: Parts, value: str) -> None:
    """``pathname``."""
    if url.is_opaque:
        raise URLError("no-segments", 0, value)
    first = value.lstrip("\t\n\r")[:1]
    if not first and not url.is_special:
        url.path = "/" if url.host is None else ""
        return
    slash = "" if first == "/" or (first == "\\" and url.is_special) else "/"
    before = "file://" if url.scheme == "file" else "http://h" if url.is_special else "x://h"
    url.path = _written(before, slash + value.replace("?", "%3F").replace("#", "%23"), "#")


def set_query(url: Parts, value: str) -> None:
    """``search``: with its question mark or without; nothing takes the query away."""
    before = "http://h/?" if url.is_special else "x://h/?"
    url.query = _written(before, value.removeprefix("?").replace("#", "%23"), "#") if value else None


def set_fragment(url: Parts, value: str) -> None:
    """``hash``: with its number sign or without; nothing takes the fragment away."""
    url.fragment = _written("x://h/#", value.removeprefix("#"), ".") if value else None


def _written(before: str, value: str, after: str) -> str:
    """What the parser writes for the value between the two."""
    try:
        href = impl.web_href(before + value + after)
    except URLError as error:
        raise URLError(error.code, min(max(error.position - len(before), 0), len(value)), value) from None
    return href[len(before) : -len(after)]
