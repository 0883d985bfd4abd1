"""Spark's `parse_url`, and urlmill in its columns: on two threads, from a data frame that is in memory to nowhere."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from ..columns.data import library
from ..columns.functions import KEY
from .task import InEngine

WARM_UP = 5  # Java compiles what it has run for a while


def spark_tasks(asked: str) -> tuple[InEngine, InEngine]:
    functions, ours = library("pyspark.sql.functions"), library("urlmill.engines.spark")
    spark = _session()

    def parsed(*what: str) -> Any:
        return functions.parse_url("url", *map(functions.lit, what))

    def answer(expression: Any) -> InEngine:
        return _task(spark, lambda frame: frame.select(expression.alias("answer")))

    names = {"scheme": "PROTOCOL", "host": "HOST", "path": "PATH", "query": "QUERY", "fragment": "REF"}
    if asked == "parts":
        own = [parsed(what).alias(name) for name, what in names.items()]
        return _task(spark, lambda frame: frame.select(*own)), _task(spark, lambda frame: ours.split(frame, "url"))
    if asked == "query":
        return answer(parsed("QUERY", KEY)), answer(ours.query("url", KEY))
    return answer(parsed("HOST")), answer(ours.host("url"))


def _session() -> Any:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = library("pyspark.sql").SparkSession.builder.master("local[2]")
    settings = {
        "driver.memory": "4g",
        "log.level": "OFF",
        "sql.ansi.enabled": "false",  # else parse_url ends the job at the first URL that it does not like
        "sql.execution.arrow.pyspark.enabled": "true",
        "ui.enabled": "false",
        "ui.showConsoleProgress": "false",
    }
    for name, value in settings.items():
        builder = builder.config(f"spark.{name}", value)
    return builder.getOrCreate()


def _task(spark: Any, asked: Callable[[Any], Any]) -> InEngine:
    pa, parquet = library("pyarrow"), library("pyarrow.parquet")
    folder = tempfile.TemporaryDirectory()
    held: dict[int, Any] = {}  # what is in memory, by its length: the columns of a row differ in nothing else

    def load(column: Any) -> Any:
        if len(column) not in held:
            file = f"{folder.name}/{len(column)}.parquet"
            # From a file there is a task for each thread; from what is in Python there would be one for each batch.
            parquet.write_table(pa.table({"url": column}), file, row_group_size=len(column) // 10)
            held[len(column)] = spark.read.parquet(file).cache()
            held[len(column)].count()
            for _ in range(WARM_UP):
                work(held[len(column)])
        return held[len(column)]

    def work(frame: Any) -> Any:
        answers = asked(frame)
        answers.write.format("noop").mode("overwrite").save()
        return answers

    return InEngine(load, work, lambda answers: answers.toArrow())
