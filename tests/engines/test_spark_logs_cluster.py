"""A gigabyte of a log on executors that are processes of their own: ``pytest -m large tests/engines``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .spark_session import IGNORED, session

engine: Any = pytest.importorskip("urlmill.engines.spark")
pl: Any = pytest.importorskip("polars")
from urlmill.engines.polars import scan_logs  # noqa: E402

pytestmark = [IGNORED, pytest.mark.large]

GIGABYTE = 1 << 30
LINES = 100_000
EVERY = 1000  # one line in so many is bad


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lines that differ, as often as it takes."""
    path = tmp_path_factory.mktemp("logs") / "access.log"
    lines = [
        "nonsense"
        if n % EVERY == 7
        else f"192.0.2.{n % 250} - - [17/May/2015:{n % 24:02}:05:{n % 60:02} +0000] "
        f'"GET /shop/{n % 4999}/item-{n}.html?session={n * 7919 % 100_003} HTTP/1.1" {200 + n % 300} {n % 65_521} '
        f'"https://www.example.org/from/{n % 97}" "Mozilla/5.0 (X11; Linux x86_64; rv:{n % 140}.0) Gecko/20100101"'
        for n in range(LINES)
    ]
    some = "".join(f"{line}\n" for line in lines).encode()
    with path.open("wb") as file:
        for _ in range(GIGABYTE // len(some) + 1):
            file.write(some)
    assert path.stat().st_size >= GIGABYTE
    return path


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    settings = {"executor.memory": "512m", "sql.files.maxPartitionBytes": str(32 << 20), "sql.session.timeZone": "UTC"}
    with session("local-cluster[2,1,1024]", **settings) as spark:
        yield spark


def test_a_gigabyte_has_the_counts_that_one_machine_finds(log: Path, spark: Any) -> None:
    lines = spark.read.text(str(log))
    assert lines.rdd.getNumPartitions() > 30
    found = engine.logs(lines, fields=["time", "path", "status", "bytes", "referer_host"], bad="bad")
    counts = (
        found.selectExpr(
            "status", "hour(time) as hour", "bytes", "length(path) as length", "referer_host", "bad.reason as reason"
        )
        .groupBy("status", "hour", "referer_host", "reason")
        .agg({"bytes": "sum", "length": "sum", "*": "count"})
    )
    rows = {
        (row.status, row.hour, row.referer_host): (row["count(1)"], row["sum(bytes)"], row["sum(length)"])
        for row in counts.where("reason is null").collect()
    }
    bad = counts.where("reason is not null").collect()

    wrong: list[Any] = []
    lazy = scan_logs(log, fields=["time", "path", "status", "bytes", "referer_host"], on_bad=wrong.append)
    expected = (
        lazy.group_by("status", pl.col("time").dt.hour(), "referer_host")
        .agg(pl.len(), pl.sum("bytes"), pl.col("path").str.len_chars().sum().alias("length"))
        .collect(engine="streaming")
    )
    assert rows == {tuple(row[:3]): tuple(row[3:]) for row in expected.rows()}
    assert [(row.reason, row["count(1)"]) for row in bad] == [("bad-line", len(wrong))]
    assert sum(count for count, _, _ in rows.values()) + len(wrong) == lines.count()
