"""Which URLs share a server: groups, and a sample of each."""

from heapq import nsmallest

from .._backend import impl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    _By = Literal["site", "host"]

_PERSON, _SALT = "urlmill sample", "v1"


def groups(urls: "Any", /, by: "_By" = "site") -> dict[str, list[int]]:
    """The rows of a column that share a site or a host: a crawler waits between two of one group.

    ``site`` is ``URL.site``, scheme and registrable domain; ``host`` is ``URL.host_ascii``. The rows of a group are in
    order, and so are the groups, by their first rows. A row that has none, or whose host is empty, is in no
    group.
    """
    found: dict[str, list[int]] = {}
    for row, name in enumerate(_names(_texts(urls), by)):
        if name:
            found.setdefault(name, []).append(row)
    return found


def sample(urls: "Any", count: int, /, by: "_By" = "site") -> list[int]:
    """The rows of at most ``count`` URLs of each site or host, in order; of a URL that is there again, its first row.

    Which ones follows from their texts alone: those whose hashes are least. So a sample is the same in any order of the
    rows, on every machine, and a larger one contains it.
    """
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"count is an int, not {type(count).__name__}")
    if count < 0:
        raise ValueError(f"expected a count of 0 or more, got {count}")
    texts, chosen = _texts(urls), list[int]()
    for rows in groups(texts, by).values():
        first: dict[str, int] = {}
        for row in rows:
            first.setdefault(texts.text(row) or "", row)
        urls_of_group = list(first) if len(first) <= count else nsmallest(count, first, key=_hash)
        chosen += [first[url] for url in urls_of_group]
    return sorted(chosen)


def _hash(text: str) -> bytes:
    return impl.fingerprint(text, _PERSON, _SALT)


def _texts(urls: "Any") -> "impl.Texts":
    from ..columns._reading import texts_of  # which needs all of columns; the rest of crawl does not

    return texts_of(urls)


def _names(texts: "impl.Texts", by: str) -> "list[str | None]":
    """The site or the host of each row, which most rows have from one before: it follows from scheme and host."""
    from ..columns import split

    name = {"site": "site", "host": "host_ascii"}.get(by)
    if name is None:
        raise ValueError(f"expected 'site' or 'host', got {by!r}")
    parts = split(texts, ["scheme", "host"])
    known: dict[tuple[str | None, str | None], str | None] = {}
    names = []
    for row, server in enumerate(zip(parts["scheme"], parts["host"], strict=True)):
        if server not in known:
            known[server] = None if server[1] is None else _of(texts.text(row) or "", name)
        names.append(known[server])
    return names


def _of(text: str, name: str) -> str | None:
    from urlmill import URL  # by this name it knows every scheme

    found: str | None = getattr(URL(text, profile="lenient"), name)
    return found
