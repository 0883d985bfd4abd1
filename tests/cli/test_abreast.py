"""Several files that are read at once, beside the same one after the other."""

from __future__ import annotations

import gzip
from itertools import accumulate
from pathlib import Path

import pytest

from urlmill._io.inputs import Broken, blocks
from urlmill.cli.main import main

from ..logs.samples import COMBINED, VHOST, W3C

LINE = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET {} HTTP/1.1" 200 17'


def written(folder: Path) -> list[str]:
    """Logs of several formats and of many blocks, packed and not; values tie, and their order matters."""
    many = [LINE.format(f"/{number % 700}?{number}") for number in range(30_000)]
    logs = [many[::-1], [*W3C, "?"], COMBINED, many, [], ["", ""], VHOST]
    paths = []
    for number, lines in enumerate(logs):
        path = folder / str(number)
        octets = "".join(f"{line}\n" for line in lines).encode()
        path.write_bytes(octets if number % 2 else gzip.compress(octets, 1))
        paths.append(str(path))
    return paths


@pytest.mark.parametrize("name", ["path", "status", "host"])
def test_counts_are_the_same_as_one_after_the_other(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = written(tmp_path)
    answers = []
    for more in (["--threads", "3"], ["--threads", "1"], ["--threads", "3", "--bad", str(tmp_path / "bad")]):
        assert main(["top", name, *paths, "-n", "900", *more]) == 0
        out, said = capsys.readouterr()
        answers.append((out, said.replace(f", see {tmp_path / 'bad'}", "; --bad FILE shows them")))
    assert answers[0] == answers[1] == answers[2]
    assert "1 bad line beside" in answers[0][1]


def test_urls_are_counted_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, numbers in (("a", range(50_000)), ("b", range(50_000, 0, -1))):
        (tmp_path / name).write_text("".join(f"http://h{number % 997}.example/\n" for number in numbers))
    answers = []
    for threads in ("1", "4"):
        assert main(["top", "host", str(tmp_path / "a"), str(tmp_path / "b"), "-n", "997", "--threads", threads]) == 0
        answers.append(capsys.readouterr())
    assert answers[0] == answers[1]


@pytest.mark.parametrize("abreast", [1, 2, 9])
def test_blocks_of_each_file_are_in_order(abreast: int, tmp_path: Path) -> None:
    paths = written(tmp_path)
    broken: list[Broken] = []
    found = list(blocks(paths, broken.append, 1000, abreast=abreast))
    assert broken == []
    for number, path in enumerate(paths):
        mine = [block for block in found if block.file == number]
        octets = Path(path).read_bytes()
        octets = octets if number % 2 else gzip.decompress(octets)
        assert b"".join(block.octets for block in mine) == octets
        lines = accumulate((block.octets.count(b"\n") for block in mine), initial=1)
        ranks = accumulate((len(block.octets) for block in mine), initial=number << 48)
        expected = zip(lines, ranks, strict=True)  # and where one more would begin
        assert [(block.first_line, block.rank) for block in mine] == list(expected)[:-1]
    assert (sorted(found, key=lambda block: block.rank) == found) == (abreast == 1)
    assert [block.consumed for block in found] == sorted(block.consumed for block in found)


def test_a_file_of_no_known_format_is_told_in_either_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").write_text("\n".join(COMBINED))
    (tmp_path / "b").write_text("nothing of the kind\n")
    for threads in ("1", "2"):
        assert main(["top", "path", str(tmp_path / "a"), str(tmp_path / "b"), "--threads", threads]) == 2
        assert f"{tmp_path / 'b'}: unknown log format" in capsys.readouterr().err
