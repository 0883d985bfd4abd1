"""The functions of other systems beside ours: each of ours runs, and says what theirs says where that can be run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .counterparts import CLICKHOUSE, PAGE, SPARK, SYSTEMS, Counterpart, page, table

duckdb: Any = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")
pytest.importorskip("numpy")
from urlmill.engines.duckdb import register  # noqa: E402

ALL = [each for system in SYSTEMS.values() for each in system]


@pytest.fixture(scope="module")
def con() -> Iterator[Any]:
    with duckdb.connect() as con:
        register(con)
        yield con


def ours(con: Any, each: Counterpart) -> Any:
    return con.execute(f"select {each.ours} from (select $1 as u)", [each.url]).fetchall()[0][0]


@pytest.mark.parametrize("each", dict.fromkeys((each.ours, each.url) for each in ALL), ids=str)
def test_ours_answers(con: Any, each: tuple[str, str]) -> None:
    answer = ours(con, Counterpart("", each[0], url=each[1]))
    assert answer is not None or each[0] == "url_error(u)"


@pytest.mark.parametrize("each", CLICKHOUSE, ids=lambda each: each.theirs)
def test_clickhouse_says_the_same(con: Any, each: Counterpart) -> None:
    chdb: Any = pytest.importorskip("chdb")
    quoted = each.url.replace("\\", "\\\\").replace("'", "\\'")
    said = chdb.query(f"select toJSONString({each.theirs}) as a from (select '{quoted}' as u)", "TSVRaw")
    import json

    assert json.loads(str(said)) == ours(con, each)


def test_spark_says_the_same(con: Any) -> None:
    from .spark_session import session

    with session("local[1]") as spark:
        for each in SPARK:
            frame = spark.createDataFrame([(each.url,)], "u string").selectExpr(f"{each.theirs} as a")
            assert frame.collect()[0].a == ours(con, each), each.theirs


def test_the_page_has_the_tables() -> None:
    text = PAGE.read_text("utf-8")
    assert all(table(system) in text for system in SYSTEMS)
    assert page(text) == text, "python -m tests.engines.counterparts writes them"
