"""`urlsplit` mapped over a series, and urlmill's accessor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from ..columns.data import library
from ..columns.functions import KEY, value_in
from .task import InEngine


def pandas_tasks(asked: str) -> tuple[InEngine, InEngine]:
    pd = library("pandas")
    library("urlmill.engines.pandas")
    own: dict[str, Callable[[Any], Any]] = {
        "host": lambda series: series.map(lambda url: urlsplit(url).hostname),
        "parts": lambda series: pd.DataFrame([urlsplit(url) for url in series]),
        "query": lambda series: series.map(value_in),
    }
    ours: dict[str, Callable[[Any], Any]] = {
        "host": lambda series: series.url.host(),
        "parts": lambda series: series.url.split(),
        "query": lambda series: series.url.query(KEY),
    }
    return _task(own[asked]), _task(ours[asked])


def _task(work: Callable[[Any], Any]) -> InEngine:
    pa = library("pyarrow")

    def table(found: Any) -> Any:
        frame = found.to_frame("answer") if found.ndim == 1 else found
        return pa.Table.from_pandas(frame, preserve_index=False)

    return InEngine(lambda column: column.to_pandas(), work, table)
