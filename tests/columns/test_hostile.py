"""Arrow data that is not what it should be, and producers with ways of their own."""

from __future__ import annotations

import struct
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import urlmill
from urlmill import columns
from urlmill._profiles import AS_WRITTEN

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
    with pytest.raises(ValueError, match="not well formed"):
        columns.join(column, ["x"] * len(column))
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


def torn(rows: list[bytes], end: int, kind: Any = None) -> bytes:
    """An Arrow stream whose last offset is ``end``, wherever its buffer ends."""
    sink = pa.BufferOutputStream()
    batch = pa.record_batch({"url": pa.array(rows, kind or pa.binary())})
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    offsets = [sum(map(len, rows[:row])) for row in range(len(rows) + 1)]
    whole = struct.pack(f"<{len(offsets)}i", *offsets)
    head, found, tail = sink.getvalue().to_pybytes().rpartition(whole)
    assert found
    return b"".join([head, whole[:-4], struct.pack("<i", end), tail])


@pytest.mark.parametrize("end", [5000, 2_000_000_000])
def test_what_a_reader_of_pyarrow_reads_is_checked(end: int) -> None:
    octets = torn([b"http://a.example/", b"http://b.example/"], end)
    with pytest.raises(ValueError, match="not well formed"):
        columns.transform(pa.ipc.open_stream(octets), "url", ["host"])
    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.binary()}), pa.ipc.open_stream(octets))
    with pytest.raises(ValueError, match="not well formed"):
        columns.transform(reader, "url", ["host"])


def test_a_reader_that_is_well_formed_is_read_to_its_end() -> None:
    batches = [pa.record_batch({"url": ["http://a/", None]}), pa.record_batch({"url": ["http://b/"]})]
    schema = batches[0].schema
    found = columns.transform(pa.RecordBatchReader.from_batches(schema, batches), fields=["host"])
    assert found["host"].to_pylist() == ["a", None, "b"]
    empty = columns.transform(pa.RecordBatchReader.from_batches(schema, []), fields=["host"])
    assert (empty["host"].to_pylist(), len(empty)) == ([], 0)


def test_what_fails_in_a_reader_comes_through() -> None:
    def batches() -> Any:
        yield pa.record_batch({"url": ["http://a/"]})
        raise ValueError("no more")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.string()}), batches())
    with pytest.raises(ValueError, match="no more"):
        columns.transform(reader)


@pytest.mark.parametrize("end", [5000, 2_000_000_000])
def test_what_pandas_holds_in_pyarrow_is_checked(end: int) -> None:
    pd = pytest.importorskip("pandas")
    table = pa.ipc.open_stream(torn([b"http://a.example/", b"http://b.example/"], end)).read_all()
    series = pd.Series(pd.arrays.ArrowExtensionArray(table["url"]))
    with pytest.raises(ValueError, match="offsets"):  # pyarrow looks at data frames by itself
        columns.transform(pd.DataFrame({"url": series}), "url", ["host"])
    if hasattr(series, "__arrow_c_stream__"):  # before, it is a column of objects, which pandas reads
        with pytest.raises(ValueError, match="not well formed"):
            columns.split(series)


def test_a_class_of_its_own_for_an_extension_type_is_checked() -> None:
    class Texts(pa.ExtensionArray):  # type: ignore[misc]
        pass

    class Text(pa.ExtensionType):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(pa.binary(), "urlmill.tests.text")

        def __arrow_ext_serialize__(self) -> bytes:
            return b""

        @classmethod
        def __arrow_ext_deserialize__(cls, storage: object, serialized: object) -> Text:
            return cls()

        def __arrow_ext_class__(self) -> type:
            return Texts

    pa.register_extension_type(Text())
    try:
        octets = torn([b"http://a.example/", b"http://b.example/"], 5000, Text())
        column = pa.ipc.open_stream(octets).read_next_batch()["url"]
    finally:
        pa.unregister_extension_type("urlmill.tests.text")
    assert type(column) is Texts
    with pytest.raises(ValueError, match="not well formed"):
        columns.split(column)


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
    for profile in AS_WRITTEN:
        assert columns.is_valid(broken, profile).to_pylist()[:3] == [False, True, False]
    assert columns.unquote(broken).to_pylist() == [None, "http://h/a", None, "http://h/é", None]
    for column in ({"url": broken}, {"url": ["http://h/"] * 5, "note": broken}):
        with pytest.raises(ValueError, match="not well formed"):
            columns.transform(pa.record_batch(column))


def test_rows_that_are_null_as_a_whole() -> None:
    with pytest.raises(ValueError, match="null"):
        columns.transform(pa.array([{"url": "http://h/"}, None]))


def test_a_text_is_what_it_is_whatever_its_class_encodes() -> None:
    class Text(str):
        def encode(self, *_: object) -> bytes:
            return b"http://other/"

    assert columns.split([Text("http://h/\ud800"), Text("http://é/")], ["host"])["host"].to_pylist() == [None, "é"]


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


# What takes as much memory as the rows or their text do, and how much of it there is.
CODES = """
found = columns.split(['http://h:x/'] * 3_000_000, ['error'], threads=1)
wanted = pa.schema([('error', pa.{}())])
"""
MANY = "found = columns.split(pa.chunked_array([['http://h/'] * 3_000_000] * 3), ['path'], threads=1)"
HUNGRY = {
    "text as string": ("urls = ['http://h/' + 'a' * 60_000_000]", 90, "split(urls, ['path'], layout='string')"),
    "as large_string": ("urls = ['http://h/' + 'a' * 60_000_000]", 90, "split(urls, ['path'], layout='large_string')"),
    "codes as string": (CODES.format("string"), 20, "pa.table(found, schema=wanted)"),
    "codes as large_string": (CODES.format("large_string"), 20, "pa.table(found, schema=wanted)"),
    "codes as string_view": (CODES.format("string_view"), 20, "pa.table(found, schema=wanted)"),
    "chunks as one": (MANY, 40, "found.__arrow_c_array__()"),
    "rows of a scheme": ("urls = pa.array(['gopher://h/0'] * 2_000_000)", 30, "split(urls, ['gophertype'])"),
    "a part of few schemes": ("urls = pa.nulls(10**9)", 6000, "split(urls, ['gophertype'])"),
    "a list of one": ("urls = pa.nulls(10**9)", 3000, "split(urls, ['cwds'])"),
    "decoded": ("urls = ['%41' * 20_000_000]", 70, "unquote(urls)"),
    "replaced": ("urls = ['%ff' * 20_000_000]", 120, "unquote(urls)"),
    "escaped": ("urls = [' ' * 20_000_000]", 40, "quote(urls)"),
    "joined": ("urls = ['b' * 60_000_000]", 90, "join('http://h/', urls)"),
    "in lower case": ("urls = ['http://' + 'H' * 60_000_000]", 90, "split(urls, ['host'])"),
    "names of a query": ("urls = ['http://h/?a=' + '%41' * 20_000_000]", 90, "query_items(urls)"),
}


@native
@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
@pytest.mark.parametrize("name", HUNGRY)
def test_too_little_memory_is_an_error_and_not_the_end(name: str) -> None:
    given, megabytes, call = HUNGRY[name]
    program = f"""
import resource, pyarrow as pa
from urlmill import columns
from urlmill.columns import join, query_items, quote, split, unquote
pa.table({{"a": [1]}})  # loads pandas, which takes memory of its own
{given}
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {megabytes}_000_000,) * 2)
try:
    {call}
except MemoryError:
    print("told")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "told\n", done.stderr


def test_what_a_null_holds_is_not_copied() -> None:
    views = pa.py_buffer(struct.pack("<i4sii", (1 << 31) - 1, b"http", 0, 0) * 2 + struct.pack("<i12s", 1, b"x"))
    notes = pa.Array.from_buffers(pa.string_view(), 3, [pa.py_buffer(b"\4"), views, pa.py_buffer(b"http://h/")])
    batch = pa.record_batch({"url": ["http://h/"] * 3, "note": notes})
    schema = pa.schema([("url", pa.string()), ("note", pa.string()), ("host", pa.string())])
    found = pa.table(columns.transform(batch, fields=["host"]), schema=schema)
    assert found["note"].to_pylist() == [None, None, "x"]


def test_parts_of_few_schemes_stand_at_their_rows() -> None:
    long = "a" * 20
    urls = ["http://h/", f"ftp://h/{long}/b/c;type=a", "gopher://h/9x", None, "ftp://h/d"]
    expected: dict[str, list[Any]] = {
        "gophertype": [None, None, "9", None, None],
        "cwds": [None, [long, "b"], None, None, []],
        "name": ["", "c", None, None, "d"],
    }
    for layout in ("view", "string", "large_string"):
        found = columns.split(pa.chunked_array([urls, [], urls[::-1]]), list(expected), layout=layout)
        for name, parts in expected.items():
            assert found[name].to_pylist() == parts + parts[::-1]
            found[name].to_pyarrow().validate(full=True)


def test_a_class_may_have_anything_for_its_module() -> None:
    given = type("List", (list,), {"__module__": None})(["http://h/"])
    assert columns.split(given, ["host"])["host"].to_pylist() == ["h"]


def test_texts_are_left_as_they_were() -> None:
    urls = ["http://h/é", "http://h/中" * 100, "http://h/\U0001f600", "http://h/a"]
    urls = ["".join(list(url)) for url in urls]
    base = "http://h/ü/" + urls[0]
    before = [sys.getsizeof(text) for text in [*urls, base]]
    assert columns.split(urls, ["path"])["path"][0] == "/é"
    columns.join(base, urls)
    assert [sys.getsizeof(text) for text in [*urls, base]] == before


ENDLESS = """
import pyarrow as pa
from urlmill import _native as native, columns
nulls = pa.Array.from_buffers(pa.null(), 2**53, [None])
for call in (lambda: columns.join(nulls, nulls), lambda: columns.split(nulls, ["cwds"])):
    try:
        call()
    except MemoryError:
        print("no memory")
print(native.read_texts(nulls).of_schemes(None), len(columns.transform(pa.record_batch({"url": nulls}), fields=[])))
"""


@native
def test_nulls_without_end_are_not_looked_at_one_by_one() -> None:
    done = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split("\n") == ["no memory", "no memory", f"[] {2**53}", ""], done.stderr
