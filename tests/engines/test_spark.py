"""URL functions in Spark, on the executors that are threads of the driver."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlmill import columns
from urlmill.engines.frames import UrlMethods
from urlmill.engines.functions import FIELDS, FUNCTIONS

from .cases import CALLS, OF_SQL, URLS, WITH_OPTIONS, Call, any_urls
from .spark_session import IGNORED, session

engine: Any = pytest.importorskip("urlmill.engines.spark")

pytestmark = IGNORED

TYPES = {"text": "string", "uint16": "int", "uint32": "bigint", "bool": "boolean", "octets": "binary"}
TYPES |= {"texts": "array<string>", "items": "array<struct<name:string,value:string>>", "map": "map<string,string>"}
TYPES["struct"] = f"struct<{','.join(f'{name}:{TYPES[kind]}' for name, kind in FIELDS.items())}>"


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    with session("local[2]") as spark:
        engine.register(spark)
        yield spark


@pytest.fixture(scope="module")
def urls(spark: Any) -> Any:
    return frame_of(spark, URLS).cache()


def frame_of(spark: Any, urls: list[str | None]) -> Any:
    return spark.createDataFrame(list(enumerate(urls)), "n int, url string")


def answers(frame: Any) -> list[Any]:
    """Those to each row, in order."""
    rows = sorted(frame.collect(), key=lambda row: row.n)
    return [plain(row.answer) for row in rows]


def plain(answer: Any) -> Any:
    """What Spark has a class of its own for, or that is not hashed."""
    if isinstance(answer, list):
        return [plain(each) for each in answer]
    return bytes(answer) if isinstance(answer, bytearray) else answer.asDict() if hasattr(answer, "asDict") else answer


def in_sql(call: Call) -> str:
    return f"url_{call.name}({', '.join(['url', *(repr(argument) for argument in call.arguments)])})"


def column(call: Call) -> Any:
    function = getattr(engine, "parts" if call.name == "split" else call.name)
    return function("url", *call.arguments, **call.options)


@pytest.mark.parametrize("call", CALLS + OF_SQL, ids=str)
def test_every_case_in_sql(urls: Any, call: Call) -> None:
    found = urls.selectExpr("n", f"{in_sql(call)} as answer")
    assert answers(found) == call.expected(URLS)
    assert found.schema["answer"].dataType.simpleString() == TYPES[FUNCTIONS[call.name].kind]


@pytest.mark.parametrize("call", [*CALLS, *WITH_OPTIONS], ids=str)
def test_every_case_as_a_column(urls: Any, call: Call) -> None:
    assert answers(urls.select("n", column(call).alias("answer"))) == call.expected(URLS)


@settings(max_examples=5)  # of a hundred rows or more: what takes long is to ask
@given(lists=st.lists(any_urls, min_size=20))
def test_any_urls(spark: Any, lists: list[list[str | None]]) -> None:
    urls = [url for some in lists for url in some]
    rows = frame_of(spark, urls).select("n", *(column(call).alias(f"_{at}") for at, call in enumerate(CALLS)))
    found = sorted(rows.collect(), key=lambda row: row.n)
    for at, call in enumerate(CALLS):
        said = [row[f"_{at}"] for row in found]
        expected = call.expected(urls)
        assert [plain(answer) for answer in said] == expected, call


def test_split_puts_parts_beside_what_is_there(urls: Any) -> None:
    fields = ["host", "port", "depth", "error", "error_at", "gophertype", "recipients"]
    found = engine.split(urls, "url", fields, prefix="u_")
    assert found.schema.simpleString() == (
        "struct<n:int,url:string,u_host:string,u_port:int,u_depth:bigint,u_error:string,u_error_at:bigint,"
        "u_gophertype:string,u_recipients:array<string>>"
    )
    rows = sorted(found.collect(), key=lambda row: row.n)
    assert [(row.n, row.url) for row in rows] == list(enumerate(URLS))
    expected = columns.split(URLS, fields)
    for name in fields:
        assert [row[f"u_{name}"] for row in rows] == expected[name].to_pylist()


def test_split_has_the_usual_fields_and_profiles(spark: Any) -> None:
    frame = spark.createDataFrame([("http://h.example:2l/",)], "url string")
    assert engine.split(frame).columns == ["url", *FIELDS]
    assert [row.host for row in engine.split(frame).collect()] == ["h.example"]
    assert [row.host for row in engine.split(frame, profile="superset").collect()] == [None]


def test_other_columns_come_through_split_as_they_were(spark: Any) -> None:
    frame = spark.sql("""
        select 'http://h/' as url, timestamp'2026-11-16 12:00:00' as t, timestamp_ntz'2026-11-16 12:00:00' as ntz,
            date'2026-11-16' as d, 1.50 as decimal, map('a', 1) as m, array(1, null) as a, named_struct('x', 'y') as s,
            X'00FF' as octets, interval '1' day as i, null as v, true as yes, 1.5d as f, 1Y as tiny
    """)
    assert engine.split(frame, "url", ["host"]).drop("host").collect() == frame.collect()


@pytest.mark.parametrize("kind", ["binary", "string collate UTF8_LCASE", "varchar(99)"])
def test_other_kinds_of_text(spark: Any, kind: str) -> None:
    name, _, collation = kind.partition(" collate ")
    text = "url" if not collation else f"url collate {collation}"
    frame = spark.sql(f"select cast({text} as {name}) as url from values ('http://H.example/'), (null) t(url)")
    assert [row.host for row in engine.split(frame, "url", ["host"]).collect()] == ["h.example", None]


def test_text_that_is_no_utf8_is_a_bad_row(spark: Any) -> None:
    frame = spark.sql("select cast(X'687474703A2F2F68FF2F' as string) as url union all select 'http://h/?a=1'")
    rows = engine.split(frame, "url", ["host", "error"]).drop("url").collect()
    assert [(row.host, row.error) for row in rows] == [(None, "bad-char"), ("h", None)]
    bad = frame.select(*(column(call).alias(call.name) for call in CALLS if not call.arguments)).first().asDict(True)
    assert bad == {**dict.fromkeys(bad), "split": dict.fromkeys(FIELDS), "error": "bad-char", "is_valid": False}


def test_a_key_may_be_any_text_of_the_row(spark: Any) -> None:
    keys = "values (0, 'a'), (1, 'b'), (2, null), (3, 'a'), (4, cast(X'FF' as string)) t(n, key)"
    found = spark.sql(f"select n, url_query('http://h/?b=2&a=' || n, key) as answer from {keys}")
    assert answers(found) == ["0", "2", None, "3", None]


def test_large_text(spark: Any, urls: Any) -> None:
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        found = engine.split(urls, "url", ["host", "error"]).collect()
        assert [row.host for row in sorted(found, key=lambda row: row.n)] == columns.split(URLS)["host"].to_pylist()
        for call in (CALLS[0], CALLS[2]):
            assert answers(urls.select("n", column(call).alias("answer"))) == call.expected(URLS)
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_functions_may_stand_anywhere(spark: Any) -> None:
    log = spark.range(9).selectExpr("'http://Site-' || id % 3 || '.example.org/' || id as url")
    counts = log.where(engine.is_valid("url")).groupBy(engine.host("url").alias("host")).count().orderBy("host")
    assert [tuple(row) for row in counts.collect()] == [(f"site-{n}.example.org", 3) for n in range(3)]
    log.createOrReplaceTempView("log")
    query = (
        "select url_split(url).path as path, url_split(url).port + 1 as port from log where url_host(url) like '%-1.%'"
    )
    assert [tuple(row) for row in spark.sql(query).collect()] == [(f"/{n}", None) for n in (1, 4, 7)]


def test_no_rows(urls: Any) -> None:
    nothing = urls.where("false")
    assert engine.split(nothing).collect() == nothing.select(engine.parts("url"), engine.host("url")).collect() == []


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda frame: engine.split(frame, "no"), KeyError),
        (lambda frame: engine.split(frame, "n"), TypeError),
        (lambda frame: engine.split(frame, fields=["no"]), ValueError),
        (lambda frame: engine.split(frame.withColumnRenamed("n", "host")), ValueError),
        (lambda frame: engine.split(frame, profile="no"), ValueError),
        (lambda _: engine.host("url", profile="no"), ValueError),
        (lambda _: engine.parts("url", ["no"]), ValueError),
        (lambda _: engine.normalize("url", "no"), ValueError),
        (lambda _: engine.canonical("url", "no"), ValueError),
        (lambda _: engine.fingerprint("url", "crawl", ww=True), TypeError),
    ],
)
def test_wrong_arguments_raise_before_any_job(urls: Any, wrong: Callable[[Any], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        wrong(urls)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not FUNCTIONS[name].is_for_sql])
def test_arguments_are_those_of_other_data_frames(name: str) -> None:
    ours = inspect.signature(engine.parts if name == "split" else getattr(engine, name))
    theirs = inspect.signature(getattr(UrlMethods, name))

    def after_the_first(signature: inspect.Signature) -> list[tuple[Any, ...]]:
        return [(one.name, one.kind, one.default) for one in signature.parameters.values()][1:]

    assert after_the_first(ours) == after_the_first(theirs)
