"""gzip, bzip2 and zstd: whole, cut off anywhere, broken anywhere; and what is unpacked ahead."""

from __future__ import annotations

import bz2
import gzip
import io
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import _pure
from urlmill._io.ahead import Ahead
from urlmill._io.inputs import Broken, blocks
from urlmill._io.lines import whole_lines
from urlmill._io.octets import UnpackedOctets
from urlmill._io.unpacked import BZIP2, GZIP, ZSTD, BrokenError, unpacker_of
from urlmill.cli.main import main

from .access_logs import bad_of, cut_small

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

members = st.lists(st.lists(st.sampled_from([b"a", b"bc\n", b"\n", b"\r\n", b"x" * 300]), max_size=40).map(b"".join))
UNPACKERS: dict[str, tuple[Callable[[], Any], Callable[[bytes], bytes]]] = {
    "gzip": (lambda: unpacker_of(GZIP), gzip.compress),
    "gzip, pure": (_pure.Inflater, gzip.compress),
    "bzip2": (lambda: unpacker_of(BZIP2), bz2.compress),
    "zstd": (lambda: unpacker_of(ZSTD), zstd.compress),
}
Unpacked = tuple[list[bytes], str, bytes]


class Slowly(io.BytesIO):
    """A file that gives so many octets at once."""

    def __init__(self, octets: bytes, chunk: int) -> None:
        super().__init__(octets)
        self._chunk = chunk

    def read(self, most: int | None = -1, until: float = 0, /) -> bytes:  # noqa: ARG002
        return super().read(self._chunk)


def unpacked(packed: bytes, name: str, size: int = 20, longest: int = 1 << 20, chunk: int = 7) -> Unpacked:
    """The pieces; and of an error what it says, and what there is of the last line."""
    source = UnpackedOctets(Slowly(packed, chunk), UNPACKERS[name][0]())  # type: ignore[arg-type]  # it can be read
    found: list[bytes] = []
    try:
        found.extend(whole_lines(source, size, longest))
    except BrokenError as error:
        return found, str(error), error.octets
    return found, "", b""


@pytest.mark.parametrize("name", UNPACKERS)
@given(some=members, size=st.integers(1, 400), chunk=st.integers(1, 50))
def test_members_one_after_the_other_are_their_texts(name: str, some: list[bytes], size: int, chunk: int) -> None:
    packed = b"".join(map(UNPACKERS[name][1], some or [b""]))
    found, error, _ = unpacked(packed, name, size, chunk=chunk)
    assert (b"".join(found), error) == (b"".join(some), "")
    assert all(piece.endswith(b"\n") for piece in found[:-1])


@pytest.mark.parametrize("name", UNPACKERS)
@given(some=members, size=st.integers(1, 400), longest=st.integers(1, 200), chunk=st.integers(1, 100))
def test_a_line_is_given_before_it_is_too_long_to_hold(
    name: str, some: list[bytes], size: int, longest: int, chunk: int
) -> None:
    packed = b"".join(map(UNPACKERS[name][1], some or [b""]))
    found, error, _ = unpacked(packed, name, size, longest, chunk)
    assert (b"".join(found), error) == (b"".join(some), "")
    for piece in found[:-1]:
        assert piece.endswith(b"\n") or len(piece) > longest


# Cut off. What can be unpacked of each beginning is known from unpacking it octet by octet.

LINES = b"".join(b"http://h/%d/%s\n" % (number * number, b"abc" * (number % 30)) for number in range(60))
TWO = 700  # where the second of two members begins


def beginnings(packed: bytes, name: str) -> list[bytes]:
    """What there is of it in each of its beginnings, by a decompressor that is never short of room."""
    new: dict[str, Callable[[], Any]] = {
        "bzip2": bz2.BZ2Decompressor,
        "zstd": zstd.ZstdDecompressor,
    }
    make = new.get(name, lambda: zlib.decompressobj(31))
    member, found, all_ = make(), b"", [b""]
    for at in range(len(packed)):
        if member.eof:
            member = make()
        found += member.decompress(packed[at : at + 1])
        all_.append(found)
    return all_


@pytest.mark.parametrize("name", UNPACKERS)
@pytest.mark.parametrize(("size", "chunk"), [(1, 1), (1, 1 << 20), (50, 13), (1 << 20, 64), (1 << 20, 1 << 20)])
def test_every_line_before_the_cut_is_whole_wherever_it_is(name: str, size: int, chunk: int) -> None:
    pack = UNPACKERS[name][1]
    packed = pack(LINES[:TWO]) + pack(LINES[TWO:])
    first_ends = len(pack(LINES[:TWO]))
    for at, there in enumerate(beginnings(packed, name)):
        found, error, rest = unpacked(packed[:at], name, size, chunk=chunk)
        whole, _, last = there.rpartition(b"\n")
        if at in (first_ends, len(packed)):  # where nothing is missing
            assert (b"".join(found), error) == (there, "")
        else:
            assert b"".join(found) == (whole + b"\n" if b"\n" in there else b"")
            assert (error, rest) == ("the packed data ends in the middle", last)


@pytest.mark.parametrize("junk", [b"\n", b"junk", b"\x1fx", b"\0\0junk", b"BZ", b"http://h/\n" * 9])
@pytest.mark.parametrize("name", UNPACKERS)
def test_what_follows_and_is_not_packed_is_an_error_after_all_lines(name: str, junk: bytes) -> None:
    for packed in (UNPACKERS[name][1](LINES), UNPACKERS[name][1](LINES) * 2):
        whole = LINES if len(packed) == len(UNPACKERS[name][1](LINES)) else LINES * 2
        answers = {
            (b"".join(found), bool(error), rest)
            for size, chunk in [(1, 1), (50, 13), (1 << 20, 1 << 20)]
            for found, error, rest in [unpacked(packed + junk, name, size, chunk=chunk)]
        }
        assert answers == {(whole, True, b"")}


@pytest.mark.parametrize("name", ["gzip", "gzip, pure"])
def test_zeros_may_follow_gzip(name: str) -> None:
    found, error, _ = unpacked(gzip.compress(LINES) + bytes(999) + gzip.compress(LINES) + bytes(3), name)
    assert (b"".join(found), error) == (LINES * 2, "")


# Broken.


def check_same(answers: dict[str, list[tuple[bytes, str]]]) -> None:
    """The kernel always gives the same. The pure backend may lose an octet before a fault, see `_until_error`."""
    longest, words = max(answers["gzip"] + answers["gzip, pure"])
    for found, error in answers["gzip"] + answers["gzip, pure"]:
        assert error == words
        assert longest.startswith(found)
        assert len(found) >= len(longest) - bool(error)
    if urlmill.backend == "native":
        assert set(answers["gzip"]) == {(longest, words)}


def test_both_backends_unpack_the_same_of_broken_gzip() -> None:
    packed = gzip.compress(LINES[:300], mtime=0) + gzip.compress(LINES[300:], mtime=0)
    for at in range(len(packed)):
        for flipped in (1, 16, 255):
            broken = bytearray(packed)
            broken[at] ^= flipped
            answers: dict[str, list[tuple[bytes, str]]] = {"gzip": [], "gzip, pure": []}
            for name, some in answers.items():
                for size, chunk in ((1, 1 << 20), (1 << 20, 1 << 20), (40, 5), (1, 1)):
                    found, error, rest = unpacked(bytes(broken), name, size, chunk=chunk)
                    some.append((b"".join([*found, rest]), error))
            check_same(answers)


@given(st.binary(max_size=60), members, st.integers(1, 300), st.integers(1, 70))
def test_both_backends_unpack_the_same(junk: bytes, some: list[bytes], most: int, chunk: int) -> None:
    for packed in (b"".join(map(gzip.compress, some)) + junk, gzip.compress(b"a\nb")[:-5] + junk, junk):
        answers: dict[str, list[tuple[bytes, str]]] = {"gzip": [], "gzip, pure": []}
        for name, answer in answers.items():
            for each in (1 << 20, chunk):
                found, error, rest = unpacked(packed, name, most, chunk=each)
                answer.append((b"".join([*found, rest]), error))
        check_same(answers)
        try:
            assert answers["gzip"][0] == (gzip.decompress(packed), "") or not packed
        except (EOFError, OSError, zlib.error):
            assert answers["gzip"][0][1]


@pytest.mark.parametrize("name", ["bzip2", "zstd"])
def test_of_broken_bzip2_and_zstd_the_blocks_before_are_read(name: str) -> None:
    pack = UNPACKERS[name][1]
    lines = LINES * 20
    packed = bytearray(pack(lines) + pack(lines))
    packed[len(pack(lines)) + 30] ^= 255
    found, error, rest = unpacked(bytes(packed), name, 1 << 20, chunk=1 << 20)
    assert lines.startswith(b"".join(found) + rest)
    assert len(b"".join(found)) > len(lines) - (1 << 14)
    assert "broken" in error


TEXT = b"http://a/\nhttp://b/\n"
PACKED = gzip.compress(TEXT, mtime=0)
WRONG = {
    "junk": (PACKED + b"junk", TEXT, "broken (what follows is not gzip)"),
    "checksum": (PACKED[:-8] + bytes(8), TEXT, "broken (incorrect data check)"),
    "cut": (PACKED[:-3], TEXT, "ends in the middle"),
    "header": (PACKED[:2] + b"\x08", b"", "ends in the middle"),
    "method": (PACKED[:2] + b"\x07" + bytes(30), b"", "broken (invalid data)"),
    "bzip2": (bz2.compress(TEXT)[:-5], TEXT, "ends in the middle"),
    "bzip2 and junk": (bz2.compress(TEXT) + b"junk", TEXT, "broken (Invalid data stream)"),
    "zstd": (zstd.compress(TEXT * 999)[:-2], b"", "ends in the middle"),
    "zstd and junk": (zstd.compress(TEXT) + b"junk", TEXT, "broken ("),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("is_ahead", [True, False])
def test_what_is_wrong_is_said(name: str, is_ahead: bool, tmp_path: Path) -> None:
    octets, lines, words = WRONG[name]
    path = tmp_path / "log"
    path.write_bytes(octets)
    broken: list[Broken] = []
    found = b"".join(block.octets for block in blocks([str(path)], broken.append, is_ahead=is_ahead))
    assert found == lines
    assert words in broken[0].reason


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("size", [20, 1 << 22])
@pytest.mark.parametrize("name", ["junk", "checksum", "cut", "bzip2", "zstd"])
def test_the_command_writes_what_there_is_says_where_it_ends_and_fails(
    name: str,
    size: int,
    threads: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    octets, lines, words = WRONG[name]
    cut_small(monkeypatch, size)
    path, bad = tmp_path / "log", tmp_path / "bad"
    path.write_bytes(octets)
    arguments = ["--threads", threads, "--bad", str(bad), "--quiet"]
    assert main(["get", "{url}", str(path), "-o", str(tmp_path / "out"), *arguments]) == 2
    assert (tmp_path / "out").read_bytes() == lines
    number = lines.count(b"\n") + 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"urlmill: {path}, line {number}: the packed data ")
    assert words in said
    assert said.endswith("; the lines before it were read")
    assert bad_of(bad) == [[str(number), "cut-off", "0", ""]]


def test_a_long_line_that_is_cut_off_is_known_by_how_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(gzip.compress(b"a\n" + b"begin" + b"x" * 5000, 0)[:-40])
    broken: list[Broken] = []
    found = [block.octets for block in blocks([str(path)], broken.append, 10, longest=100)]
    assert b"".join(found) == b"a\n"
    assert (broken[0].line, broken[0].octets[:6]) == (2, b"beginx")


# On a thread of its own.


def test_what_is_made_ahead_comes_in_order_and_no_more_than_a_few() -> None:
    made = 0

    def numbers() -> Iterator[int]:
        nonlocal made
        for number in range(100):
            made = number
            yield number

    taken: list[int] = []
    for number in Ahead(numbers()):
        taken.append(number)
        assert made <= number + 4
    assert taken == list(range(100))


def test_an_error_ahead_is_raised_where_items_are_taken() -> None:
    def numbers() -> Iterator[int]:
        yield 1
        raise OSError("no more")

    taken: list[int] = []
    with pytest.raises(OSError, match="no more"):
        taken.extend(Ahead(numbers()))
    before = threading.active_count()
    some = iter(Ahead(iter(range(1000))))
    assert next(some) == 0
    some.close()  # it is a generator
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    assert threading.active_count() <= before
