"""URLs in a column of CSV, JSON lines and Parquet; and files that are not text."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import tarfile
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from urlmill import logs
from urlmill.cli.main import main

from .access_logs import bad_of, cut_small
from .shell import call
from .subcommands import WRITERS, sample

URLS = ["http://a.example/x?q=1", "", "mailto:me@example.org", "http://a.example/x?q=1", 'https://b.example/é,"x"']
TITLES = ["plain", 'with "quotes"', "over\ntwo lines", "a, b; c\td", ""]
COMMANDS = ["split", "get", "normalize", "dedupe", "top"]
SMALL = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(kind: str, path: Path, urls: list[str], titles: list[str]) -> Path:
    """A file with these URLs in the column ``url``."""
    rows = [
        {"id": number, "title": title, "url": url} for number, (title, url) in enumerate(zip(titles, urls, strict=True))
    ]
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
        return path
    if kind == "jsonl":
        octets = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    else:
        text = io.StringIO()
        writer = csv.DictWriter(text, ["id", "title", "url"], delimiter={"csv": ",", "tsv": "\t"}[kind[:3]])
        writer.writeheader()
        writer.writerows(rows)
        octets = text.getvalue().encode()
    path.write_bytes(gzip.compress(octets) if kind.endswith("gz") else octets)
    return path


KINDS = ["csv", "tsv", "csv.gz", "jsonl", "parquet"]


@pytest.mark.parametrize("kind", KINDS)
def test_urls_are_read_out_of_a_column(kind: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = written(kind, tmp_path / "in", URLS, TITLES)
    assert main(["split", str(path), "--column", "url", "--fields", "url", "--to", "jsonl"]) == 0
    out, said = capfdbinary.readouterr()
    assert [json.loads(line)["url"] for line in out.splitlines()] == [url for url in URLS if url]
    assert said == b""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_on_urls_gives_what_it_gives_for_lines(
    command: str, kind: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "lines").write_text("".join(f"{url}\n" for url in URLS), "utf-8")
    assert main([*sample(command), str(tmp_path / "lines"), "--quiet"]) == 0
    expected = capfdbinary.readouterr().out
    path = written(kind, tmp_path / "in", URLS, TITLES)
    assert main([*sample(command), str(path), "--column", "url", "--quiet"]) == 0
    assert capfdbinary.readouterr().out == expected


CELLS = st.text('ab,;|"\n\té', max_size=6)


@SMALL
@given(
    rows=st.lists(st.tuples(CELLS, CELLS), max_size=9),
    delimiter=st.sampled_from(",\t;|"),
    is_quoted=st.booleans(),
    size=st.integers(1, 60),
)
def test_csv_is_what_the_csv_module_writes(
    rows: list[tuple[str, str]], delimiter: str, is_quoted: bool, size: int, tmp_path: Path
) -> None:
    with (tmp_path / "in").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(
            file, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL
        )
        writer.writerows([("title", "url"), *rows])
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, size)
        arguments = ["split", str(tmp_path / "in"), "--column", "url", "--fields", "url", "--to", "jsonl"]
        assert main([*arguments, "-o", str(tmp_path / "out"), "--quiet"]) == 0
    found = [json.loads(line)["url"] for line in (tmp_path / "out").read_text("utf-8").splitlines()]
    assert found == [url for _, url in rows if url]


@pytest.mark.parametrize(
    ("lines", "rows", "bad"),
    [
        (["id,url", "1,http://a/", "2", "3,http://b/,x", "", "4,http://c/"], ["a", "c"],
         [("3", "bad-record"), ("4", "bad-record")]),
        (["id,url", '1,"http://a/"x', "2,http://b/"], ["b"], [("2", "bad-record")]),
        (["id,url", '"open,http://a/', "2,http://b/", "3,http://c/"], ["b", "c"], [("2", "open-quote")]),
        (["id,url", *['"open,http://a/'] * 1, *["2,http://b/"] * 150], ["b"] * 150, [("2", "open-quote")]),
        (['id,url', '5" disk,http://a/', "2,http://b/"], ["a", "b"], []),
        (["url", "http://a/", "", "http://b/"], ["a", "b"], []),
        (['{"url":"http://a/"}', "x", '{"url":3}', "[1]", '{"id":1}', '{"url":null}', '{"url":"http://b/"}'],
         ["a", "b"], [("2", "bad-json"), ("3", "not-text"), ("4", "not-an-object")]),
        (['{"url":"http://a/\\ud800"}', '{"url":"http://b/"}', "[" * 99999], ["b"],
         [("1", "not-text"), ("3", "bad-json")]),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_is_no_record_is_a_bad_line(
    lines: list[str], rows: list[str], bad: list[tuple[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "in").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    arguments = ["get", "{host}", str(tmp_path / "in"), "--column", "url", "-o", str(tmp_path / "out")]
    assert main([*arguments, "--bad", str(tmp_path / "bad"), "--quiet"]) == 0
    assert (tmp_path / "out").read_text().splitlines() == rows
    assert [(line, reason) for line, reason, *_ in bad_of(tmp_path / "bad")] == bad


def test_a_value_may_be_inside_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_text('{"request":{"url":"http://a/"}}\n{"request.url":"http://b/"}\n{"request":1}\n')
    assert main(["get", "{line} {host}", str(tmp_path / "in"), "--column", "request.url"]) == 0
    assert capsys.readouterr().out == "1 a\n2 b\n"


def test_who_forgets_the_column_of_json_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written("jsonl", tmp_path / "in", URLS, TITLES)
    assert main(["split", str(path), "--limit", "1"]) == 0
    assert capsys.readouterr().err == f"urlmill: {path}: its lines are JSON; --column NAME reads the URLs in them\n"


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("id,url\n1,http://a/\n", True),
        ("url\ttitle\r\nhttp://a/\tone\r\n", True),
        ("a.example/x,y\nb.example/x,y\n", False),
        ("http://a/,b\nhttp://a/,c\n", False),
        ("url\nhttp://a/\n", False),
        ("id,url", False),
    ],
)
def test_who_forgets_the_column_of_csv_is_told(
    text: str, is_told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").write_text(text, newline="")
    assert main(["dedupe", str(tmp_path / "in")]) == 0
    said = f"urlmill: {tmp_path / 'in'}: its first lines are like CSV; --column NAME reads the URLs in a column\n"
    assert capsys.readouterr().err == (said if is_told else "")
    assert main(["dedupe", str(tmp_path / "in"), "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_lines_keep_their_numbers_and_limits_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_text('title,url\n"two\nlines",http://a/\nx,http://b/\nbad\ny,http://c/\nbad\n')
    arguments = ["get", "{line} {host}", str(tmp_path / "in"), "--column", "url"]
    assert main([*arguments, "--limit", "2"]) == 0
    assert capsys.readouterr() == ("2 a\n4 b\n", "")
    assert main([*arguments, "--limit", "3"]) == 0
    assert capsys.readouterr() == ("2 a\n4 b\n6 c\n", "urlmill: 1 bad line beside 3 rows; --bad FILE shows them\n")


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_that_there_is_not_is_asked_about(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(kind, tmp_path / "in", URLS, TITLES)
    assert main(["split", str(path), "--column", "ulr"]) == 2
    said = "there is no column 'ulr'; did you mean 'url'? there are id, title, url\n"
    assert capsys.readouterr().err == f"urlmill: {path}: {said}"


def test_a_column_of_something_else_and_a_list_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written("parquet", tmp_path / "in", URLS, TITLES)
    assert main(["split", str(path), "--column", "id"]) == 2
    assert "id: expected a column of text, got int64" in capsys.readouterr().err
    path.write_text('[{"url":"http://a/"}]')
    assert main(["split", str(path), "--column", "url"]) == 2
    assert "expected an object on each line, got a list" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "dictionary"])
def test_parquet_of_any_layout(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = pa.array(["http://a/", None, "http://b/"])
    column = texts.dictionary_encode() if kind == "dictionary" else texts.cast(getattr(pa, kind)())
    pq.write_table(pa.table({"url": column}), tmp_path / "in")
    assert main(["get", "{line} {host}", str(tmp_path / "in"), "--column", "url"]) == 0
    assert capsys.readouterr().out == "1 a\n3 b\n"


@pytest.mark.once
def test_parquet_is_read_from_a_file_and_not_from_a_pipe(tmp_path: Path) -> None:
    path = written("parquet", tmp_path / "in", URLS, TITLES)
    with path.open("rb") as file:
        status, out, _ = call("get", "{host}", "--column", "url", stdin=file, input=None)
    assert (status, out) == (0, b"a.example\n\na.example\nb.example\n")
    status, _, said = call("get", "{host}", "--column", "url", input=path.read_bytes())
    assert (status, said.count(b"\n")) == (2, 1)
    assert said.endswith(b"got Parquet; it can be read from a file, not from a pipe\n")


def test_a_parquet_file_that_is_cut_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written("parquet", tmp_path / "in", URLS, TITLES)
    path.write_bytes(path.read_bytes()[:-9])
    assert main(["get", "{host}", "--column", "url", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"urlmill: {path}: ")


def test_a_parquet_file_with_two_columns_of_the_name_is_refused(tmp_path: Path) -> None:
    urls = pa.array(["http://h/"])
    pq.write_table(pa.Table.from_arrays([urls, urls], names=["url", "url"]), tmp_path / "in")
    status, _, said = call("split", "--column", "url", tmp_path / "in")
    assert status == 2
    assert said == f"urlmill: {tmp_path / 'in'}: expected one column 'url', got 2\n".encode()


def test_empty_files_have_no_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_bytes(b"")
    assert main(["split", "--column", "url", "--fields", "host", str(tmp_path / "in")]) == 0
    assert main(["split", "--column", "url", "--fields", "host", str(written("parquet", tmp_path / "p", [], []))]) == 2
    pq.write_table(pa.table({"url": pa.array([], pa.string())}), tmp_path / "p")
    assert main(["split", "--column", "url", "--fields", "host", str(tmp_path / "p")]) == 0
    assert capsys.readouterr().out == "host\nhost\n"


# What is not text


def _zip() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "http://h/\n")
    return file.getvalue()


def _tar() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("access.log"))
    return file.getvalue()


def _parquet() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"url": ["http://h/"]}), file)
    return file.getvalue()


def _arrow() -> bytes:
    file = io.BytesIO()
    with pa.ipc.new_stream(file, pa.schema({"url": pa.string()})) as writer:
        writer.write_table(pa.table({"url": ["http://h/"]}))
    return file.getvalue()


TEXT = "http://h.example/path\n" * 9
OTHERS = {
    "Parquet": _parquet(),
    "a ZIP archive": _zip(),
    "a tar archive": _tar(),
    "an Arrow stream": _arrow(),
    "xz": lzma.compress(TEXT.encode()),
    "UTF-16": TEXT.encode("utf-16"),
    "UTF-32": TEXT.encode("utf-32"),
    "UTF-16 without a mark": TEXT.encode("utf-16-be"),
    "packed twice": gzip.compress(gzip.compress(TEXT.encode())),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("command", WRITERS)
def test_what_is_not_text_is_refused_by_its_name(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in"
    for octets in (OTHERS[name], gzip.compress(OTHERS[name]), bz2.compress(OTHERS[name])):
        if octets is not OTHERS[name] and name == "packed twice":
            continue
        path.write_bytes(octets)
        assert main([*sample(command), str(path), "--max-line", "16"]) == 2
        out, said = capsys.readouterr()
        assert (out, said.count("\n")) == ("", 1)
        assert said.startswith(f"urlmill: {path}: expected text in UTF-8, got {name}")


def test_the_library_refuses_it_too(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(OTHERS["UTF-16"])
    with pytest.raises(OSError, match="expected text in UTF-8, got UTF-16"):
        logs.read(tmp_path / "in").to_pyarrow()


@pytest.mark.parametrize("octets", [b"\0" * 99 + b"\nhttp://h/\n", b"\xffx\nhttp://h/\n", b"PK\n", b"OR\0\n"])
def test_text_with_odd_octets_is_text(octets: bytes, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(octets)
    assert main(["split", str(tmp_path / "in"), "--fields", "url", "-o", os.devnull, "--to", "tsv"]) == 0
