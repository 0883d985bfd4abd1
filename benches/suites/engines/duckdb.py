"""DuckDB's regular expressions, and urlmill in its SQL."""

from __future__ import annotations

from typing import Any

from ..columns.contenders import PARTS, URI
from ..columns.data import library
from ..columns.functions import KEY
from .task import HOST, InEngine

OWN = {
    "host": f"regexp_extract(url, '{HOST}', 1)",
    "parts": f"regexp_extract(url, '{URI}', {PARTS})",
    "query": f"regexp_extract(url, '[?&]{KEY}=([^&#]*)', 1)",
}
OURS = {"host": "url_host(url)", "parts": "url_split(url)", "query": f"url_query(url, '{KEY}')"}


def duckdb_tasks(asked: str) -> tuple[InEngine, InEngine]:
    return _task(OWN[asked]), _task(OURS[asked])


def _task(expression: str) -> InEngine:
    pa = library("pyarrow")
    connection = library("duckdb").connect()
    connection.execute("set threads to 1")
    library("urlmill.engines.duckdb").register(connection)

    def load(column: Any) -> None:
        given = pa.table({"url": column})
        connection.register("given", given)
        connection.execute("create or replace table urls as select url from given")
        connection.unregister("given")

    def work(_: None) -> Any:
        return connection.execute(f"select {expression} as answer from urls").to_arrow_table()

    return InEngine(load, work, lambda table: table)
