"""A line that is too long is a bad line, and is never held as a whole."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from urlmill import URL
from urlmill._io.bad import Bad, BadFile, _row
from urlmill._io.lines import HEAD, without_long_lines
from urlmill.cli.main import main

from ..logs.samples import COMBINED, JSON_NGINX, W3C
from .access_logs import bad_of
from .shell import COMMAND, call, start
from .subcommands import WRITERS, line_of, sample, to

URLS = ["http://a/", "http://b/" + "x" * 300, "http://c/"]
MEMORY = 300 << 20
PATTERN = r"^(?P<time>\S+) (?P<target>\S+)$"


@given(
    lines=st.lists(st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"")), max_size=12),
    longest=st.integers(1, 10),
    size=st.integers(1, 30),
    ends=st.booleans(),
)
def test_long_lines_are_blank_lines_with_a_head(lines: list[bytes], longest: int, size: int, ends: bool) -> None:
    octets = b"".join(line + b"\n" for line in lines) + (b"" if ends else b"the last line is long")
    lines = octets.split(b"\n")
    pieces, start = [], 0
    while start < len(octets):  # as readers cut them
        end = octets.find(b"\n", start + size) + 1 or len(octets)
        if end - (start + size) > longest + 1:
            end = start + size + longest + 1
        pieces.append(octets[start:end])
        start = end
    found = list(without_long_lines(iter(pieces), longest))
    kept = b"".join(piece for piece, _ in found).split(b"\n")
    expected = [b"" if len(line) > longest else line for line in lines]
    assert kept == expected or (not ends and kept == [*expected, b""])
    line, heads = 1, dict[int, bytes]()
    for piece, of_piece in found:
        heads |= {line + after: head for after, head in of_piece}
        line += piece.count(b"\n")
    assert list(heads) == [number for number, each in enumerate(lines, 1) if len(each) > longest]
    assert all(lines[number - 1].startswith(head) and head for number, head in heads.items())


@pytest.mark.parametrize("ending", ["\n", ""])
def test_it_is_counted_and_its_first_characters_are_told(ending: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("\n".join(URLS) + "\nx\n" + "y" * 301 + ending)
    arguments = ["split", str(tmp_path / "in"), "--fields", "host", "--to", "tsv", "--max-line", "300"]
    assert main([*arguments, "-o", str(tmp_path / "out"), "--bad", str(tmp_path / "bad"), "--strict"]) == 1
    assert (tmp_path / "out").read_text() == "host\na\nc\n\n"
    found = bad_of(tmp_path / "bad")
    assert found[0] == ["2", "too-long", "300", URLS[1][:HEAD]]
    assert found[-1] == ["5", "too-long", "300", "y" * HEAD]
    assert main([*arguments, "-o", str(tmp_path / "out"), "--quiet"]) == 0


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        *((sample(name), [line_of(name, url) for url in URLS]) for name in WRITERS),
        (["extract", "--html"], ["<a href='http://a/'>", "<a href='http://b/" + "x" * 300 + "'>", "http://c/"]),
        (["logs"], [COMBINED[0], COMBINED[0].replace(" /", " /" + "x" * 600), COMBINED[0]]),
        (["logs"], [JSON_NGINX[0], '{"a":"' + "x" * 1500 + '"}', JSON_NGINX[0]]),
        (["logs"], [*W3C[:4], "x" * 1500, W3C[4]]),
        (["logs"], ["x" * 1500, COMBINED[0]]),
        (["logs", "--regex", PATTERN], ["1 /a", "2 /" + "x" * 300, "3 /c"]),
        (["top", "status"], [COMBINED[0], COMBINED[0].replace(" /", " /" + "x" * 600), COMBINED[0]]),
    ],
)
def test_every_subcommand_knows_it(arguments: list[str], lines: list[str], tmp_path: Path) -> None:
    longest = max(range(len(lines)), key=lambda index: len(lines[index]))
    most = str(len(lines[longest]) - 1)
    without = [*lines[:longest], "", *lines[longest + 1 :]]
    outs = []
    for number, each in enumerate((lines, without)):
        (tmp_path / "in").write_text("".join(f"{line}\n" for line in each))
        more = ["--max-line", most, "--bad", str(tmp_path / f"bad{number}"), "--quiet", "-o", str(tmp_path / "out.txt")]
        more += to(arguments[0], "jsonl")
        assert main([*arguments, *more, str(tmp_path / "in")]) == 0
        outs.append((tmp_path / "out.txt").read_bytes())
    assert outs[0] == outs[1]
    assert outs[0]
    ((line, reason, _, shown),) = bad_of(tmp_path / "bad0")
    assert (line, reason) == (str(longest + 1), "too-long")
    assert shown == lines[longest][:HEAD] or lines[longest].startswith(shown.removesuffix("***"))
    assert bad_of(tmp_path / "bad1") == []


@pytest.mark.parametrize("ending", [b"", b"\n", b"\n\n"])
@pytest.mark.parametrize("arguments", [["split"], ["logs"], ["top", "host"], ["extract", "--html"]])
def test_a_file_of_nothing_else(arguments: list[str], ending: bytes, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"x" * 1001 + ending)
    arguments = [*arguments, "--max-line", "1000", "--bad", str(tmp_path / "bad"), "--strict", "--quiet"]
    assert main([*arguments, "-o", str(tmp_path / "out.csv"), str(tmp_path / "in")]) == 1
    assert bad_of(tmp_path / "bad") == [["1", "too-long", "1000", "x" * HEAD]]


def test_show_leaves_it_out() -> None:
    lines = "".join(f"{url}\n" for url in URLS).encode()
    status, out, said = call("show", "--json", "--strict", "--max-line", "300", "-", input=lines)
    assert [json.loads(line)["url"] for line in out.splitlines()] == ["http://a/", "http://c/"]
    assert status == 1
    assert said == b"urlmill: standard input: line 2 is longer than 300 bytes; --max-line allows for more\n"


CUT = {
    "http://user:SECR": "http://user:***",
    "http://h/a b": "http://h/a b",
    "//user:SECR": "//user:***",
    "<http://user:SECR": "<http://user:***",
    "http://us er:SECR": "http://us er:***",
    "http://user:SE CR": "http://user:***",
    "http:/\t/user:SE\tCR": "http:/\\t/user:***",
    "user:SECR": "user:***",
    "user:SE CR": "user:***",
    "us er:SE CR": "us er:***",
    "https://h/?next=http://user:SECR": "https://h/?next=http://user:***",
    '1.2.3.4 - - "GET http://user:SECR': '1.2.3.4 - - "GET http://user:***',
    '1.2.3.4 - - "GET user:SECR': '1.2.3.4 - - "GET user:***',
    # more than there need be: a log is read as a URL would be
    '1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /a': "1.2.3.4 - - [10/Oct/2025:***",
    '{"url":"/a': '{"url":***',
}


@pytest.mark.parametrize("text", CUT)
def test_a_cut_line_is_masked_as_if_an_at_sign_followed(text: str, tmp_path: Path) -> None:
    with BadFile(str(tmp_path / "bad")) as bad:
        bad.write("in", [Bad(1, "cut-off", len(text), text, is_cut=True)])
    ((_, _, at, shown),) = bad_of(tmp_path / "bad")
    assert shown == CUT[text]
    assert int(at) <= len(shown)


@given(st.text('us: /\\?#@\t<"', max_size=12), st.text("a/ :\t?#@1", max_size=6))
def test_what_is_masked_in_a_line_is_masked_when_it_is_cut(before: str, after: str) -> None:
    text = f"{before}:SECR{after}"
    assume("SECR" not in URL(f"{text}ET@h", profile="lenient").display())
    assert "SECR" not in _row("in", Bad(1, "cut-off", 0, text, is_cut=True))


def test_no_half_of_a_password_is_told(tmp_path: Path) -> None:
    """What would tell that it is one may be in the half that is not there."""
    path, bad = tmp_path / "in", tmp_path / "bad"
    path.write_text("http://user:" + "secret" * 100 + "@h/\n")
    assert main(["split", str(path), "--max-line", "400", "--bad", str(bad), "--quiet"]) == 0
    assert [row[3] for row in bad_of(bad)] == ["http://user:***"]
    path.write_bytes(gzip.compress(b"http://a/\nhttp://user:secret", mtime=0)[:-8])
    assert main(["split", str(path), "--bad", str(bad), "--quiet"]) == 2
    assert [row[3] for row in bad_of(bad)] == ["http://user:***"]


@pytest.mark.parametrize("text", ["0", "-1", "257M", "1G", "x", "", "1.5M", "１"])
def test_a_size_that_is_none_is_said(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["split", f"--max-line={text}"])
    assert "expected a size from 1 to 256M" in capsys.readouterr().err


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half a gigabyte on one line, in half a megabyte."""
    path = tmp_path_factory.mktemp("bomb") / "bomb.gz"
    path.write_bytes(gzip.compress(b"x" * (1 << 25)) * 16)
    return path


@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted in other units")
@pytest.mark.parametrize(
    "arguments",
    [
        ["split"],
        ["get", "{host}"],
        ["normalize"],
        ["dedupe"],
        ["top", "host"],
        ["extract"],
        ["extract", "--html"],
        ["logs", "--format", "combined"],
        ["logs", "--format", "json"],
        ["logs", "--regex", PATTERN],
    ],
    ids=" ".join,
)
def test_a_packed_bomb_takes_little_memory(arguments: list[str], bomb: Path) -> None:
    assert memory_of(*arguments, str(bomb), stdin=subprocess.DEVNULL) < MEMORY


@pytest.mark.once
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted in other units")
@pytest.mark.parametrize("arguments", [["split", "in"], ["split", "-"], ["show", "-"]], ids=" ".join)
def test_a_plain_line_takes_little_memory(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open("in", "wb+") as file:
        file.truncate(1 << 29)  # zeros, which take no room on disk
        assert memory_of(*arguments, stdin=file) < MEMORY


@pytest.mark.once
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted in other units")
@pytest.mark.parametrize("line", [b"# a comment, and no more\n", b"\n"], ids=["comments", "blank"])
def test_a_log_that_does_not_tell_its_format_is_not_held(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(line * ((1 << 25) // len(line))) * 16)
    status = 0 if line == b"\n" else 2
    assert memory_of("logs", str(path), stdin=subprocess.DEVNULL, expected=status) < MEMORY


# Between us and the command: a process begins with what its parent held.
MEASURE = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory_of(*arguments: str, stdin: IO[bytes] | int, expected: int = 1) -> int:
    """How many bytes a process held at most. Its status is 1 if it has seen a bad line."""
    program = [sys.executable, "-c", MEASURE, *COMMAND]
    with start(*arguments, "--strict", program=program, stdin=stdin) as process:
        out, _ = process.communicate()
    status, kilobytes = map(int, out.split())
    assert status == expected
    return kilobytes << 10
