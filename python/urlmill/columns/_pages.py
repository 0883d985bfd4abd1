"""HTML pages by the column."""

import re

from .._backend import impl
from .._encodings import decode
from .._url.url import URL
from ._arguments import str_from
from ._masking import Origin
from ._results import Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SURROGATE = re.compile("[\ud800-\udfff]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):?")


def read_links(
    pages: "impl.Texts",
    urls: "str | URL | impl.Texts",
    schemes: "Iterable[str] | None",
    threads: int | None,
    layout: str = "view",
) -> Columns:
    """The links of many pages, of which each is from the URL in its row, or all from one."""
    of_pages = urls if isinstance(urls, impl.Texts) else _plain(str(urls) if isinstance(urls, URL) else urls, "url")
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
    return _plain(page, "a page")


def _schemes(schemes: "Iterable[str]") -> list[str]:
    if isinstance(schemes, str):
        raise TypeError(f"schemes is a list of names such as ['http', 'https'], not the text {schemes!r}")
    return [_scheme(str_from(scheme, "a scheme")) for scheme in schemes]


def _scheme(text: str) -> str:
    found = _SCHEME.fullmatch(text)
    if found is None:
        raise ValueError(f"expected the name of a scheme, such as http, got {text!r}")
    return found[1].lower()


def _plain(text: object, name: str) -> str:
    """As browsers have it: a lone surrogate is U+FFFD."""
    plain = str_from(text, name)
    return plain if plain.isascii() else _SURROGATE.sub("\ufffd", plain)
