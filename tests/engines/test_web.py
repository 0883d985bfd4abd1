"""The tests of the web platform through the engines: SQL has no base, data frames have one for all rows."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from ..web.wpt import cases


def by_base() -> dict[str | None, list[tuple[str, str | None]]]:
    """Texts and their hrefs, by what they are seen from."""
    found = defaultdict(list)
    for case in cases("urltestdata.json"):
        found[case.get("base")].append((case["input"], None if case.get("failure") else case["href"]))
    return found


def test_every_case_in_data_frames_of_polars() -> None:
    pl: Any = pytest.importorskip("polars")
    pytest.importorskip("urlmill.engines.polars")
    for base, rows in by_base().items():
        frame = pl.DataFrame({"url": [text for text, _ in rows]}, schema={"url": pl.String})
        found = frame.select(pl.col("url").url.href(base=base))["url"].to_list()
        assert found == [href for _, href in rows], base


def test_every_case_in_data_frames_of_pandas() -> None:
    pd: Any = pytest.importorskip("pandas")
    pytest.importorskip("urlmill.engines.pandas")
    for base, rows in by_base().items():
        found = pd.Series([text for text, _ in rows], dtype=object).url.href(base=base)
        assert [None if pd.isna(href) else href for href in found] == [href for _, href in rows], base


def test_every_case_without_a_base_in_the_sql_of_duckdb() -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    engine: Any = pytest.importorskip("urlmill.engines.duckdb")
    pa: Any = pytest.importorskip("pyarrow")
    hrefs = [(href, href) for rows in by_base().values() for _, href in rows if href is not None]
    rows = by_base()[None] + hrefs
    with duckdb.connect() as con:
        engine.register(con)
        con.register("urls", pa.table({"u": [text for text, _ in rows], "n": range(len(rows))}))
        found = con.sql("select url_href(u) from urls order by n").fetchall()
    assert found == [(href,) for _, href in rows]


def test_a_base_is_the_same_for_all_rows() -> None:
    pd: Any = pytest.importorskip("pandas")
    pytest.importorskip("urlmill.engines.pandas")
    urls = pd.Series(["a", "b"])
    with pytest.raises(
        TypeError, match=r"base is one URL, the same for all rows, not Series; columns.href takes a col"
    ):
        urls.url.href(base=urls)
