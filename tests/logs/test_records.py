"""Lines of octets, and fields of access logs, by the column."""

from __future__ import annotations

import gc
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill._backend import impl

from .. import corpus
from .records import COMBINED, rows, values

native = pytest.mark.skipif(urlmill.backend != "native", reason="the pure twin makes new buffers")
SAMPLE = """\
203.0.113.9 - - [17/May/2015:10:05:03 +0000] "GET /a/kibana.png HTTP/1.1" 200 203023 "http://h.example/" "Mozilla/5.0"
2001:db8::1 - frank [18/May/2015:23:59:60 -0700] "POST /form?a=%20&b HTTP/1.0" 302 - "-" "a \\"quoted\\" agent"
203.0.113.9 - - [29/Feb/2016:00:00:00 +0530] "\\x16\\x03\\x01" 400 226 "-" "-"
203.0.113.9 - - [20/May/2015:12:05:17 +0000] "GET /cut HTTP/1.1" 200 235 "-" "Mozilla/5.0 (compatible; bot
"""


def lines(octets: bytes) -> list[str | None]:
    return values(impl.read_lines(octets), "line")


def alone(kind: str, text: str) -> tuple[Any, ...]:
    """One field from end to end: its values, and where it is wrong."""
    table = impl.read_records([text], [("", "it", kind), ("", "", "")])
    return tuple(table.value(name, 0) for name in table.names)


# Lines


@pytest.mark.parametrize(
    ("octets", "expected"),
    [
        (b"", []),
        (b"\n", [None]),
        (b"\r\n", [None]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\n\na\n\n", [None, None, "a", None]),
        (b"a\rb\n\rc\r\r\n", ["a\rb", "\rc\r"]),
        (b"a\r", ["a\r"]),
        (b"\r", ["\r"]),
        (b" \n\t\n", [" ", "\t"]),
        (b"a\0b\n\0\n", ["a\0b", "\0"]),
        ("é\nlonger than twelve é\n".encode(), ["é", "longer than twelve é"]),
        (b"caf\xe9\r\n\xc3\xa9\nand this caf\xe9 is longer\n\xff", ["café", "é", "and this café is longer", "ÿ"]),
        (b"\xc3\n\xa9", ["Ã", "©"]),
        (b"a\x0bb\x0cc\x1cd\xc2\x85e\xe2\x80\xa8f\n", ["a\x0bb\x0cc\x1cd\x85e\u2028f"]),
    ],
)
def test_lines(octets: bytes, expected: list[str | None]) -> None:
    table = impl.read_lines(octets)
    assert (table.names, table.types) == (["line"], ["string_view"])
    assert values(table, "line") == expected


@pytest.mark.parametrize("wrong", ["a", bytearray(b"a"), memoryview(b"a"), None, [b"a"]])
def test_lines_are_those_of_bytes_alone(wrong: Any) -> None:
    with pytest.raises(TypeError):
        impl.read_lines(wrong)


def test_a_huge_line_beside_short_ones() -> None:
    huge = "x" * 3_000_000 + "é"
    assert lines(f"a\n{huge}\n\nb\n".encode()) == ["a", huge, None, "b"]
    assert lines(b"a\n" + huge.encode("latin-1") + b"\nb") == ["a", huge, "b"]


def test_pyarrow_finds_nothing_wrong() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    octets = b"short\n\nlonger than twelve bytes\r\ncaf\xe9 of Latin-1, which is copied\nthe last"
    column = pa.table(impl.read_lines(octets)).column("line")
    column.validate(full=True)
    assert column.type == pa.string_view()
    assert column.to_pylist() == lines(octets)
    table = pa.table(impl.read_records(impl.read_lines(SAMPLE.encode()).texts("line"), COMBINED))
    table.validate(full=True)
    assert [str(field.type) for field in table.schema] == [
        *["string_view"] * 2, "timestamp[s, tz=UTC]", *["string_view"] * 4, "uint16", "uint64", *["string_view"] * 2,
        "uint32",
    ]  # fmt: skip
    assert table.to_pylist() == rows(impl.read_records(SAMPLE.splitlines(), COMBINED))


@native
def test_views_point_into_the_octets() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    octets = SAMPLE.encode() * 100
    (chunk,) = pa.table(impl.read_lines(octets)).column("line").chunks
    (own,) = chunk.buffers()[2:]
    assert own.address == pa.py_buffer(octets).address
    (chunk,) = pa.table(impl.read_records(chunk, COMBINED)).column("agent").chunks
    assert [buffer.address for buffer in chunk.buffers()[2:]] == [own.address]


def test_the_octets_live_as_long_as_the_lines() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    column = pa.table(impl.read_lines(b"a line of some length\n" * 10_000)).column("line")
    gc.collect()
    assert column.to_pylist() == ["a line of some length"] * 10_000


def test_any_thread_may_be_the_last_to_have_lines() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    from concurrent.futures import ThreadPoolExecutor

    def work(number: int) -> int:
        table = pa.table(impl.read_lines(b"a line of some length %d\n" % number * 1000))
        return int(pa.table(impl.read_records(table.column(0), [("a ", "it", "text"), ("", "", "")])).num_rows)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(100))) == [1000] * 100


# Records


def test_an_apache_log() -> None:
    table = impl.read_records(SAMPLE.splitlines(), COMBINED)
    first, second, third, fourth = rows(table)
    assert first == {
        "host": "203.0.113.9", "user": None, "time": datetime(2015, 5, 17, 10, 5, 3, tzinfo=timezone.utc),
        "request": "GET /a/kibana.png HTTP/1.1", "method": "GET", "target": "/a/kibana.png", "protocol": "HTTP/1.1",
        "status": 200, "bytes": 203023, "referer": "http://h.example/", "agent": "Mozilla/5.0", "error_at": None,
    }  # fmt: skip
    assert second["user"] == "frank"
    assert second["time"] == datetime(2015, 5, 19, 7, 0, 0, tzinfo=timezone.utc)
    assert (second["bytes"], second["referer"], second["agent"]) == (None, None, 'a \\"quoted\\" agent')
    assert (third["request"], third["method"], third["target"]) == ("\\x16\\x03\\x01", None, None)
    assert fourth == {**dict.fromkeys(first), "error_at": SAMPLE.splitlines()[3].index("Mozilla")}


def test_real_lines_are_read() -> None:
    octets = corpus.LOG.read_bytes()
    table = impl.read_records(impl.read_lines(octets).texts("line"), COMBINED)
    places = values(table, "error_at")
    assert len(table) == octets.count(b"\n") + (not octets.endswith(b"\n"))
    assert sum(place is not None for place in places) <= 1
    for row, line in enumerate(octets.decode().splitlines()):
        if places[row] is None and row % 50 == 0:
            assert line.startswith(table.value("host", row) + " ")
            assert f'"{table.value("request", row)}" {table.value("status", row)} ' in line
            assert f"[{table.value('time', row):%d/%b/%Y:%H:%M:%S +0000}]" in line


def test_texts_and_arrow_and_lists_are_read_alike() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    texts = [*SAMPLE.splitlines(), None, "", "bad"]
    expected = rows(impl.read_records(texts, COMBINED))
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        assert rows(impl.read_records(pa.array(texts, kind), COMBINED)) == expected
    for array in (
        pa.array(texts).dictionary_encode(), pa.array(texts).cast(pa.binary()), pa.array(["x", *texts]).slice(1),
        pa.chunked_array([texts[:2], [], texts[2:]]),
    ):  # fmt: skip
        assert rows(impl.read_records(array, COMBINED)) == expected
    assert rows(impl.read_records(impl.read_texts(texts), COMBINED)) == expected
    with pytest.raises(TypeError):
        impl.read_records(pa.array([1]), COMBINED)


def test_a_null_line_is_null_everywhere() -> None:
    assert rows(impl.read_records([None], COMBINED)) == [dict.fromkeys(impl.read_records([], COMBINED).names)]
    assert len(impl.read_records([], COMBINED)) == 0


def test_octets_that_are_no_text_are_bad_where_they_are_none() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    table = impl.read_records(pa.array([b"\xc3\xa9 a", b"\xc3\xa9 \xff", b"\x80"]), [("", "it", "text"), ("", "", "")])
    assert [values(table, "it"), values(table, "error_at")] == [["é a", None, None], [None, 2, 0]]
    assert alone("text", "é\ud800") == (None, 1)


def fields(line: str, *pieces: tuple[str, str]) -> tuple[Any, ...]:
    """Text fields, named by where they stand; the last literal has no field."""
    *others, (last, _) = pieces
    given = [(literal, str(index), kind) for index, (literal, kind) in enumerate(others)]
    (row,) = rows(impl.read_records([line], [*given, (last, "", "")]))
    return tuple(row.values())


T = "text"


@pytest.mark.parametrize(
    ("line", "pieces", "expected"),
    [
        ("a b", [("", T), (" ", T), ("", "")], ("a", "b", None)),
        ("a b c", [("", T), (" ", T), ("", "")], ("a", "b c", None)),
        ("a  b", [("", T), (" ", T), (" ", T), ("", "")], ("a", "", "b", None)),
        ("a - b", [("", T), (" - ", T), ("", "")], ("a", "b", None)),
        ("a -b - c", [("", T), (" - ", T), ("", "")], ("a -b", "c", None)),
        ("- -- ", [("", T), (" ", T), (" ", "")], (None, "--", None)),
        ("ab", [("", T), (" ", T), ("", "")], (None, None, 0)),
        ("<é> b", [("<", T), ("> ", T), (".", "")], (None, None, 4)),
        ("<é> b.", [("<", T), ("> ", T), (".", "")], ("é", "b", None)),
        ("<é> b..", [("<", T), ("> ", T), (".", "")], (None, None, 6)),
        ("(é)", [("<", T), (">", "")], (None, 0)),
        ("éa", [("éb", T), ("", "")], (None, 1)),
        ("éè", [("éé", T), ("", "")], (None, 1)),
        ("é", [("éé", T), ("", "")], (None, 1)),
        ("", [("a", T), ("", "")], (None, 0)),
        ("", [("", T), ("", "")], ("", None)),
        ("é", [("", T), ("", "")], ("é", None)),
        ("a", [("a", "")], (None,)),
        ("ab", [("a", "")], (1,)),
        ("b", [("a", "")], (0,)),
        ("a b", [("", ""), (" ", T), ("", "")], ("b", None)),
        (r'"a\"b" c', [('"', T), ('" ', T), ("", "")], (r"a\"b", "c", None)),
        (r'"a\\" c', [('"', T), ('" ', T), ("", "")], (r"a\\", "c", None)),
        (r'"a\" c', [('"', T), ('" ', T), ("", "")], (None, None, 1)),
        (r'"a"b" c', [('"', T), ('" ', T), ("", "")], ('a"b', "c", None)),
        ('"a\\é"', [('"', T), ('"', "")], ("a\\é", None)),
        ('"a\\', [('"', T), ('"', "")], (None, 1)),
        ("a\\", [("", T), ("", "")], ("a\\", None)),
        (r"a\ b", [("", T), (" ", T), ("", "")], ("a\\", "b", None)),  # protected only from what begins with a quote
        (r"[a\] b", [("[", T), ("] ", T), ("", "")], ("a\\", "b", None)),
        ("a\0b c", [("", T), ("\0", T), (" c", "")], ("a", "b", None)),
        ("aéb", [("", T), ("é", T), ("", "")], ("a", "b", None)),
        ("-] " + "x" * 23 + "] b", [("", "clock"), ("] ", T), ("", "")], (None, "x" * 23 + "] b", None)),
        ("1] " + "x" * 23 + "] b", [("", "clock"), ("] ", T), ("", "")], (None, None, 0)),
        ('1\\" ' + "x" * 22 + '" b', [("", "clock"), ('" ', T), ("", "")], (None, None, 0)),
        ("1 x", [("", "uint16"), (" ", "uint16"), ("", "")], (None, None, 2)),
        ("x 1", [("", "uint16"), (" ", "uint16"), (".", "")], (None, None, 0)),
        ("x", [("", "uint16"), (" ", "uint16"), (".", "")], (None, None, 0)),
        ("- -", [("", "uint16"), (" ", "float64"), ("", "")], (None, None, None)),
        ("a x 1", [("", T), (" ", "uint64"), (" ", "request"), ("", "")], (None, None, None, None, None, None, 2)),
    ],
)  # fmt: skip
def test_how_fields_end(line: str, pieces: list[tuple[str, str]], expected: tuple[Any, ...]) -> None:
    assert fields(line, *pieces) == expected


def test_many_pieces() -> None:
    pieces = [(" " * (index > 0), f"f{index}", "uint64") for index in range(500)]
    line = " ".join(str(index) for index in range(500))
    (row,) = rows(impl.read_records([line], [*pieces, ("", "", "")]))
    assert list(row.values()) == [*range(500), None]
    assert alone("text", "x" * 1_000_000) == ("x" * 1_000_000, None)


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([], "there are no pieces"),
        ([("", "a", "text")], "no name and no kind"),
        ([("", "a", "")], "no name and no kind"),
        ([("", "a", "moon"), ("", "", "")], "there is no kind"),
        ([("", "a", "text"), ("", "b", "text"), ("", "", "")], "nothing stands before"),
    ],
)
def test_pieces_that_make_no_format(pieces: list[tuple[str, str, str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        impl.read_records([], pieces)


# What fields may hold


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("uint16", "0", 0), ("uint16", "65535", 65535), ("uint16", "0" * 5000 + "7", 7),
        ("uint64", "18446744073709551615", 2**64 - 1), ("uint64", "65536", 65536),
        ("float64", "0.125", 0.125), ("float64", "12", 12.0), ("float64", "-1.5", -1.5),
        ("float64", "0.1" + "0" * 5000, 0.1), ("float64", "123456789.987654321", 123456789.987654321),
        ("clock", "01/Jan/1970:00:00:00 +0000", datetime(1970, 1, 1)),
        ("clock", "29/Feb/2000:00:00:00 +0000", datetime(2000, 2, 29)),
        ("clock", "17/May/2015:10:05:03 +0230", datetime(2015, 5, 17, 7, 35, 3)),
        ("clock", "17/May/2015:10:05:03 -0000", datetime(2015, 5, 17, 10, 5, 3)),
        ("clock", "31/Dec/1969:23:59:59 +0000", datetime(1969, 12, 31, 23, 59, 59)),
        ("clock", "31/Dec/2016:23:59:60 +0000", datetime(2017, 1, 1)),
        ("clock", "01/Jan/0001:00:00:00 +0000", datetime(1, 1, 1)),
        ("clock", "31/Dec/9999:23:59:59 +0000", datetime(9999, 12, 31, 23, 59, 59)),
        ("clock", "01/Jan/2015:00:00:00 +2359", datetime(2014, 12, 31, 0, 1)),
    ],
)  # fmt: skip
def test_values(kind: str, text: str, expected: Any) -> None:
    if isinstance(expected, datetime):
        expected = expected.replace(tzinfo=timezone.utc)
    assert alone(kind, text) == (expected, None)
    assert alone(kind, "-") == (None, None)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *((kind, text) for kind in ("uint16", "uint64", "float64", "clock") for text in ("", " ", "x", "--", "１٣")),
        *((kind, text) for kind in ("uint16", "uint64") for text in ("-1", "+1", "1.0", "1e3", " 1", "1 ", "1_0")),
        ("uint16", "65536"), ("uint16", "9" * 5000), ("uint64", "18446744073709551616"), ("uint64", "9" * 5000),
        *(("float64", text) for text in (".5", "5.", "1e3", "inf", "NaN", "+1", "1.2.3", "-.", "9" * 400, "1,5")),
        *(("clock", text) for text in (
            "17/may/2015:10:05:03 +0000", "17/Mai/2015:10:05:03 +0000", "32/May/2015:10:05:03 +0000",
            "31/Apr/2015:10:05:03 +0000", "29/Feb/2015:10:05:03 +0000", "29/Feb/1900:10:05:03 +0000",
            "00/May/2015:10:05:03 +0000", "17/May/0000:10:05:03 +0000", "17/May/2015:24:05:03 +0000",
            "17/May/2015:10:60:03 +0000", "17/May/2015:10:05:61 +0000", "17/May/2015:10:05:03 +2400",
            "17/May/2015:10:05:03 +0060", "17/May/2015:10:05:03 0000", "17/May/2015:10:05:03",
            "7/May/2015:10:05:03 +0000", "17/May/15:10:05:03 +0000", "17/May/2015:10:05:03 +00000",
            "17/May/2015:10:05:03\t+0000", "1７/May/2015:10:05:03 +0000", "2015-05-17T10:05:03Z",
            "01/Jan/0001:00:00:00 +0001", "31/Dec/9999:23:59:60 +0000", "31/Dec/9999:23:59:59 -0001",
        )),
    ],
)  # fmt: skip
def test_values_that_make_a_line_bad(kind: str, text: str) -> None:
    assert alone(kind, text) == (None, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GET /a?b HTTP/1.1", ("GET", "/a?b", "HTTP/1.1")),
        ("GET /a b c HTTP/2.0", ("GET", "/a b c", "HTTP/2.0")),
        ("OPTIONS * HTTP/1.0", ("OPTIONS", "*", "HTTP/1.0")),
        ("!#$%&'*+-.^_`|~09azAZ x HTTP/", ("!#$%&'*+-.^_`|~09azAZ", "x", "HTTP/")),
        ("GET /", ("GET", "/", None)),
        ("GET   HTTP/1.1", ("GET", " ", "HTTP/1.1")),
        ("GET /é HTTP/1.1", ("GET", "/é", "HTTP/1.1")),
        *((text, (None, None, None)) for text in (
            "", "GET", "GET ", " GET", "GET  ", "GET  HTTP/1.1", "GET HTTP/1.1", "GET /a b", "GET / http/1.1",
            "GET / HTTP/1.1 ", "G(T / HTTP/1.1", "GÉT / HTTP/1.1", "\\x16\\x03\\x01", " / HTTP/1.1", "--", "- -- -",
        )),
    ],
)  # fmt: skip
def test_requests(text: str, expected: tuple[str | None, ...]) -> None:
    assert alone("request", text) == (text, *expected, None)
    assert alone("request", "-") == (None,) * 5


def test_a_request_has_four_columns() -> None:
    table = impl.read_records([], [("", "it", "request"), ("", "", "")])
    assert table.names == ["it", "method", "target", "protocol", "error_at"]


@given(st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)), st.integers(-23 * 60 - 59, 23 * 60 + 59))
def test_any_time_comes_back(moment: datetime, ahead: int) -> None:
    moment = moment.replace(microsecond=0, tzinfo=timezone(timedelta(minutes=ahead)))
    month = "JanFebMarAprMayJunJulAugSepOctNovDec"[moment.month * 3 - 3 :][:3]
    zone = f"{'-' if ahead < 0 else '+'}{abs(ahead) // 60:02}{abs(ahead) % 60:02}"
    text = f"{moment.day:02}/{month}/{moment.year:04}:{moment:%H:%M:%S} {zone}"
    assert alone("clock", text) == (moment, None)


@given(octets=st.binary())
def test_line_breaks_are_counted(octets: bytes) -> None:
    assert impl.count_line_breaks(octets) == octets.count(b"\n")
