"""Columns and the libraries that speak Arrow."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill._fields import FIELDS, fields_under
from urlmill.columns import RowError, split, transform
from urlmill.testing import url_texts

from ..allocated import counted, tracemalloc
from ..strategies import text
from .answers import LONE, ODD, TASK, rows_of, scalar

pa: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
native = pytest.mark.skipif(urlmill.backend != "native", reason="the pure twin makes new buffers")

TEXTS = [*ODD, None, "http://h/" + "long/" * 100, None]
KINDS: dict[str, Callable[[list[str | None]], Any]] = {
    "string": lambda texts: pa.array(texts, pa.string()),
    "large_string": lambda texts: pa.array(texts, pa.large_string()),
    "string_view": lambda texts: pa.array(texts, pa.string_view()),
    "binary": lambda texts: pa.array(texts, pa.string()).cast(pa.binary()),
    "large_binary": lambda texts: pa.array(texts, pa.large_string()).cast(pa.large_binary()),
    "dictionary": lambda texts: pa.array(texts, pa.string()).dictionary_encode(),
    "large_dictionary": lambda texts: pa.DictionaryArray.from_arrays(
        pa.array([None if t is None else i for i, t in enumerate(texts)], pa.int64()),
        pa.array(texts, pa.large_string()),
    ),
    "chunked": lambda texts: pa.chunked_array([texts[:3], [], texts[3:7], texts[7:]], pa.string()),
    "no_chunks": lambda texts: pa.chunked_array([pa.array(texts, pa.string())] if texts else [], pa.string()),
    "sliced": lambda texts: pa.array(["x", None, *texts, "y"], pa.string()).slice(2, len(texts)),
    "sliced_large": lambda texts: pa.array(["x", *texts, "y"], pa.large_string()).slice(1, len(texts)),
    "sliced_view": lambda texts: pa.array(["x", *texts, "y" * 20], pa.string_view()).slice(1, len(texts)),
    "sliced_dictionary": lambda texts: pa.array(["x", *texts], pa.string()).dictionary_encode().slice(1),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("profile", ["lenient", "superset", "web"])
def test_every_layout_is_read(kind: str, profile: Any) -> None:
    expected = [scalar(text, profile) for text in TEXTS]
    fields = fields_under(profile)
    assert rows_of(split(KINDS[kind](TEXTS), fields, profile=profile)) == expected
    for layout in ("view", "string", "large_string"):
        table = split(KINDS[kind](TEXTS), fields, profile=profile, layout=layout).to_pyarrow()
        table.validate(full=True)
        assert table.to_pylist() == expected


valid = st.one_of(text, url_texts()).filter(lambda text: not LONE.search(text))


@given(kind=st.sampled_from(list(KINDS)), texts=st.lists(st.one_of(st.none(), valid), max_size=12))
def test_any_rows_in_any_layout(kind: str, texts: list[str | None]) -> None:
    table = split(KINDS[kind](texts), FIELDS).to_pyarrow()
    table.validate(full=True)
    assert table.to_pylist() == list(map(scalar, texts))


@pytest.mark.long
@pytest.mark.once
def test_many_rows_in_any_layout_on_any_number_of_threads() -> None:
    rows = TASK + 1000 if urlmill.backend == "native" else 100  # the pure twin has no threads
    texts = TEXTS * (rows // len(TEXTS) + 1)
    tables = [split(KINDS[kind](texts), FIELDS, threads=threads).to_pyarrow() for kind in KINDS for threads in (1, 2)]
    for table in tables:
        table.validate(full=True)
        assert table.combine_chunks().equals(tables[0].combine_chunks()), table


def test_chunks_stay_chunks() -> None:
    given_ = KINDS["chunked"](TEXTS)
    if urlmill.backend == "native":
        assert split(given_)["path"].to_pyarrow().num_chunks == given_.num_chunks


@native
@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_views_point_into_the_input(kind: str) -> None:
    texts: list[str | None] = ["https://a-host.example.org/a/long/path/indeed?and=a&long=query", "http://h/"] * 100
    array = KINDS[kind](texts)
    own = {buffer.address for buffer in array.buffers()[2:] if buffer is not None}
    for name in ("host", "path", "query"):
        (chunk,) = split(array, [name])[name].to_pyarrow().chunks
        assert {buffer.address for buffer in chunk.buffers()[2:]} == own


@native
def test_only_what_must_change_is_copied() -> None:
    array = pa.array(["http://A-HOST-WITH-CAPITALS.example.org/a/long/path/indeed"] + ["http://h/"] * 1000)
    (chunk,) = split(array, ["host"])["host"].to_pyarrow().chunks
    own, side = chunk.buffers()[2:]
    assert own.address == array.buffers()[2].address
    assert side.size == len("a-host-with-capitals.example.org")


def test_the_input_lives_as_long_as_the_columns() -> None:
    column = split(pa.array([f"http://h/{'x' * 50}{n}" for n in range(1000)]), ["path"])["path"].to_pyarrow()
    gc.collect()
    assert column.to_pylist() == [f"/{'x' * 50}{n}" for n in range(1000)]


# Consumers


def test_pyarrow_takes_it_in_every_way() -> None:
    columns = split(TEXTS, FIELDS)
    expected = list(map(scalar, TEXTS))
    assert pa.table(columns).to_pylist() == expected
    assert pa.record_batch(columns).to_pylist() == expected
    assert pa.RecordBatchReader.from_stream(columns).read_all().to_pylist() == expected
    assert pa.chunked_array(columns["path"]).to_pylist() == [row["path"] for row in expected]
    assert pa.schema(columns).names == list(FIELDS)
    assert {name: str(columns.to_pyarrow().schema.field(name).type) for name in FIELDS} == columns.schema
    chunked = split(KINDS["chunked"](TEXTS), FIELDS)
    assert pa.record_batch(chunked).to_pylist() == expected


def test_a_requested_schema_is_honoured() -> None:
    columns = split(TEXTS, ["path", "error", "port"])
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        schema = pa.schema({"path": kind, "error": pa.string(), "port": pa.uint16()})
        table = pa.RecordBatchReader.from_stream(columns, schema=schema).read_all()
        assert table.schema == schema
        assert table.to_pylist() == [{name: scalar(text)[name] for name in schema.names} for text in TEXTS]


def test_polars() -> None:
    pl: Any = pytest.importorskip("polars")
    expected = list(map(scalar, TEXTS))
    assert split(TEXTS, FIELDS).to_polars().to_dicts() == expected
    assert split(pl.Series(TEXTS), FIELDS).to_polars().to_dicts() == expected
    assert split(pl.Series(TEXTS).cast(pl.Categorical), FIELDS).to_polars().to_dicts() == expected
    assert split(TEXTS, ["path"])["path"].to_polars().to_list() == [row["path"] for row in expected]
    frame = pl.DataFrame({"url": TEXTS, "n": range(len(TEXTS))})
    both = transform(frame, fields=["host"]).to_polars()
    assert both.columns == ["url", "n", "host"]
    assert both["url"].to_list() == TEXTS
    assert both["host"].to_list() == [row["host"] for row in expected]


def test_pandas() -> None:
    pd: Any = pytest.importorskip("pandas")
    frame = split(TEXTS, FIELDS).to_pandas()
    assert all(isinstance(kind, pd.ArrowDtype) for kind in frame.dtypes)
    found = [
        {name: None if value is pd.NA else value for name, value in row.items()} for row in frame.to_dict("records")
    ]
    assert found == list(map(scalar, TEXTS))
    series = pd.Series(TEXTS, dtype=pd.ArrowDtype(pa.string()))
    if hasattr(series, "__arrow_c_stream__"):
        assert rows_of(split(series, FIELDS)) == list(map(scalar, TEXTS))
    assert split(["http://h/a"], ["path"])["path"].to_pandas().tolist() == ["/a"]
    assert "example.org" in repr(frame["host"].head())
    assert frame["path"].value_counts()["/"] == sum(scalar(text)["path"] == "/" for text in TEXTS)
    assert frame["scheme"].str.upper().iloc[0] == "HTTPS"


def test_duckdb() -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    columns = split(TEXTS, ["host", "path", "port", "error"]).to_pyarrow()
    found = duckdb.sql("select host, path, port, error from columns").fetchall()
    assert found == [tuple(row[name] for name in ("host", "path", "port", "error")) for row in map(scalar, TEXTS)]
    again = duckdb.sql("select path as url from columns").to_arrow_table()
    assert rows_of(split(again["url"], FIELDS)) == [scalar(row["path"]) for row in map(scalar, TEXTS)]
    assert len(columns) == len(TEXTS)


# transform


def test_the_same_batch_and_more() -> None:
    numbers = list(range(len(TEXTS)))
    for batch in (
        pa.record_batch({"n": numbers, "url": TEXTS}),
        pa.table({"n": pa.chunked_array([numbers[:5], numbers[5:]]), "url": pa.chunked_array([TEXTS[:5], TEXTS[5:]])}),
        pa.record_batch({"n": numbers, "url": TEXTS}).slice(3, 20),
    ):
        found = transform(batch, fields=["gophertype", "host", "error"], prefix="url_").to_pyarrow()
        assert found.column_names == ["n", "url", "url_gophertype", "url_host", "url_error"]
        assert found.select(["n", "url"]).equals(pa.table(batch))
        assert found["url_host"].to_pylist() == [scalar(text)["host"] for text in pa.table(batch)["url"].to_pylist()]
    assert pa.record_batch(transform(batch, fields=["host"])).num_columns == 3


def test_what_was_there_stays_as_it_was() -> None:
    own = pa.schema(
        [
            pa.field("n", pa.int32(), nullable=False, metadata={"unit": "m"}),
            pa.field("url", pa.string(), metadata={"from": "log"}),
            pa.field("n", pa.float64()),
            pa.field("when", pa.timestamp("us")),
            pa.field("few", pa.list_(pa.float32())),
            pa.field("view", pa.string_view(), nullable=False),
        ],
        metadata={"made": "by hand"},
    )
    values: list[Any] = [[1], ["http://u:secret@h/"], [1.5], [0], [[0.5]], ["v"]]
    arrays = [pa.array(column, field.type) for column, field in zip(values, own, strict=True)]
    for given_ in (pa.table(arrays, schema=own), pa.record_batch(arrays, schema=own)):
        columns = transform(given_, fields=["host", "error"], prefix="url_")
        found = columns.to_pyarrow()
        found.validate(full=True)
        assert found.select(range(len(own))).equals(pa.table(given_), check_metadata=True)
        assert found.schema.metadata == own.metadata
        assert pa.record_batch(columns).schema.equals(found.schema, check_metadata=True)
        assert columns.names == [*own.names, "url_host", "url_error"]
        assert columns.schema == {field.name: str(field.type) for field in found.schema}
        assert [columns["few"].to_pylist(), columns["few"].type] == [[[0.5]], "list<item: float>"]
        assert "1970-01-01" in repr(columns)
        assert "secret" not in repr(columns)


def test_passwords_in_types_of_others_are_not_shown() -> None:
    urls = pa.array(["http://u:secret@h/"])
    kinds = [urls, urls.dictionary_encode(), urls.cast(pa.binary()), pa.array([["http://u:secret@h/"]])]
    batch = pa.record_batch(kinds, names=["url", "codes", "octets", "list"])
    assert repr(transform(batch, fields=[])).count("http://u:***@h/") == 4


def test_columns_that_are_not_there_or_are_already() -> None:
    batch = pa.record_batch({"url": ["http://a"], "host": [1]})
    with pytest.raises(KeyError, match="there are url, host"):
        transform(batch, "link")
    with pytest.raises(ValueError, match="give a prefix"):
        transform(batch, fields=["host"])
    with pytest.raises(TypeError, match="holds text, not"):
        transform(batch, "host", fields=["path"])


def test_types_do_not_depend_on_the_rows() -> None:
    fields = [*FIELDS, "gophertype", "segments", "effective_port"]
    schemas = [split(texts, fields).to_pyarrow().schema for texts in ([], [None], TEXTS)]
    assert schemas[0] == schemas[1] == schemas[2]


# Bad input


def test_octets_that_are_no_text_are_nulls_with_a_code() -> None:
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        array = pa.array([b"http://h/\xc3\xa9\xff", b"http://h/\xc3\xa9", None], kind)
        assert rows_of(split(array, ["path", "error", "error_at"])) == [
            {"path": None, "error": "bad-char", "error_at": 10},
            {"path": "/é", "error": None, "error_at": None},
            {"path": None, "error": None, "error_at": None},
        ]


class _Link(pa.ExtensionType):  # type: ignore[misc,unused-ignore]
    """A type of somebody's own."""

    def __init__(self) -> None:
        super().__init__(pa.string(), "urlmill.link")

    def __arrow_ext_serialize__(self) -> bytes:
        return b""


def test_an_extension_of_text_is_text() -> None:
    links = pa.ExtensionArray.from_storage(_Link(), pa.array(["http://h/", None]))
    assert split(links, ["host"])["host"].to_pylist() == ["h", None]
    assert split(pa.chunked_array([links, links]), ["host"])["host"].to_pylist() == ["h", None] * 2


def test_what_is_no_text_is_refused() -> None:
    twice = pa.DictionaryArray.from_arrays(pa.array([0]), pa.array(["http://a"]).dictionary_encode())
    for wrong in (pa.array([1]), pa.array([["http://a"]]), pa.array([1]).dictionary_encode(), twice):
        with pytest.raises(TypeError, match="a column of URLs holds text"):
            split(wrong)
    with pytest.raises(TypeError, match="give one column"):
        split(pa.table({"url": ["http://a"]}))


def test_empty_and_null_columns() -> None:
    for empty in (pa.array([], pa.string()), pa.array([], pa.string_view()), pa.chunked_array([], pa.string())):
        assert split(empty, FIELDS).to_pyarrow().num_rows == 0
    for nulls in (pa.nulls(3), pa.nulls(3, pa.string()), pa.nulls(3, pa.dictionary(pa.int8(), pa.string()))):
        assert split(nulls, FIELDS).to_pyarrow().to_pylist() == [scalar(None)] * 3


def test_nulls_of_polars_are_nulls() -> None:
    pl = pytest.importorskip("polars", reason="Polars is not installed")
    assert split(pl.Series([None, None]), ["host"])["host"].to_pylist() == [None, None]
    assert len(split(pl.Series([]), ["host"])) == 0
    for nulls in (None, [None], [None, None], [], {"a": None}, [{"a": None}]):
        frame = pl.DataFrame({"u": ["http://a/", None], "n": [nulls, None]})
        found = transform(frame, "u", ["host"]).to_pyarrow()
        assert found["host"].to_pylist() == ["a", None]
        assert found["n"].to_pylist() == frame["n"].to_list()
    sliced = pl.DataFrame({"u": ["http://a/", "http://b/"], "n": [None, None]})[1:]
    assert transform(sliced, "u", ["host"]).to_pyarrow().to_pylist() == [{"u": "http://b/", "n": None, "host": "b"}]
    for wrong in (pl.Series([[None]]), pl.Series([{"a": None}])):
        with pytest.raises(TypeError, match="a column of URLs holds text"):
            split(wrong)


def test_a_type_that_is_not_one_of_arrows_is_refused_by_name() -> None:
    pl = pytest.importorskip("polars", reason="Polars is not installed")
    where = 'the column "n"' if urlmill.backend == "native" else "a column"
    words = f"{where} cannot be carried: its type .*is not one of Arrow's"
    for kind, value in ((pl.Int128, 1), (pl.List(pl.Int128), [1])):
        wide = pl.Series("n", [value], kind)
        with pytest.raises(TypeError, match=words):
            transform(pl.DataFrame({"u": ["http://a/"], "n": wide}), "u", ["host"])
        with pytest.raises(TypeError, match="cannot be carried"):
            split(wide)


@native
def test_columns_are_not_pickled_but_tables_are() -> None:
    found = split(["http://a/"], ["host"])
    for columns in (found, found["host"]):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(columns)
    assert pickle.loads(pickle.dumps(found.to_pyarrow())).equals(found.to_pyarrow())


def test_the_row_of_an_error_is_counted_over_all_chunks() -> None:
    with pytest.raises(RowError) as caught:
        split(pa.chunked_array([["http://a"], ["http://b", "bad"]]), errors="raise")
    assert (caught.value.row, caught.value.url) == (2, "bad")


INTERRUPTED = """
import signal, threading, time, pyarrow
from urlmill.columns import split
urls = pyarrow.array(["%s"] * 2_000_000)
def interrupt():
    global sent
    sent = time.monotonic()
    signal.raise_signal(signal.SIGINT)
threading.Timer(0.5, interrupt).start()
try:
    split(urls, ["registrable_domain", "error"], threads=%d)
except KeyboardInterrupt:
    print("stopped", time.monotonic() - sent < 1)
"""


@native
@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("url", ["ftp://host/a/b", "http://é.example/%zz"], ids=["in Rust", "in Python"])
def test_ctrl_c_stops_a_long_call(threads: int, url: str) -> None:
    program = INTERRUPTED % (url, threads)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["stopped", "True"], done.stderr


LEAK = """
import gc, resource, pyarrow
from urlmill import columns
from urlmill.columns import split, transform
urls = [f"http://User:p%41ss@Host-{n}.example.org/a/path/{n}?q" for n in range(2000)]
array, batch = pyarrow.array(urls), pyarrow.record_batch({"url": urls})
fields = ["host", "user", "path", "port", "error", "error_at", "gophertype"]
def once():
    pyarrow.table(split(array, fields))
    split(urls, fields)["host"].to_pyarrow()
    split(urls, fields)["host"].__arrow_c_stream__()
    pyarrow.record_batch(transform(batch, fields=fields))
    split(array, fields, layout="string").__arrow_c_array__()
    for given in (array, urls):
        columns.normalize(given).to_pyarrow()
        columns.join("http://h/a/b", given).to_pyarrow()
        columns.join(given, given)
        columns.query_items(given).to_pyarrow()
        columns.query_value(given, "q")
        columns.quote(given, layout="large_string").to_pyarrow()
        columns.unquote(given)
        columns.registrable_domain(given).to_pyarrow()
        columns.public_suffix(given, private=False)
        columns.is_valid(given)
    try:
        split([*urls, 1], fields)
    except TypeError:
        pass
def used():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 + pyarrow.total_allocated_bytes()
for _ in range(40): once()
before = used()
for _ in range(200): once()
print(used() - before)
"""


@native
@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_two_hundred_calls_of_every_function_leak_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", LEAK], capture_output=True, text=True, check=False)
    # A text column of 2,000 rows weighs 32 kB: if one were lost each time, 200 rounds would lose 6 MB.
    assert int(done.stdout or "-1") in range(-(10**9), 3_000_000), done.stdout + done.stderr


@counted
def test_python_objects_are_given_back() -> None:
    texts = [f"ftp://host/{n}" for n in range(100)]
    split(texts, ["error", "typecode"])
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(50):
            split(texts, ["error", "typecode"])
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 20_000
    finally:
        tracemalloc.stop()


SHRINKING = """
import resource
import pyarrow as pa
from urlmill.columns import split
urls = pa.array(["http://user:password@a-host.example.org:80/a/path/of/some/length?query#fragment"] * 400_000)
fields = ["scheme", "user", "password", "host", "path", "query", "fragment", "netloc"]
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
before = resident()
for _ in range(10):
    rows = len(urls)
    while rows > 8192:
        split(urls.slice(0, rows), fields)
        rows //= 2
print(resident() - before)
"""


@pytest.mark.long
@native
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_that_is_kept_for_the_next_column_has_a_limit_whatever_sizes_columns_have() -> None:
    done = subprocess.run([sys.executable, "-c", SHRINKING], capture_output=True, text=True, check=False)
    assert int(done.stdout or "-1") in range(-(10**9), 250_000_000), done.stdout + done.stderr
