"""The other functions on columns, each against the list comprehension that it replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

from ...contenders import optional
from ...names import CRAWL, DOMAIN_EXTRACTOR, FUNCTIONS, STDLIB, TLDEXTRACT
from ..crawl import domain_extractor, tldextract
from . import data as column_data
from .contenders import ColumnContender, ours
from .data import library
from .row import ColumnRow
from .tasks import Each, Task, Whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...corpus import Corpus

    Texts = Callable[[Corpus, int], list[str]]

KEY = "trk"  # the commonest of the corpus
BASE = "https://www.example.org/a/b/c?d=e"
OBJECTS = "urlmill.URL"


def function_rows(rows: int) -> list[ColumnRow]:
    def row(name: str, title: str, texts: Texts, comprehension: Callable[[list[str]], list[Any]]) -> ColumnRow:
        contenders = [ColumnContender(STDLIB, lambda: Each(comprehension)), *ours(CALLS[name])]
        return ColumnRow(f"columns-{name}", title, FUNCTIONS, STDLIB, rows, texts, contenders)

    unquoted = "`unquote`, query strings"
    valued = f"`query_value`, `{KEY}` of URLs with a query"
    joined = "`join`, references to one base"
    found = [
        row("unquote", unquoted, column_data.queries, lambda texts: [unquote(text) for text in texts]),
        row("query_value", valued, column_data.with_query, lambda urls: [value_in(url) for url in urls]),
        row("join", joined, column_data.references, lambda texts: [urljoin(BASE, text) for text in texts]),
        normal_row(rows),
        domain_row(rows),
    ]
    return [row for row in found if row]


def normal_row(rows: int) -> ColumnRow:
    contenders = [ColumnContender(OBJECTS, normal_objects), *ours(CALLS["normalize"])]
    title = "`normalize`, beside `URL(text).normalize()`"
    return ColumnRow("columns-normalize", title, FUNCTIONS, OBJECTS, rows, column_data.urls, contenders, normal_object)


def domain_row(rows: int) -> ColumnRow | None:
    if not optional(TLDEXTRACT):
        return None
    contenders = [ColumnContender(TLDEXTRACT, tldextract_domains), *ours(CALLS["registrable_domain"])]
    if optional("pydomainextractor"):
        contenders.append(ColumnContender(DOMAIN_EXTRACTOR, extractor_domains))
    key, title = "columns-registrable_domain", "registrable domain, in columns"
    return ColumnRow(key, title, CRAWL, TLDEXTRACT, rows, column_data.urls, contenders, domain_of_object)


def column_call(name: str, call: Callable[[Any, Any], Any]) -> Callable[[], Task]:
    """A function of `urlmill.columns`: how many threads it uses is settled by the one core that it is given."""

    def task() -> Task:
        pa, function = library("pyarrow"), getattr(library("urlmill.columns"), name)
        return Whole(lambda texts: pa.chunked_array(call(function, texts)))

    return task


CALLS = {
    "unquote": column_call("unquote", lambda function, texts: function(texts)),
    "query_value": column_call("query_value", lambda function, urls: function(urls, KEY)),
    "join": column_call("join", lambda function, references: function(BASE, references)),
    "normalize": column_call("normalize", lambda function, urls: function(urls)),
    "registrable_domain": column_call("registrable_domain", lambda function, urls: function(urls)),
}


def value_in(url: str) -> str | None:
    values = parse_qs(urlsplit(url).query, keep_blank_values=True).get(KEY)
    return values[0] if values else None


def normal_object() -> Callable[[str], str]:
    import urlmill

    return lambda text: str(urlmill.URL(text, profile="lenient").normalize())


def normal_objects() -> Task:
    import urlmill

    make = urlmill.URL
    return Each(lambda urls: [str(make(url, profile="lenient").normalize()) for url in urls])


def domain_of_object() -> Callable[[str], object]:
    function: Callable[[str], object] = library("urlmill.crawl").registrable_domain
    return function


def tldextract_domains() -> Task:
    extract = tldextract()
    return Each(lambda urls: [extract(url).top_domain_under_public_suffix for url in urls])


def extractor_domains() -> Task:
    extract = domain_extractor()

    def domain(url: str) -> str | None:
        try:
            found = extract(url)
        except ValueError:
            return None
        return f"{found['domain']}.{found['suffix']}" if found["suffix"] else None

    return Each(lambda urls: [domain(url) for url in urls])
