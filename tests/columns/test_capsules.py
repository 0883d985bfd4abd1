"""Producers of Arrow that get its C data interface wrong: an error in words, never a panic, never a crash."""

from __future__ import annotations

import struct
import subprocess
import sys
from ctypes import addressof, c_void_p
from typing import TYPE_CHECKING, Any

import pytest

import urlmill

if urlmill.backend != "native":
    pytest.skip("pyarrow opens the capsules for the pure twin", allow_module_level=True)

from tests.columns.capsules import Given, array, schema
from urlmill import columns

if TYPE_CHECKING:
    from collections.abc import Callable

URL = b"http://host.example/a-path"


def text(**fields: Any) -> Any:
    return array(1, [None, struct.pack("<ii", 0, len(URL)), URL], **fields)


def view(length: int = len(URL), buffer: int = 0, offset: int = 0, size: int = len(URL), **fields: Any) -> Any:
    views = struct.pack("<i4sii", length, URL[:4], buffer, offset)
    return array(1, [None, views, URL, struct.pack("<q", size)], **fields)


def lists(depth: int) -> Given:
    kind, rows = schema(b"u"), text()
    for _ in range(depth):
        kind, rows = schema(b"+l", [kind]), array(1, [None, struct.pack("<ii", 0, 1)], [rows])
    return Given(kind, rows)


def endless() -> Given:
    kind = schema(b"+s", [schema(b"u"), schema(b"u")])
    within = (c_void_p * 2).from_address(kind.children)
    within[:] = [addressof(kind)] * 2
    return Given(kind, array(1, [None], [text(), text()]))


def batch(**fields: Any) -> Any:
    return array(1, [None], [text()], **fields)


MALFORMED: dict[str, Callable[[], Given]] = {
    "no format": lambda: Given(schema(None), text()),
    "a format that is no UTF-8": lambda: Given(schema(b"\xff"), text()),
    "a format that there is not": lambda: Given(schema(b"!"), text()),
    "a name that is no UTF-8": lambda: Given(schema(b"u", name=b"\xff"), text()),
    "a schema without its children": lambda: Given(schema(b"+l"), array(1, [None, bytes(8)])),
    "a schema that says it has children": lambda: Given(schema(b"+s", n_children=1, children=None), batch()),
    "a schema with fewer children than none": lambda: Given(schema(b"+s", n_children=-1), batch()),
    "a schema that was released": lambda: Given(schema(b"u", release=None), text()),
    "a type within itself": endless,
    "lists without end": lambda: lists(5000),
    "no buffers": lambda: Given(schema(b"u"), text(n_buffers=0)),
    "nulls in two buffers": lambda: Given(schema(b"n"), array(1, [None, None])),
    "nulls in a buffer": lambda: Given(schema(b"n"), array(1, [b"\0"])),
    "too few buffers": lambda: Given(schema(b"u"), text(n_buffers=2)),
    "too many buffers": lambda: Given(schema(b"u"), text(n_buffers=4)),
    "fewer buffers than none": lambda: Given(schema(b"u"), text(n_buffers=-1)),
    "buffers that are nowhere": lambda: Given(schema(b"u"), text(buffers=None)),
    "no offsets": lambda: Given(schema(b"u"), array(1, [None, None, URL])),
    "offsets backwards": lambda: Given(schema(b"u"), array(1, [None, struct.pack("<ii", 9, 3), URL])),
    "offsets below zero": lambda: Given(schema(b"u"), array(1, [None, struct.pack("<ii", -3, 9), URL])),
    "an end below zero": lambda: Given(schema(b"U"), array(1, [None, struct.pack("<qq", 0, -1), URL])),
    "fewer rows than none": lambda: Given(schema(b"u"), text(length=-1)),
    "more rows than can be": lambda: Given(schema(b"n"), array((1 << 63) - 1, [])),
    "rows before the first, fewer than none": lambda: Given(schema(b"u"), text(offset=-1)),
    "rows before the first, more than can be": lambda: Given(schema(b"u"), text(offset=(1 << 63) - 1)),
    "children that are too many": lambda: Given(schema(b"u"), text(n_children=1)),
    "children that are too few": lambda: Given(schema(b"+s", [schema(b"u")]), batch(n_children=0)),
    "children that are nowhere": lambda: Given(schema(b"+s", [schema(b"u")]), batch(children=None)),
    "a child with too few rows": lambda: Given(schema(b"+s", [schema(b"u")]), batch(length=7)),
    "views without their lengths": lambda: Given(schema(b"vu"), view(n_buffers=2)),
    "views into a buffer of fewer bytes than none": lambda: Given(schema(b"vu"), view(size=-1)),
    "a view that is too long": lambda: Given(schema(b"vu"), view(length=1 << 30)),
    "a view of fewer bytes than none": lambda: Given(schema(b"vu"), view(length=-5)),
    "a view into no buffer": lambda: Given(schema(b"vu"), view(buffer=7)),
    "a view past its buffer": lambda: Given(schema(b"vu"), view(offset=1000)),
    "a dictionary without values": lambda: Given(schema(b"c", dictionary=schema(b"u")), array(1, [None, b"\0"])),
    "values without a dictionary": lambda: Given(schema(b"u"), text(dictionary=text())),
    "values of a size below zero": lambda: Given(schema(b"w:-1"), array(1, [None, bytes(8)])),
    "lists of a size below zero": lambda: Given(schema(b"+w:-1", [schema(b"u")]), array(1, [None], [text()])),
}


# What is no text is refused for that, before anybody looks further.
WORDS = "not well formed|a column of URLs holds text|a record batch has columns"


@pytest.mark.parametrize("kind", MALFORMED)
def test_what_is_malformed_is_refused_in_words(kind: str) -> None:
    for function in (columns.split, columns.is_valid, columns.transform):
        with pytest.raises((ValueError, TypeError), match=WORDS):
            function(MALFORMED[kind]())
    if "released" in kind:
        return  # what stands within another is released with it
    given = MALFORMED[kind]()
    row = schema(b"+s", [schema(b"u", name=b"url"), given.schema])
    with pytest.raises(ValueError, match="not well formed"):
        columns.transform(Given(row, array(1, [None], [text(), given.array])))


@pytest.mark.parametrize("kind", [kind for kind, make in MALFORMED.items() if "schema" in kind or "format" in kind])
def test_what_a_consumer_asks_for_may_be_malformed(kind: str) -> None:
    given = MALFORMED[kind]()
    found = columns.split(["http://h/"], ["host"])
    for columns_of in (found, found["host"]):
        with pytest.raises(ValueError, match="not well formed"):
            columns_of.__arrow_c_stream__(given.__arrow_c_schema__())


def test_what_is_well_formed_is_read() -> None:
    for given in (Given(schema(b"u"), text()), Given(schema(b"vu"), view()), Given(schema(b"u"), text(null_count=1))):
        assert columns.split(given, ["host"])["host"].to_pylist() == ["host.example"]
    with pytest.raises(TypeError, match="holds text, not List"):
        columns.split(lists(60))
    found = columns.transform(Given(schema(b"+s", [schema(b"u", name=b"url")]), batch()), fields=["path"])
    assert found["path"].to_pylist() == ["/a-path"]


NULLS = """
import resource, sys
from urlmill import columns
from tests.columns.capsules import Given, array, schema
limit = int(sys.argv[1])
if limit:
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    found = columns.split(Given(schema(b"n"), array(int(sys.argv[2]), [])), ["host", "port", "error", "query"])
    assert found["host"][0] is None and found["error"][len(found) - 1] is None
    print(len(found))
except MemoryError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
@pytest.mark.parametrize(("limit", "rows"), [(0, 10**9), (2 << 30, 10**9), (0, 10**15)])
def test_a_column_of_nothing_takes_next_to_nothing(limit: int, rows: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NULLS, str(limit), str(rows)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    answer, peak = done.stdout.splitlines()
    assert answer in (str(rows), "there is too little memory for a column with so many rows")
    if limit or rows > 10**12:
        assert answer != str(rows)
    assert int(peak) < 1500  # MiB
