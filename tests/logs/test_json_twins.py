"""JSON lines: what the kernel reads beside what Python's reader does, on good lines and on lines made wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import backend
from urlmill._backend import impl
from urlmill.logs import _objects
from urlmill.logs._detect import detect
from urlmill.logs._json_formats import KINDS, OWN_KINDS
from urlmill.logs._objects import Field
from urlmill.logs.formats import json as form_of_json
from urlmill.logs.formats.json import JsonLines

from .json_mutations import SAMPLES, mutated

WANTED = [
    "time", "target", "method", "status", "bytes", "request_time", "client", "agent", "x", "a.b", "port", "request",
    "host", "user", "referer", "x_forwarded_for", "bytes_received",
]  # fmt: skip
MUTATIONS = 600


def same(form: JsonLines, lines: Sequence[str | None]) -> None:
    """The same rows and the same bad lines, whoever reads them."""
    column = pa.array(lines, pa.string_view())
    found = form.read(column, b"", WANTED)
    with patch.object(_objects, "read", _objects.slow):
        expected = form.read(column, b"", WANTED)
    assert found.schema == expected.schema
    if found != expected:  # which line it is
        pairs = zip(lines, found.to_pylist(), expected.to_pylist(), strict=True)
        different = [each for each in pairs if each[1] != each[2]]
        assert not different, different[0]


# Objects

NUMBERS = st.sampled_from(
    ["0", "200", "65535", "65536", "-1", "-0", "1704164645", "1704164645123", "18446744073709551615", "0.25", "200.0",
     "18446744073709551616", "1704164645.5", "1e300", "1e999", "-0.0", "0e5", "5e-324", "1e-5", "2.5E+2", "01", "1.",
     ".5", "-", "1704164645123456789", "8999999999999999999", "9000000000000000000", "99999999999.9995", "1e-400",
     "0000000000000000001704164645", "NaN", "-Infinity", "Infinity", "1704164645.0000005", "0." + "0" * 400 + "1"]
)  # fmt: skip
TIMES = st.from_regex(
    r"(19[67]\d|20\d\d|2199|2200|9999|0001)-(0[0-9]|1[0-3])-(0[01]|28|29|3[012])[T t](0\d|2[34])(:[0-6]\d){1,2}"
    r"(\.\d{0,10})?(Z|z|[+-][02]\d|[+-]\d\d:?[0-6]\d| \+0000|)",
    fullmatch=True,
)
CLOCKS = st.from_regex(
    r"(0[0-9]|[23]\d)/(Jan|Feb|Mai)/(0001|19[67]\d|20\d\d|9999):([012]\d)(:[0-6]\d){2} [+-](0\d|2[34])\d\d",
    fullmatch=True,
)
PLAIN = st.sampled_from(
    [
        "-",
        "",
        "200",
        "/a?b",
        "/longer/than/twelve",
        "GET /é HTTP/1.1",
        "null",
        "true",
        "\0\n\U0001f600",
        '"\\/',
        "1e3",
        "007",
    ]
)
ESCAPES = st.lists(
    st.sampled_from(["a", "é", "\\n", '\\"', "\\/", "\\\\", "\\u0041", "\\u00e9", "\\ud83d", "\\ude00",
                     "\\ud83d\\ude00", "\\u002d", "\\u00", "\\x", "\x1f", "\x7f", "\\u+123", "\ufeff", "a"]),
    max_size=5,
).map("".join)  # fmt: skip
STRINGS = (
    (PLAIN | TIMES | CLOCKS).map(lambda text: json.dumps(text, ensure_ascii=False))
    | PLAIN.map(json.dumps)
    | (ESCAPES | NUMBERS).map(lambda text: f'"{text}"')
)
WORDS = st.sampled_from(["null", "true", "false", "nul", "True"])
LEAVES = STRINGS | NUMBERS | WORDS
KEYS = st.sampled_from(
    [
        "uri",
        "args",
        "status",
        "time",
        "ts",
        "size",
        "request",
        "x",
        "duration",
        "a",
        "b",
        "port",
        "a.b",
        "u\\u0072i",
        "é",
        "host",
        "method",
        "remote_addr",
        "request_time",
    ]
)
SPACE = st.sampled_from(["", "", "", "", " ", "\t", "\r"])


@st.composite
def objects(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    pairs = draw(st.lists(st.tuples(KEYS, values), max_size=6))
    space = draw(SPACE)
    inside = f",{space}".join(f'"{key}"{space}:{space}{value}' for key, value in pairs)
    return f"{{{space}{inside}{space}}}"


@st.composite
def lists(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    space = draw(SPACE)
    return f"[{space}{f',{space}'.join(draw(st.lists(values, max_size=3)))}{space}]"


VALUES = st.recursive(LEAVES, lambda inner: lists(inner) | objects(inner), max_leaves=6) | lists(STRINGS)
OBJECTS = objects(VALUES)
LINES = st.none() | OBJECTS | st.tuples(SPACE, OBJECTS, SPACE).map("".join) | VALUES | st.text(max_size=6)


def form_of(lines: list[str]) -> JsonLines:
    return form_of_json.named("json", lines)


EVERY_LINE = (
    '{"uri":"/","args":"","status":200,"time":"","ts":1,"size":1,"request":"","x":1,"duration":"1s","port":1,'
    '"remote_addr":"192.0.2.1","host":"example.org","method":"GET"}'
)
EVERY_KEY = form_of([EVERY_LINE])


@given(st.lists(LINES, max_size=6), st.booleans())
def test_the_kernel_reads_lines_as_python_does(lines: list[str | None], is_told: bool) -> None:
    same(form_of([line for line in lines if line]) if is_told else EVERY_KEY, lines)


@given(OBJECTS, st.lists(LEAVES, min_size=1, max_size=8))
def test_the_kernel_reads_lines_of_one_shape_as_python_does(line: str, values: list[str]) -> None:
    head, found, tail = line.partition(":")
    same(EVERY_KEY, [line, *(f'{head}:{value},"status"{found}{tail}' for value in values), line] if found else [line])


@given(st.lists(TIMES | CLOCKS | NUMBERS, min_size=1, max_size=6))
def test_the_kernel_reads_values_as_python_does(values: list[str]) -> None:
    names = ("time", "status", "size", "duration")
    same(EVERY_KEY, [f'{{"{name}":"{value}"}}' for value in values for name in names])
    same(EVERY_KEY, [f'{{"{name}":{value}}}' for value in values for name in names])


NEARLY = st.sampled_from(
    ["192.0.2.1", "192.0.2.1:80", "[2001:db8::1]:443", "2001:db8::1", "unknown", "unknown, 192.0.2.1", "a.example, ::1",
     "192.0.2.256", "web", "example.org", "example.org:8080", "example.org:99999", "[::1]", "a b", "GET", "G T", "-1",
     "0", "200", "200.0", "200.", "20", "2000", "000", "0.012s", "15ms", "15us", "15\u00b5s", "15\u03bcs", "7ns", "s",
     "1m30s", "1h", "1.s", ".5s", "-1s", "1e3s", "2024-02-29", "2024/02/29", "2023-02-29", "2024-1-2", "0000-01-01",
     "10:05:03", "10:05:03.5", "10:05:60", "24:00:00", "10:05", "10:05:03.", "10:05:03.1234567891", "[[1]]", "[1]",
     "[10/Mar/2026:10:05:03 +0000]", "10/Mar/2026:10:05:03.586", "10/Mar/2026:10:05:03", "10/Mar/2026:10:05:60 +0000",
     "[", "é.example", "0.3", "12"]
)  # fmt: skip


NEARLY_TEXTS = (NEARLY | PLAIN | TIMES | CLOCKS).map(lambda text: json.dumps(text, ensure_ascii=False))
EVERY_KIND = sorted({*KINDS.values(), *OWN_KINDS, "host_port", "text", "written", "float64"})


@given(
    st.lists(
        st.tuples(NEARLY_TEXTS | NUMBERS | WORDS | lists(NEARLY_TEXTS), NEARLY_TEXTS | NUMBERS), min_size=1, max_size=6
    )
)
def test_the_kernel_reads_every_kind_as_python_does(values: list[tuple[str, str]]) -> None:
    lines = pa.array([f'{{"a":{first},"b":{{"c":{second}}}}}' for first, second in values], pa.string_view())
    for kind in EVERY_KIND:
        fields = [Field("it", kind, [("a",), ("b", "c")])]
        (found,), places = _objects.read(lines, fields)
        (expected,), expected_places = _objects.slow(lines, fields)
        assert found.type == expected.type, kind
        rows = [*zip(lines.to_pylist(), found.to_pylist(), places.to_pylist(), strict=True)]
        others = [*zip(lines.to_pylist(), expected.to_pylist(), expected_places.to_pylist(), strict=True)]
        assert rows == others, kind


# Lines of logs, with something changed


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_the_kernel_reads_mutated_lines_of_logs_as_python_does(sample: int) -> None:
    chance = random.Random(sample)
    lines = [SAMPLES[sample] if chance.random() < 0.5 else mutated(SAMPLES[sample], chance) for _ in range(MUTATIONS)]
    form = detect(SAMPLES[sample : sample + 1])
    assert isinstance(form, JsonLines)
    same(form, lines)


# What the kernel leaves to Python

SURE = [
    '{"uri":"/a","status":200}', ' { "uri" : "/a" , "status" : 200.0 } ', '{"status":"200","x":{"y":[1,{"uri":2}]}}',
    '{"uri":"\\u002fa\\n","status":null}', "{}", '{"uri":["/a","/b"]}', '{"time":1704164645.25}',
    '{"time":"2024-01-02T03:04:05.123456789+02:00"}', '{"time":"02/Jan/2024:03:04:05 +0000"}',
    '{"x":' + "[" * 60 + "]" * 60 + "}", '{"client":"[2001:db8::1]:443"}', '{"client":"unknown, 192.0.2.1"}',
    '{"status":-1}', '{"time":"10/Mar/2026:10:05:03.586"}', '{"time":"[10/Mar/2026:10:05:03 +0000]"}',
]  # fmt: skip
LEFT = [
    '{"uri":"/a","uri":"/b"}', '{"u\\u0072i":"/a"}', '{"x":NaN}', '{"x":-0}', '{"uri":"\\ud800"}', '{"uri":"\t"}',
    '{"x":01}', '{"uri":{"a":1}}', '{"uri":[1]}', "[1]", "\ufeff{}", '{"status":"abc"}', "", "{}{}", '{"uri":"\\x"}',
    '{"time":"2024-02-31T00:00:00Z"}', '{"status":65536}', '{"uri":"/a"', '{"uri":"/a"} x',
    '{"x":' + "[" * 100 + "]" * 100 + "}", '{"client":"web"}', '{"status":20}', '{"a":[{"key":"b","value":"c"}]}',
]  # fmt: skip
FIELDS = [
    Field("target", "text", [("uri",)]),
    Field("status", "status", [("status",)]),
    Field("time", "clock", [("time",)]),
    Field("client", "client", [("client",), ("a", "b")]),
]


@pytest.mark.skipif(backend == "pure", reason="the pure backend leaves all lines")
def test_the_kernel_leaves_only_what_it_is_not_sure_of() -> None:
    for lines, is_left in ((SURE, False), (LEFT, True)):
        left = pa.table(impl.read_objects(lines, FIELDS)).column("left").to_pylist()
        assert [line for line, each in zip(lines, left, strict=True) if each != is_left] == []


def test_rows_that_are_left_are_null() -> None:
    lines = [*LEFT, None, *SURE]
    table = pa.table(impl.read_objects(lines, FIELDS))
    rows = [row for line, row in zip(lines, table.to_pylist(), strict=True) if line is None or row["left"]]
    assert len(rows) > len(LEFT)
    assert all(value is None for row in rows for name, value in row.items() if name != "left")
    types = [pa.string_view(), pa.uint16(), pa.timestamp("us", "UTC"), pa.string_view(), pa.bool_()]
    assert table.schema.types == types


def test_a_kind_that_there_is_not_is_an_error() -> None:
    with pytest.raises(ValueError, match="there is no kind"):
        impl.read_objects([], [("a", "nothing", [["a"]])])


def test_lines_of_any_layout_are_read() -> None:
    lines = [*SURE, None, *LEFT] * 9
    expected = pa.table(impl.read_objects(lines, FIELDS))
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.dictionary(pa.int32(), pa.string())):
        assert pa.table(impl.read_objects(pa.array(lines, kind), FIELDS)) == expected


def test_octets_that_are_no_text_are_left() -> None:
    left = pa.table(impl.read_objects(pa.array([b'{"uri":"\xff"}', b"{}"]), FIELDS)).column("left").to_pylist()
    assert left == [True, backend == "pure"]


def test_values_without_escapes_point_into_the_lines() -> None:
    if backend == "pure":
        pytest.skip("the pure backend leaves all lines")
    lines = pa.array(['{"uri":"/a/longer/path/than/twelve"}', '{"uri":"/another/longer/path \\u00e9"}'] * 50)
    (column,) = pa.table(impl.read_objects(lines, FIELDS)).column("target").chunks
    _, _, text, side = column.buffers()
    assert text.address == lines.buffers()[2].address
    assert side.size < text.size
    assert column.to_pylist()[:2] == ["/a/longer/path/than/twelve", "/another/longer/path é"]


def test_lines_that_are_like_none_before_are_read() -> None:
    lines: list[Any] = [f'{{"k{number}":{number},"uri":"/{number}"}}' for number in range(200)]
    assert EVERY_KEY.read(pa.array(lines), b"", ["target"]).column("target").to_pylist() == [
        f"/{n}" for n in range(200)
    ]
