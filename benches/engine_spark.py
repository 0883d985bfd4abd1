"""Spark's `parse_url`, and urlmill in its columns: on two threads, from a data frame that is in memory to nowhere."""

from __future__ import annotations

import os
import sys
from typing import Any

from .column_data import library
from .column_functions import KEY
from .engine_task import InEngine


def spark_tasks(asked: str) -> tuple[InEngine, InEngine]:
    functions, ours = library("pyspark.sql.functions"), library("urlmill.engines.spark")
    spark = _session()

    def parsed(*what: str) -> Any:
        return functions.parse_url("url", *map(functions.lit, what))

    names = {"scheme": "PROTOCOL", "host": "HOST", "path": "PATH", "query": "QUERY", "fragment": "REF"}
    if asked == "parts":
        own = functions.struct(*(parsed(what).alias(name) for name, what in names.items()))
        return _task(spark, own), _task(spark, ours.parts("url"))
    if asked == "query":
        return _task(spark, parsed("QUERY", KEY)), _task(spark, ours.query("url", KEY))
    return _task(spark, parsed("HOST")), _task(spark, ours.host("url"))


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


def _task(spark: Any, expression: Any) -> InEngine:
    pa = library("pyarrow")
    held: dict[int, Any] = {}  # what is in memory, by its length: the columns of a row differ in nothing else

    def load(column: Any) -> Any:
        if len(column) not in held:
            frame = spark.createDataFrame(pa.table({"url": column})).cache()
            frame.count()
            held[len(column)] = frame
        return held[len(column)]

    def work(frame: Any) -> Any:
        answers = frame.select(expression.alias("answer"))
        answers.write.format("noop").mode("overwrite").save()
        return answers

    return InEngine(load, work, lambda answers: answers.toArrow())
