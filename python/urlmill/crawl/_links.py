"""The links of HTML pages."""

import re

from .._backend import impl
from .._url.url import URL
from ._encodings import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..columns import Columns

_SURROGATE = re.compile("[\ud800-\udfff]")


def links(
    html: str | bytes, url: "str | URL", *, encoding: str | None = None, schemes: "Iterable[str] | None" = None
) -> "Columns":
    """The links of an HTML page that is from ``url``, a row for each.

    ======================  ==========================================================================================
    ``href``                where it leads, by the web profile, seen from the page's ``<base>``; null if nowhere
    ``written``             what is written in the page, without HTML's escapes
    ``tag``, ``attribute``  where: ``a`` and ``href``, ``img`` and ``srcset``, ``meta`` and ``content`` (a refresh), ...
    ``rel``                 that of the tag
    ``anchor``              the text of an ``a``
    ``nofollow``            whether ``rel``, or the page for all its links, asks robots not to follow
    ``same_site``           whether it is of the site of the page: ``URL.same_site``
    ``position``            where the tag begins, in octets of the page as UTF-8
    ``error``               the code of what is wrong where there is no ``href``
    ``page``                the number of the page, for many
    ======================  ==========================================================================================

    Octets are read as ``decode()`` has them. With ``schemes``, such as ``["http", "https"]``, links to others are left
    out.
    """
    page = decode(html, encoding) if isinstance(html, (bytes, bytearray, memoryview)) else html
    if not isinstance(page, str):
        raise TypeError(f"a page is str or bytes, not {type(page).__name__}")
    if encoding is not None and page is html:
        raise TypeError("encoding is for octets; this page is text already")
    return read_links(impl.read_texts([_plain(page)]), url, schemes, 1)


def read_links(
    pages: "impl.Texts",
    urls: "str | URL | impl.Texts",
    schemes: "Iterable[str] | None",
    threads: int | None,
    layout: str = "view",
) -> "Columns":
    """The links of many pages, of which each is from the URL in its row, or all from one."""
    from ..columns._masking import Origin  # which need all schemes, and this module is loaded for less
    from ..columns._results import Columns

    of_pages = (
        urls if isinstance(urls, impl.Texts) else _plain(_text(str(urls) if isinstance(urls, URL) else urls, "url"))
    )
    wanted = None if schemes is None else _schemes(schemes)
    table = impl.read_links(pages, of_pages, wanted, threads)
    return Columns(table.in_layout(layout), Origin(table.texts("written")))


def page_text(row: int, page: object) -> str | None:
    """The text of a page in a list."""
    if page is None:
        return None
    if isinstance(page, (bytes, bytearray, memoryview)):
        return decode(page)
    if not isinstance(page, str):
        raise TypeError(f"row {row}: a page is str, bytes or None, not {type(page).__name__}")
    return _plain(page)


def _schemes(schemes: "Iterable[str]") -> list[str]:
    if isinstance(schemes, str):
        raise TypeError(f"schemes is a list of names such as ['http', 'https'], not the text {schemes!r}")
    return [_text(scheme, "a scheme").removesuffix(":").lower() for scheme in schemes]


def _text(given: object, name: str) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{name} is a str, not {type(given).__name__}")
    return str.__str__(given)


def _plain(text: str) -> str:
    """As browsers have it: a lone surrogate is U+FFFD."""
    text = str.__str__(text)
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
