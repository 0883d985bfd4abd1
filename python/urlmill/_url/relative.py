"""References that lead from one URL to another: the other way round than ``join``."""

from ..errors import URLError
from .resolve import compose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .url import URL


def reference(url: "URL", base: "URL") -> str:
    """The shortest kind of reference that ``base`` joins to the same as the whole URL."""
    target = base.join(url)
    return next((text for text in _candidates(url, base) if _leads_to(base, text, target)), str(url))


def _leads_to(base: "URL", text: str, target: "URL") -> bool:
    try:
        return base.join(text) == target
    except URLError:  # neither every scheme nor every profile has references of every kind
        return False


def _candidates(url: "URL", base: "URL") -> "Iterator[str]":
    """References of each kind, the shortest first. What comes of them is seen by joining."""
    if url.scheme != base.scheme:
        return
    if url.authority == base.authority:
        if (url.path, url.query) == (base.path, base.query):
            yield compose(None, None, "", None, url.fragment)
        if url.path == base.path and url.query is not None:
            yield compose(None, None, "", url.query, url.fragment)
        if url.path.startswith("/"):
            yield compose(None, None, _steps(base.path, url.path), url.query, url.fragment)
            yield compose(None, None, url.path, url.query, url.fragment)
    yield compose(None, url.authority, url.path, url.query, url.fragment)


def _steps(base: str, path: str) -> str:
    """The path as seen from the directory of another one."""
    here, there = base.split("/")[:-1], path.split("/")
    shared = 0
    for one, other in zip(here, there[:-1], strict=False):
        if one != other:
            break
        shared += 1
    rest = "/".join(there[shared:])
    up = "../" * (len(here) - shared)
    # RFC 3986 section 4.2: a path that begins with a slash, or with what looks like a scheme, is not a relative one.
    is_plain = up or (rest and not rest.startswith("/") and ":" not in rest.partition("/")[0])
    return up + rest if is_plain else f"./{rest}"
