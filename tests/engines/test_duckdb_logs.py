"""Access logs in DuckDB: relations whose queries read what they need."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .log_files import FIELDS, blocks_of, rows, scans, written

duckdb: Any = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")
pytest.importorskip("numpy")
from urlmill import logs  # noqa: E402
from urlmill.engines import duckdb as engine  # noqa: E402


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("logs") / "access.log")


@pytest.fixture
def con() -> Iterator[Any]:
    with duckdb.connect() as con:
        yield con


# Beside the columns and the filter that DuckDB asks for, which filters are its own.
QUERIES = [
    "select path, status from {} where status >= 204",
    "select path from {} where status = 204 and bytes > 9",
    "select count(*) as rows from {}",
    "select count(*) as rows from {} where referer_host is null",
    "select path from {} where path like '/a/%'",
    "select path from {} where path in ('/a/2', '/b/3') or bytes = 5",
    "select path from {} where time > '2015-05-17 10:05:20.5Z'",
    "select epoch(time) as time from {} where client <> '192.0.2.1'",
    "select status, count(*) as rows, sum(bytes) as bytes from {} group by all order by all",
    "select path from {} order by bytes desc nulls last limit 3",
    "select a.path from {} a join {} b on a.bytes = b.bytes + 1 order by all",
    "select upper(agent) as agent from {} where query is not null and request_time is null",
    "select path from {} where false",
    "select path from {} where status between 201 and 203 and method = 'POST'",
    "select path from {} where status not in (200, 201) and referer_host = 'example.org'",
]


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("query", QUERIES)
def test_a_query_has_the_answer_that_it_has_of_a_table(query: str, threads: int, con: Any, log: Path) -> None:
    con.execute(f"set threads = {threads}")
    relation = engine.logs(con, log, fields=FIELDS)
    table = logs.read(log, fields=FIELDS).to_pyarrow()
    con.register("relation", relation)
    con.register("table_of_rows", table)
    found = con.sql(query.format("relation", "relation")).to_arrow_table()
    assert rows(found) == rows(con.sql(query.format("table_of_rows", "table_of_rows")).to_arrow_table())


def test_only_the_columns_that_are_needed_are_read(con: Any, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    relation = engine.logs(con, log)  # noqa: F841  # DuckDB finds it by its name
    with scans(monkeypatch) as seen:
        con.sql("select path from relation where status = 200").fetchall()
        con.sql("select count(*) from relation").fetchall()
        con.sql("select path from relation").fetchall()
    assert [{*columns} for columns, _ in seen] == [{"path", "status"}, {"time"}, {"path"}]


def test_a_reader_is_a_relation_too(log: Path, con: Any) -> None:
    reader = logs.read(log, fields=["path", "status"], where="status=204")
    for relation in (reader.to_duckdb(con), reader.to_duckdb()):
        assert relation.columns == ["path", "status"]
        assert [str(kind) for kind in relation.types] == ["VARCHAR", "USMALLINT"]
        for _ in range(2):
            assert rows(relation.to_arrow_table()) == rows(reader.to_pyarrow())
    assert con.sql("select count(*) from reader").fetchall() == [(reader.to_pyarrow().num_rows,)]


def test_the_first_lines_are_read_at_once_and_the_rest_by_queries(
    con: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = written(tmp_path / "log", 3000)
    read = blocks_of(monkeypatch)
    relation = engine.logs(con, log, threads=1)
    assert read == [1]
    read.clear()
    assert len(relation.project("path").fetchall()) == 3000
    assert len(read) > 100
    read.clear()
    assert len(relation.project("path").limit(3).fetchall()) == 3
    assert len(read) < 1000
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("urlmill-worker")]


def test_lines_that_are_not_rows_are_told(con: Any, tmp_path: Path) -> None:
    log = written(tmp_path / "log", 5, bad=2)
    with pytest.warns(UserWarning, match=r"2 lines are not rows, the first is line 6 of .*log; on_bad"):
        assert engine.logs(con, log).count("*").fetchall() == [(5,)]
    assert engine.logs(con, log, on_bad="skip").count("*").fetchall() == [(5,)]
    bad: list[logs.BadLine] = []
    assert engine.logs(con, log, on_bad=bad.append).filter("status = 0").fetchall() == []
    assert [(each.line, each.text) for each in bad] == [(6, "nonsense 0"), (7, "nonsense 1")]
    reader = logs.read(log)
    assert reader.to_duckdb(con).count("*").fetchall() == [(5,)]
    assert (reader.bad_count, len(reader.bad)) == (2, 2)


def test_a_query_that_ends_early_tells_of_the_bad_lines_until_then(
    con: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = written(tmp_path / "log", 3000, bad=2, is_bad_first=True)
    blocks_of(monkeypatch)
    with pytest.warns(UserWarning, match=r"2 lines are not rows, the first is line 1 of .*log; on_bad"):
        assert len(engine.logs(con, log, "combined").project("path").limit(3).fetchall()) == 3


def test_what_is_wrong_is_told_at_once(con: Any, log: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no column 'statsu'"):
        engine.logs(con, log, fields="statsu")
    with pytest.raises(ValueError, match="on_bad: expected 'warn'"):
        engine.logs(con, log, on_bad="ignore")  # type: ignore[arg-type]
    with pytest.raises(OSError, match="no such file"):
        engine.logs(con, tmp_path / "nowhere")


def test_an_error_in_the_middle_is_an_error_of_the_query(con: Any, tmp_path: Path) -> None:
    first, second = written(tmp_path / "1.log"), tmp_path / "2.log"
    second.write_text("hello\n", "utf-8")
    relation = engine.logs(con, [first, second])
    with pytest.raises(duckdb.Error, match="unknown log format"):
        relation.count("*").fetchall()
