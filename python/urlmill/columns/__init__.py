"""URLs by the column: a list or an Arrow array in, Arrow columns out.

>>> from urlmill.columns import split
>>> print(split(["https://example.org/a?b=1", None], fields=["host", "query"])["host"].to_pylist())
['example.org', None]

Each row says what ``URL(text, profile=...)`` says: absent is null, empty is "". Text columns are views into the buffers
that were given. A row that cannot be had is null, and its ``error`` and ``error_at`` say why; so is a single value that
Arrow has no text for, such as a user of ``%FF``.
"""

from .. import schemes as _schemes  # noqa: F401  # so that every scheme is known
from .._backend import impl
from .._fields import OF_WEB, USUAL, fields_under, only_of_web
from .._url.normal import check_level
from .._url.url import URL
from ..errors import URLError
from ._arguments import (
    check_bases,
    check_batch,
    check_column,
    fields_from,
    is_arrow,
    layout_from,
    str_from,
    text_from,
    threads_from,
    to_be_asked_about,
)
from ._crawling import canonical, dedupe, fingerprint, hierarchy, key, without_query, without_www
from ._masking import Origin
from ._pages import page_text, read_links
from ._reading import column_of, joined_of, read, texts_of
from ._results import Column, Columns
from ._special import Special, special_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Literal

    from .._profiles import _Profile
    from .._url.normal import _Level

    _Layout = Literal["view", "string", "large_string"]

__all__ = [
    "Column",
    "Columns",
    "RowError",
    "canonical",
    "dedupe",
    "fingerprint",
    "hierarchy",
    "href",
    "is_valid",
    "join",
    "key",
    "links",
    "normalize",
    "public_suffix",
    "query_items",
    "query_value",
    "quote",
    "registrable_domain",
    "split",
    "transform",
    "unquote",
    "without_query",
    "without_www",
]


class RowError(URLError):
    """What is wrong with one row of a column; ``row`` is its number."""

    row: int

    def __init__(self, code: str, position: int, url: str, row: int) -> None:
        super().__init__(code, position, url)
        self.args = (code, position, url, row)
        self.row = row

    def __str__(self) -> str:
        return f"row {self.row}: {super().__str__()}"


def split(
    urls: "Any",
    fields: "Sequence[str]" = USUAL,
    *,
    profile: "_Profile" = "lenient",
    errors: 'Literal["null", "raise"]' = "null",
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Columns:
    """The parts of URLs, a column for each of ``fields``.

    ``urls`` is a list or another iterable of str and None, or anything with the Arrow PyCapsule interface whose values
    are text. A field is a part such as ``host``, what follows from one such as ``registrable_domain``, or ``error`` and
    ``error_at``; ``urlmill split --help`` lists them all. Those of single schemes, such as ``gophertype``, are read row
    by row from the scheme's class. ``profile="web"`` reads each row as browsers do: parts are those of its href, which
    is a field there, as is its ``origin``.

    ``errors="raise"`` raises RowError for the first row that has an error. ``layout`` is that of text: "view", or
    "string" or "large_string" for consumers that know no views. ``threads`` is all the processors there are, if None.
    """
    texts = texts_of(urls)
    return Columns(_split(texts, fields_from(fields), profile, errors, layout, threads), Origin(texts))


def transform(
    batch: "Any",
    column: str = "url",
    fields: "Sequence[str]" = USUAL,
    *,
    prefix: str = "",
    profile: "_Profile" = "lenient",
    errors: 'Literal["null", "raise"]' = "null",
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Columns:
    """The same record batch or table, and beside its columns the parts of the URLs in one of them.

    ``prefix`` is put before the names of the new columns. The other arguments are those of ``split``.
    """
    fields, prefix = fields_from(fields), text_from(prefix, "prefix")
    column = str_from(column, "column")
    check_batch(batch)
    table = impl.read_table(to_be_asked_about(batch), column)
    if column not in table.names:
        raise KeyError(f"there is no column {column!r}; there are {', '.join(table.names)}")
    taken = [prefix + name for name in fields if prefix + name in table.names]
    if taken:
        raise ValueError(f"there is a column {taken[0]!r} already; give a prefix")
    texts = table.texts(column)
    parts = _split(texts, fields, profile, errors, layout, threads)
    others = tuple(name for name in table.names if name != column)
    return Columns(table.beside(parts.select([(name, prefix + name) for name in fields])), Origin(texts, others=others))


def is_valid(urls: "Any", profile: "_Profile" = "superset", *, threads: int | None = None) -> Column:
    """Whether the profile takes each row: what ``URL(text, profile=...)`` would not raise for."""
    return column_of(urls, "valid", profile=profile, threads=threads)


def normalize(
    urls: "Any",
    level: "_Level" = "scheme",
    *,
    profile: "_Profile" = "lenient",
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Column:
    """The normal form of each URL, as ``URL.normalize(level)`` has it. Null where the profile refuses the row."""
    check_level(level)
    return column_of(urls, "normal", level, profile=profile, layout=layout, threads=threads)


def registrable_domain(
    urls: "Any", *, private: bool = True, layout: "_Layout" = "view", threads: int | None = None
) -> Column:
    """The registrable domain of each host, as ``urlmill.crawl.registrable_domain`` has it."""
    return column_of(urls, "registrable_domain", bool(private), layout=layout, threads=threads)


def public_suffix(
    urls: "Any", *, private: bool = True, layout: "_Layout" = "view", threads: int | None = None
) -> Column:
    """The public suffix of each host, as ``urlmill.crawl.public_suffix`` has it."""
    return column_of(urls, "public_suffix", bool(private), layout=layout, threads=threads)


def query_value(urls: "Any", key: str, *, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """The value of the first field of each query whose name is ``key``, as ``URL.query_items()`` has it: a ``+`` is a
    space, a missing value is empty. Null where there is no such field.
    """
    return column_of(urls, "query_value", text_from(key, "key"), layout=layout, threads=threads)


def query_items(urls: "Any", *, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """Names and values of each query, as ``URL.query_items()`` has them: lists of structs of ``name`` and ``value``."""
    return column_of(urls, "query_items", layout=layout, threads=threads)


def join(
    base: "Any",
    refs: "Any",
    *,
    profile: "_Profile" = "lenient",
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Column:
    """Each reference as seen from ``base``, one URL or a column with one for each row, as ``URL.join`` has it.

    Null where the base is none, such as one without a scheme. ``profile`` is "lenient", which splits whatever there is,
    or "web": then it is as browsers have it, and null where they refuse either.
    """
    if profile not in ("lenient", "web"):
        raise ValueError(f"expected a profile to join under (lenient, web), got {profile!r}")
    return joined_of(base, refs, "joined", profile, layout, threads)


def href(urls: "Any", base: "Any" = None, *, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """Each URL as browsers write it, by the WHATWG URL Standard: ``URL(text, profile="web", base=base).href``.

    ``base`` is one URL or a column with one for each row, from which relative rows are seen. Null where the standard
    refuses the row or its base.
    """
    if base is None:
        return column_of(urls, "href", profile="web", layout=layout, threads=threads)
    return joined_of(base, urls, "href", "web", layout, threads)


def links(
    pages: "Any",
    urls: "Any",
    *,
    schemes: "Iterable[str] | None" = None,
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Columns:
    """The links of many HTML pages at once: the columns of ``urlmill.crawl.links``, in which ``page`` is the number of
    each link's page.

    ``pages`` are a list of str, bytes and None, whose bytes are read by ``crawl.decode``, or an Arrow column, whose
    octets are UTF-8. ``urls`` is a column with the URL of each page, or one URL. With ``schemes``, links to others are
    left out.
    """
    if not isinstance(pages, impl.Texts) and not is_arrow(pages):
        check_column(pages)
        pages = [page_text(row, page) for row, page in enumerate(pages)]
    texts, of_pages = texts_of(pages), urls
    if not isinstance(urls, (str, URL)):
        check_bases(urls)
        of_pages = texts_of(urls)
        if len(of_pages) != len(texts):
            raise ValueError(f"there are {len(of_pages)} URLs for {len(texts)} pages; give one, or one for each page")
    return read_links(texts, of_pages, schemes, threads_from(threads), layout_from(layout))


def unquote(texts: "Any", *, plus: bool = False, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """Each text with its escapes decoded, as ``urllib.parse.unquote`` does it, or ``unquote_plus`` if ``plus``."""
    return column_of(texts, "unquoted", bool(plus), layout=layout, threads=threads)


def quote(
    texts: "Any", safe: str = "/", *, plus: bool = False, layout: "_Layout" = "view", threads: int | None = None
) -> Column:
    """Each text escaped, as ``urllib.parse.quote`` does it, or ``quote_plus`` if ``plus``."""
    kept = str_from(safe, "safe").encode("ascii", "ignore").decode()  # nothing else can be, as there
    return column_of(texts, "quoted", (kept, bool(plus)), layout=layout, threads=threads)


def _split(
    texts: "impl.Texts",
    fields: list[str],
    profile: str,
    errors: str,
    layout: str,
    threads: int | None,
) -> "impl.Table":
    if errors not in ("null", "raise"):
        raise ValueError(f"errors is 'null' or 'raise', not {errors!r}")
    known = fields_under(profile)
    for name in OF_WEB:
        if name in fields and name not in known:
            raise ValueError(only_of_web(name))
    special = special_fields([name for name in fields if name not in known], profile)
    wanted = [name for name in fields if name in known]
    if errors == "raise" or (special and profile != "lenient"):
        wanted += [name for name in ("error", "error_at") if name not in wanted]
    table = read(texts, [(name, None) for name in wanted], profile, layout, threads)
    if errors == "raise":
        row = table.first_present("error")
        if row is not None:
            text = texts.text(row) or ""
            raise RowError(table.value("error", row), table.value("error_at", row), text, row)
    for field in special:
        table = table.with_items(field.name, field.kind, layout, _items(texts, table, field, profile))
    return table if wanted == fields else table.select([(name, name) for name in fields])


def _items(texts: "impl.Texts", table: "impl.Table", field: Special, profile: str) -> "Iterator[tuple[int, object]]":
    for row, text in texts.of_schemes(field.schemes):
        if profile == "lenient" or table.value("error", row) is None:
            yield row, field.of(text, profile, row)
