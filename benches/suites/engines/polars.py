"""Regular expressions of Polars, and urlmill in its expressions."""

from __future__ import annotations

from ..columns.contenders import URI
from ..columns.data import library
from ..columns.functions import KEY
from .task import HOST, InEngine


def polars_tasks(asked: str) -> tuple[InEngine, InEngine]:
    pl = library("polars")
    library("urlmill.engines.polars")
    url = pl.col("url")
    own = {
        "host": url.str.extract(HOST, 1),
        "parts": url.str.extract_groups(URI),
        "query": url.str.extract(f"[?&]{KEY}=([^&#]*)", 1),
    }
    ours = {"host": url.url.host(), "parts": url.url.split(), "query": url.url.query(KEY)}

    def task(expression: object) -> InEngine:
        return InEngine(
            lambda column: pl.DataFrame({"url": column}),
            lambda frame: frame.select(answer=expression),
            lambda frame: frame.to_arrow(),
        )

    return task(own[asked]), task(ours[asked])
