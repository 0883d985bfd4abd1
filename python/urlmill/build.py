"""A URL from its parts."""

from ._backend import impl
from .errors import URLError
from .octets import SUB_DELIMS, encoded
from .resolve import compose as recompose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .url import URL

# RFC 1738 section 3.1: in a login ":", "@" and "/" are escaped, and so is ";", which some schemes give a meaning.
_LOGIN = SUB_DELIMS.replace(";", "")


def compose(
    kind: "type[URL]",
    scheme: str,
    user: "str | bytes | None",
    password: "str | bytes | None",
    host: str | None,
    port: int | None,
    parts: "dict[str, Any]",
    fragment: str | None,
) -> str:
    """The text; ``parts`` are either path and query, or those that the scheme makes them of."""
    path, query = parts.pop("path", None), parts.pop("query", None)
    unknown = sorted(set(parts) - set(kind.part_names))
    if unknown:
        named = f"{kind.__name__} has no part {unknown[0]!r}"
        raise TypeError(f"{named}; it has {', '.join(kind.part_names)}" if kind.part_names else named)
    if parts:
        if path is not None or query is not None:
            raise TypeError(f"{kind.__name__} takes either path and query or {', '.join(kind.part_names)}")
        path, query = kind._compose(**parts)
    authority = _authority(user, password, host, port)
    if parts and authority is not None and path and not path.startswith("/"):
        path = f"/{path}"  # RFC 3986 section 3.3; schemes that can do without a server leave it to us
    text = recompose(scheme, authority, path or "", query, fragment)
    if impl.split(text) != (scheme, authority, path or "", query, fragment):
        # A delimiter in the wrong part would move the border between two of them.
        raise URLError("reserved-unencoded", 0, text)
    return text


def _authority(
    user: "str | bytes | None", password: "str | bytes | None", host: str | None, port: int | None
) -> str | None:
    if user is None and password is not None:
        raise URLError("password-without-user", 0, "")
    if host is None:
        if user is not None or port is not None:
            raise URLError("missing-host", 0, "")
        return None
    login = ""
    if user is not None:
        login = encoded(user, _LOGIN) + ("" if password is None else f":{encoded(password, _LOGIN)}") + "@"
    return login + host + ("" if port is None else f":{port}")


def replaced(url: "URL", kind: "type[URL]", changes: "dict[str, Any]") -> str:
    """The text of ``url`` with other parts, to be read as ``kind``."""
    kept: dict[str, Any] = {name: getattr(url, name) for name in ("scheme", "user", "password", "port", "fragment")}
    kept["host"] = url.raw_host
    if changes.get("user", "") is None:
        kept["password"] = None  # there is no password without a user
    names = url.part_names if changes.keys() & set(url.part_names) else ("path", "query")
    parts = {name: getattr(url, name) for name in names}
    for name, value in changes.items():
        (kept if name in kept else parts)[name] = value
    return compose(kind, parts=parts, **kept)
