"""Resolving a reference against a base: RFC 3986, section 5."""

from ..errors import URLError
from .split import split


def resolve(base: str, reference: str) -> str:
    """The reference as seen from the base. Nothing is normalised but dot segments."""
    base_scheme, base_authority, base_path, base_query, _ = split(base)
    scheme, authority, path, query, fragment = split(reference)
    if base_scheme is None:
        raise URLError("not-absolute", 0, base)

    if scheme is not None:
        path = remove_dot_segments(path)
    else:
        scheme = base_scheme
        if authority is not None:
            path = remove_dot_segments(path)
        else:
            authority = base_authority
            if not path:
                path = base_path
                query = base_query if query is None else query
            elif path.startswith("/"):
                path = remove_dot_segments(path)
            else:
                path = remove_dot_segments(_merge(base_path, path, authority is not None))

    url = f"{scheme}:"
    if authority is not None:
        url += f"//{authority}"
    elif path.startswith("//"):
        # RFC 3986 section 3.3: without an authority a path cannot begin with two slashes. "/." keeps it a path.
        path = "/." + path
    url += path
    if query is not None:
        url += f"?{query}"
    if fragment is not None:
        url += f"#{fragment}"
    return url


def _merge(base_path: str, path: str, has_authority: bool) -> str:
    """Section 5.2.3: the base path up to its last slash, then the reference's."""
    if has_authority and not base_path:
        return "/" + path
    return base_path[: base_path.rfind("/") + 1] + path


def remove_dot_segments(path: str) -> str:
    """Section 5.2.4, one segment at a time."""
    # Leading "./" and "../" of a path without a root are dropped (steps A and D).
    start = 0
    while True:
        if path.startswith("./", start):
            start += 2
        elif path.startswith("../", start):
            start += 3
        else:
            break
    path = path[start:]
    if path in (".", ".."):
        return ""

    first, *segments = path.split("/")
    kept = [first]  # "" for a rooted path: joining then gives its slash
    for segment in segments:
        if segment == "..":
            kept.pop()
            if not kept:
                kept.append("")  # the root; and a path without one has one now, since the slash is kept (step C)
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept)
