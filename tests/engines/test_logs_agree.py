"""The same log through every door: the library, the command, Polars, DuckDB and Spark give the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ..logs.samples import WITH_TARGETS as SAMPLES
from .log_files import rows

pa: Any = pytest.importorskip("pyarrow")
csv: Any = pytest.importorskip("pyarrow.csv")
parquet: Any = pytest.importorskip("pyarrow.parquet")
from urlmill import logs  # noqa: E402
from urlmill.cli.main import main  # noqa: E402

# A line of these needs the one before it, which a partition may lack; docs/engines.md says so.
APART = ("cri_parts", "docker_parts", "w3c_draft")
MORE = ["time", "host", "port", "client", "user", "method", "target", "status", "bytes", "request_time", "referer_host"]

Door = Callable[["list[Path]", "list[str] | None"], Any]


def of_polars(paths: list[Path], fields: list[str] | None) -> Any:
    pytest.importorskip("polars")
    from urlmill.engines.polars import scan_logs

    return scan_logs(paths, fields=fields, on_bad="skip").collect(engine="streaming").to_arrow()


def of_duckdb(paths: list[Path], fields: list[str] | None) -> Any:
    duckdb: Any = pytest.importorskip("duckdb")
    pytest.importorskip("numpy")
    from urlmill.engines.duckdb import logs as relation_of

    with duckdb.connect() as con:
        return relation_of(con, paths, fields=fields, on_bad="skip").to_arrow_table()


def of_the_command(kind: str, paths: list[Path], fields: list[str] | None) -> Any:
    out = paths[0].parent / f"rows.{kind}"
    named = ["--fields", ",".join(fields)] if fields else []
    assert main(["logs", "--quiet", "--to", kind, "-o", str(out), *named, *map(str, paths)]) == 0
    if kind == "parquet":
        return parquet.read_table(out)
    types = logs.read(paths, fields=fields).schema
    options = csv.ConvertOptions(
        column_types=types, null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False
    )
    return csv.read_csv(out, convert_options=options)


def copied(path: Path, folder: Path) -> Path:
    """Where more files may be put beside it."""
    copy = folder / path.name
    copy.write_bytes(path.read_bytes())
    return copy


DOORS: dict[str, Door] = {
    "Polars": of_polars,
    "DuckDB": of_duckdb,
    "the command, CSV": lambda paths, fields: of_the_command("csv", paths, fields),
    "the command, Parquet": lambda paths, fields: of_the_command("parquet", paths, fields),
    "lines": lambda paths, fields: logs.parse(paths[0].read_text("utf-8").splitlines(), fields=fields),
}


@pytest.mark.long
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_has_the_same_rows_everywhere(path: Path, door: str, tmp_path: Path) -> None:
    log = copied(path, tmp_path)
    for fields in (None, MORE):
        expected = rows(logs.read(log, fields=fields).to_pyarrow())
        assert expected
        assert rows(DOORS[door]([log], fields)) == expected


@pytest.mark.parametrize("door", [name for name in DOORS if name != "lines"])
def test_logs_of_all_formats_at_once_have_the_same_rows_everywhere(door: str, tmp_path: Path) -> None:
    paths = [copied(path, tmp_path) for path in SAMPLES]
    assert rows(DOORS[door](paths, MORE)) == rows(logs.read(paths, fields=MORE).to_pyarrow())


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    if find_spec("pyspark") is None:
        pytest.skip("there is no Spark here")
    from .spark_session import session

    with ExitStack() as stack:
        yield stack.enter_context(session("local[2]", **{"sql.session.timeZone": "UTC"}))


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("path", [path for path in SAMPLES if path.stem not in APART], ids=lambda path: path.stem)
def test_a_sample_has_the_same_rows_in_spark(path: Path, spark: Any) -> None:
    """Read as a file; and with a partition for each line, most of which lack what stands above the lines."""
    from urlmill.engines.spark import logs as frame_of

    lines = path.read_text("utf-8").splitlines()
    apart = spark.sparkContext.parallelize([(line,) for line in lines], len(lines)).toDF("value string")
    reader = logs.read(path, fields=MORE)
    expected = rows(reader.to_pyarrow())
    assert rows(frame_of(spark.read.text(str(path)), fields=MORE).toArrow()) == expected
    found = rows(frame_of(apart, fields=MORE, bad="bad").toArrow())
    good = [{name: value for name, value in row.items() if name != "bad"} for row in found if row["bad"] is None]
    assert good == expected
    bad = [row["bad"] for row in found if row["bad"] is not None]
    assert bad == [{"reason": each.reason, "at": each.at, "text": each.text} for each in reader.bad]
