"""URL functions in DuckDB's SQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill.engines.functions import FIELDS, FUNCTIONS

from ..columns.functions import value_of
from .cases import CALLS, MANY, OF_SQL, URLS, Call, any_urls

duckdb: Any = pytest.importorskip("duckdb")
pa: Any = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")
from urlmill.engines.duckdb import register  # noqa: E402

TYPES = {"text": "VARCHAR", "uint16": "USMALLINT", "uint32": "UINTEGER", "bool": "BOOLEAN", "octets": "BLOB"}
TYPES |= {"texts": "VARCHAR[]", "items": 'STRUCT("name" VARCHAR, "value" VARCHAR)[]', "map": "MAP(VARCHAR, VARCHAR)"}
TYPES["struct"] = f"STRUCT({', '.join(f'{name} {TYPES[kind]}' for name, kind in FIELDS.items())})"


@pytest.fixture(scope="module")
def con() -> Iterator[Any]:
    with duckdb.connect() as con:
        register(con)
        yield con


def asked(con: Any, call: Call, urls: list[str | None]) -> Any:
    """A relation with the answer to each, in order."""
    arguments = ", ".join(["u", *("'" + argument + "'" for argument in call.arguments)])
    table = pa.table({"u": pa.array(urls, pa.string()), "n": range(len(urls))})
    con.register("urls", table)
    return con.sql(f"select url_{call.name}({arguments}) as answer, n from urls order by n").select("answer")


@pytest.mark.parametrize("call", CALLS + OF_SQL, ids=str)
def test_every_case(con: Any, call: Call) -> None:
    answers = asked(con, call, URLS)
    assert [answer for (answer,) in answers.fetchall()] == call.expected(URLS)
    assert [str(kind) for kind in answers.types] == [TYPES[FUNCTIONS[call.name].kind]]


@given(call=st.sampled_from(CALLS), urls=any_urls)
def test_any_urls(con: Any, call: Call, urls: list[str | None]) -> None:
    assert [answer for (answer,) in asked(con, call, urls).fetchall()] == call.expected(urls)


@pytest.mark.parametrize("threads", [1, 4])
def test_many_rows_on_several_threads(threads: int) -> None:
    with duckdb.connect(config={"threads": threads}) as con:
        register(con)
        table = pa.table({"u": pa.array(URLS, pa.string()), "n": range(len(URLS))})
        con.register("urls", table)
        con.sql(f"create table many as select u, n from urls, range({MANY})")
        call = Call("split", CALLS[0].says)
        counted = con.sql(
            "select n, url_split(u) as parts, count(*) as times from many group by all order by n"
        ).fetchall()
        assert counted == [(n, parts, MANY) for n, parts in enumerate(call.expected(URLS))]


def test_answers_outlive_the_batches_they_point_into(con: Any) -> None:
    query = "select url_path('http://h/a/long/path/indeed/' || i) as path from range(50000) t(i) order by path desc"
    found = con.sql(query).fetchall()
    assert found == sorted(((f"/a/long/path/indeed/{n}",) for n in range(50_000)), reverse=True)


def test_the_key_may_differ_from_row_to_row(con: Any) -> None:
    keys = [*(call.arguments[0] for call in CALLS if call.name == "query"), None]
    con.register("urls", pa.table({"u": pa.array(URLS, pa.string()), "n": range(len(URLS))}))
    con.register("keys", pa.table({"k": pa.array(range(len(keys))), "key": keys}))
    found = con.sql("select url_query(u, key) from urls, keys order by n, k").fetchall()
    expected = [Call("query", value_of(key)).expected(URLS) if key is not None else [None] * len(URLS) for key in keys]
    assert found == [(value,) for row in zip(*expected, strict=True) for value in row]


def test_null_is_null_wherever_it_comes_from(con: Any) -> None:
    nulls = [
        f"{function.sql_name}({', '.join(['null'] * (1 + len(function.arguments)))})" for function in FUNCTIONS.values()
    ]
    assert con.sql(f"select {', '.join(nulls)}").fetchall() == [(None,) * len(nulls)]
    assert con.sql("select url_host(u) from (select null::varchar as u where false)").fetchall() == []


def test_what_the_part_of_a_struct_is(con: Any) -> None:
    query = "select url_split(u).query, url_split(u).port + 1 from (values ('http://h:80/?q'), (null)) t(u)"
    assert con.sql(query).fetchall() == [("q", 81), (None, None)]


def test_functions_may_stand_anywhere(con: Any, tmp_path: Path) -> None:
    con.sql(
        "create or replace table log as select 'http://Site-' || i % 3 || '.example.org/' || i as u from range(9) t(i)"
    )
    query = "select url_host(u) as host, count(*) from log where url_is_valid(u) group by host order by host"
    assert con.sql(query).fetchall() == [(f"site-{n}.example.org", 3) for n in range(3)]
    file = tmp_path / "sites.parquet"
    con.sql(f"copy (select url_registrable_domain(u) as site from log) to '{file}'")
    assert con.sql(f"select distinct site from '{file}'").fetchall() == [("example.org",)]


def test_to_register_twice_does_nothing() -> None:
    with duckdb.connect() as con:
        register(con)
        register(con)
        register(con.cursor())
        assert con.cursor().sql("select url_host('http://h/')").fetchall() == [("h",)]


def test_a_function_of_another_is_not_replaced() -> None:
    with duckdb.connect() as con:
        con.create_function("url_host", lambda url: url, ["VARCHAR"], "VARCHAR")
        with pytest.raises(duckdb.Error, match="url_host"):
            register(con)
