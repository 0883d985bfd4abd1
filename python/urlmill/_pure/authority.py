"""``user:password@host:port``: RFC 1738 section 3.1, RFC 3986 section 3.2."""

from ..errors import URLError


def split_authority(text: str) -> tuple[str | None, str | None, str, str | None]:
    """User, password, host and port, as written; None is absent, "" is present and empty."""
    login, at, rest = text.rpartition("@")
    if "@" in login:
        raise URLError("reserved-unencoded", login.index("@"), text)
    user: str | None = None
    password: str | None = None
    if at:
        user, colon, rest_of_login = login.partition(":")
        password = rest_of_login if colon else None

    start = len(login) + len(at)
    if rest.startswith("["):
        end = rest.find("]") + 1
        if not end:
            raise URLError("bad-host", start, text)
        inner, inner_start = rest[1 : end - 1], start + 1
    else:
        end = rest.find(":") if ":" in rest else len(rest)
        if ":" in rest[end + 1 :]:  # an IPv6 address without its brackets
            raise URLError("bad-host", start, text)
        inner, inner_start = rest[:end], start
    for index, char in enumerate(inner):
        if char in "[]":
            raise URLError("bad-host", inner_start + index, text)

    host, after = rest[:end], rest[end:]
    if not after:
        return user, password, host, None
    if not after.startswith(":"):
        raise URLError("bad-host", start + end, text)
    port = after[1:]
    _check_port(port, start + end + 1, text)
    return user, password, host, port


def split_authority_loosely(text: str) -> tuple[str | None, str | None, str, str | None]:
    """The same for any text: what is not as it should be ends up in the host or the port."""
    if "@" not in text and ":" not in text:
        return None, None, text, None  # as nearly all are
    login, at, rest = text.rpartition("@")
    user, colon, password = login.partition(":")
    end = rest.find("]") + 1 if rest.startswith("[") else 0
    end = rest.find(":", end)
    host, port = (rest[:end], rest[end + 1 :]) if end >= 0 else (rest, None)
    return user if at else None, password if colon else None, host, port


def _check_port(port: str, start: int, text: str) -> None:
    """Decimal digits whose value is at most 65535; none at all is fine, and so are leading zeros."""
    value = 0
    for index, char in enumerate(port):
        if not "0" <= char <= "9":
            raise URLError("bad-port", start + index, text)
        value = value * 10 + int(char)
        if value > 65535:
            raise URLError("bad-port", start, text)
