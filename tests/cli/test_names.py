"""Names of files, whatever octets they are made of."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from .shell import ENVIRONMENT, call

pytestmark = [pytest.mark.once, pytest.mark.skipif(sys.platform != "linux", reason="names are text here")]

ODD = b"odd-\xff\xfe"
FORGING = "a\nshadow\t1\tbad-port\t0\tforged\\"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (ODD, FORGING.encode()):
        with open(name, "wb") as file:
            file.write(b"http://h:x/\n")


def test_one_that_is_no_text_is_read_and_its_octets_are_escaped() -> None:
    status, out, said = call("split", "--fields", "host", "--bad", "bad.tsv", ODD)
    assert (status, out, said) == (0, b"host\nh\n", b"urlmill: 1 bad line beside 1 row, see bad.tsv\n")
    assert Path("bad.tsv").read_text("utf-8").splitlines()[1] == r"odd-\\xff\\xfe	1	bad-port	9	http://h:x/"


def test_a_tab_or_a_line_break_forges_no_row_of_bad_lines() -> None:
    assert call("split", "--bad", "bad.tsv", "--quiet", FORGING)[0] == 0
    assert Path("bad.tsv").read_text("utf-8").splitlines() == [
        "file\tline\treason\tat\ttext",
        r"a\nshadow\t1\tbad-port\t0\tforged\\" + "\t1\tbad-port\t9\thttp://h:x/",
    ]


@pytest.mark.parametrize("kind", ["tsv", "csv", "jsonl", "parquet", "arrow"])
def test_one_that_is_no_text_is_a_column(kind: str) -> None:
    arguments = ("extract", "--profile", "lenient", "--to", kind, "-o", "out", ODD, FORGING)
    assert call(*arguments) == (0, b"", b"")
    if kind == "parquet":
        assert pq.read_table("out")["file"].to_pylist() == [r"odd-\xff\xfe", FORGING]
    elif kind == "jsonl":
        found = [json.loads(line)["file"] for line in Path("out").read_text("utf-8").splitlines()]
        assert found == [r"odd-\xff\xfe", FORGING]
    else:
        assert rb"odd-\xff\xfe" in Path("out").read_bytes()


def test_one_that_is_no_text_is_written() -> None:
    assert call("split", "--fields", "host", "--to", "tsv", "-o", b"out-\xff", ODD) == (0, b"", b"")
    with open(b"out-\xff", "rb") as file:
        assert file.read() == b"host\nh\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["split", b"no-\xff"], b"urlmill: no-<FF>: no such file, and as a pattern it finds none\n"),
        (["split", "no\n\x1b"], b"urlmill: no<U+000A><U+001B>: no such file, and as a pattern it finds none\n"),
        (["split", ODD, "--to", "tsv", "-o", b"no-\xff/x"], b"no-<FF>: there is no such directory\n"),
        (["split", ODD, "-o", b"x.\xff"], b"urlmill: x.<FF>: give --to"),
        (["split", ODD, "--to", "tsv", "-o", ODD], b"urlmill: odd-<FF><FE>: this is odd-<FF><FE>, which"),
        (["logs", ODD], rb"urlmill: odd-\xff\xfe: unknown log format"),
        (["split", ODD, "--where", b"host=\xff"], rb"urlmill: expected UTF-8, got 'host=\udcff'"),
        (["split", ODD, "--fields", b"\xff"], b"urlmill: expected UTF-8"),
        (["get", b"{host}\xff", ODD], b"urlmill: expected UTF-8"),
        (["get", b"{query:\xff}", ODD], b"urlmill: expected UTF-8"),
        (["logs", ODD, "--regex", b"(?P<x>\xff)"], b"urlmill: expected UTF-8"),
        (["extract", ODD, "--base", b"http://\xff/"], b"urlmill: expected UTF-8"),
        (["dedupe", ODD, "--by", b"\xff"], b"urlmill: expected UTF-8"),
        (["top", b"\xff", ODD], b"urlmill: expected UTF-8"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str | bytes], said: bytes) -> None:
    status, out, found = call(*arguments)
    assert (status, out) == (2, b"")
    assert said in found
    assert found.count(b"\n") == 1


def test_an_argument_that_the_locale_cannot_decode_is_read_as_a_line_is() -> None:
    ascii_only = {**ENVIRONMENT, "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for argument in ("http://h/\xfc".encode(), b"http://h/\xfc"):  # in UTF-8, and in Latin-1
        status, out, _ = call("show", "--json", argument, env=ascii_only)
        assert (status, json.loads(out)["parts"]["path"]) == (0, "/\xfc")
    assert json.loads(call("show", "--json", b"http://h/\xfc")[1])["parts"]["path"] == "/\xfc"
