"""Columns to measure with: the corpus, over and over, and yet no URL twice."""

from __future__ import annotations

import os
import re
from importlib import import_module
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ...settings import QUICK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ...corpus import Corpus

HOST = re.compile(r"(?<=://)[a-z]")
LETTERS = 26


def how_many(corpus: Corpus) -> int:
    """A million, or a tenth of it where there are no real URLs."""
    usual = 1_000_000 if corpus.real else 100_000
    return int(os.environ.get("URLMILL_BENCH_COLUMN_ROWS") or (50_000 if QUICK else usual))


def told(corpus: Corpus) -> str:
    """What a column is made of, for the report."""
    made = "those of the corpus, and copies of them whose host begins with another letter"
    return f"{how_many(corpus):,} different URLs: {made}"


def urls(corpus: Corpus, rows: int) -> list[str]:
    """The corpus, then copies of it whose hosts begin with another letter: as long, and made of the same parts."""
    found = dict.fromkeys(corpus.urls[:rows])
    for url in _copies(corpus.urls):
        if len(found) >= rows:
            return list(found)
        found[url] = None
    raise ValueError(f"there are no {rows:,} different URLs in this corpus, only {len(found):,}")


def _copies(originals: list[str]) -> Iterator[str]:
    for shift in range(1, LETTERS):
        for url in originals:
            if found := HOST.search(url):
                letter = chr((ord(found[0]) - ord("a") + shift) % LETTERS + ord("a"))
                yield f"{url[: found.start()]}{letter}{url[found.end() :]}"


def with_query(corpus: Corpus, rows: int) -> list[str]:
    """Those that have a query: as many as there are, if they are too few."""
    return [url for url in urls(corpus, 4 * rows) if "?" in url][:rows]


def queries(corpus: Corpus, rows: int) -> list[str]:
    return [urlsplit(url).query for url in with_query(corpus, rows)]


def references(corpus: Corpus, rows: int) -> list[str]:
    """To be joined to a base; the same ones again when they are used up, far apart enough for every cache."""
    found = [reference for _, reference in corpus.pairs]
    return list(islice(cycle(found), rows))


def library(name: str) -> Any:
    """Imported where it is needed and nowhere else, so that it weighs on nothing else."""
    return import_module(name)


def save(file: Path, texts: list[str]) -> None:
    pa = library("pyarrow")
    table = pa.table({"text": pa.array(texts, pa.string())})
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)


def load(file: Path, rows: int | None = None) -> Any:
    """A ``pyarrow.StringArray`` in memory of its own, of so many of the rows."""
    pa = library("pyarrow")
    with pa.OSFile(str(file), "rb") as stream:
        column = pa.ipc.open_stream(stream).read_all()["text"].combine_chunks()
    # A slice would keep the whole, so the rows are copied out.
    return column if rows is None else pa.concat_arrays([column.slice(0, rows)])
