"""Arrow data that is not what it should be, and producers with ways of their own."""

from __future__ import annotations

import struct
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import urlmill
from urlmill import columns

if TYPE_CHECKING:
    from collections.abc import Callable

pa: Any = pytest.importorskip("pyarrow")
native = pytest.mark.skipif(urlmill.backend != "native", reason="pyarrow reads it for the pure twin")


def malformed() -> dict[str, Any]:
    octets = pa.py_buffer(b"http://host.example/a-path-that-is-long")

    def offsets(*values: int) -> Any:
        array = pa.array(values, pa.int32()).buffers()[1]
        return pa.Array.from_buffers(pa.string(), len(values) - 1, [None, array, octets])

    def view(length: int, buffer: int, offset: int) -> Any:
        octets_of = [length.to_bytes(4, "little", signed=True), b"http", buffer.to_bytes(4, "little")]
        views = pa.py_buffer(b"".join([*octets_of, offset.to_bytes(4, "little", signed=True)]))
        return pa.Array.from_buffers(pa.string_view(), 1, [None, views, octets])

    return {
        "backwards": offsets(0, 30, 10, 39),
        "too long": view(1 << 30, 0, 0),
        "negative": view(-5, 0, 0),
        "beyond": view(20, 0, 1000),
        "before": view(20, 0, -1),
        "no buffer": view(20, 7, 0),
    }


FUNCTIONS: list[Callable[..., object]] = [
    columns.split,
    columns.is_valid,
    columns.normalize,
    columns.registrable_domain,
    columns.public_suffix,
    columns.query_items,
    columns.unquote,
    columns.quote,
]


@pytest.mark.parametrize("kind", malformed())
def test_what_points_nowhere_is_refused(kind: str) -> None:
    column = malformed()[kind]
    for function in FUNCTIONS:
        with pytest.raises(ValueError, match="not well formed"):
            function(column)
    with pytest.raises(ValueError, match="not well formed"):
        columns.join("http://h/", column)
    for batch in ({"url": column}, {"url": ["http://h/"] * len(column), "note": column}):
        with pytest.raises(ValueError, match="not well formed"):
            columns.transform(pa.record_batch(batch))


def test_offsets_that_leave_their_buffer_are_an_error() -> None:
    column = malformed()["backwards"].slice(1, 1)
    with pytest.raises(ValueError, match="not well formed"):
        columns.split(column)
    sink = pa.BufferOutputStream()
    batch = pa.record_batch({"url": ["http://h/"]})
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    octets = sink.getvalue().to_pybytes()
    head, found, tail = octets.rpartition(struct.pack("<ii", 0, 9))
    assert found
    octets = head + struct.pack("<ii", 0, 10_000) + tail
    batch = pa.ipc.open_stream(octets).read_all()
    with pytest.raises(ValueError, match="not well formed"):
        columns.split(batch["url"])
    with pytest.raises(ValueError, match="not well formed"):
        columns.transform(batch)


def test_what_a_null_points_to_does_not_matter() -> None:
    good = malformed()["no buffer"]
    column = pa.Array.from_buffers(pa.string_view(), 1, [pa.py_buffer(b"\0"), *good.buffers()[1:]])
    assert columns.split(column, ["host"])["host"].to_pylist() == [None]
    assert columns.transform(pa.record_batch({"url": column}), fields=["host"])["url"].to_pylist() == [None]


@pytest.mark.parametrize("view", [struct.pack("<i4s8s", 2, b"//hi", b""), struct.pack("<i4sii", 39, b"ftp:", 0, 0)])
def test_a_view_that_does_not_begin_as_its_text_is_refused(view: bytes) -> None:
    octets = pa.py_buffer(b"http://host.example/a-path-that-is-long")
    column = pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(view), octets])
    for batch in ({"url": column}, {"url": ["http://h/"], "note": column}):
        with pytest.raises(ValueError, match="not well formed"):
            columns.transform(pa.record_batch(batch))
    with pytest.raises(ValueError, match="not well formed"):
        columns.split(column)


def test_a_key_that_no_value_has_is_refused() -> None:
    for keys in ([0, 2], [0, -1]):
        column = pa.DictionaryArray.from_arrays(pa.array(keys), pa.array(["http://h/", "http://i/"]), safe=False)
        with pytest.raises(ValueError, match="not well formed"):
            columns.split(column)
    column = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    assert columns.split(column, ["host"])["host"].to_pylist() == [None, None]


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_octets_that_are_no_text_in_a_column_of_strings(kind: str) -> None:
    octets = {"string": pa.binary(), "large_string": pa.large_binary(), "string_view": pa.binary_view()}[kind]
    rows = [b"http://h/\xff", b"http://h/a", b"http://host.example/a-longer-path/\xc3", "http://h/é".encode(), None]
    broken = pa.array(rows, octets).view(getattr(pa, kind)())
    found = columns.split(broken, ["path", "error", "error_at"])
    assert found["path"].to_pylist() == [None, "/a", None, "/é", None]
    assert found["error"].to_pylist() == ["bad-char", None, "bad-char", None, None]
    assert found["error_at"].to_pylist() == [9, None, 34, None, None]
    for profile in ("lenient", "superset", "strict"):
        assert columns.is_valid(broken, profile).to_pylist()[:3] == [False, True, False]
    assert columns.unquote(broken).to_pylist() == [None, "http://h/a", None, "http://h/é", None]
    for column in ({"url": broken}, {"url": ["http://h/"] * 5, "note": broken}):
        with pytest.raises(ValueError, match="not well formed"):
            columns.transform(pa.record_batch(column))


def test_rows_that_are_null_as_a_whole() -> None:
    with pytest.raises(ValueError, match="null"):
        columns.transform(pa.array([{"url": "http://h/"}, None]))


@native
def test_an_array_that_was_taken_before() -> None:
    class Once:
        taken = pa.array(["http://h/"]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return self.taken

    given = Once()
    assert columns.split(given, ["host"])["host"].to_pylist() == ["h"]
    with pytest.raises(ValueError, match="taken before"):
        columns.split(given)


def test_bases_that_are_no_text() -> None:
    assert columns.join(["http://h/\ud800", "http://h/"], ["/x", "/x"]).to_pylist() == [None, "http://h/x"]
    bases = pa.array([b"http://h/\xff", b"http://h/"])
    assert columns.join(bases, ["http://x/a-longer-path", "y"]).to_pylist() == [None, "http://h/y"]


def test_a_null_within_a_dictionary_stays_one() -> None:
    codes = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int16()), pa.array(["x", None, "y"]))
    batch = pa.record_batch({"url": ["http://a"] * 3, "code": codes})
    schema = pa.schema([("url", pa.string()), ("code", pa.string()), ("host", pa.string())])
    found = pa.table(columns.transform(batch, fields=["host"]), schema=schema)
    assert found["code"].to_pylist() == ["x", None, "y"]


# The producer reads ahead on threads of its own, and those want the interpreter.
STREAMED = """
import io, pyarrow as pa, pyarrow.csv
from urlmill.columns import transform
class Lines(io.RawIOBase):
    def __init__(self):
        self.left = 2_000_000
        self.head = b"url,number\\n"
    def readable(self): return True
    def read(self, size=-1):
        if self.head:
            head, self.head = self.head, b""
            return head
        line = b"http://host.example/a-path,1\\n"
        count = min(self.left, 4096)
        self.left -= count
        return line * count
stream = pyarrow.csv.open_csv(pa.PythonFile(Lines(), "r"), read_options=pyarrow.csv.ReadOptions(block_size=65536))
print(len(transform(stream, fields=["host"])))
"""


@native
def test_a_stream_whose_producer_wants_the_interpreter() -> None:
    done = subprocess.run([sys.executable, "-c", STREAMED], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "2000000", done.stderr


@native
@pytest.mark.skipif(sys.platform != "linux", reason="limits processes as Linux does")
def test_no_more_threads_is_no_error() -> None:
    program = (
        "import resource, threading; from urlmill.columns import split\n"
        "texts = ['http://h/a'] * 400_000\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 120_000_000, used + 120_000_000))\n"
        "threading.stack_size(0)\n"
        "print(len(split(texts, ['host'], threads=64)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "400000", done.stderr


ITEMS_OF_MANY_NULLS = """
import resource, pyarrow as pa
from urlmill import columns
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
try:
    columns.query_items(pa.Array.from_buffers(pa.null(), 10**9, [None]))
except MemoryError:
    print("told", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_000_000)
"""


@native
@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
def test_too_little_memory_for_the_items_of_all_rows_is_known_before_it_is_taken() -> None:
    done = subprocess.run([sys.executable, "-c", ITEMS_OF_MANY_NULLS], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["told", "True"], done.stderr
