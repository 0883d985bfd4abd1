"""gzip by the kernel, beside the interpreter's own; and what is unpacked ahead."""

from __future__ import annotations

import gzip
import io
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import _pure
from urlmill._backend import impl
from urlmill._io.inputs import Broken, blocks
from urlmill._io.unpacked import Ahead, BrokenError, Gzip

members = st.lists(st.lists(st.sampled_from([b"a", b"bc\n", b"\n", b"\r\n", b"x" * 300]), max_size=40).map(b"".join))


def unpacked(octets: bytes, size: int, longest: int, chunk: int) -> tuple[list[bytes], str, bytes]:
    """The pieces; and of an error what it says, and what is left of a line."""

    class Small(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:  # noqa: ARG002
            return self.read(chunk)

    found: list[bytes] = []
    try:
        found.extend(Gzip(Small(octets)).pieces(size, longest))  # type: ignore[arg-type]  # it can be read
    except BrokenError as error:
        return found, str(error), error.octets
    return found, "", b""


def collected(octets: bytes) -> tuple[list[bytes], str, bytes]:
    """What `pieces` gives one by one, when it is asked for one at a time."""
    return unpacked(octets, 20, 1 << 20, 7)


@given(members, st.integers(1, 400), st.integers(1, 50), st.integers(0, 3))
def test_members_one_after_the_other_are_their_texts(some: list[bytes], size: int, chunk: int, zeros: int) -> None:
    whole = b"".join(some)
    packed = b"".join(map(gzip.compress, some or [b""])) + bytes(zeros)
    found, error, _ = unpacked(packed, size, 1 << 20, chunk)
    assert (b"".join(found), error) == (whole, "")
    assert all(piece.endswith(b"\n") for piece in found[:-1])


@given(members, st.integers(1, 400), st.integers(1, 200), st.integers(0))
def test_a_line_is_given_before_it_is_too_long_to_hold(some: list[bytes], size: int, longest: int, seed: int) -> None:
    packed = b"".join(map(gzip.compress, some or [b""]))
    found, error, _ = unpacked(packed, size, longest, 1 + seed % 100)
    assert (b"".join(found), error) == (b"".join(some), "")
    for piece in found[:-1]:
        assert piece.endswith(b"\n") or len(piece) > longest


@given(st.data(), members)
def test_data_that_is_cut_or_broken_gives_what_comes_before(data: st.DataObject, some: list[bytes]) -> None:
    whole = b"".join(some)
    packed = bytearray(b"".join(map(gzip.compress, some or [b""])))
    at = data.draw(st.integers(0, len(packed) - 1))
    if data.draw(st.booleans()):
        del packed[at:]
    else:
        packed[at] ^= data.draw(st.integers(1, 255))
    found, error, rest = collected(bytes(packed))
    assert whole.startswith(b"".join(found)) or at < len(packed)
    try:
        expected = gzip.decompress(bytes(packed))
    except (EOFError, OSError, zlib.error, struct.error):
        assert error or not packed
    else:
        assert (b"".join(found), error) == (expected, "") or not packed
    if error:
        assert b"\n" not in rest
        assert not b"".join(found) or b"".join(found).endswith(b"\n")


@given(st.binary(max_size=60), members, st.integers(1, 30))
def test_both_backends_unpack_the_same(junk: bytes, some: list[bytes], size: int) -> None:
    for packed in (b"".join(map(gzip.compress, some)) + junk, gzip.compress(b"a\nb")[:-5] + junk, junk):
        answers = []
        for module in (impl, _pure):
            inflater: Any = module.Inflater()
            found, at, lines = b"", 0, None
            try:
                while at < len(packed) or lines:
                    at, lines = inflater.unpack(packed, at, size, 50)
                    found += lines or b""
                inflater.finish()
                answers.append((found + inflater.rest(), "whole"))
            except (ValueError, EOFError) as error:
                answers.append((found + inflater.rest(), type(error).__name__))
        assert answers[0][1] == answers[1][1]
        assert answers[0][0].startswith(answers[1][0]) or answers[1][0].startswith(answers[0][0])


PACKED = gzip.compress(b"a\nb\n", mtime=0)


@pytest.mark.parametrize(
    ("octets", "lines", "words"),
    [
        (PACKED + b"junk", b"a\nb\n", "broken"),
        (PACKED[:-8] + bytes(8), b"a\nb\n", "broken"),
        (PACKED[:-3], b"a\nb\n", "ends in the middle"),
        (PACKED[:2] + b"\x08", b"", "ends in the middle"),
        (PACKED[:2] + b"\x07" + bytes(30), b"", "broken"),
    ],
    ids=["junk", "checksum", "cut", "header", "method"],
)
@pytest.mark.parametrize("is_ahead", [True, False])
def test_what_is_wrong_is_said(octets: bytes, lines: bytes, words: str, is_ahead: bool, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(octets)
    broken: list[Broken] = []
    found = b"".join(block.octets for block in blocks([str(path)], broken.append, is_ahead=is_ahead))
    assert found == lines
    assert words in broken[0].reason


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
    some.close()  # type: ignore[attr-defined]  # it is a generator
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    assert threading.active_count() <= before
