"""The links of HTML pages, row by row: the native twin's answers, not its speed."""

import re

from ..errors import URLError
from .columns import Table, Texts, _Column
from .html import meant, pieces
from .suffix import registrable_domain
from .web import web_href

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TEXT = "string_view"
_COLUMNS = {
    "page": "uint64", "href": _TEXT, "written": _TEXT, "tag": _TEXT, "attribute": _TEXT, "rel": _TEXT, "anchor": _TEXT,
    "nofollow": "bool", "same_site": "bool", "position": "uint64", "error": _TEXT,
}  # fmt: skip

# What attributes hold: a URL, those of a srcset, the base of all others; or what is said of a link or a page.
_IMAGE = {"src": "url", "srcset": "urls", "data-src": "url", "data-srcset": "urls", "data-lazy-src": "url",
          "data-lazy-srcset": "urls", "data-original": "url"}  # fmt: skip
_CITE, _SRC, _HREF = {"cite": "url"}, {"src": "url"}, {"href": "url", "rel": "rel"}
_TAGS: dict[str, dict[str, str]] = {
    "a": _HREF, "area": _HREF, "link": _HREF | {"imagesrcset": "urls"},
    "img": _IMAGE | {"lowsrc": "url", "longdesc": "url"}, "source": _IMAGE, "iframe": _IMAGE | {"longdesc": "url"},
    "script": _SRC, "track": _SRC, "embed": _SRC, "frame": _SRC | {"longdesc": "url"},
    "meta": {"name": "name", "http-equiv": "equivalent", "content": "content"},
    "form": {"action": "url", "rel": "rel"}, "input": _SRC | {"formaction": "url"}, "button": {"formaction": "url"},
    "base": {"href": "base"}, "object": {"data": "url"}, "body": {"background": "url"}, "html": {"manifest": "url"},
    "video": {"src": "url", "poster": "url", "data-src": "url", "data-poster": "url"},
    "audio": {"src": "url", "data-src": "url"},
    "blockquote": _CITE, "q": _CITE, "ins": _CITE, "del": _CITE,
    "image": {"href": "url", "xlink:href": "url"}, "use": {"href": "url", "xlink:href": "url"},
}  # fmt: skip

# A long base would be a part of the URL of every link, and those of a page take the square of its room. So they may
# take so much, and so many times the room of the page; what comes after that has no href.
_ROOM, _TIMES = 1 << 26, 16

_SPACES = "\t\n\f\r "
_WORDS = re.compile(r"[^\t\n\f\r ,]+")
_SRCSET_URL = re.compile(r"[\t\n\f\r ,]*([^\t\n\f\r ]+)")
_DESCRIPTORS = re.compile(r"(?:[^,(]|\([^)]*(?:\)|\Z))*")
_REFRESH = re.compile(
    r"""[\t\n\f\r ]*(?:[0-9]|(?=\.))[0-9.]*
    (?:[\t\n\f\r ]*[;,]|[\t\n\f\r ](?![\t\n\f\r ]*[;,]))[\t\n\f\r ]*
    (?=[^\t\n\f\r ])(?:[uU][rR][lL][\t\n\f\r ]*=[\t\n\f\r ]*)?
    (?:"([^"]*)|'([^']*)|([^"'].*))?""",
    re.VERBOSE | re.DOTALL,
)
_SITE = re.compile(r"(https?|wss?|ftp)://(?:[^/?#]*@)?(\[[^/?#]*\]|[^/?#:]*)")


class _Link:
    __slots__ = ("anchor", "attribute", "nofollow", "position", "rel", "tag", "url")

    def __init__(self, tag: str, attribute: str, url: str, rel: str | None, position: int) -> None:
        self.tag = tag
        self.attribute = attribute
        self.url = url
        self.rel = rel
        self.anchor: str | None = None
        self.nofollow = rel is not None and _has_word(rel, "nofollow")
        self.position = position


def read_links(
    pages: Texts,
    urls: "Texts | str",
    schemes: "Sequence[str] | None" = None,
    threads: int | None = None,  # noqa: ARG001  # the twin has them
    /,
) -> Table:
    """The links of pages, a row for each; ``urls`` says where the pages are from: one text, or a text for each. Links
    of other schemes than these are left out.
    """
    columns: list[list[object]] = [[] for _ in _COLUMNS]
    for row, page in enumerate(pages._rows):
        if page is not None:
            page = page.decode(errors="replace") if isinstance(page, bytes) else page
            url = urls if isinstance(urls, str) else urls.text(row) if row < len(urls) else None
            for values in _rows(row, page, url, schemes):
                for column, value in zip(columns, values, strict=True):
                    column.append(value)
    of_all = map(_Column, _COLUMNS, _COLUMNS.values(), columns)
    return Table(len(columns[0]), list(of_all))


def _rows(row: int, page: str, url: str | None, schemes: "Sequence[str] | None") -> "Iterator[tuple[object, ...]]":
    links, base = _links(page)
    of_page = None if url is None else _href(url, None)[0]
    start = of_page
    if base is not None:
        nearer = _href(base, of_page)[0]
        if nearer is not None and not nearer.startswith(("data:", "javascript:")):  # which HTML does not let it be
            start = nearer
    octets = characters = 0
    left = _ROOM + _TIMES * len(page.encode())
    for link in links:
        href, error = _href(link.url, start) if left > 0 else (None, "too-long")
        left -= len(href or "") + len(start or "")
        octets += len(page[characters : link.position].encode())
        characters = link.position
        if schemes is None or (href is not None and href.partition(":")[0] in schemes):
            same_site = _is_same_site(href, of_page)
            what = href, link.url, link.tag, link.attribute, link.rel, link.anchor
            yield row, *what, link.nofollow, same_site, octets, error


def _href(text: str, base: str | None) -> tuple[str | None, str | None]:
    try:
        return web_href(text, base), None
    except URLError as error:
        return None, error.code


def _is_same_site(href: str | None, page: str | None) -> bool:
    mine, theirs = _SITE.match(href or ""), _SITE.match(page or "")
    if not mine or not theirs or mine[1] != theirs[1]:
        return False
    if mine[2] == theirs[2]:
        return True
    domain = registrable_domain(f"//{mine[2]}")
    is_alike = mine[2].endswith(".") == theirs[2].endswith(".")
    return is_alike and domain is not None and domain == registrable_domain(f"//{theirs[2]}")


def _links(page: str) -> tuple[list[_Link], str | None]:
    """Those of a page, and its base."""
    found: list[_Link] = []
    base: str | None = None
    is_page_nofollow = False
    anchor: _Link | None = None
    texts: list[str] = []

    def end_anchor() -> None:
        nonlocal anchor
        if anchor is not None:
            anchor.anchor = " ".join(re.findall(r"[^\t\n\f\r ]+", "".join(texts)))
            anchor = None

    for piece in pieces(page):
        if piece[0] == "text":
            if anchor is not None:
                texts.append(meant(piece[1], in_attribute=False))
            continue
        if piece[1] == "a":
            end_anchor()
        if piece[0] == "end" or piece[1] not in _TAGS:
            continue
        _, tag, position, written = piece
        known = _TAGS[tag]
        values: dict[str, str] = {}
        for name, value in written:
            if name in known and name not in values:  # of two that have the same name the first counts
                values[name] = meant(value, in_attribute=True)
        if tag == "meta":
            content = values.get("content")
            if content is not None:
                is_page_nofollow |= _same(values.get("name"), "robots") and (
                    _has_word(content, "nofollow") or _has_word(content, "none")
                )
                target = _refreshed(content) if _same(values.get("http-equiv"), "refresh") else None
                if target is not None:
                    found.append(_Link("meta", "content", target, None, position))
            continue
        for name, value in values.items():
            if known[name] == "url":
                found.append(_Link(tag, name, value.strip(_SPACES), values.get("rel"), position))
                if tag == "a":
                    anchor, texts = found[-1], []
            elif known[name] == "urls":
                found += [_Link(tag, name, url, values.get("rel"), position) for url in _candidates(value)]
            elif known[name] == "base" and base is None:
                base = value.strip(_SPACES)
    end_anchor()
    for link in found:
        link.nofollow |= is_page_nofollow
    return found, base


def _same(value: str | None, word: str) -> bool:
    return value is not None and value.isascii() and value.lower() == word


def _has_word(words: str, word: str) -> bool:
    return any(_same(each, word) for each in _WORDS.findall(words))


def _candidates(srcset: str) -> "Iterator[str]":
    """The URLs of a srcset."""
    at = 0
    while found := _SRCSET_URL.match(srcset, at):
        url, at = found[1].rstrip(","), found.end()
        if url == found[1]:
            rest = _DESCRIPTORS.match(srcset, at)
            at = rest.end() if rest else at
        if url:
            yield url


def _refreshed(content: str) -> str | None:
    """Where ``<meta http-equiv=refresh>`` leads."""
    found = _REFRESH.match(content)
    if not found:
        return None
    return next((url for url in found.groups() if url is not None), "").strip(_SPACES)
