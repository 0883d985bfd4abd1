"""A Spark of this machine's own, for one module of tests at a time."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Spark takes Java", allow_module_level=True)

IGNORED = pytest.mark.filterwarnings(
    "ignore:PySpark does not yet fully support pandas:FutureWarning",
    "ignore::ResourceWarning",  # its sockets are closed by whoever collects the garbage
)


@contextmanager
def session(master: str, python: str = sys.executable, **settings: str) -> Iterator[Any]:
    """A session that talks to nobody else, and whose executors run this Python."""
    import pyspark
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = python  # else it is the first python3 on PATH
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master(master)
    settings = {
        "driver.memory": "1g",
        "log.level": "OFF",
        "sql.shuffle.partitions": "4",
        "ui.enabled": "false",
        "ui.showConsoleProgress": "false",
        **settings,
    }
    for name, value in settings.items():
        builder = builder.config(f"spark.{name}", value)
    spark = builder.getOrCreate()
    work = Path(pyspark.__file__).parent / "work" / spark.sparkContext.applicationId  # of executors that are processes
    try:
        yield spark
    finally:
        spark.stop()
        shutil.rmtree(work, ignore_errors=True)
