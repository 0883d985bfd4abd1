"""What is said repeats no password, and helps whoever gave a URL in the place of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlmill._io.shown import without_passwords_of
from urlmill.cli.main import main

from .shell import COMMAND, UNBUFFERED, call

URL = "http://user:s3cret@h/"
SHOWN = "http://user:***@h/"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").write_text(f"{URL}\n")
    Path("cut").write_text("http://user:s3,cret@h/\n")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    try:
        status: object = main(arguments)
    except SystemExit as end:
        status = end.code
    assert status == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["logs", "f"],
        ["split", URL],
        ["top", "host", URL],
        ["get", "{host}", URL],
        ["logs", URL],
        ["dedupe", URL],
        ["extract", URL],
        [URL],
        ["split", "f", "--fields", URL],
        ["split", "f", f"--fields=host,{URL}"],
        ["split", "f", "-o", URL],
        ["split", "f", "-o", f"{URL}x/y", "--to", "tsv"],
        ["split", "f", "--to", URL],
        ["split", "f", "--where", URL],
        ["split", "f", "--threads", URL],
        ["split", "f", "--column", "url"],
        ["get", f"{{{URL}}}", "f"],
        ["logs", "f", "--format", URL],
        ["fetch", "--schemes", URL, "http://h/"],
    ],
    ids=" ".join,
)
def test_a_password_is_masked(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = said(capsys, *arguments)
    assert "s3cret" not in words
    assert "user:***@h" in words


@pytest.mark.parametrize(
    "arguments",
    [
        ["split", "f", "--fields", "http://user:s3,cret@h/"],
        ["split", "f", "-o", "http://user:s3/x/cret@h", "--to", "tsv"],
        ["split", "f", "--fields", f"http://user:s3{'x' * 1000}cret@h/"],
        ["split", "postgres://h/?password=s3cret"],
        ["split", "user:s3cret@h"],
        ["split", "http://user:s3'\"\\cret@h/"],
        ["http://user:s3'\"\\cret@h/"],
        ["split", "cut", "--column", "url"],
    ],
    ids=range(8),
)
def test_what_is_left_of_a_password_is_masked(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = said(capsys, *arguments)
    assert "s3" not in words
    assert "cret" not in words
    assert "***" in words


def test_the_rest_of_a_message_stays() -> None:
    words = "access.log: there is no column 'x'; there are @timestamp, no such file"
    assert without_passwords_of(["split", "http://u:file@h/", "a@b"], words) == words


def test_the_first_line_of_a_log_is_cut_after_it_was_masked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("f").write_text(f"http://user:{'s3cret' * 100}@h/\n")
    assert said(capsys, "logs", "f").endswith(f"first line: {SHOWN}\n")


@pytest.mark.parametrize("command", ["split", "normalize", "dedupe"])
def test_a_url_in_the_place_of_a_file_gets_advice(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    no_file = f"urlmill: {SHOWN}: no such file, and as a pattern it finds none"
    assert said(capsys, command, URL) == f"{no_file}; this reads files; pipe URLs in: echo URL | urlmill {command}\n"
    assert said(capsys, command, "C:/x").endswith("it finds none\n")


@pytest.mark.parametrize("command", ["logs", "extract"])
def test_the_url_of_a_text_gets_other_advice(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, command, URL).endswith(f"urlmill fetch URL | urlmill {command}\n")


@pytest.mark.parametrize("option", ["--bad", "-o", "--output"])
def test_the_name_of_an_output_is_not_empty(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "split", "f", option, "").endswith("expected the name of a file, got an empty one\n")


@pytest.mark.skipif(os.name == "nt", reason="there is no such shell here")
@pytest.mark.parametrize("command", ["logs", "split"])
def test_standard_input_that_is_closed_is_not_the_output(command: str) -> None:
    # Unbuffered, standard output is opened once more before files are compared, and gets the number that is free.
    shell = ["sh", "-c", '"$@" <&- > out', "sh", *COMMAND]
    words = b"urlmill: standard input: it is closed\n"
    assert call(command, program=shell, env=UNBUFFERED) == (2, b"", words)


def test_a_process_masks_its_own_arguments() -> None:
    status, _, words = call("split", URL)
    assert (status, b"s3cret" in words) == (2, False)
