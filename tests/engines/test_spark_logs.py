"""Lines of access logs in Spark, spread over partitions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from urlmill._io import inputs

from .log_files import FIELDS, rows, written
from .spark_session import IGNORED, session

engine: Any = pytest.importorskip("urlmill.engines.spark")
pa: Any = pytest.importorskip("pyarrow")
from urlmill import logs  # noqa: E402

pytestmark = IGNORED

LINE = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a?b=1 HTTP/1.1" 200 17'
HEADER = "#Fields: date time cs-method cs-uri-stem sc-status"
IIS = ["2026-03-10 10:05:03 GET /a 200", "2026-03-10 10:05:04 POST /b 404", "2026-03-10 10:05:05 GET /c 200"]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    with session("local[2]", **{"sql.session.timeZone": "UTC"}) as spark:
        yield spark


def frame_of(spark: Any, lines: list[Any], partitions: int | None = None, kind: str = "string") -> Any:
    """A partition for each line by default."""
    return spark.sparkContext.parallelize([(line,) for line in lines], partitions or len(lines)).toDF(f"value {kind}")


def test_types_are_those_of_spark(spark: Any) -> None:
    found = engine.logs(frame_of(spark, [LINE]), fields=FIELDS, bad="bad")
    assert found.schema.simpleString() == (
        "struct<time:timestamp,client:string,method:string,path:string,query:string,status:int,bytes:bigint,"
        "referer_host:string,agent:string,request_time:double,bad:struct<reason:string,at:bigint,text:string>>"
    )
    row = found.selectExpr("cast(time as string) as time", "path", "status", "bytes", "bad").first()
    assert tuple(row) == ("2015-05-17 10:05:03", "/a", 200, 17, None)


def test_bad_lines_are_left_out_or_found(spark: Any, tmp_path: Path) -> None:
    log = written(tmp_path / "log", 40, bad=3)
    frame = spark.read.text(str(log)).repartition(4)
    assert engine.logs(frame).count() == 40
    found = engine.logs(frame, bad="wrong")
    assert found.where("wrong is null").count() == 40
    bad = found.where("wrong is not null")
    assert sorted(tuple(row) for row in bad.select("wrong.*").collect()) == [
        ("bad-line", 0, f"nonsense {n}") for n in range(3)
    ]
    assert bad.where("path is null and status is null").count() == 3
    assert {tuple(row) for row in found.groupBy("wrong.reason").count().collect()} == {(None, 40), ("bad-line", 3)}


def test_rows_are_those_of_the_library_wherever_the_lines_are(spark: Any, tmp_path: Path) -> None:
    log = written(tmp_path / "log", 500, bad=1)
    expected = rows(logs.read(log, fields=FIELDS).to_pyarrow())
    found = engine.logs(spark.read.text(str(log)).repartition(7), fields=FIELDS).toArrow()
    assert sorted(rows(found), key=repr) == sorted(expected, key=repr)
    assert rows(engine.logs(spark.read.text(str(log)), "value", "combined", FIELDS).toArrow()) == expected


def test_the_format_is_one_for_all_partitions(spark: Any) -> None:
    other = '{"request_uri":"/json","status":200}'
    found = engine.logs(frame_of(spark, [LINE, LINE, other]), fields="path", bad="bad")
    assert sorted((row.path or "", row.bad is None) for row in found.collect()) == [
        ("", False), ("/a", True), ("/a", True),
    ]  # fmt: skip
    found = engine.logs(frame_of(spark, [other, LINE]), format="json", fields="path")
    assert [row.path for row in found.collect()] == ["/json"]


def test_lines_of_a_pattern_and_of_a_format_that_a_server_has(spark: Any) -> None:
    frame = frame_of(spark, ["1 /a?b", "2 /c"])
    found = engine.logs(frame, regex=r"^(?P<number>\d+) (?P<target>\S+)$")
    assert [tuple(row) for row in found.collect()] == [("1", "/a", "b"), ("2", "/c", None)]
    found = engine.logs(frame_of(spark, ["192.0.2.1 /a 200"]), format="$remote_addr $request_uri $status")
    assert [(row.client, row.path, row.status) for row in found.collect()] == [("192.0.2.1", "/a", 200)]


def test_w3c_lines_are_read_in_partitions_that_lack_their_header(spark: Any) -> None:
    for lines in (
        ["#Version: 1.0", HEADER, *IIS],
        [*IIS[:2], "#Date: 2026-03-10", HEADER.upper().replace("#FIELDS", "#Fields"), IIS[2]],
    ):
        for name in (None, "w3c"):
            found = engine.logs(frame_of(spark, lines), format=name, fields=["path", "status"])
            assert [tuple(row) for row in found.collect()] == [("/a", 200), ("/b", 404), ("/c", 200)]
    found = engine.logs(frame_of(spark, IIS), format=HEADER, fields=["path", "status"])
    assert [tuple(row) for row in found.collect()] == [("/a", 200), ("/b", 404), ("/c", 200)]


def test_w3c_headers_that_differ_are_refused(spark: Any) -> None:
    other = "#Fields: date time cs-uri-stem cs-method sc-status"
    frame = frame_of(spark, [HEADER, *IIS, other, *IIS])
    for name in (None, "w3c"):
        with pytest.raises(ValueError, match=r"different #Fields: lines.* make a data frame of the files of each"):
            engine.logs(frame, format=name)
    with pytest.raises(Exception, match="expected lines under #Fields: date time cs-method"):
        engine.logs(frame, format=HEADER).collect()


def test_w3c_logs_without_what_is_needed_are_refused(spark: Any) -> None:
    with pytest.raises(ValueError, match="there is no #Fields: line"):
        engine.logs(frame_of(spark, IIS), format="w3c")
    with pytest.raises(ValueError, match=r"unknown log format.*2026-03-10"):
        engine.logs(frame_of(spark, IIS))
    with pytest.raises(ValueError, match="times without dates"):
        engine.logs(frame_of(spark, ["#Fields: time cs-uri-stem", "10:05:03 /a"]))
    with pytest.raises(ValueError, match="names no field"):
        engine.logs(frame_of(spark, IIS), format="#Fields:")


def test_text_of_other_kinds(spark: Any) -> None:
    latin = LINE.replace("/a", "/caf\xe9").encode("latin-1")
    octets = frame_of(spark, [LINE.encode(), latin, None], kind="binary")
    assert [row.path for row in engine.logs(octets, fields="path").collect()] == ["/a", "/caf\xe9"]
    text = octets.selectExpr("cast(value as string) as `a.``line`", "1 as n")  # Spark does not look whether it is text
    assert [row.path for row in engine.logs(text, "a.`line", fields="path").collect()] == ["/a", "/caf\xe9"]


def test_large_text(spark: Any) -> None:
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        found = engine.logs(frame_of(spark, [LINE, "?"]), fields=["path", "bytes"], bad="bad").collect()
        assert [(row.path, row.bytes, row.bad and row.bad.text) for row in found] == [
            ("/a", 17, None),
            (None, None, "?"),
        ]
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_a_number_that_spark_has_no_room_for_is_null(spark: Any) -> None:
    lines = [LINE, LINE.replace(" 17", f" {2**63 - 1}"), LINE.replace(" 17", f" {2**63}")]
    assert [row.bytes for row in engine.logs(frame_of(spark, lines), fields="bytes").collect()] == [17, 2**63 - 1, None]


def test_a_line_that_is_too_long_is_bad(spark: Any) -> None:
    frame = frame_of(spark, [LINE]).selectExpr("value").union(
        spark.range(1).selectExpr(f"repeat('x', {inputs.LONGEST + 1}) as value")
    )  # fmt: skip
    bad = engine.logs(frame, format="common", bad="bad").where("bad is not null").select("bad.*").collect()
    assert [(row.reason, row.at) for row in bad] == [("too-long", inputs.LONGEST)]


def test_no_lines(spark: Any) -> None:
    nothing = spark.createDataFrame([], "value string")
    with pytest.raises(ValueError, match="no lines that would tell the format"):
        engine.logs(nothing)
    assert engine.logs(nothing, format="combined", fields=["path"]).collect() == []
    assert engine.logs(frame_of(spark, ["", None, LINE, ""]), fields="path").count() == 1


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"column": "no"}, KeyError, "no"),
        ({"column": "n"}, TypeError, "column of text, got 'n' of type int"),
        ({"format": "nonsense"}, ValueError, "unknown format 'nonsense'"),
        ({"fields": "statsu"}, ValueError, "there is no column 'statsu'"),
        ({"fields": []}, ValueError, "fields: expected"),
        ({"format": "json", "regex": "(?P<a>.)"}, ValueError, "a format or a regex"),
        ({"regex": "a"}, ValueError, "no named group"),
        ({"bad": "path"}, ValueError, "a name that no other column has, got 'path'"),
    ],
)
def test_wrong_arguments_raise_on_the_driver(
    spark: Any, options: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words):
        engine.logs(frame_of(spark, [LINE]).selectExpr("value", "1 as n"), **options)
