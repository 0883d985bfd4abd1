"""URL functions in Polars."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill.engines.functions import FIELDS, FUNCTIONS

from .cases import CALLS, MANY, URLS, WITH_OPTIONS, Call, any_urls, kind_of

pl: Any = pytest.importorskip("polars")
import urlmill.engines.polars  # noqa: E402, F401

TYPES = {"text": pl.String, "uint16": pl.UInt16, "uint32": pl.UInt32, "bool": pl.Boolean, "octets": pl.Binary}
TYPES |= {"texts": pl.List(pl.String), "items": pl.List(pl.Struct({"name": pl.String, "value": pl.String}))}
ENGINES = ["in-memory", "streaming"]


def asked(call: Call, of: Any) -> Any:
    """A series for a series, an expression for an expression."""
    return getattr(of.url, call.name)(*call.arguments, **call.options)


def type_of(call: Call) -> Any:
    if call.name != "split":
        return TYPES[FUNCTIONS[call.name].kind]
    names = call.options.get("fields", FIELDS)
    return pl.Struct({name: TYPES[kind_of(name)] for name in names})


@pytest.mark.parametrize("call", CALLS + WITH_OPTIONS, ids=str)
def test_every_case_on_a_series(call: Call) -> None:
    answer = asked(call, pl.Series("u", URLS))
    assert answer.to_list() == call.expected(URLS)
    assert (answer.name, answer.dtype) == ("u", type_of(call))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("call", CALLS + WITH_OPTIONS, ids=str)
def test_every_case_as_an_expression(call: Call, engine: Any) -> None:
    lazy = pl.LazyFrame({"u": URLS}).select(asked(call, pl.col("u")))
    assert lazy.collect_schema() == {"u": type_of(call)}
    found = lazy.collect(engine=engine)
    assert found.schema == {"u": type_of(call)}
    assert found["u"].to_list() == call.expected(URLS)


@given(call=st.sampled_from(CALLS + WITH_OPTIONS), urls=any_urls)
def test_any_urls(call: Call, urls: list[str | None]) -> None:
    frame = pl.DataFrame({"u": urls}, schema={"u": pl.String})
    expected = call.expected(urls)
    assert frame.select(asked(call, pl.col("u")))["u"].to_list() == expected
    assert asked(call, frame["u"]).to_list() == expected


def test_a_file_goes_through_the_streaming_engine(tmp_path: Path) -> None:
    pl.DataFrame({"u": URLS * MANY}).write_parquet(tmp_path / "urls.parquet", row_group_size=50_000)
    lazy = pl.scan_parquet(tmp_path / "urls.parquet").select(pl.col("u").url.split(), valid=pl.col("u").url.is_valid())
    lazy.sink_parquet(tmp_path / "parts.parquet", engine="streaming")
    found = pl.read_parquet(tmp_path / "parts.parquet")
    assert found["u"].to_list() == CALLS[0].expected(URLS) * MANY
    assert found["valid"].to_list() == CALLS[-1].expected(URLS) * MANY


def test_a_filter_on_another_column_goes_first() -> None:
    """So the URLs that nobody wants are not read."""
    lazy = pl.LazyFrame({"u": URLS, "n": range(len(URLS))}).with_columns(host=pl.col("u").url.host())
    plan = lazy.filter(pl.col("n") > 3).explain()
    assert plan.index("python_udf") < plan.index("FILTER")


@pytest.mark.parametrize("kind", ["Categorical", "Binary", "Enum"])
def test_text_in_other_types(kind: str) -> None:
    urls = ["http://a.example/", None, "http://b.example/", "http://a.example/"]
    kinds = {
        "Categorical": pl.Categorical,
        "Binary": pl.Binary,
        "Enum": pl.Enum(["http://a.example/", "http://b.example/"]),
    }
    frame = pl.DataFrame({"u": urls}).with_columns(pl.col("u").cast(kinds[kind]))
    for answer in (frame["u"].url.host(), frame.select(pl.col("u").url.host())["u"]):
        assert answer.dtype == pl.String
        assert answer.to_list() == ["a.example", None, "b.example", "a.example"]


def test_columns_of_nothing_but_nulls_and_of_no_rows() -> None:
    for series in (
        pl.Series("u", [None, None]),
        pl.Series("u", [], dtype=pl.String),
        pl.Series("u", [], dtype=pl.Null),
    ):
        for call in CALLS:
            answer = asked(call, series)
            assert answer.to_list() == [None] * len(series)
            assert answer.dtype == type_of(call)
            assert series.to_frame().select(asked(call, pl.col("u")))["u"].to_list() == [None] * len(series)


def test_slices_and_chunks() -> None:
    chunked = pl.concat([pl.Series("u", URLS), pl.Series("u", URLS[::-1])], rechunk=False)
    assert chunked.url.split().to_list() == CALLS[0].expected(URLS + URLS[::-1])
    assert chunked[5:9].url.host().to_list() == chunked.url.host().to_list()[5:9]


def test_expressions_may_stand_anywhere() -> None:
    frame = pl.DataFrame({"u": ["http://A/1", "http://b/2", "http://a/3", None], "n": [1, 1, 2, 2]})
    counted = frame.group_by(pl.col("u").url.host().alias("host"), maintain_order=True).len()
    assert counted.rows() == [("a", 2), ("b", 1), (None, 1)]
    grouped = frame.group_by("n", maintain_order=True).agg(pl.col("u").url.path())
    assert grouped.rows() == [(1, ["/1", "/2"]), (2, ["/3", None])]
    over = frame.select(pl.col("u").url.host().first().over("n"))
    assert over["u"].to_list() == ["a", "a", "a", "a"]
    assert frame.filter(pl.col("u").url.path() == "/2").rows() == [("http://b/2", 1)]
    assert frame.select("n", host=pl.lit("http://h/").url.host())["host"].to_list() == ["h"] * 4
    assert frame.select(pl.col("u").url.split().struct.field("path"))["path"].to_list() == ["/1", "/2", "/3", None]
    assert frame.select(pl.col("u").url.split()).unnest("u").columns == list(FIELDS)


def test_fields_of_single_schemes() -> None:
    urls = pl.Series("u", ["gopher://h/1x", "mailto:a@b,c@d", None])
    assert urls.url.split(["gophertype", "recipients"]).to_list() == [
        {"gophertype": "1", "recipients": None},
        {"gophertype": None, "recipients": ["a@b", "c@d"]},
        None,
    ]


def test_wrong_arguments_are_refused_where_they_are_written() -> None:
    with pytest.raises(ValueError, match="expected a profile"):
        pl.col("u").url.host(profile="lax")
    with pytest.raises(ValueError, match="unknown field"):
        pl.col("u").url.split(["nonsense"])
    with pytest.raises(TypeError, match="for one field, write"):
        pl.col("u").url.split("host")
    with pytest.raises(TypeError, match="key is a str"):
        pl.col("u").url.query(1)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="a column of URLs holds text"):
        pl.Series([1]).url.host()
    with pytest.raises((TypeError, pl.exceptions.PolarsError), match="a column of URLs holds text"):
        pl.DataFrame({"u": [1]}).select(pl.col("u").url.host())
