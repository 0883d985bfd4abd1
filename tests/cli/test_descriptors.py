"""A name for what is open already, such as /dev/stdout, means just that: nothing behind it is replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .shell import COMMAND, ENVIRONMENT

pytestmark = [
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.skipif(not os.path.exists("/dev/fd/0"), reason="descriptors have no names here"),
]

NAMES = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "-", "link", "link-to-link"]
ROWS = "host\na\nb\n"
BAD = "file\tline\treason\tat\ttext\nin\t2\tbad-port\t9\thttp://b:x/\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").write_text("http://a/\nhttp://b:x/\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "link-to-link").symlink_to("link")
    return tmp_path


def sh(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = f'"{COMMAND[0]}" -m urlmill'
    return subprocess.run(
        ["sh", "-c", line.replace("urlmill", command, 1)],
        cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_before_and_after_stays(name: str, folder: Path) -> None:
    if name.startswith("/proc") and sys.platform != "linux":
        pytest.skip("there is no /proc here")
    sh(f"{{ echo before; urlmill split in --fields host --to tsv -o {name}; echo after; }} > out", folder)
    assert (folder / "out").read_text() == f"before\n{ROWS}after\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_shell_that_appends_appends(name: str, folder: Path) -> None:
    if name.startswith("/proc") and sys.platform != "linux":
        pytest.skip("there is no /proc here")
    (folder / "out").write_text("there\n")
    sh(f"urlmill split in --fields host -o {name} >> out", folder)
    assert (folder / "out").read_text() == f"there\n{ROWS}"


def test_standard_output_has_the_usual_format_whatever_its_name(folder: Path) -> None:
    assert sh("urlmill split in --fields host -o /dev/stdout", folder).stdout == ROWS


def test_bad_lines_go_to_standard_error_among_the_rest(folder: Path) -> None:
    done = sh("{ echo before >&2; urlmill split in --fields host --bad /dev/stderr; echo after >&2; } 2> said", folder)
    assert done.stdout == ROWS
    assert (folder / "said").read_text() == f"before\n{BAD}urlmill: 1 bad line beside 2 rows, see /dev/fd/2\nafter\n"


@pytest.mark.parametrize("name", ["/dev/fd/3", "/proc/self/fd/3"])
def test_any_other_descriptor(name: str, folder: Path) -> None:
    if name.startswith("/proc") and sys.platform != "linux":
        pytest.skip("there is no /proc here")
    (folder / "out").write_text("there\n")
    sh(f"urlmill split in --fields host --bad {name} -o rows.tsv 3>> out", folder)
    assert (folder / "out").read_text() == f"there\n{BAD}"
    assert (folder / "rows.tsv").read_text() == ROWS


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc here")
def test_the_descriptor_of_another_process_is_written_to_and_its_file_not_replaced(folder: Path) -> None:
    sh("{ echo before; urlmill split in --fields host --to tsv -o /proc/$$/fd/1; echo after; } > out", folder)
    (folder / "out").write_text("there\n")
    sh("exec 5>> out; urlmill split in --fields host --to tsv -o /proc/$$/fd/5; echo after >&5", folder)
    assert (folder / "out").read_text() == f"there\n{ROWS}after\n"


def test_a_descriptor_that_is_not_open_is_said(folder: Path) -> None:
    done = sh("urlmill split in --bad /dev/fd/77", folder)
    assert (done.returncode, done.stderr) == (2, "urlmill: /dev/fd/77: Bad file descriptor\n")


def test_arrow_to_a_descriptor_is_a_stream(folder: Path) -> None:
    import pyarrow as pa

    sh("urlmill split in --fields host --to arrow -o /dev/fd/3 3> out", folder)
    assert pa.ipc.open_stream((folder / "out").read_bytes()).read_all().to_pydict() == {"host": ["a", "b"]}


@pytest.mark.parametrize(
    "line",
    [
        "urlmill split in >> in",
        "urlmill split < in >> in",
        "urlmill split in -o hard.tsv",
        "urlmill split in --bad hard.tsv",
        "urlmill split in -o - --bad /dev/stdout",
        "urlmill split in --to tsv -o /dev/fd/3 --bad /dev/fd/3 3> x",
        "urlmill split in -o new.tsv --bad ./new.tsv",
        "urlmill split in -o old.tsv --bad link-to-old",
        "urlmill split in -o old.tsv --bad /dev/fd/3 3>> old.tsv",
        "urlmill top host in -o in",
        "urlmill get {host} in -o in",
    ],
)
def test_what_is_read_or_written_already_is_refused(line: str, folder: Path) -> None:
    os.link(folder / "in", folder / "hard.tsv")
    (folder / "old.tsv").write_text("there\n")
    (folder / "link-to-old").symlink_to("old.tsv")
    done = sh(line, folder)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "give it another name" in done.stderr
    assert (folder / "in").read_text() == "http://a/\nhttp://b:x/\n"
    assert (folder / "old.tsv").read_text() == "there\n"
    assert not (folder / "new.tsv").exists()


def test_a_shell_may_send_both_to_one_file(folder: Path) -> None:
    sh("urlmill split in --fields host --bad /dev/stderr --quiet > out 2>&1", folder)
    assert sorted((folder / "out").read_text().splitlines()) == sorted((ROWS + BAD).splitlines())
