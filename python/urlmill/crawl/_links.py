"""The links of HTML pages."""

from .._backend import impl
from .._encodings import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._url.url import URL
    from ..columns import Columns


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
    out, and those that lead nowhere.
    """
    from ..columns._pages import page_text, read_links  # which need all of columns; the rest of crawl does not

    if encoding is not None and isinstance(html, str):
        raise TypeError("encoding is for octets; this page is text already")
    if html is None or not isinstance(html, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"a page is str or bytes, not {type(html).__name__}")
    page = page_text(0, html if isinstance(html, str) else decode(html, encoding))
    return read_links(impl.read_texts([page]), url, schemes, 1)
