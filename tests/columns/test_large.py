"""Columns of more text than a 32-bit offset can count, and rows as long as one can be."""

from __future__ import annotations

import os
from typing import Any

import pytest

import urlmill
from urlmill import columns
from urlmill._backend import impl

pa: Any = pytest.importorskip("pyarrow")

GIB = 1 << 30


def memory() -> int:
    """What is there for the taking."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    except FileNotFoundError:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


pytestmark = [
    pytest.mark.large,
    pytest.mark.skipif(memory() < 12 * GIB, reason="takes 12 GiB of free memory"),
    pytest.mark.skipif(urlmill.backend == "pure", reason="the pure twin has no offsets to overflow"),
]

ROW = 64 * 1024
HEAD = b"https://www.Example.co.uk/a-path-of-some-length?q=1&name="


@pytest.fixture(scope="module")
def over_2_gib() -> Any:
    """Rows that differ in their last bytes, in one array of 64-bit offsets."""
    np: Any = pytest.importorskip("numpy")
    count = 2 * GIB // ROW + 100
    octets = np.full((count, ROW), ord("x"), dtype=np.uint8)
    octets[:, : len(HEAD)] = np.frombuffer(HEAD, dtype=np.uint8)
    octets[:, -8:] = np.char.zfill(np.arange(count).astype("S8"), 8).view(np.uint8).reshape(count, 8)
    offsets = np.arange(0, (count + 1) * ROW, ROW, dtype=np.int64)
    return pa.Array.from_buffers(pa.large_string(), count, [None, pa.py_buffer(offsets), pa.py_buffer(octets)])


def test_more_than_2_gib_of_text(over_2_gib: Any) -> None:
    found = columns.split(over_2_gib, ["host", "path", "query", "registrable_domain"], profile="lenient")
    assert len(found) == len(over_2_gib)
    assert found["registrable_domain"][-1] == "example.co.uk"
    for row in (0, len(found) // 2, -1):
        assert found["query"][row] == over_2_gib[row].as_py().partition("?")[2]
    del found

    queries = columns.split(over_2_gib, ["query"])["query"].to_pyarrow()
    queries.validate()
    assert queries[-1].as_py().endswith(f"{len(over_2_gib) - 1:08}")
    with pytest.raises(OverflowError, match="take layout='view' or 'large_string'"):
        columns.split(over_2_gib, ["query"], layout="string")


def test_more_than_2_gib_through_every_library(over_2_gib: Any) -> None:
    _, pd, duckdb = (pytest.importorskip(name) for name in ("polars", "pandas", "duckdb"))
    count, length = len(over_2_gib), ROW - HEAD.index(b"?") - 1

    frame = columns.split(over_2_gib, ["query"]).to_polars()
    assert frame["query"].str.len_bytes().sum() == count * length
    assert columns.split(frame["query"], ["path"])["path"][-1] == frame["query"][-1]
    del frame

    table = columns.split(over_2_gib, ["host", "query"])
    found = (
        duckdb.connect()
        .from_arrow(table.to_pyarrow())
        .aggregate("count(distinct query), min(length(query))")
        .fetchall()
    )
    assert found == [(count, length)]
    del table

    texts = columns.split(over_2_gib, ["query"]).to_pandas()["query"]
    assert isinstance(texts.dtype, pd.ArrowDtype)
    assert texts.iloc[-1].endswith(f"{count - 1:08}")


def long_rows(*rows: tuple[int, bytes]) -> Any:
    """Rows of ``x``, each of a length and with an end of its own."""
    octets = bytearray(b"x") * sum(length for length, _ in rows)
    ends, at = [0], 0
    for length, tail in rows:
        octets[at : at + len(HEAD)] = HEAD
        at += length
        octets[at - len(tail) : at] = tail
        ends.append(at)
    return pa.Array.from_buffers(
        pa.large_string(), len(rows), [None, pa.array(ends, pa.int64()).buffers()[1], pa.py_buffer(octets)]
    )


def test_long_rows_in_more_than_2_gib() -> None:
    tails = [b"#fragment-that-is-long-%d" % row for row in range(4)]
    lengths = [900 << 20, 1500 << 20, 20 << 20, 1100 << 20]
    found = columns.split(long_rows(*zip(lengths, tails, strict=True)), ["fragment"])["fragment"]
    found.to_pyarrow().validate(full=True)
    assert found.to_pylist() == [tail[1:].decode() for tail in tails]


def test_more_than_2_gib_that_change() -> None:
    rows = 33_000  # of 70 kB, so that one task changes more than a view can count
    text = "x" * 70_000 + "%41"
    column = pa.array([text] * rows, pa.large_string())
    found = columns.unquote(column, threads=2)
    assert found[0] == found[-1] == found[rows // 2] == text[:-3] + "A"
    assert found.to_pyarrow().nbytes > 2 * GIB


@pytest.mark.parametrize(("length", "is_taken"), [(2_000_000_000, True), (2**31 - 1, True), (2**31, False)])
def test_one_value_of_2_gb(length: int, is_taken: bool) -> None:
    column = long_rows((length, b""))
    if not is_taken:
        with pytest.raises(OverflowError, match="row 0 is longer than 2 GiB"):
            columns.split(column)
        return
    found = columns.split(column, ["host", "query"])
    assert found["host"][0] == "www.example.co.uk"
    assert len(found["query"][0]) == length - HEAD.index(b"?") - 1
    assert columns.is_valid(column).to_pylist() == [True]


def test_lines_of_more_than_2_gib() -> None:
    line = b"a-field-of-some-length " + b"x" * (ROW - 40) + b" and a last one\n"
    count = 2 * GIB // len(line) + 100
    lines = impl.read_lines(line * count + b"the-rest of it")
    assert len(lines) == count + 1
    assert [lines.value("line", row) for row in (0, count - 1)] == [line[:-1].decode()] * 2
    found = impl.read_records(
        lines.texts("line"), [("", "first", "text"), (" ", "", ""), (" ", "last", "text"), ("", "", "")]
    )
    assert [found.value("last", row) for row in (0, count - 1, count)] == ["and a last one", "and a last one", "it"]
    assert found.first_present("error_at") is None
    pa.table(lines).validate()


def test_one_line_of_2_gib() -> None:
    assert len(impl.read_lines(b"a\n" + b"x" * (2**31 - 1) + b"\r\nb").value("line", 1)) == 2**31 - 1
    with pytest.raises(OverflowError, match="row 1 is longer than 2 GiB"):
        impl.read_lines(b"a\n" + b"x" * 2**31)
