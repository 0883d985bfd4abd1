"""``urlmill.logs``: what it gives, beside what the command gives for the same logs."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from urlmill import logs
from urlmill._io import inputs
from urlmill._io.outputs import Output
from urlmill.cli.main import main

from .. import corpus
from .samples import WITH_TARGETS, format_of

SAMPLES = Path(__file__).parents[1] / "data" / "logs"
LOGS = [*sorted(SAMPLES.glob("*.log")), corpus.SMALL_LOG]
COMMON = (SAMPLES / "common.log").read_text("utf-8").splitlines()
FIELDS = ["time", "host", "path", "status", "bytes", "referer_host", "depth"]


def _name_of(path: Path) -> str:
    return "combined" if path == corpus.SMALL_LOG else format_of(path)


def shown(table: Any, capture: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The rows as the command would write them."""
    with Output("-", "jsonl") as output:
        output.write(output.prepare(table))
    return list(map(json.loads, capture.readouterr().out.splitlines()))


def of_the_command(capture: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["logs", "--quiet", "--to", "jsonl", *arguments]) == 0
    return list(map(json.loads, capture.readouterr().out.splitlines()))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_rows_are_those_of_the_command(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = of_the_command(capsys, str(path))
    assert expected
    reader = logs.read(path)
    assert shown(reader.to_pyarrow(), capsys) == expected
    assert shown(pa.table(reader), capsys) == expected
    assert shown(pa.Table.from_batches(reader), capsys) == expected
    assert shown(logs.parse(path.read_text("utf-8").splitlines()), capsys) == expected
    assert reader.fields == list(expected[0])
    assert reader.format == logs.detect(path.read_text("utf-8").splitlines()) == _name_of(path)
    assert [note for note in reader.notes if "lines fit" not in note] == [f"{path}: {_name_of(path)}"]
    assert (reader.notes[-1].endswith("lines fit")) == bool(reader.bad_count)


@pytest.mark.parametrize("path", WITH_TARGETS, ids=lambda path: path.stem)
def test_fields_conditions_and_formats_are_those_of_the_command(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--fields", ",".join(FIELDS), "--where", "status<400", "--format", _name_of(path)]
    expected = of_the_command(capsys, *arguments, str(path))
    reader = logs.read([path], _name_of(path), FIELDS, ["status<400"], threads=1)
    assert reader.fields == FIELDS == logs.read(path, fields=[*FIELDS, "time"]).fields
    assert shown(reader.to_pyarrow(), capsys) == expected
    whole = logs.parse(path.read_text("utf-8").splitlines(), _name_of(path), FIELDS)
    assert [row for row in shown(whole, capsys) if row["status"] is not None and row["status"] < 400] == expected


def test_logs_of_several_formats_and_patterns(capsys: pytest.CaptureFixture[str]) -> None:
    expected = of_the_command(capsys, "--fields", "host,client", str(SAMPLES / "*.log"))
    reader = logs.read(str(SAMPLES / "*.log"), fields=["host", "client"])
    assert shown(reader.to_pyarrow(), capsys) == expected
    assert len(reader.notes) == len(LOGS)  # one of them is not here; and last, how many lines fit


def test_lines_that_a_pattern_describes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "log").write_text("1 /a?b\n2 /c\n", "utf-8")
    pattern = r"^(?P<number>\d+) (?P<target>\S+)$"
    expected = of_the_command(capsys, "--regex", pattern, str(tmp_path / "log"))
    assert list(expected[0]) == ["number", "path", "query"]
    assert shown(logs.read(tmp_path / "log", regex=pattern).to_pyarrow(), capsys) == expected
    assert shown(logs.parse(["1 /a?b", "2 /c"], regex=pattern), capsys) == expected


def test_bad_lines_are_kept_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    path.write_text("\n".join([*COMMON, "", "pass:word", "x" * 3000, *COMMON]), "utf-8")
    reader = logs.read(path, fields="status")
    assert (reader.bad, reader.bad_count) == ([], 0)  # nothing was read yet
    for _ in range(2):
        assert reader.to_pyarrow().num_rows == 2 * len(COMMON)
        assert reader.bad == [
            logs.BadLine(str(path), 4, "bad-line", 0, "pass:word"),
            logs.BadLine(str(path), 5, "bad-line", 0, "x" * 3000),
        ]
    assert "word" not in repr(reader.bad)
    monkeypatch.setattr("urlmill.logs._reader.KEPT", 1)
    reader.to_pyarrow()
    assert (len(reader.bad), reader.bad_count) == (1, 2)


def test_a_packed_log_that_is_cut_off_gives_what_there_is(tmp_path: Path) -> None:
    packed = gzip.compress("\n".join(COMMON * 5000).encode())
    (tmp_path / "log").write_bytes(packed[: len(packed) // 2])
    reader = logs.read(tmp_path / "log")
    assert reader.to_pyarrow().num_rows > 0
    assert [each.reason for each in reader.bad] == ["cut-off"]
    assert "ends in the middle" in reader.notes[-2]
    assert reader.notes[-1].endswith(" lines fit")


def test_a_line_that_is_too_long_is_bad(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes("\n".join(COMMON).encode() + b"\n" + b"x" * (inputs.LONGEST + 1) + b"\n")
    reader = logs.read(tmp_path / "log")
    assert reader.to_pyarrow().num_rows == len(COMMON)
    assert [(each.line, each.reason, each.at) for each in reader.bad] == [(3, "too-long", inputs.LONGEST)]


def test_an_empty_log_has_columns_and_no_format(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"")
    reader = logs.read(tmp_path / "log")
    assert reader.format is None
    assert reader.to_pyarrow().column_names == reader.fields == logs.parse([]).column_names
    assert list(reader) == []


def test_lines_may_be_of_many_kinds() -> None:
    expected = logs.parse(COMMON)
    assert expected.num_rows == len(COMMON)
    for given in (
        iter(COMMON),
        io.StringIO("\n".join(COMMON)),
        [None, "", *COMMON],
        pa.array(COMMON),
        pa.array(COMMON, pa.string_view()),
        pa.chunked_array([COMMON[:1], COMMON[1:]]),
        pa.array(COMMON).dictionary_encode(),
    ):
        assert logs.parse(given).equals(expected)
    assert logs.detect(pa.array(COMMON)) == logs.detect(io.StringIO("\n".join(COMMON))) == "common"
    assert logs.detect([]) is None
    assert logs.parse(COMMON * 30_000, fields="status").num_rows == 30_000 * len(COMMON)  # several blocks


def test_a_reader_that_is_left_in_the_middle_reads_from_the_beginning_again(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("\n".join(COMMON * 30_000), "utf-8")
    reader = logs.read(tmp_path / "log", fields="status", threads=2)
    first = next(iter(reader))
    assert first.num_rows < reader.to_pyarrow().num_rows == 30_000 * len(COMMON)


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: logs.read([]), ValueError, "expected a path"),
        (lambda: logs.read(b"log"), TypeError, "paths of text"),  # type: ignore[arg-type]
        (lambda: logs.read("nowhere.log"), OSError, "nowhere.log: no such file"),
        (lambda: logs.read("-"), OSError, "no such file"),
        (lambda: logs.read(LOGS, "nonsense"), ValueError, "unknown format 'nonsense'; there are common, "),
        (lambda: logs.read(LOGS, "json", regex="(?P<a>.)"), ValueError, "a format or a regex"),
        (lambda: logs.read(LOGS, regex="a"), ValueError, "^regex: it has no named group"),
        (lambda: logs.read(LOGS, where="status"), ValueError, "FIELD=VALUE"),
        (lambda: logs.read(LOGS, fields=[]), ValueError, "^fields: expected"),
        (lambda: logs.read(LOGS, fields="error_at"), ValueError, "no column 'error_at'"),
        (lambda: logs.read(LOGS, threads=0), ValueError, "1 or more, got 0"),
        (lambda: logs.read(LOGS, fields="statsu").to_pyarrow(), ValueError, "there is no column 'statsu'"),
        (lambda: logs.read(LOGS, where="status=x").to_pyarrow(), ValueError, "status is uint16"),
        (lambda: logs.read(__file__).format, ValueError, "unknown log format"),
        (lambda: logs.parse(["hello"]), ValueError, "lines: unknown log format.*hello"),
        (lambda: logs.parse("hello"), TypeError, "splitlines"),
        (lambda: logs.parse([5]), TypeError, "expected lines of text, got int for line 1"),  # type: ignore[list-item]
        (lambda: logs.parse([None, "a", b"b"]), TypeError, "got bytes for line 3"),  # type: ignore[list-item]
        (lambda: logs.detect([5]), TypeError, "expected lines of text, got int"),  # type: ignore[list-item]
        (lambda: logs.parse(pa.array([1])), TypeError, "column of text, got int64"),
        (lambda: logs.parse(pa.table({"a": ["x"]})), TypeError, "column of text, got struct"),
    ],
)
def test_what_cannot_be_had_is_told(call: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        call()


WITHOUT = """
import sys
sys.modules["pyarrow"] = None  # it cannot be imported
import urlmill
assert "urlmill.logs" not in sys.modules
import urlmill.logs
"""


def test_without_pyarrow_it_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    last = "ModuleNotFoundError: urlmill.logs takes pyarrow, which is not installed: pip install 'urlmill[cli]'"
    assert done.stderr.splitlines()[-1] == last


def test_an_error_repeats_no_password(tmp_path: Path) -> None:
    line = "http://user:s3cret@h/"
    (tmp_path / "urls").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=r"first line: http://user:\*\*\*@h/$"):
        list(logs.read(tmp_path / "urls"))
    with pytest.raises(ValueError, match=r"first line: http://user:\*\*\*@h/$"):
        logs.parse([line])
    with pytest.raises(OSError, match=r"^http://user:\*\*\*@h/: no such file"):
        logs.read(line)
