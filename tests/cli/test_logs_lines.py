"""Access logs: lines that are no records, files that differ, and the numbers beside awk's."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from urlmill.cli.main import main
from urlmill.logs._detect import detect

from .. import corpus
from ..logs.samples import CLOUDFRONT, COMBINED, COMMON, JSON_CADDY, JSON_NGINX, NGINX_TIME, VHOST, W3C
from .access_logs import Run, bad_of, cut_small


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_bad_lines_are_found_in_whatever_block_they_are(run_logs: Run, tmp_path: Path, end: str) -> None:
    lines = [*COMBINED] * 50
    wrong = {
        3: "not a line",
        40: COMBINED[0][:-1],
        41: COMBINED[0] + " ",
        77: COMBINED[0].replace(" 200 ", " ok "),
        99: "#",
    }
    for number, line in wrong.items():
        lines[number - 1] = line
    lines[10] = ""
    octets = end.join(lines).encode() + b"\xe9"
    _, rows, said = run_logs("--fields", "status", "--bad", str(tmp_path / "bad"), logs=[octets])
    found = bad_of(tmp_path / "bad")
    assert {int(line): text for line, _, _, text in found} == {**wrong, 100: COMBINED[1].replace("\\", "\\\\") + "é"}
    assert len(rows) == 100 - len(wrong) - 2
    assert said.endswith(
        f"urlmill: 6 bad lines beside 93 rows (93.9% of 99 lines fit), see {tmp_path}/bad\n".replace(f"{tmp_path}/", "")
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("log", [COMBINED, JSON_NGINX, W3C], ids=["combined", "json", "w3c"])
def test_blank_lines_count_wherever_blocks_end(
    run_logs: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: list[str], end: str
) -> None:
    cut_small(monkeypatch, 400)
    lines = [*log, *[""] * 100, "not a line", "", *log, *[""] * 70, log[-1], "not a line", "", ""]
    octets = "".join(f"{line}{end}" for line in lines).encode()
    _, rows, _ = run_logs("--fields", "status", "--bad", str(tmp_path / "bad"), logs=[octets])
    assert len(rows) == 2 * sum(not line.startswith("#") for line in log) + 1
    expected = [number for number, line in enumerate(lines, 1) if line == "not a line"]
    assert [int(line) for line, *_ in bad_of(tmp_path / "bad")] == expected


@pytest.mark.parametrize("log", [COMBINED, JSON_NGINX, W3C], ids=["combined", "json", "w3c"])
def test_nothing_of_a_hostile_file_is_lost(run_logs: Run, tmp_path: Path, log: list[str]) -> None:
    long = b"x" * (1 << 20)
    nasty = [
        long,
        b"\0",
        b"\xff\xfe",
        b"\r",
        b" ",
        b"",
        b'"' * 99,
        b"\\" * 99,
        b"{}{}",
        b"[" * 9999,
        b"GET / HTTP/1.1",
        long,
    ]
    good = [line.encode() for line in log]
    _, rows, said = run_logs("--bad", str(tmp_path / "bad"), logs=[b"\n".join([*good, *nasty, good[-1]])])
    blank = 2  # one of them is a line end of Windows
    assert len(bad_of(tmp_path / "bad")) == len(nasty) - blank
    assert len(rows) == sum(not line.startswith("#") for line in log) + 1
    assert f"{len(nasty) - blank} bad lines" in said


def test_a_first_line_that_fills_a_block_does_not_hide_the_format(
    run_logs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_small(monkeypatch)
    _, rows, said = run_logs("--fields", "path", logs=[["x" * 1000, *COMBINED]])
    assert [row["path"] for row in rows] == ["/a", "/b"]
    assert said.startswith("urlmill: 0.log: combined\nurlmill: 1 bad line")


@pytest.mark.parametrize("fields", ["client", "path", "time,referer_host"])
def test_whether_a_line_is_bad_does_not_depend_on_what_is_asked(run_logs: Run, fields: str) -> None:
    lines = [*COMBINED, COMBINED[0].replace(" 200 ", " ok "), COMBINED[0].replace("May", "Mai")]
    assert len(run_logs("--fields", fields, logs=[lines])[1]) == 2


def test_files_may_have_different_formats(run_logs: Run) -> None:
    logs: list[list[str] | bytes] = [COMBINED, JSON_CADDY, W3C, [], [""], VHOST]
    _, rows, said = run_logs("--fields", "time,host,path,status", logs=logs)
    assert said.splitlines() == [
        "urlmill: 0.log: combined",
        "urlmill: 1.log: caddy",
        "urlmill: 1.log: its times are cut to whole seconds, as 0.log has them",
        "urlmill: 2.log: w3c",
        "urlmill: 5.log: vhost_combined",
    ]
    assert [(row["host"], row["path"], row["time"][11:19]) for row in rows] == [
        (None, "/a", "10:05:03"), (None, "/b", "10:05:04"), ("localhost", "/a", "21:30:01"), (None, "/a", "03:04:05"),
        (None, "/c", "03:04:06"), ("www.example.org", "/a", "10:05:03"), ("www.example.org", "/b", "10:05:04"),
    ]  # fmt: skip


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("log", [[*COMBINED] * 9, [*JSON_NGINX] * 9, W3C, CLOUDFRONT, [*VHOST] * 9], ids=len)
def test_rows_do_not_depend_on_how_a_file_is_cut(
    run_logs: Run, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = run_logs(logs=[log])
    monkeypatch.undo()
    assert run_logs(logs=[log]) == small


def test_a_file_of_no_known_format_is_a_usage_error(run_logs: Run) -> None:
    for log in (["hello", "world"], ["# hello"], [*COMMON[:1], *["hello"] * 30]):
        status, rows, said = run_logs(logs=[log])
        assert (status, rows) == (2, [])
        assert "--regex" in said
        assert "cloudfront" in said
        assert said.endswith(f"{log[0]}\n")


def test_a_format_may_be_named_for_a_file_that_does_not_tell(run_logs: Run) -> None:
    status, rows, said = run_logs("--format", "common", logs=[["hello"] * 99 + COMMON])
    assert (status, len(rows)) == (0, 2)
    assert said == "urlmill: 99 bad lines beside 2 rows (1.9% of 101 lines fit); --bad FILE shows them\n"
    assert run_logs("--format", "w3c", logs=[COMMON])[0] == 2


def test_a_mark_of_utf_8_before_the_first_line_is_no_part_of_it(run_logs: Run) -> None:
    assert run_logs(logs=[b"\xef\xbb\xbf" + "\n".join(JSON_NGINX).encode()])[1] == run_logs(logs=[JSON_NGINX])[1]


def test_a_column_that_there_is_not_is_a_usage_error_and_one_of_another_format_is_null(run_logs: Run) -> None:
    status, _, said = run_logs("--fields", "statsu", logs=[COMBINED])
    assert status == 2
    assert "there is no column 'statsu'; did you mean 'status'? there are client, " in said
    assert (
        run_logs("--fields", "x_forwarded_for,host", logs=[COMMON])[1] == [{"x_forwarded_for": None, "host": None}] * 2
    )
    _, rows, said = run_logs("--fields", "path,later", logs=[['{"uri":"/a"}'] * 99 + ['{"uri":"/b","later":5}']])
    assert [row["later"] for row in rows] == [None] * 99 + ["5"]
    assert "there is no 'later' in its first lines" in said


def test_only_the_rows_that_are_wanted(run_logs: Run) -> None:
    arguments = ("--where", "status>=400", "--where", "user=john*", "--fields", "path")
    assert run_logs(*arguments, logs=[COMBINED])[1] == [{"path": "/b"}]
    assert len(run_logs("--where", "time<2015-05-17T10:05:04Z", logs=[COMBINED])[1]) == 1
    assert run_logs("--where", "host=www.*", logs=[VHOST])[1][0]["host"] == "www.example.org"


def test_a_log_that_begins_with_lines_of_something_else_is_known(run_logs: Run) -> None:
    assert run_logs("--fields", "path", logs=[["== start =="] * 3 + COMBINED])[2].startswith(
        "urlmill: 0.log: combined\n"
    )
    form = detect(COMBINED)
    assert form is not None
    assert form.name == "combined"
    assert detect([]) is None


TYPES = {
    "time": ("timestamp[ms, tz=UTC]", "TIMESTAMP WITH TIME ZONE"), "host": ("string", "VARCHAR"),
    "port": ("uint16", "USMALLINT"), "path": ("string", "VARCHAR"), "status": ("uint16", "USMALLINT"),
    "bytes": ("uint64", "UBIGINT"), "depth": ("uint32", "UINTEGER"), "referer_host": ("string", "VARCHAR"),
    "request_time": ("double", "DOUBLE"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
@pytest.mark.parametrize(
    "lines", [COMBINED, VHOST, NGINX_TIME, W3C, CLOUDFRONT], ids=["combined", "vhost", "nginx", "w3c", "cf"]
)
def test_columns_have_their_types_in_every_reader(tmp_path: Path, lines: list[str], kind: str) -> None:
    (tmp_path / "log").write_text("".join(f"{line}\n" for line in lines))
    path = tmp_path / f"out.{kind}"
    assert main(["logs", "--quiet", "--fields", ",".join(TYPES), "-o", str(path), str(tmp_path / "log")]) == 0
    if kind == "parquet":
        table, frame = pq.read_table(path), pl.read_parquet(path)
        found = duckdb.read_parquet(str(path))
        expected = {name: kinds[0] for name, kinds in TYPES.items()}
    else:
        table = pa.ipc.open_file(path).read_all()
        frame = pl.read_ipc(path)
        found = duckdb.from_arrow(table)
        expected = {name: kinds[0] for name, kinds in TYPES.items()} | {"time": "timestamp[s, tz=UTC]"}
    assert dict(zip(table.column_names, map(str, table.schema.types), strict=True)) == expected
    assert dict(zip(found.columns, map(str, found.types), strict=True)) == {
        name: kinds[1] for name, kinds in TYPES.items()
    }
    assert frame.schema["time"].is_temporal()
    assert (frame.schema["status"], frame.schema["bytes"]) == (pl.UInt16(), pl.UInt64())
    assert frame["path"].to_list() == table["path"].to_pylist() == [row[0] for row in found.select("path").fetchall()]
    assert table["path"][0].as_py() == "/a"


AWK = r"""
    # The fields between quotes, where no quote is escaped; else the line is given to nobody.
    BEGIN { FS = "\"" }
    /\\"/ { gsub(/\\"/, "") ; $0 = $0 }
    NF != 7 || $7 != "" { bad++ ; next }
    {
        rows++
        split($3, numbers, " ")
        status[numbers[1]]++
        if (numbers[2] != "-") bytes += numbers[2]
        count = split($2, request, " ")
        if (count == 3 && request[1] != "CONNECT") {
            path = request[2]
            sub(/[?#].*/, "", path)
            sub(/^[a-z]+:\/\/[^\/]*/, "", path)
            paths[path]++
        }
    }
    END {
        print "rows", rows
        print "bad", bad + 0
        printf "bytes %.0f\n", bytes
        for (each in status) print "status", each, status[each]
        for (each in paths) print "path", paths[each], each
    }
"""


@pytest.mark.skipif(shutil.which("awk") is None, reason="there is no awk")
@pytest.mark.parametrize("log", sorted({corpus.LOG, corpus.SMALL_LOG}), ids=lambda path: path.name)
def test_the_numbers_are_those_of_awk(log: Path, tmp_path: Path) -> None:
    """On the real log where it is beside the repository, and on the sample in the repository."""
    said = subprocess.run(
        ["awk", AWK, log], capture_output=True, text=True, check=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}
    )
    lines = [line.split(" ", 2) for line in said.stdout.splitlines()]
    numbers = {line[0]: int(line[1]) for line in lines if len(line) == 2}
    path, bad = tmp_path / "log.parquet", tmp_path / "bad"
    assert main(["logs", "--quiet", "--fields", "status,bytes,path", "--bad", str(bad), "-o", str(path), str(log)]) == 0
    table = pq.read_table(path)
    assert (table.num_rows, len(bad_of(bad))) == (numbers["rows"], numbers["bad"])
    assert table.num_rows + len(bad_of(bad)) == log.read_bytes().count(b"\n")
    assert pc.sum(table["bytes"]).as_py() == numbers["bytes"]
    statuses = {int(line[1]): int(line[2]) for line in lines if line[0] == "status"}
    assert Counter(table["status"].to_pylist()) == statuses
    paths = Counter({line[2]: int(line[1]) for line in lines if line[0] == "path"})
    found = Counter(path for path in table["path"].to_pylist() if path is not None)
    assert found == paths
    assert sorted(found.values())[-10:] == sorted(paths.values())[-10:]
