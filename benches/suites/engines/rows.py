"""Each engine with urlmill, against the best way that it has by itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from ...contenders import is_installed, native
from ...names import ENGINES, NATIVE, OWN_WAY
from ..columns import data as column_data
from ..columns.contenders import ColumnContender
from ..columns.functions import KEY
from ..columns.row import ColumnRow
from .duckdb import duckdb_tasks
from .pandas import pandas_tasks
from .polars import polars_tasks
from .spark import spark_tasks
from .task import PARTS, InEngine

FEWER = 5  # one row in so many: there are no more with a query, and a round should be short


@dataclass(frozen=True)
class Engine:
    name: str
    module: str
    tasks: Callable[[str], tuple[InEngine, InEngine]]  # for what is asked, its own way and urlmill's
    starts_jobs: bool = False  # which takes a while, so that it needs many rows to show its speed
    threads: int = 1
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def is_here(self) -> bool:
        has_java = shutil.which("java") is not None or "JAVA_HOME" in os.environ
        return is_installed(self.module) and (self.module != "pyspark" or has_java)


ALL = (
    Engine("DuckDB", "duckdb", duckdb_tasks),
    Engine("Polars", "polars", polars_tasks, environment={"POLARS_MAX_THREADS": "1"}),
    Engine("pandas", "pandas", pandas_tasks),
    Engine("Spark", "pyspark", spark_tasks, starts_jobs=True, threads=2),
)


def engine_rows(rows: int) -> list[ColumnRow]:
    """Those of the engines that are installed."""
    if not native:
        return []
    asked = {"host": "host", "parts": "all parts", "query": f"`{KEY}` of the query"}
    return [_row(engine, key, title, rows) for engine in ALL if engine.is_here for key, title in asked.items()]


def _row(engine: Engine, asked: str, title: str, rows: int) -> ColumnRow:
    contenders = [
        ColumnContender(name, partial(_task, engine, asked, place), 1, engine.threads, engine.environment)
        for place, name in enumerate((OWN_WAY, NATIVE))
    ]
    rows //= 1 if engine.starts_jobs and asked != "query" else FEWER
    texts = column_data.with_query if asked == "query" else column_data.urls
    key, title = f"engine-{engine.module}-{asked}", f"{engine.name}, {title}"
    return ColumnRow(key, title, ENGINES, OWN_WAY, rows, texts, contenders, partial(_objects, asked))


def _task(engine: Engine, asked: str, place: int) -> InEngine:
    return engine.tasks(asked)[place]


def _objects(asked: str) -> Callable[[str], object]:
    """What ``urlmill.URL`` says."""
    import urlmill

    def answer(text: str) -> object:
        url = urlmill.URL(text, profile="lenient")
        if asked == "host":
            return url.host
        if asked == "query":
            return next((value for name, value in url.query_items() if name == KEY), None)
        return tuple(getattr(url, name) for name in PARTS)

    return answer
