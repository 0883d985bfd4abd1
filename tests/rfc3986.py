"""RFC 3986 in Python, a sentence at a time: slow, and easy to compare with the text."""

from __future__ import annotations

import re

# Appendix B.
_PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

Parts = tuple["str | None", "str | None", str, "str | None", "str | None"]


def split(text: str) -> Parts:
    """Scheme, authority, path, query and fragment."""
    found = _PARTS.fullmatch(text)
    assert found is not None
    scheme, authority, path, query, fragment = found.groups()
    return scheme, authority, path, query, fragment


def recomposed(parts: Parts) -> str:
    """Section 5.3; section 3.3 has a path that begins with "//" only after an authority."""
    scheme, authority, path, query, fragment = parts
    result = ""
    if scheme is not None:
        result += scheme + ":"
    if authority is not None:
        result += "//" + authority
    elif path.startswith("//"):
        result += "/."
    result += path
    if query is not None:
        result += "?" + query
    if fragment is not None:
        result += "#" + fragment
    return result


def normalized(text: str) -> str:
    """Section 6.2.2 for a URI. A path without a root keeps its dots: section 5.2.4 would give it one."""
    scheme, authority, path, query, fragment = split(text)
    assert scheme is not None
    # 6.2.2.1 and 6.2.2.2
    scheme = scheme.lower()
    if authority is not None:
        login, at, host_and_port = authority.rpartition("@")
        authority = without_needless_escapes(login) + at + lower(without_needless_escapes(host_and_port))
    path = without_needless_escapes(path)
    query = None if query is None else without_needless_escapes(query)
    fragment = None if fragment is None else without_needless_escapes(fragment)
    # 6.2.2.3
    if path.startswith("/"):
        path = without_dots(path)
    return recomposed((scheme, authority, path, query, fragment))


def without_needless_escapes(part: str) -> str:
    """Section 6.2.2.2; and upper-case digits, as 6.2.2.1 has them."""
    result = ""
    while part:
        if part[0] != "%":
            result, part = result + part[0], part[1:]
            continue
        char = chr(int(part[1:3], 16))
        result, part = result + (char if char in _UNRESERVED else part[:3].upper()), part[3:]
    return result


def lower(host: str) -> str:
    """Section 6.2.2.1: the host without case, its escapes in upper case."""
    result = ""
    while host:
        length = 3 if host[0] == "%" else 1
        result, host = result + (host[:length] if length == 3 else host[0].lower()), host[length:]
    return result


def resolved(base: str, reference: str) -> str:
    """Section 5.2.2."""
    base_scheme, base_authority, base_path, base_query, _ = split(base)
    r_scheme, r_authority, r_path, r_query, r_fragment = split(reference)
    if r_scheme is not None:
        return recomposed((r_scheme, r_authority, without_dots(r_path), r_query, r_fragment))
    if r_authority is not None:
        return recomposed((base_scheme, r_authority, without_dots(r_path), r_query, r_fragment))
    if r_path == "":
        query = r_query if r_query is not None else base_query
        return recomposed((base_scheme, base_authority, base_path, query, r_fragment))
    if r_path.startswith("/"):
        return recomposed((base_scheme, base_authority, without_dots(r_path), r_query, r_fragment))
    # Section 5.2.3
    if base_authority is not None and base_path == "":
        merged = "/" + r_path
    else:
        merged = base_path[: base_path.rfind("/") + 1] + r_path
    return recomposed((base_scheme, base_authority, without_dots(merged), r_query, r_fragment))


def without_dots(given: str) -> str:
    """Section 5.2.4, step by step."""
    output = ""
    while given:
        if given.startswith("../"):  # A
            given = given[3:]
        elif given.startswith(("./", "/./")):  # A, B
            given = given[2:]
        elif given == "/.":
            given = "/"
        elif given.startswith("/../"):  # C
            given = given[3:]
            output = output[: max(output.rfind("/"), 0)]
        elif given == "/..":
            given = "/"
            output = output[: max(output.rfind("/"), 0)]
        elif given in (".", ".."):  # D
            given = ""
        else:  # E
            end = given.find("/", 1)
            end = len(given) if end < 0 else end
            output, given = output + given[:end], given[end:]
    return output
