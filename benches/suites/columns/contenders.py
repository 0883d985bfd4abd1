"""Who is measured in columns. Each has a process of its own, where its task is made and what it needs is imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from ...contenders import is_installed, native
from ...names import CHDB, FROM_LIST, NATIVE, OURS, PLAIN_STRINGS, POLARS, PURE, STDLIB, TWO_THREADS
from .data import library
from .tasks import Each, Parts, Task, Whole

PARTS = ["scheme", "netloc", "path", "query", "fragment"]
URI = (  # as RFC 3986 has it, for engines that know regular expressions
    r"^(?:(?P<scheme>[^:/?#]+):)?(?://(?P<netloc>[^/?#]*))?(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?"
)
PURE_SHARE = 0.02


@dataclass(frozen=True)
class ColumnContender:
    name: str
    task: Callable[[], Task]
    share: float = 1  # of the rows, for who is slow
    threads: int = 1
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def is_ours(self) -> bool:
        return self.name in OURS


def ours(task: Callable[[], Task]) -> list[ColumnContender]:
    """Both backends of urlmill."""
    found = [ColumnContender(PURE, task, PURE_SHARE, environment={"URLMILL_BACKEND": "pure"})]
    return [ColumnContender(NATIVE, task), *found] if native else found


def splitters() -> list[ColumnContender]:
    """Those that take a column of URLs apart."""
    found = [ColumnContender(STDLIB, lambda: Each(lambda urls: [urlsplit(url) for url in urls], tuple))]
    found += ours(lambda: Whole(split()))
    if native:
        found += [
            ColumnContender(TWO_THREADS, lambda: Whole(split(threads=2)), threads=2),
            ColumnContender(PLAIN_STRINGS, lambda: Whole(split(layout="string"))),
            ColumnContender(FROM_LIST, lambda: Whole(split(), lambda column: column.to_pylist())),
        ]
    if is_installed("polars"):
        found.append(ColumnContender(POLARS, polars, environment={"POLARS_MAX_THREADS": "1"}))
    if is_installed("chdb"):
        found.append(ColumnContender(CHDB, chdb))
    return found


def sizes(rows: int) -> list[ColumnContender]:
    """urlmill, with the number of rows as the name: from a thousandth of these rows to ten times as many."""
    numbers = [rows // 1000, rows // 100, rows // 10, rows, rows * 10]
    return [ColumnContender(str(number), partial(in_parts, number)) for number in numbers]


def in_parts(rows: int) -> Task:
    return Parts(split(), rows)


def split(**options: Any) -> Callable[[Any], Any]:
    pa, columns = library("pyarrow"), library("urlmill.columns")
    options = {"threads": 1} | options
    return lambda urls: pa.table(columns.split(urls, PARTS, **options))


def polars() -> Task:
    pa, pl = library("pyarrow"), library("polars")
    parts = pl.col("url").str.extract_groups(URI).alias("parts")
    return Whole(lambda urls: pa.table(pl.DataFrame({"url": urls}).select(parts).unnest("parts")))


def chdb() -> Task:
    pa = library("pyarrow")
    connection = library("chdb").connect(":memory:")
    query = """
        SELECT protocol(url) AS scheme, domain(url) AS netloc, path(url) AS path, queryString(url) AS query,
            fragment(url) AS fragment
        FROM Python(table) SETTINGS max_threads = 1
    """

    def run(urls: Any) -> Any:
        table = pa.table({"url": urls})  # found by its name  # noqa: F841
        return connection.query(query, "ArrowTable")

    return Whole(run)
