"""The recipes of docs/engines.md, run as they stand there but for where the file is that they read: one of cases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from urlmill import columns

from .cases import URLS

pa: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")

PAGE = Path(__file__).parents[2] / "docs" / "engines.md"

pytestmark = pytest.mark.filterwarnings("ignore")  # what the engines say of each other is theirs


@pytest.fixture(autouse=True)
def crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet.write_table(pa.table({"url": pa.array(URLS, pa.string())}), tmp_path / "crawl.parquet", row_group_size=500)
    monkeypatch.chdir(tmp_path)


def run(section: str) -> dict[str, Any]:
    """All that the program in a section of the page has made."""
    text = PAGE.read_text("utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    made: dict[str, Any] = {"__name__": "recipe"}
    # In full, for Spark's Java and Ray's workers may have been started in another directory.
    exec(program.replace("crawl.parquet", str(Path("crawl.parquet").absolute())), made)
    return made


def expected(*fields: str) -> list[tuple[Any, ...]]:
    parts = columns.split(URLS, fields)
    return list(zip(*(parts[name].to_pylist() for name in fields), strict=True))


def sites() -> Counter[str | None]:
    return Counter(columns.registrable_domain(URLS))


def rows_of(table: Any) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in table.to_pylist()]


EXPECTED = [(url, *parts) for url, parts in zip(URLS, expected("host", "port"), strict=True)]


def in_any_order(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=repr)


def test_spark() -> None:
    from .spark_session import session

    engine: Any = pytest.importorskip("urlmill.engines.spark")
    with session("local[2]"):
        made = run("Spark")
        assert {row.site: row.pages for row in made["sites"].collect()} == sites()
        valid = columns.is_valid(URLS).to_pylist()
        queries = columns.query_value(URLS, "q").to_pylist()
        hosts = [host for (host,) in expected("host")]
        assert in_any_order([tuple(row) for row in made["hosts"].collect()]) == in_any_order(
            [(host, query) for host, query, good in zip(hosts, queries, valid, strict=True) if good]
        )
        for frame, fields in ((made["parts"], ("host", "depth")), (made["beside"], ("host", "port", "error"))):
            wanted = [(url, *parts) for url, parts in zip(URLS, expected(*fields), strict=True)]
            assert in_any_order([tuple(row) for row in frame.collect()]) == in_any_order(wanted)
        assert made["beside"].columns == ["url", "u_host", "u_port", "u_error"]
    assert made["url"] is engine


@pytest.fixture
def ray() -> Iterator[Any]:
    ray: Any = pytest.importorskip("ray", reason="no Ray for this interpreter")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200_000_000, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.mark.usefixtures("ray")
def test_ray_data() -> None:
    rows = run("Ray Data")["crawl"].take_all()
    assert in_any_order([tuple(row.values()) for row in rows]) == in_any_order(EXPECTED)


def test_dask() -> None:
    pytest.importorskip("dask.dataframe", reason="no Dask for this interpreter")
    frame = run("Dask")["crawl"]
    types = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert types["host"] == "large_string[pyarrow]"
    assert types["port"] == "uint16[pyarrow]"
    assert rows_of(pa.Table.from_pandas(frame.compute(), preserve_index=False)) == EXPECTED


def test_daft() -> None:
    pytest.importorskip("daft", reason="no Daft for this interpreter")
    assert rows_of(run("Daft")["crawl"].to_arrow()) == EXPECTED


def test_datafusion() -> None:
    pytest.importorskip("datafusion", reason="no DataFusion for this interpreter")
    made = run("DataFusion")
    assert {row["site"]: row["pages"] for row in made["sites"].to_pylist()} == sites()
    assert in_any_order(rows_of(made["crawl"].to_pyarrow())) == in_any_order(EXPECTED)
