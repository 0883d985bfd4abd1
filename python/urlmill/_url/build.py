"""A URL from its parts."""

import re
from collections.abc import Iterator

from .._backend import impl
from ..errors import URLError
from .elsewhere import called
from .octets import SUB_DELIMS, as_octets, encoded, exact
from .params import query_text
from .registry import _known_options
from .resolve import compose as recompose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from .params import _Query
    from .url import URL

    _URL = TypeVar("_URL", bound=URL)

# RFC 1738 section 3.1: in a login ":", "@" and "/" are escaped, and so is ";", which some schemes give a meaning.
_LOGIN = SUB_DELIMS.replace(";", "")
_AFTER_HOST = re.compile("[/?#]")
_OF_AUTHORITY = ("user", "password", "host", "port")
_PARTS = ("scheme", *_OF_AUTHORITY, "path", "query", "fragment")


def built(
    cls: "type[_URL]",
    kind: "type[URL]",
    scheme: str,
    authority: "dict[str, Any]",
    parts: "dict[str, Any]",
    fragment: str | None,
    profile: str,
) -> "_URL":
    """A URL of ``cls`` from its parts; ``kind`` is the class of the scheme."""
    path, query = parts.pop("path"), query_of(kind, parts.pop("query"), profile)
    options = {name: parts.pop(name) for name in list(parts) if name in _known_options}
    # An iterator would be used up by the time that the result is compared with it.
    parts = {name: list(value) if isinstance(value, Iterator) else value for name, value in parts.items()}
    text = composed(kind, scheme, authority_of(kind, authority), {"path": path, "query": query, **parts}, fragment)
    url = cls._parse(text, cls._settings_from(profile, **options))
    check_read_back(url, {"query": query, **parts})
    return url


def composed(
    kind: "type[URL]", scheme: str, authority: str | None, parts: "dict[str, Any]", fragment: str | None
) -> str:
    """The text; ``parts`` are either path and query, or those that the scheme makes them of."""
    if isinstance(scheme, str):
        scheme = exact(scheme)
    if isinstance(fragment, str):
        fragment = exact(fragment)
    parts = {name: exact(value) if isinstance(value, str) else value for name, value in parts.items()}
    path, query = parts.pop("path", None), parts.pop("query", None)
    for name in sorted(set(parts) - set(kind.part_names)):
        other = called(name)
        has = f"it is called {other!r}" if other else f"it has {', '.join((*_PARTS, *kind.part_names))}"
        raise TypeError(f"{kind.__name__} has no part {name!r}; {has}")
    if parts:
        if path is not None or query is not None:
            raise TypeError(f"{kind.__name__} takes either path and query or {', '.join(kind.part_names)}")
        path, query = kind._compose(**parts)
        if authority is not None and path and not path.startswith("/"):
            path = f"/{path}"  # RFC 3986 section 3.3; schemes that can do without a server leave it to us
    for name, value in (("path", path), ("fragment", fragment)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name}: expected str or None, got {type(value).__name__}")
    path = path or ""
    text = recompose(scheme, authority, path, query, fragment)
    if impl.split(f"{scheme}:")[0] != scheme:
        raise URLError("bad-scheme", 0, text)
    if authority is not None and path and not path.startswith("/"):
        raise URLError("missing-path", len(f"{scheme}://{authority}"), text)
    if impl.split(text) != (scheme, authority, path, query, fragment):
        # A delimiter in the wrong part would move the border between two of them.
        raise URLError("reserved-unencoded", 0, text)
    return text


def query_of(kind: "type[URL]", query: "_Query | None", profile: str) -> str | None:
    """The query as it is to be written; text is that already, for any scheme."""
    if query is None or isinstance(query, str):
        return query
    if kind.query_form is None:
        raise URLError("no-parameters", 0, "")
    return query_text(query, kind.query_form, profile)


def authority_of(kind: "type[URL]", given: "dict[str, Any]") -> str | None:
    """The authority that stands for user, password, host and port, as they are meant."""
    return _authority(kind, {name: _written(kind, name, value) for name, value in given.items()})


def _written(kind: "type[URL]", name: str, value: "Any") -> str | None:
    """One of them as it is written."""
    if value is None:
        return None
    if name == "port":
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"port: expected int or None, got {type(value).__name__}")
        if not 0 <= value <= 65535:
            raise URLError("bad-port", 0, int.__repr__(value))
        return int.__repr__(value)
    if name == "host":
        if not isinstance(value, str):
            raise TypeError(f"host: expected str or None, got {type(value).__name__}")
        host = exact(value)
        if impl.host_kind(f"[{host}]") == "ipv6":
            return f"[{host}]"
        # A host that brings a login or a port with it would be another host; those of a list bring their ports.
        is_list = kind.has_several_hosts and "," in host and "@" not in host
        if _AFTER_HOST.search(host) or not (is_list or impl.split_authority(host) == (None, None, host, None)):
            raise URLError("bad-host", 0, host)
        return host
    return encoded(value, _LOGIN)


def _authority(kind: "type[URL]", written: dict[str, str | None]) -> str | None:
    user, password, host, port = (written[name] for name in _OF_AUTHORITY)
    if user is None and password is not None:
        raise URLError("password-without-user", 0, "")
    if host is None:
        if user is not None or port is not None:
            raise URLError("missing-host", 0, "")
        return None
    if kind.has_several_hosts and port is not None and "," in host:
        why = "each host of a list has its own port: write host='h1:1,h2:2'"  # C-39
        raise URLError("bad-port", 0, host, why)
    login = "" if user is None else f"{user}@" if password is None else f"{user}:{password}@"
    return login + host + ("" if port is None else f":{port}")


def replaced(url: "URL", kind: "type[URL]", changes: "dict[str, Any]") -> str:
    """The text of ``url`` with other parts, to be read as ``kind``. What is not changed stays as it is written."""
    names = url.part_names if changes.keys() & set(url.part_names) else ("path", "query")
    parts = {name: getattr(url, name) for name in names}
    if "?" in url.path and "path" in parts:
        parts["path"] = url.path.replace("?", "%3F")  # it was read as a part of the path, and stays one
    given = {name: changes.pop(name) for name in _OF_AUTHORITY if name in changes}
    scheme = changes.pop("scheme", str(url)[: len(url.scheme or "")])
    fragment = changes.pop("fragment", url.fragment)
    authority = url.authority
    if given:
        raw = {name: getattr(url, f"raw_{name}") for name in _OF_AUTHORITY}
        if given.get("user", "") is None:
            raw["password"] = None  # there is no password without a user
        authority = _authority(kind, {**raw, **{name: _written(kind, name, value) for name, value in given.items()}})
    return composed(kind, scheme, authority, {**parts, **changes}, fragment)


def check_read_back(url: "URL", parts: "dict[str, Any]") -> None:
    """Raises URLError if a part of the scheme does not come out of ``url`` as it went in."""
    for name, given in parts.items():
        octets = getattr(url, f"{name}_octets", None) if isinstance(given, bytes) else None
        found = getattr(url, name) if octets is None else octets
        given = [given] if isinstance(found, list) and isinstance(given, str) else given
        if given is not None and _comparable(found) != _comparable(given):
            why = f"{type(url).__name__} cannot have {name}={given!r} beside its other parts"
            raise URLError("read-otherwise", url._start_of("path"), str(url), why)


def _comparable(value: object) -> object:
    """Without regard to case, which some parts have no use for, and to how a sequence is kept.

    No segment and one empty one are written alike.
    """
    if isinstance(value, (str, bytes)):
        return as_octets(value).lower()
    return [_comparable(item) for item in value] or [b""] if isinstance(value, (list, tuple)) else value
