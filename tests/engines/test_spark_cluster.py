"""Spark with executors that are processes of their own, one of which is killed in the middle; and DuckDB beside it."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from urlmill.engines.functions import FIELDS

from .cases import URLS
from .spark_session import IGNORED, session

if not sys.platform.startswith("linux"):
    pytest.skip("executors are found in /proc", allow_module_level=True)
engine: Any = pytest.importorskip("urlmill.engines.spark")
duckdb: Any = pytest.importorskip("duckdb")
pa: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")
from urlmill.engines.duckdb import register  # noqa: E402

pytestmark = IGNORED

ROWS = 1_000_000
TASKS = 40


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows that all differ, bad ones and nulls among them; each group of rows is read by another task."""
    file = tmp_path_factory.mktemp("urls") / "urls.parquet"
    texts = [url for url in URLS if url is None or len(url) < 500]
    schema = pa.schema({"id": pa.int64(), "url": pa.string()})
    with parquet.ParquetWriter(file, schema, compression="none", use_dictionary=False) as writer:
        for begin in range(0, ROWS, ROWS // TASKS):
            ids = range(begin, begin + ROWS // TASKS)
            urls = [None if (text := texts[n % len(texts)]) is None else f"{text}&n={n}" for n in ids]
            writer.write_table(pa.table([ids, urls], schema=schema))
    return file


@pytest.fixture(scope="module")
def spark(file: Path) -> Iterator[Any]:
    one_group = str(file.stat().st_size // TASKS)
    with session(
        "local-cluster[2,1,1024]",
        **{"executor.memory": "512m", "sql.files.maxPartitionBytes": one_group, "sql.files.openCostInBytes": "0"},
    ) as spark:
        engine.register(spark)
        yield spark


@pytest.fixture(scope="module")
def con() -> Iterator[Any]:
    with duckdb.connect() as con:
        register(con)
        yield con


def executors() -> set[int]:
    """The processes that run tasks for this one's Spark."""
    from pyspark import SparkContext

    gateway: Any = SparkContext._gateway
    processes = [int(process.name) for process in Path("/proc").glob("[0-9]*")]
    return {process for process in processes if is_executor(process) and parent_of(process) == gateway.proc.pid}


def is_executor(process: int) -> bool:
    try:
        return b"CoarseGrainedExecutorBackend" in Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return False


def parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def stage_in_the_middle(spark: Any) -> int:
    """A stage that has done some of its many tasks, and has most still to do."""
    tracker = spark.sparkContext.statusTracker()
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numTasks >= TASKS and 3 <= info.numCompletedTasks <= TASKS // 2:
                return int(stage)
        time.sleep(0.01)
    raise TimeoutError("no stage was seen at work")


def test_executors_are_other_processes(spark: Any) -> None:
    def whose(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for _ in batches:  # what runs here was forked by a daemon, which the executor has started
            daemon = os.getppid()
            executor = int(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
            yield pyarrow.record_batch({"process": [executor]})

    rows = spark.range(0, 8, 1, 8).mapInArrow(whose, "process long").collect()
    assert {row.process for row in rows} <= executors()
    assert len(executors()) == 2


def test_an_executor_is_killed_in_the_middle(spark: Any, con: Any, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "parts"
    urls = spark.read.parquet(str(file))
    assert urls.rdd.getNumPartitions() >= TASKS
    with ThreadPoolExecutor() as pool:
        job = pool.submit(engine.split(urls, "url", [*FIELDS, "error"]).write.parquet, str(out))
        stage = stage_in_the_middle(spark)
        killed = min(executors())
        os.kill(killed, signal.SIGKILL)
        assert not job.done()
        job.result(timeout=300)
    assert killed not in executors()
    assert spark.sparkContext.statusTracker().getStageInfo(stage).numFailedTasks > 0

    parts = f"'{out}/*.parquet'"
    assert con.sql(f"select count(*), count(distinct id), sum(id) from {parts}").fetchall() == [
        (ROWS, ROWS, ROWS * (ROWS - 1) // 2)
    ]
    ours = f"select id, url, {', '.join(FIELDS)}, error from {parts}"
    theirs = f"select id, url, unnest(url_split(url)), url_error(url) from '{file}'"
    # Both ways, for a row of ours that is not theirs shows as well as one of theirs that is not ours.
    for one, other in ((ours, theirs), (theirs, ours)):
        assert con.sql(f"select * from ({one}) except ({other}) limit 3").fetchall() == []


def test_counts_are_those_of_duckdb(spark: Any, con: Any, file: Path) -> None:
    query = """
        select url_registrable_domain(url) as site, url_is_valid(url) as valid, count(*) as times,
            count(url_query(url, 'n')) as numbered, sum(length(url_normalize(url))) as length
        from {} group by all
    """
    found = spark.sql(query.format(f"parquet.`{file}`")).collect()
    expected = con.sql(query.format(f"'{file}'")).fetchall()
    assert {tuple(row) for row in found} == set(expected)
    assert sum(row.times for row in found) == ROWS
