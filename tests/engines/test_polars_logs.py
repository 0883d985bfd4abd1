"""Access logs in Polars: a source that reads what the query needs, and no more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ..logs.samples import WITH_TARGETS as SAMPLES
from .log_files import FIELDS, blocks_of, scans, written

pl: Any = pytest.importorskip("polars")
pytest.importorskip("pyarrow")
from urlmill import logs  # noqa: E402
from urlmill.engines.polars import _frames, scan_logs  # noqa: E402

ENGINES = ["in-memory", "streaming"]
IS_NEW = int(pl.__version__.partition(".")[0]) > 1  # the predicates of older ones look otherwise, and stay with Polars
col = pl.col
HALF = datetime(2015, 5, 17, 10, 5, 20, 500_000, tzinfo=timezone.utc)
WHOLE = HALF.replace(microsecond=0)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("logs") / "access.log")


@pytest.fixture(scope="module")
def frame(log: Path) -> Any:
    return logs.read(log, fields=FIELDS).to_polars()


# A query, and what of its predicate the reader is told; None where that is not looked at.
QUERIES: list[tuple[Callable[[Any], Any], list[str] | None]] = [
    (lambda lazy: lazy, []),
    (lambda lazy: lazy.select("path"), []),
    (lambda lazy: lazy.select(pl.len()), []),
    (lambda lazy: lazy.filter(col("status") >= 204), ["status>=204"]),
    (lambda lazy: lazy.filter(col("status") == 204).select("path"), ["status=204"]),
    (lambda lazy: lazy.filter(col("status") != 204).select("path"), ["status!=204"]),
    (lambda lazy: lazy.filter(pl.lit(203) < col("status")).select("path", "bytes"), ["status>203"]),
    (lambda lazy: lazy.filter(~(col("status") == 205)).select("status"), ["status!=205"]),
    (lambda lazy: lazy.filter(col("status").is_between(201, 203)), ["status>=201", "status<=203"]),
    (lambda lazy: lazy.filter(col("status") > 70_000), []),
    (lambda lazy: lazy.filter(col("status") > -1), []),
    (lambda lazy: lazy.filter(col("status") < 203.5), []),
    (lambda lazy: lazy.filter(col("status") + 1 == 205), []),
    (lambda lazy: lazy.filter(col("time") > HALF), ["time>=2015-05-17T10:05:20Z"]),
    (lambda lazy: lazy.filter(col("time") < HALF), ["time<=2015-05-17T10:05:21Z"]),
    (lambda lazy: lazy.filter(col("time") == WHOLE), ["time>=2015-05-17T10:05:20Z", "time<=2015-05-17T10:05:20Z"]),
    (lambda lazy: lazy.filter(col("time") != WHOLE), []),
    (lambda lazy: lazy.filter(col("path") == "/a/2"), ["path=/a/2"]),
    (lambda lazy: lazy.filter(col("path") == "/a/*"), []),
    (lambda lazy: lazy.filter(col("path") == ""), []),
    (lambda lazy: lazy.filter(col("path") != "/a/2"), []),
    (lambda lazy: lazy.filter(col("path") > "/a/2"), []),
    (lambda lazy: lazy.filter(col("path").str.starts_with("/a")), ["path=/a*"]),
    (lambda lazy: lazy.filter(col("path").str.contains("1"), col("method") == "GET"), ["method=GET"]),
    (lambda lazy: lazy.filter(col("path").is_in(["/a/2", "/b/3"])), []),
    (lambda lazy: lazy.filter(col("client") == "192.0.2.1"), ["client=192.0.2.1"]),
    (lambda lazy: lazy.filter(col("client") == "192.0.2.0/24"), []),
    (lambda lazy: lazy.filter(col("agent") == " agent 1"), []),
    (lambda lazy: lazy.filter(col("referer_host") == "example.org"), ["referer_host=example.org"]),
    (lambda lazy: lazy.filter(col("referer_host") == "Example.org"), []),
    (lambda lazy: lazy.filter(col("bytes").is_null()), ["bytes="]),
    (lambda lazy: lazy.filter(col("bytes").is_not_null()).select(pl.len()), ["bytes!="]),
    (lambda lazy: lazy.filter(col("request_time") > 1), ["request_time>1.0"]),
    (lambda lazy: lazy.filter((col("status") == 200) | (col("path") == "/a/2")), []),
    (lambda lazy: lazy.filter(col("status") > 203).head(5), ["status>203"]),
    (lambda lazy: lazy.head(9).filter(col("status") > 203), []),
    (lambda lazy: lazy.head(9).filter(col("status") > 203).head(2), []),
    (lambda lazy: lazy.head(0), None),
    (lambda lazy: lazy.slice(3, 4), []),
    (lambda lazy: lazy.tail(2), []),
    (lambda lazy: lazy.filter(False), None),
    (lambda lazy: lazy.group_by("status").len().sort("status"), []),
    (lambda lazy: lazy.sort("bytes", descending=True).head(2), []),
    (lambda lazy: lazy.with_columns(twice=col("bytes") * 2).filter(col("twice") > 9).select("twice"), None),
    (lambda lazy: lazy.join(lazy.select("path", other="status"), on="path").sort("path"), None),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", range(len(QUERIES)))
def test_a_query_has_the_answer_that_it_has_of_a_frame(
    number: int, engine: Any, log: Path, frame: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    query, where = QUERIES[number]
    expected = query(frame.lazy()).collect()
    with scans(monkeypatch) as seen:
        lazy = query(scan_logs(log, fields=FIELDS))
        assert lazy.collect_schema() == expected.schema
        found = lazy.collect(engine=engine)
    assert found.equals(expected)
    if where is not None and IS_NEW:
        assert [conditions for _, conditions in seen] == [where]


@pytest.mark.parametrize("engine", ENGINES)
def test_only_the_columns_that_are_needed_are_read(engine: Any, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with scans(monkeypatch) as seen:
        scan_logs(log).filter(col("status") == 200, col("bytes") > 3).select("path").collect(engine=engine)
        scan_logs(log, fields=FIELDS).group_by("client").len().collect(engine=engine)
        scan_logs(log).select(pl.len()).collect(engine=engine)
    assert {*seen[0][0]} == {"path", "status", "bytes"}
    assert seen[1][0] == ["client"]
    assert len(seen[2][0]) == 1


_numbers = st.one_of(st.integers(-2, 210), st.sampled_from([255, 65_535, 65_536, 2**63, 203.5, -0.5]))
_texts = st.sampled_from(["/a/2", "/b/1", "/a", "", "*", "/a/*", " /a/2", "q=1", "GET", "get", "example.org", "é", "1"])
_moments = st.sampled_from([HALF, WHOLE, datetime(1969, 12, 31, 23, tzinfo=timezone.utc)])
_comparisons: list[Callable[[Any, Any], Any]] = [
    lambda left, right: left == right,
    lambda left, right: left != right,
    lambda left, right: left < right,
    lambda left, right: left <= right,
    lambda left, right: left > right,
    lambda left, right: left >= right,
    lambda left, right: right <= left,
    lambda left, right: left.is_between(right, right, closed="left"),
    lambda left, right: left.eq_missing(right),
]
_leaves = st.one_of(
    st.builds(
        lambda compare, name, value: compare(col(name), pl.lit(value)),
        st.sampled_from(_comparisons), st.sampled_from(["status", "bytes", "request_time"]), _numbers,
    ),
    st.builds(
        lambda compare, name, value: compare(col(name), pl.lit(value)),
        st.sampled_from(_comparisons), st.sampled_from(["path", "query", "method", "referer_host", "agent"]), _texts,
    ),
    st.builds(lambda compare, value: compare(col("time"), pl.lit(value)), st.sampled_from(_comparisons), _moments),
    st.builds(lambda values: col("path").is_in(values), st.lists(_texts, max_size=3)),
    st.builds(lambda name, value: col(name).str.starts_with(value), st.sampled_from(["path", "referer_host"]), _texts),
    st.builds(lambda name: col(name).is_null(), st.sampled_from(FIELDS)),
)  # fmt: skip
predicates = st.recursive(
    _leaves,
    lambda some: st.one_of(
        st.builds(lambda left, right: left & right, some, some),
        st.builds(lambda left, right: left | right, some, some),
        st.builds(lambda one: ~one, some),
    ),
    max_leaves=5,
)


@given(predicate=predicates, engine=st.sampled_from(ENGINES))
def test_any_predicate(predicate: Any, engine: Any, log: Path, frame: Any) -> None:
    lazy = scan_logs(log, fields=FIELDS)
    assert lazy.filter(predicate).collect(engine=engine).equals(frame.filter(predicate))
    assert lazy.head(9).filter(predicate).collect(engine=engine).equals(frame.head(9).filter(predicate))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_types_of_every_sample_are_those_of_its_rows(path: Path) -> None:
    names = list(dict.fromkeys([*logs.read(path)._looked().fields, "host", "port", "time_taken", "referer_host"]))
    lazy = scan_logs(path, fields=names, on_bad="skip")
    expected = logs.read(path, fields=names).to_polars()
    assert lazy.collect_schema() == expected.schema
    assert lazy.collect(engine="streaming").equals(expected)


def test_nothing_is_read_before_it_is_asked_for(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = blocks_of(monkeypatch)
    lazy = scan_logs(log).filter(col("status") == 200).select("path")
    assert read == []
    lazy.collect_schema()
    assert read == [1]
    lazy.collect()
    assert len(read) > 10


def test_no_more_is_read_than_the_rows_that_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = written(tmp_path / "log", 3000)
    read = blocks_of(monkeypatch)
    assert scan_logs(log, threads=1).head(3).collect().height == 3
    assert len(read) < 10


def test_batches_are_as_small_as_is_asked_for(log: Path) -> None:
    reader = logs.read(log, fields=FIELDS)
    whole = reader.to_polars()
    found = list(_frames(reader, "warn", ["path", "status"], col("status") > 200, None, 7))
    assert max(frame.height for frame in found) == 7
    assert pl.concat(found).equals(whole.filter(col("status") > 200).select("path", "status"))
    assert sum(frame.height for frame in _frames(reader, "warn", None, None, 11, 4)) == 11
    assert [frame.height for frame in _frames(reader, "warn", [], None, None, None)] == [whole.height]


def test_a_log_goes_through_the_streaming_engine_into_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = written(tmp_path / "log", 2000)
    blocks_of(monkeypatch)
    scan_logs(log).filter(col("status") < 204).sink_parquet(tmp_path / "rows.parquet", engine="streaming")
    expected = logs.read(log, where="status<204").to_polars()
    assert pl.read_parquet(tmp_path / "rows.parquet").equals(expected)


def test_conditions_formats_and_patterns_are_those_of_the_library(log: Path, tmp_path: Path) -> None:
    lazy = scan_logs(log, "combined", ["path"], "status=204", threads=2)
    assert lazy.collect().equals(logs.read(log, "combined", ["path"], "status=204").to_polars())
    (tmp_path / "log").write_text("1 /a?b\n2 /c\n", "utf-8")
    lazy = scan_logs([tmp_path / "log"], regex=r"^(?P<number>\d+) (?P<target>\S+)$")
    assert lazy.filter(col("number") == "2").select("path").collect().rows() == [("/c",)]


def test_lines_that_are_not_rows_are_told(tmp_path: Path) -> None:
    log = written(tmp_path / "log", 5, bad=2)
    with pytest.warns(UserWarning, match=r"2 lines are not rows, the first is line 6 of .*log; on_bad"):
        assert scan_logs(log).collect().height == 5
    assert scan_logs(log, on_bad="skip").collect().height == 5
    bad: list[logs.BadLine] = []
    assert scan_logs(log, on_bad=bad.append).filter(col("status") == 0).collect().height == 0
    assert [(each.line, each.text) for each in bad] == [(6, "nonsense 0"), (7, "nonsense 1")]
    with pytest.warns(UserWarning, match="a line is not a row"):
        scan_logs(written(tmp_path / "log", 5, bad=1)).collect(engine="streaming")


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_a_query_that_ends_early_tells_of_the_bad_lines_until_then(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = written(tmp_path / "log", 3000, bad=2, is_bad_first=True)
    blocks_of(monkeypatch)
    with pytest.warns(UserWarning, match=r"2 lines are not rows, the first is line 1 of .*log; on_bad"):
        assert scan_logs(log, "combined").head(3).collect(engine=engine).height == 3
    frames = _frames(logs.read(log, "combined"), "warn", ["path"], None, None, None)
    assert next(frames).height
    with pytest.warns(UserWarning, match="2 lines are not rows"):
        frames.close()  # type: ignore[attr-defined]  # it is a generator


def test_what_is_wrong_is_told_where_it_is_written_or_when_it_is_read(log: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown format 'nonsense'"):
        scan_logs(log, "nonsense")
    with pytest.raises(ValueError, match="on_bad: expected 'warn'"):
        scan_logs(log, on_bad="ignore")  # type: ignore[arg-type]
    with pytest.raises(OSError, match="no such file"):
        scan_logs(tmp_path / "nowhere")
    with pytest.raises((ValueError, pl.exceptions.PolarsError), match="there is no column 'statsu'"):
        scan_logs(log, fields="statsu").collect()
    (tmp_path / "log").write_text("hello\n", "utf-8")
    with pytest.raises((ValueError, pl.exceptions.PolarsError), match="unknown log format"):
        scan_logs(tmp_path / "log").collect()


def test_an_empty_log_has_columns(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"")
    assert scan_logs(tmp_path / "log").collect().shape == (0, len(logs.read(tmp_path / "log").fields))
