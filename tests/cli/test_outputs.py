"""What the command writes: files that are whole or not there, and that others can read."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill._io.files import NewFile
from urlmill._io.filters import Where
from urlmill._io.outputs import FORMATS, Output, _json_lines, format_of
from urlmill._io.tables import kept
from urlmill._io.usage import UsageError
from urlmill.cli.main import main

ROWS = pa.table(
    {
        "host": pa.array(["a.example", None, "", 'q"uote,\t\n'], pa.string_view()),
        "status": pa.array([200, None, 404, 500], pa.uint16()),
        "time": pa.array([datetime(2026, 1, 2, tzinfo=timezone.utc), None, None, None], pa.timestamp("s", "UTC")),
        "error": pa.array(["bad-port", None, "bad-port", None]).dictionary_encode(),
    }
)
PYTHON = ROWS.to_pylist()


def written(path: Path, kind: str, table: Any = ROWS) -> Path:
    with Output(str(path), kind) as output:
        for part in (table.slice(0, 1), table.slice(1)):
            output.write(output.prepare(part))
    return path


@pytest.mark.parametrize(("kind", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_names_of_columns_are_quoted_as_values_are(kind: str, delimiter: str, tmp_path: Path) -> None:
    names = ["query:a,b", 'query:"', "query:a\tb", "query:\n", "host"]
    path = written(tmp_path / "x", kind, pa.table([["1", "2"]] * len(names), names=names))
    with path.open(newline="") as file:
        head, *rows = csv.reader(file, delimiter=delimiter)
    assert head == names
    assert rows == [["1"] * len(names), ["2"] * len(names)]
    assert path.read_text().endswith(f"{delimiter}host\n" + "".join(f"{delimiter.join(each * 5)}\n" for each in "12"))


def test_parquet_opens_everywhere_with_the_right_types(tmp_path: Path) -> None:
    path = written(tmp_path / "x.parquet", "parquet")
    read = pq.read_table(path)
    assert read.to_pylist() == PYTHON
    assert [str(kind) for kind in read.schema.types] == ["string", "uint16", "timestamp[ms, tz=UTC]", "string"]
    assert polars.read_parquet(path).rows(named=True) == PYTHON
    found = duckdb.connect().execute(f"select host, typeof(status) from '{path}'").fetchall()
    assert found == [(host, "USMALLINT") for host in ROWS["host"].to_pylist()]


def test_arrow_opens_everywhere(tmp_path: Path) -> None:
    path = written(tmp_path / "x.arrow", "arrow")
    assert pa.ipc.open_file(path).read_all().to_pylist() == PYTHON
    assert polars.read_ipc(path).rows(named=True) == PYTHON


@pytest.mark.parametrize(("kind", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_delimited_text_is_what_the_csv_module_reads(kind: str, delimiter: str, tmp_path: Path) -> None:
    text = written(tmp_path / "x", kind).read_text("utf-8")
    names, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    assert names == ROWS.column_names
    assert [row[0] for row in rows] == ["a.example", "", "", 'q"uote,\t\n']
    assert [row[1] for row in rows] == ["200", "", "404", "500"]


@given(values=st.lists(st.one_of(st.none(), st.text(st.characters(exclude_categories=["Cs"])))))
def test_json_lines_are_what_the_json_module_reads(values: list[str | None]) -> None:
    table = pa.table({"a b": pa.array(values, pa.string_view()), "n": pa.array(range(len(values)), pa.int64())})
    found = [json.loads(line) for line in _json_lines(table).decode().split("\n")[:-1]]
    assert found == table.to_pylist()


def test_json_lines_of_every_type(tmp_path: Path) -> None:
    lines = written(tmp_path / "x", "jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[0]) == {
        "host": "a.example", "status": 200, "time": "2026-01-02T00:00:00+00:00", "error": "bad-port",
    }  # fmt: skip


@pytest.mark.parametrize("kind", sorted({*FORMATS} - {"lines"}))
def test_no_rows_are_a_file_that_can_be_read(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path / "x", kind, ROWS.slice(0, 0))
    if kind == "parquet":
        assert pq.read_table(path).num_rows == 0
    elif kind == "arrow":
        assert pa.ipc.open_file(path).read_all().column_names == ROWS.column_names
    else:
        assert path.read_bytes() == {"csv": b"host,status,time,error\n", "tsv": b"host\tstatus\ttime\terror\n"}.get(
            kind, b""
        )


@pytest.fixture(params=["without a name", "beside"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a file is kept until it is whole: as this system can, and as others do."""
    if request.param == "beside":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)


@pytest.mark.usefixtures("way")
def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"before")
    with NewFile(str(path)) as file:
        file.write(b"after")
        assert path.read_bytes() == b"before"
    assert path.read_bytes() == b"after"
    assert os.listdir(tmp_path) == ["x"]


@pytest.mark.usefixtures("way")
def test_a_file_that_does_not_get_whole_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), Output(str(tmp_path / "x.parquet"), "parquet") as output:
        output.write(output.prepare(ROWS))
        raise KeyboardInterrupt
    assert os.listdir(tmp_path) == []


@pytest.mark.usefixtures("way")
def test_a_new_file_has_the_rights_that_open_gives(tmp_path: Path) -> None:
    with NewFile(str(tmp_path / "a")):
        pass
    (tmp_path / "b").write_bytes(b"")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@pytest.mark.usefixtures("way")
def test_a_file_that_was_there_keeps_its_rights_and_a_link_what_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"before")
    (tmp_path / "file").chmod(0o600)
    (tmp_path / "link").symlink_to("file")
    with NewFile(str(tmp_path / "link")) as file:
        file.write(b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"after"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("way")
def test_a_file_that_may_not_be_written_is_not_replaced() -> None:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # who may write everything
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept")
        path.write_text("precious")
        path.chmod(0o444)
        Path(folder).chmod(0o777)
        if is_root:
            os.seteuid(65534)
        try:
            with pytest.raises(PermissionError, match="kept"), NewFile(str(path)) as new:
                new.write(b"new")
        finally:
            if is_root:
                os.seteuid(0)
        assert path.read_text() == "precious"


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    for octets in (b"first", b"second"):
        with NewFile(str(path)) as file:
            file.write(octets)
    assert path.read_bytes() == b"second"
    assert os.listdir(tmp_path) == [path.name]


def test_lines_are_the_text_of_one_column(tmp_path: Path) -> None:
    table = pa.table({"a": pa.array(['"', None, "", "b\t"], pa.string_view())})
    assert written(tmp_path / "x", "lines", table).read_bytes() == b'"\n\n\nb\t\n'


def test_a_line_break_in_a_url_begins_no_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_text('{"url":"http://good/a\\tb\\nhttp://bad/#\\n"}\n{"url":"http://h/\\r"}\n')
    one, other = "http://good/a\tb%0Ahttp://bad/#%0A", "http://h/\r"
    asked = [str(tmp_path / "in"), "--column", "url"]
    for command in (["dedupe", "--no-counts"], ["dedupe", "--by", "crawl", "--no-counts"], ["get", "{url}"],
                    ["get", "{raw:url}"]):  # fmt: skip
        assert main([*command, *asked]) == 0
        assert capfd.readouterr().out == f"{one}\n{other}\n"
    assert main(["get", "{raw:path}\\n-", *asked]) == 0
    assert capfd.readouterr().out == "/a\tb%0Ahttp://bad/\n-\n/\r\n-\n"
    assert main(["split", "--fields", "path", "--to", "lines", *asked]) == 0
    assert capfd.readouterr().out == "/a\tb%0Ahttp://bad/\n/\r\n"


def test_a_device_is_not_replaced() -> None:
    with NewFile(os.devnull) as file:
        file.write(b"x")
    assert not os.path.isfile(os.devnull)


def test_the_format_is_that_of_the_name() -> None:
    assert format_of(None, "-") == "tsv"
    assert format_of(None, "a.PARQUET") == "parquet"
    assert format_of("csv", "a.parquet") == "csv"
    with pytest.raises(UsageError, match="give --to"):
        format_of(None, "a.log")


# Which rows


@pytest.mark.parametrize(
    ("conditions", "rows"),
    [
        (["host=a.example"], [0]),
        (["host=*.example"], [0]),
        (["host=*"], [0, 2, 3]),
        (["host!=*.example"], [1, 2, 3]),
        (["host="], [1]),
        (["host!="], [0, 2, 3]),
        (["status>=404"], [2, 3]),
        (["status<404"], [0]),
        (["status=404"], [2]),
        (["status!=404"], [0, 1, 3]),
        (["status>=200", "status<=404"], [0, 2]),
        (["time>=2026-01-01"], [0]),
        (["time>2026-01-02 00:00:00"], []),
        (["time>=2026-01-02T01:00:00+01:00"], [0]),
        (["error=bad-port", "status=200"], [0]),
        (["host=A.Example"], [0]),
        (["host=.*"], []),
        (["host>b"], [3]),
    ],
)
def test_conditions(conditions: list[str], rows: list[int]) -> None:
    assert Where(conditions).filtered(ROWS).to_pylist() == [PYTHON[row] for row in rows]


def test_text_is_compared_as_numbers_with_a_number() -> None:
    table = pa.table({"took": ["15", "9", None, "", "x", "-1.5", "1e9"]})
    assert Where(["took>9"]).filtered(table)["took"].to_pylist() == ["15"]
    assert Where(["took<=9.0"]).filtered(table)["took"].to_pylist() == ["9", "-1.5"]


@pytest.mark.parametrize("text", ["host", "=x", "", "1a=2"])
def test_what_is_no_condition_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="expected FIELD=VALUE"):
        Where([text])


def test_a_value_of_the_wrong_type_is_said() -> None:
    with pytest.raises(UsageError, match="status is uint16, which 'x' is not"):
        Where(["status>x"]).filtered(ROWS)


@given(values=st.lists(st.one_of(st.none(), st.text(max_size=20))), data=st.data())
def test_choosing_rows_of_views(values: list[str | None], data: st.DataObject) -> None:
    values = [value and value.encode("utf-8", "replace").decode() for value in values]
    mask = data.draw(st.lists(st.one_of(st.none(), st.booleans()), min_size=len(values), max_size=len(values)))
    padded = pa.chunked_array([pa.array(["before", *values, "after"], pa.string_view())]).slice(1, len(values))
    table = kept(pa.table({"v": padded, "n": list(range(len(values)))}), pa.array(mask, pa.bool_()))
    table.validate(full=True)
    assert table["v"].to_pylist() == [value for value, keep in zip(values, mask, strict=True) if keep]
