"""The job of docs/crawling.md, run as it stands there but for where its files are."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from urlmill import URLError, crawl

from .cases import URLS
from .spark_session import IGNORED, session

pa: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("urlmill.engines.spark")

PAGE = Path(__file__).parents[2] / "docs" / "crawling.md"

pytestmark = IGNORED


def test_of_each_page_one_url_is_left(tmp_path: Path) -> None:
    urls = [*URLS, *(f"{url}#again" for url in URLS if url and "#" not in url)]
    parquet.write_table(pa.table({"url": pa.array(urls, pa.string())}), tmp_path / "crawl.parquet", row_group_size=500)
    (program,) = re.findall(r"```python\n(from pyspark.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for name in ("crawl.parquet", "pages.parquet"):
        program = program.replace(name, str(tmp_path / name))
    with session("local[2]"):
        exec(program, {"__name__": "job"})
    found = {
        row["page"]: (row["url"], row["count"]) for row in parquet.read_table(tmp_path / "pages.parquet").to_pylist()
    }
    pages = defaultdict(list)
    for url in urls:
        if url is not None:
            try:
                pages[crawl.fingerprint(url, "crawl")].append(url)
            except URLError:
                continue
    assert found == {page: (min(each, key=str.encode), len(each)) for page, each in pages.items()}
