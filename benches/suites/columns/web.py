"""Columns of URLs as browsers read them, beside can_ada's comprehensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...contenders import accepts, can_ada
from ...names import CAN_ADA, WEB
from . import data as column_data
from .contenders import ColumnContender, ours
from .data import library
from .row import ColumnRow
from .tasks import Each, Task, Whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...corpus import Corpus

FIELDS = ["scheme", "host", "port", "path", "query", "fragment"]


def web_rows(rows: int) -> list[ColumnRow]:
    """None without can_ada, which they are measured against."""
    if can_ada is None:
        return []
    return [
        row("split", "six components, beside five of can_ada", rows, split, ada_parts, parts_of_object),
        row("href", "`columns.href`", rows, href, ada_hrefs, href_of_object),
    ]


def row(
    name: str,
    title: str,
    rows: int,
    task: Callable[[], Task],
    theirs: Callable[[], Task],
    oracle: Callable[[], Callable[[str], object]],
) -> ColumnRow:
    contenders = [ColumnContender(CAN_ADA, theirs), *ours(task)]
    return ColumnRow(f"columns-web-{name}", title, WEB, CAN_ADA, rows, urls, contenders, oracle)


def urls(corpus: Corpus, rows: int) -> list[str]:
    """Those that can_ada does not refuse."""
    return [url for url in column_data.urls(corpus, rows) if accepts(can_ada.parse, url)]  # type: ignore[union-attr]


def split() -> Task:
    pa, columns = library("pyarrow"), library("urlmill.columns")
    return Whole(lambda urls: pa.table(columns.split(urls, FIELDS, profile="web", threads=1)))


def href() -> Task:
    pa, columns = library("pyarrow"), library("urlmill.columns")
    return Whole(lambda urls: pa.chunked_array(columns.href(urls, threads=1)))


def ada_parts() -> Task:
    parse = library(CAN_ADA).parse

    def run(urls: list[str]) -> list[Any]:
        return [(url.protocol, url.host, url.pathname, url.search, url.hash) for text in urls for url in (parse(text),)]

    def answer(parts: tuple[str, str, str, str, str]) -> object:
        """The same as urlmill names and cuts them."""
        protocol, host, path, search, fragment = parts
        name, _, port = host.rpartition(":") if host.rpartition(":")[2].isdigit() else (host, "", "")
        return protocol[:-1], name, int(port) if port else None, path, search[1:], fragment[1:]

    return Each(run, answer)


def ada_hrefs() -> Task:
    parse = library(CAN_ADA).parse
    return Each(lambda urls: [parse(url).href for url in urls])


def parts_of_object() -> Callable[[str], object]:
    import urlmill

    def parts(text: str) -> object:
        url = urlmill.URL(text, profile="web")
        return url.scheme, url.host, url.port, url.path, url.query, url.fragment

    return parts


def href_of_object() -> Callable[[str], object]:
    import urlmill

    return lambda text: str(urlmill.URL(text, profile="web"))
