"""URLs of the profile "web" from parts: by the setters of the Standard, and without what those pass over in silence."""

import re

from .._backend import impl
from .._profiles import SPECIAL_PORTS
from ..errors import URLError
from . import web_setters
from .build import query_of
from .elsewhere import called
from .octets import SUB_DELIMS, encoded, exact
from .web_setters import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from .web import WebURL

    _Web = TypeVar("_Web", bound=WebURL)

_LOGIN = SUB_DELIMS.replace(";", "")

# Values that the setters take as a whole: they drop tabs and line ends, a host ends where what follows it
# begins, and spaces at the end of a URL are no part of it.
_KEPT = re.compile(r"[^\t\n\r]*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*")
_HOST = re.compile(r"\[[^\]/\\?#@\t\n\r]*\]|[^/\\?#@:\t\n\r]*")
_OPAQUE = re.compile(r"(?:[^?#\t\n\r]*[^?#\0- ])?")
_NAMES = ("scheme", "host", "port", "user", "password", "path", "query", "fragment")  # a port is one of the new scheme


def replaced(url: "_Web", changes: "dict[str, Any]") -> "_Web":
    """The URL with these parts; or it raises URLError for one that a browser would ignore, or take a part of."""
    _check_names(type(url), changes)
    parts = Parts(url)
    if "user" in changes and changes["user"] is None:
        changes = {"password": None, **changes}
    for name in _NAMES:
        if name in changes:
            _set(parts, name, changes[name], type(url))
    text = parts.href()
    return url if text == str(url) else url._again(text)


def built(kind: "type[_Web]", scheme: str | None, host: str | None, changes: "dict[str, Any]") -> "_Web":
    """A URL from its parts; those that are None are absent."""
    if scheme is None:
        raise TypeError("build() needs a scheme")
    _check_names(kind, changes)
    name = _whole(_SCHEME, "bad-scheme", "scheme", scheme).lower()
    given = {name: value for name, value in changes.items() if value is not None}
    path = given.get("path", "")
    if host is not None or name == "file":
        return replaced(kind._parse(f"{name}://h/", None), {"host": host, "path": path, **given})
    if name in SPECIAL_PORTS:
        raise URLError("missing-host", 0, "")
    if isinstance(path, str) and not path.startswith("/"):  # such as that of mailto: it is not made of segments
        given.pop("path", None)
        return replaced(kind._parse(f"{name}:{_whole(_OPAQUE, 'reserved-unencoded', 'path', path)}", None), given)
    return replaced(kind._parse(f"{name}:/", None), given)


def _check_names(kind: "type[WebURL]", changes: "dict[str, Any]") -> None:
    for name in sorted(changes.keys() - set(_NAMES)):
        other = called(name)
        has = f"it is called {other!r}" if other else f"it has {', '.join(_NAMES)}"
        raise TypeError(f"{kind.__name__} has no part {name!r}; {has}")


def _set(parts: Parts, name: str, value: "Any", kind: "type[WebURL]") -> None:
    """Changes one part; one that is absent stays so when it is taken away."""
    if name == "scheme":
        web_setters.set_scheme(parts, _whole(_SCHEME, "bad-scheme", name, value))
    elif name == "host":
        _set_host(parts, value)
    elif name == "port":
        _set_port(parts, value)
    elif name in ("user", "password"):
        if value is not None or parts.has_server:
            setter = web_setters.set_user if name == "user" else web_setters.set_password
            setter(parts, "" if value is None else encoded(value, _LOGIN))
    elif name == "path":
        web_setters.set_path(parts, "" if value is None else _whole(_KEPT, "bad-char", name, value))
    elif name == "query":
        text = query_of(kind, value, "web")
        web_setters.set_query(parts, "" if text is None else f"?{_whole(_KEPT, 'bad-char', name, text)}")
    else:
        web_setters.set_fragment(parts, "" if value is None else f"#{_whole(_KEPT, 'bad-char', name, value)}")


def _set_host(parts: Parts, value: "Any") -> None:
    if value is None:
        if parts.host is None:
            return
        if parts.scheme != "file":
            raise URLError("missing-host", 0, "")  # no setter takes a host away
    text = exact(value) if isinstance(value, str) else "" if value is None else value
    if isinstance(text, str) and impl.host_kind(f"[{text}]") == "ipv6":
        text = f"[{text}]"
    web_setters.set_host(parts, _whole(_HOST, "bad-host", "host", text))


def _set_port(parts: Parts, value: "Any") -> None:
    if value is None:
        parts.port = None
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"port: expected int or None, got {type(value).__name__}")
    if not 0 <= value <= 65535:
        raise URLError("bad-port", 0, int.__repr__(value))
    web_setters.set_port(parts, int.__repr__(value))


def _whole(pattern: "re.Pattern[str]", code: str, name: str, value: "Any") -> str:
    """A value of which nothing is passed over."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected str or None, got {type(value).__name__}")
    text = exact(value)
    found = pattern.match(text)
    if found is None or found.end() < len(text):
        raise URLError(code, found.end() if found else 0, text)
    return text
