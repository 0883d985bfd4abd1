"""Fields of access logs: what hosts, clients, times, statuses and the rest must look like, and what comes of them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from urlmill._backend import impl

from .records import rows


def alone(kind: str, text: str) -> tuple[Any, ...]:
    """One field from end to end: its values, and where it is wrong."""
    table = impl.read_records([text], [("", "it", kind), ("", "", "")])
    return tuple(table.value(name, 0) for name in table.names)


ADDRESSES = ["192.0.2.1", "0.0.0.0", "2001:db8::1", "::", "0:0:0:0:0:0:0:1", "::ffff:192.0.2.1", "fe80::1%eth0"]
NAMES = ["www.example.org", "a.b.", "xn--a.example", "h-1_2.example", "café.example", "1.example"]
WRONG = [
    "", " ", ".", "..", "a..b", ".a", "192.0.2", "192.0.2.256", "192.0.2.01", "192.0.2.1.", "1.2.3.4.5", "2001:db8::g",
    "1::2::3", "fe80::1%", "a b", "a,b.c", "-a.b", "[::1", "::1]", "[www.example.org]", "a:b", "a.b:", "a.b:65536",
    "a/b.c", "192.0.2.1 ", "<a>.b", "１.example:x",
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("address", ADDRESSES, [*NAMES, *WRONG, "localhost", "[::1]"]),
        ("client", [*ADDRESSES, *NAMES, "localhost", "unix:"], [*WRONG, "web1", "Mar", "10", "[::1]"]),
        ("full_host", [*ADDRESSES, *NAMES, "localhost", "[::1]"], [*WRONG, "web1", "10", "unix:"]),
        ("host", [*ADDRESSES, *NAMES, "localhost", "[::1]", "web1", "_"], [*WRONG, "10", "unix:"]),
        ("method", ["GET", "M-SEARCH", "get"], ["", "G T", "GET ", "É", "a/b"]),
        ("word", ["a", "é", "a/b", "--"], ["", " ", "a b", "a\tb"]),
        ("user", ["a", "john smith", "", "--", "a-b", " "], ["a - b", "- -", "- a", "a -"]),
        (
            "syslog_time",
            ["Mar  5 10:05:03", "Feb 29 23:59:60", "Dec 31 00:00:00", "Mar 05 10:05:03"],
            ["Mar 5 10:05:03", "Feb 30 10:05:03", "Mai  5 10:05:03", "Mar  0 10:05:03", "Mar  5 24:05:03", "-" * 15],
        ),
        (
            "structured",
            ["[a]", '[a b="c]d"][e]', r'[a b="\"]"]', "[]"],
            ["", "a", "[", "[a", '[a b="]', '[a b="\\"]'],
        ),
    ],
)
def test_text_that_must_look_like_what_it_is(kind: str, good: list[str], bad: list[str]) -> None:
    assert alone(kind, "-") == ((None, 0) if kind == "syslog_time" else (None, None))  # which is as long as it is
    for text in good:
        assert alone(kind, text) == (text, None), text
    for text in bad:
        assert alone(kind, text) == (None, 0), text


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        *((kind, "-", (None, None)) for kind in ("authority", "endpoint", "forwarded")),
        ("authority", "www.example.org", ("www.example.org", None)),
        ("authority", "www.example.org:8443", ("www.example.org", 8443)),
        ("authority", "web1:80", ("web1", 80)),
        ("authority", "192.0.2.1:80", ("192.0.2.1", 80)),
        ("authority", "[2001:db8::1]:443", ("[2001:db8::1]", 443)),
        ("authority", "[2001:db8::1]", ("[2001:db8::1]", None)),
        ("authority", "2001:db8::1:443", ("2001:db8::1:443", None)),
        ("endpoint", "192.0.2.1:80", ("192.0.2.1", 80)),
        ("endpoint", "2001:db8::1:443", ("2001:db8::1", 443)),
        ("endpoint", "[2001:db8::1]:443", ("2001:db8::1", 443)),
        ("forwarded", "192.0.2.1", ("192.0.2.1", "192.0.2.1")),
        ("forwarded", "2001:db8::1, 192.0.2.1:80,[::1]", ("2001:db8::1", "2001:db8::1, 192.0.2.1:80,[::1]")),
        ("forwarded", "[::1]:80, 192.0.2.1", ("::1", "[::1]:80, 192.0.2.1")),
        ("forwarded", "unknown, 192.0.2.1", (None, "unknown, 192.0.2.1")),
        *(
            (kind, text, None)
            for kind in ("authority", "endpoint", "forwarded")
            for text in ("", " ", ":", ":80", "a:b")
        ),
        *(("authority", text, None) for text in ("10", "a.b:", "a.b:65536", "a.b:+1", "[::1", "a b:80")),
        *(("endpoint", text, None) for text in ("192.0.2.1", "web1:80", "192.0.2.1:x", "192.0.2.256:80")),
        *(("forwarded", text, None) for text in ("192.0.2.1,", ",192.0.2.1", "192.0.2.1 192.0.2.2", "a, b")),
    ],
)
def test_fields_of_two_columns(kind: str, text: str, expected: tuple[Any, ...] | None) -> None:
    assert alone(kind, text) == ((None, None, 0) if expected is None else (*expected, None))


def test_columns_beside_a_host_and_a_client_have_their_names() -> None:
    for name, kind, second in (
        ("host", "authority", "port"),
        ("client", "endpoint", "client_port"),
        ("client", "forwarded", "x_forwarded_for"),
    ):
        assert impl.read_records([], [("", name, kind), ("", "", "")]).names == [name, second, "error_at"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("17/May/2015:10:05:03 +0200", datetime(2015, 5, 17, 8, 5, 3)),
        ("17/May/2015:10:05:03.25 -0130", datetime(2015, 5, 17, 11, 35, 3, 250_000)),
        ("17/May/2015:10:05:03.123456789", datetime(2015, 5, 17, 10, 5, 3, 123_456)),
        ("2015-05-17T10:05:03Z", datetime(2015, 5, 17, 10, 5, 3)),
        ("2015-05-17t10:05:03.5z", datetime(2015, 5, 17, 10, 5, 3, 500_000)),
        ("2015-05-17 10:05:03,007", datetime(2015, 5, 17, 10, 5, 3, 7000)),
        ("2015/05/17 10:05:03", datetime(2015, 5, 17, 10, 5, 3)),
        ("2015-05-17T10:05:03.000001+02:00", datetime(2015, 5, 17, 8, 5, 3, 1)),
        ("2015-05-17T10:05:03+0200", datetime(2015, 5, 17, 8, 5, 3)),
        ("2015-05-17T10:05:03-02", datetime(2015, 5, 17, 12, 5, 3)),
        ("2016-12-31T23:59:60Z", datetime(2017, 1, 1)),
        ("1431857103", datetime(2015, 5, 17, 10, 5, 3)),
        ("1431857103.25", datetime(2015, 5, 17, 10, 5, 3, 250_000)),
        ("1431857103250", datetime(2015, 5, 17, 10, 5, 3, 250_000)),
        ("1431857103250001", datetime(2015, 5, 17, 10, 5, 3, 250_001)),
        ("1431857103250001999", datetime(2015, 5, 17, 10, 5, 3, 250_001)),
        ("0", datetime(1970, 1, 1)),
        *((text, None) for text in (
            "", "x", "-1", "1.", ".5", "2015-05-17", "2015-05-17T10:05", "2015-05-17T24:05:03", "2015-02-29T10:05:03Z",
            "2015-05/17T10:05:03", "2015-05-17T10:05:03.Z", "2015-05-17T10:05:03 +0200", "2015-05-17T10:05:03+24",
            "0000-05-17T10:05:03", "2015-13-17T10:05:03", "17/May/2015:10:05:03Z", "17/May/2015:10:05:03 Z",
            "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:60", "99999999999999999999", "1431857103.5 ",
        )),
    ],
)  # fmt: skip
def test_times_of_every_way_of_writing(text: str, expected: datetime | None) -> None:
    if expected is None:
        assert alone("time", text) == (None, 0)
    else:
        assert alone("time", text) == (expected.replace(tzinfo=timezone.utc), None)


def test_a_time_that_is_not_there() -> None:
    assert alone("time", "-") == (None, None)
    assert impl.read_records([], [("", "it", "time"), ("", "", "")]).types == ["timestamp[us, tz=UTC]", "uint32"]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("status", "200", 200), ("status", "009", 9), ("status", "0", 0), ("status", "-1", None), ("status", "-", None),
        ("seconds", "1.5", 1.5), ("milliseconds", "921", 0.921), ("microseconds", "1048", 0.001048),
        ("milliseconds", "-1", None), ("seconds", "-", None), ("seconds", "-0.5", -0.5),
    ],
)  # fmt: skip
def test_statuses_and_durations(kind: str, text: str, expected: float | None) -> None:
    assert alone(kind, text) == (expected, None)


@pytest.mark.parametrize("text", ["", "20", "2000", "00", "2x0", "+20", " 200", "٣٣٣"])
def test_a_status_has_three_digits(text: str) -> None:
    assert alone("status", text) == (None, 0)


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ('a "b c" d', "quoted text", "b c"), (r'a "b\" c" d', "quoted text", r"b\" c"), ("a b d", "quoted text", "b"),
        ('a "" d', "quoted text", ""), ('a "-" d', "quoted text", None), ('a "b d', "quoted text", 2),
        ("a    7 d", "padded text", "7"), ("a 7 d", "padded text", "7"), ("a     d", "padded text", 2),
        ("a 1, 2 d", "list text", "1, 2"), ("a 1 : 2, 3 d", "list text", "1 : 2, 3"), ("a 1,2 d", "list text", "1,2"),
        ("a 2015-05-17 10:05:03 d", "time", datetime(2015, 5, 17, 10, 5, 3, tzinfo=timezone.utc)),
        ("a 17/May/2015:10:05:03 +0000 d", "time", datetime(2015, 5, 17, 10, 5, 3, tzinfo=timezone.utc)),
        ("a 17/May/2015:10:05:03 d", "time", datetime(2015, 5, 17, 10, 5, 3, tzinfo=timezone.utc)),
        ("a , d", "list text", 2), ("a 1, 2", "list text", 2), ("a    x d", "padded uint16", 5),
    ],
)  # fmt: skip
def test_how_fields_are_set_apart(line: str, kind: str, expected: Any) -> None:
    pieces = [("", "", ""), (" ", "it", kind), (" ", "", "word"), ("", "", "")]
    (row,) = rows(impl.read_records([line], pieces))
    is_wrong = isinstance(expected, int)
    assert row == {"it": None if is_wrong else expected, "error_at": expected if is_wrong else None}


def test_a_field_without_a_name_is_looked_at_and_has_no_column() -> None:
    table = impl.read_records(["x", "1", "-"], [("", "", "uint16"), ("", "", "")])
    assert rows(table) == [{"error_at": 0}, {"error_at": None}, {"error_at": None}]


def test_words_before_a_kind_are_known() -> None:
    with pytest.raises(ValueError, match="there is no kind"):
        impl.read_records([], [("", "a", "loud text"), ("", "", "")])
