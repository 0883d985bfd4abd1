"""Sums and periods of time in ``top``; what it counts is in test_commands.py."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from urlmill.cli.main import main

from .access_logs import cut_small

LINE = '192.0.2.1 - - [{time:%d/%b/%Y:%H:%M:%S} +0200] "GET {path} HTTP/1.1" {status} {size}\n'
PERIODS = {
    "minute": "%Y-%m-%d %H:%M:00",
    "hour": "%Y-%m-%d %H:00:00",
    "day": "%Y-%m-%d 00:00:00",
    "month": "%Y-%m-01 00:00:00",
}
Rows = list[tuple[datetime, str, int, int]]


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Times in UTC, paths, statuses and sizes; the same in ``access.log``, whose times are of another zone."""
    monkeypatch.chdir(tmp_path)
    chance = random.Random(1)
    first = datetime(2025, 12, 30, 21, 59, 1, tzinfo=timezone.utc)
    made = [
        (
            first + timedelta(seconds=chance.randrange(4 * 86400)),
            f"/{chance.choice('aabc')}",
            chance.choice([200, 404]),
            chance.randrange(9999),
        )
        for _ in range(500)
    ]
    lines = [
        LINE.format(time=time.astimezone(timezone(timedelta(hours=2))), path=path, status=status, size=size or "-")
        for time, path, status, size in made
    ]
    Path("access.log").write_text("".join(lines))
    return made


def table(*arguments: str, capsys: pytest.CaptureFixture[str], size: int = 3000) -> list[list[str]]:
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, size)
        assert main(["top", *arguments, "access.log", "--to", "csv", "--quiet"]) == 0
    return list(csv.reader(io.StringIO(capsys.readouterr().out)))


def test_sums(rows: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    expected: Counter[str] = Counter()
    for _, path, _, size in rows:
        expected[path] += size
    total = expected.total()
    head, *found = table("path", "--sum", "bytes", capsys=capsys)
    assert head == ["path", "sum", "share"]
    assert [(path, int(number)) for path, number, _ in found] == expected.most_common()
    assert [float(share) for *_, share in found] == [number / total for _, number in expected.most_common()]


@pytest.mark.parametrize("period", PERIODS)
def test_counts_over_time(period: str, rows: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    expected = Counter(f"{time:{PERIODS[period]}}Z" for time, *_ in rows)
    head, *found = table("--by", period, "-n", "1", capsys=capsys)
    assert head == [period, "count", "share"]
    assert [(time, int(count)) for time, count, _ in found] == sorted(expected.items())


def test_the_most_frequent_of_each_period(rows: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    expected = []
    days = sorted({time.date() for time, *_ in rows})
    for day in days:
        counted = Counter(path for time, path, *_ in rows if time.date() == day)
        expected += [(f"{day} 00:00:00Z", str(count)) for _, count in counted.most_common(2)]
    head, *found = table("path", "--by", "day", "-n", "2", capsys=capsys)
    assert head == ["day", "path", "count", "share"]
    assert [(day, count) for day, _, count, _ in found] == expected


def test_sums_over_time(rows: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    expected: Counter[str] = Counter()
    for time, _, _, size in rows:
        expected[f"{time:%Y-%m-01 00:00:00}Z"] += size
    _, *found = table("--by", "month", "--sum", "bytes", capsys=capsys)
    assert [(month, int(number)) for month, number, _ in found] == sorted(expected.items())


@pytest.mark.usefixtures("rows")
def test_a_chart_of_periods(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["top", "access.log", "--by", "month", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines] == ["2025-12", "2026-01"]
    assert main(["top", "status", "access.log", "--by", "month", "--quiet", "-n", "1", "--sum", "bytes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-2] for line in lines[:2]] == ["2025-12", "2026-01"]
    assert lines[2].endswith("in 2 others")


def test_numbers_that_are_text_are_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text("/a 1.5\n/b 3\n/a -\n/a 2\n")
    arguments = ["top", "path", "--sum", "took", "--regex", r"(?P<target>\S+) (?P<took>\S+)", str(tmp_path / "log")]
    assert main([*arguments, "--to", "jsonl"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["path"], row["sum"]) for row in found] == [("/a", 3.5), ("/b", 3.0)]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines()[0].split()[0] == "3.500"


LARGEST = 2**64 - 1


@pytest.mark.parametrize("by", [[], ["--by", "day"]], ids=["all", "by day"])
@pytest.mark.parametrize("sizes", [[LARGEST], [LARGEST] * 3], ids=["64 bits", "more"])
def test_sums_are_exact_however_large(
    sizes: list[int], by: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    time = datetime(2026, 5, 18, tzinfo=timezone.utc)
    log = tmp_path / "log"
    log.write_text("".join(LINE.format(time=time, path="/a", status=200, size=size) for size in sizes))
    arguments = ["top", "path", "--sum", "bytes", *by, "--quiet", str(log)]
    assert main(arguments) == 0
    assert capsys.readouterr().out.split()[0] == f"{sum(sizes):,}"
    for kind in ("csv", "tsv"):
        assert main([*arguments, "--to", kind]) == 0
        (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out), delimiter="," if kind == "csv" else "\t")
        assert row["sum"] == str(sum(sizes))
    assert main([*arguments, "--to", "jsonl"]) == 0
    assert json.loads(capsys.readouterr().out)["sum"] == sum(sizes)
    for kind in ("parquet", "arrow"):
        assert main([*arguments, "-o", str(tmp_path / f"out.{kind}")]) == 0
    column = pq.read_table(tmp_path / "out.parquet").column("sum")
    assert column.to_pylist() == [sum(sizes)]
    assert pa.types.is_uint64(column.type) == (len(sizes) == 1)


def test_a_sum_that_floating_point_cannot_hold_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text(f"/a {'9' * 400}\n")
    pattern = r"(?P<target>\S+) (?P<took>\S+)"
    assert main(["top", "path", "--sum", "took", "--regex", pattern, str(tmp_path / "log")]) == 2
    assert "took add up to more than floating point can hold" in capsys.readouterr().err


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["access.log", "--sum", "bytes"], "there is no column 'access.log'"),
        ([], "expected a FIELD"),
        (["path", "access.log", "--sum", "client", "--where", "path=/a"], "no number in client"),
        (["path", "access.log", "--sum", "time"], "expected a field of numbers; time is timestamp"),
        (["path", "access.log", "--sum", "byts"], "did you mean 'bytes'?"),
        (["host", "urls", "--by", "day"], "lines of URLs have no time"),
        (["--by", "day", "urls"], "lines of URLs have no time"),
    ],
)
def test_wrong_use_is_said(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("urls").write_text("http://h/\n")
    if arguments[:1] == ["access.log"]:
        arguments = [*arguments, "access.log"]
    assert main(["top", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_no_rows_have_no_sum(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text("")
    for more in (["--to", "csv"], []):
        assert main(["top", "path", "--sum", "bytes", "--by", "day", str(tmp_path / "log"), *more]) == 0
    assert capsys.readouterr().out == "day,path,sum,share\nno rows\n"


def test_rows_without_a_time_come_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text(
        '{"uri":"/a","status":200}\n{"uri":"/a","status":200,"time":"2026-01-01T00:00:00Z"}\n' * 2
    )
    assert main(["top", "--by", "day", "--format", "json", str(tmp_path / "log"), "--quiet"]) == 0
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["2026-01-01", "(none)"]


def test_a_field_is_a_field_whatever_files_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("status").write_text("http://h/\n")
    Path("log").write_text('192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 17\n')
    assert main(["top", "status", "--by", "day", "log", "--to", "csv", "--quiet"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["2015-05-17 00:00:00Z,200,1,1"]
