"""What the command reads: packed or not, whole lines, from anywhere."""

from __future__ import annotations

import bz2
import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from urlmill._io.inputs import LONGEST, SHORT, Broken, InputError, blocks, paths_of
from urlmill._io.lines import whole_lines
from urlmill._io.octets import FileOctets
from urlmill.cli.main import main

from .subcommands import TABLES, sample

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "zstd": zstd.compress,
    "gzip members": lambda octets: gzip.compress(octets[:7]) + gzip.compress(octets[7:]),
}
LINES = b"".join(b"http://h/%d\n" % number for number in range(1000))


class OfBytes(io.BytesIO):
    """Octets that are there at once."""

    def read(self, most: int | None = -1, until: float = 0, /) -> bytes:  # noqa: ARG002
        return super().read(most)


def read(path: Path, size: int = 100) -> tuple[bytes, list[Broken]]:
    broken: list[Broken] = []
    return b"".join(block.octets for block in blocks([str(path)], broken.append, size)), broken


@pytest.mark.parametrize("packer", PACKERS)
def test_a_file_is_unpacked_by_what_is_in_it(packer: str, tmp_path: Path) -> None:
    path = tmp_path / "named.txt"
    path.write_bytes(PACKERS[packer](LINES))
    assert read(path) == (LINES, [])


@pytest.mark.parametrize("packer", ["gzip", "bzip2", "zstd"])
def test_what_comes_before_the_end_of_a_truncated_file_is_read(packer: str, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    lines = "".join(f"http://h/{hash((number, 7))}\n" for number in range(100_000)).encode()
    packed = PACKERS[packer](lines)
    path.write_bytes(packed[: len(packed) // 2])
    found, (broken,) = read(path)
    assert lines.startswith(found + broken.octets)
    assert found.endswith(b"\n")
    assert b"\n" not in broken.octets
    assert broken.line == found.count(b"\n") + 1
    assert len(found) > len(lines) // 4  # of a block that is not whole, bzip2 gives nothing
    assert "ends in the middle" in broken.reason


def test_what_comes_before_broken_data_is_read(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(gzip.compress(LINES) + b"not gzip at all")
    found, (broken,) = read(path)
    assert found == LINES
    assert (broken.line, broken.octets) == (1001, b"")
    assert "broken" in broken.reason


def test_a_line_that_was_cut_off_is_bad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, bad = tmp_path / "cut", tmp_path / "bad.tsv"
    path.write_bytes(gzip.compress(b"http://a/\nhttp://b/", mtime=0)[:-8])
    assert main(["split", "--fields", "host", "--strict", "--bad", str(bad), str(path)]) == 2
    out, said = capsys.readouterr()
    assert out == "host\na\n"
    assert "ends in the middle" in said
    assert bad.read_text().splitlines()[1] == f"{path}\t2\tcut-off\t9\thttp://b/"


def test_the_mark_of_utf_8_is_no_part_of_a_line(tmp_path: Path) -> None:
    for name in ("plain", "gzip"):
        path = tmp_path / name
        path.write_bytes(PACKERS[name](b"\xef\xbb\xbf" + LINES))
        assert read(path) == (LINES, [])


@pytest.mark.parametrize("command", TABLES)
@pytest.mark.parametrize("octets", [b"", b"\n", gzip.compress(b"")], ids=["empty", "blank", "packed"])
def test_no_lines_are_a_file_that_can_be_read(command: str, octets: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(octets)
    assert main([*sample(command), str(path), "-o", str(tmp_path / "out.parquet"), "--quiet"]) == 0
    table = pq.read_table(tmp_path / "out.parquet")
    assert table.num_rows == 0
    assert len(table.column_names) > 1
    assert main([*sample(command), str(path), "-o", str(tmp_path / "out.csv"), "--quiet"]) == 0
    assert (tmp_path / "out.csv").read_text().split("\n")[0] == ",".join(table.column_names)


@given(
    lines=st.lists(st.binary(max_size=30).map(lambda line: line.replace(b"\n", b"")), max_size=20),
    size=st.integers(1, 60),
)
def test_blocks_are_whole_lines_and_know_their_numbers(lines: list[bytes], size: int) -> None:
    octets = b"\n".join(lines)
    found = list(whole_lines(OfBytes(octets), size, LONGEST))
    assert b"".join(found) == octets
    assert all(block.endswith(b"\n") for block in found[:-1])
    assert all(found)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    octets=st.lists(st.sampled_from([b"a", b"bc", b"\n", b"\r\n"]), max_size=40).map(b"".join), size=st.integers(1, 20)
)
def test_a_plain_file_is_read_as_any_other(octets: bytes, size: int, tmp_path: Path) -> None:
    path = tmp_path / "plain"
    path.write_bytes(octets)
    plain = [block.octets for block in blocks([str(path)], print, size)]
    assert b"".join(plain) == octets
    assert all(block.endswith(b"\n") for block in plain[:-1])
    with path.open("rb", buffering=0) as file:
        assert b"".join(whole_lines(FileOctets(file, None), size, LONGEST)) == octets


def test_line_numbers_go_on_from_block_to_block_and_begin_again_with_each_file(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        path.write_bytes(LINES)
    seen = [(block.source, block.first_line, block.octets) for block in blocks(list(map(str, paths)), print, 500)]
    for path in paths:
        line = 1
        for first, octets in [(first, octets) for source, first, octets in seen if source == str(path)]:
            assert first == line
            line += octets.count(b"\n")
        assert line == 1001


SHORT_LINES = {
    "blank": b"\n" * 9000,
    "short": b"a\n" * 5000 + b"b",
    "after a long one": b"x" * 3000 + b"\n" * 3000,
    "before a long one": b"\n" * 3000 + b"x" * 3000 + b"\n",
}


@pytest.mark.parametrize("packer", ["plain", "gzip"])
@pytest.mark.parametrize("lines", SHORT_LINES)
def test_a_block_of_short_lines_has_few_of_them(lines: str, packer: str, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(PACKERS[packer](SHORT_LINES[lines]))
    found = list(blocks([str(path)], print, 6400))
    assert b"".join(block.octets for block in found) == SHORT_LINES[lines]
    line = 1
    for block in found:
        assert block.first_line == line
        assert 0 < block.octets.count(b"\n") <= 6400 // SHORT
        line += block.octets.count(b"\n")


def test_usual_lines_fill_a_block(tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"http://example.com/a/path/page?id=7\n" * 1000)
    first, *_ = blocks([str(path)], print, 6400)
    assert len(first.octets) >= 6400


def test_one_long_line_is_one_block(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(b"x\n" * 1000 + b"x" * 5_000_000 + b"\n" + b"x\n" * 1000)
    assert max(len(block.octets) for block in blocks([str(path)], print, 1000)) >= 5_000_000


def test_standard_input_is_a_dash_or_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(LINES)
    assert paths_of([]) == paths_of(["-"]) == ["-"]
    with path.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert b"".join(block.octets for block in blocks(["-"], print)) == LINES


def test_patterns_are_for_those_whose_shell_has_none(tmp_path: Path) -> None:
    for name in ("b.log", "a.log", "[x].log"):
        (tmp_path / name).write_bytes(b"")
    assert paths_of([f"{tmp_path}/?.log"]) == [f"{tmp_path}/a.log", f"{tmp_path}/b.log"]
    assert paths_of([f"{tmp_path}/[x].log"]) == [f"{tmp_path}/[x].log"]


@pytest.mark.parametrize("name", ["missing", "missing*"])
def test_a_missing_file_is_said(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        paths_of([str(tmp_path / name)])


def test_a_directory_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="directory"):
        list(blocks([str(tmp_path)], print))


def test_a_packed_bomb_is_unpacked_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"\n" * 50_000_000))
    sizes: list[Any] = [len(block.octets) for block in blocks([str(path)], print, 1 << 16)]
    assert max(sizes) < 1 << 18
    assert sum(sizes) == 50_000_000
