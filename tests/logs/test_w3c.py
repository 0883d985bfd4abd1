"""W3C extended logs: what stands between fields, quotes, and what fields must look like.

The W3C's working draft WD-logfile says that a string is in quotes, in which two quotes stand for one, that a date is
``YYYY-MM-DD`` and a time ``HH:MM`` or ``HH:MM:SS``, with a fraction or without.
"""

from __future__ import annotations

from typing import Any

import pytest

from urlmill._io.filters import Where
from urlmill._io.inputs import Block
from urlmill._io.tallies import Tallies
from urlmill.logs._rows import LogRows
from urlmill.logs.formats.w3c import Extended, pieces_of

from .counting import same
from .reading import Read

FIELDS = "#Fields: date time c-ip cs-method cs-uri-stem cs(User-Agent) x-note sc-status"
LINE = "2024-01-02 03:04:05 192.0.2.1 GET /a Mozilla/5.0+(X11) - 200"


def test_text_may_be_in_quotes(read: Read) -> None:
    lines = [
        FIELDS,
        LINE,
        '2024-01-02 03:04:05 192.0.2.1 GET "/a b" "He said ""hi"" to me" "" 200',
        '2024-01-02 03:04:05 192.0.2.1 GET /a "unclosed+agent - 200',
        '2024-01-02 03:04:05 192.0.2.1 GET /a """" "x"y 200',
        '2024-01-02 03:04:05 192.0.2.1 GET /a "more than" "one word" "too many" 200',
    ]
    rows, reader = read(lines, "path,agent,x_note")
    assert [list(row.values()) for row in rows] == [
        ["/a", "Mozilla/5.0 (X11)", None],
        ["/a b", 'He said "hi" to me', ""],
        ["/a", '"unclosed agent', None],
        ["/a", '"', '"x"y'],
    ]
    assert [each.line for each in reader.bad] == [6]


def test_what_stands_between_fields_does_not_depend_on_other_lines(read: Read) -> None:
    tabbed = LINE.replace(" ", "\t").replace("+", " ")
    inside = LINE.replace("+", "\t")
    for lines in ([LINE, tabbed, inside], [tabbed, LINE], [inside, LINE]):
        rows, _ = read([FIELDS, *lines], "path,status")
        assert rows == [{"path": "/a", "status": 200}] * len(lines)
    assert read([FIELDS, tabbed], "agent")[0] == [{"agent": "Mozilla/5.0 (X11)"}]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2024-01-02", "2024-02-30"), ("2024-01-02", "02/01/2024"), ("03:04:05", "24:00:00"), ("03:04:05", "3:04:05"),
        ("03:04:05", "03:04:05."), ("192.0.2.1", "word"), ("192.0.2.1", "192.0.2.256"), ("GET", "G/T"), ("200", "2000"),
        ("200", "200 more"), (" 200", ""), ("200", "ok"),
    ],
)  # fmt: skip
def test_a_field_that_does_not_look_like_what_it_is_makes_the_line_bad(old: str, new: str, read: Read) -> None:
    for fields in ("path", "time,status", "client,method"):
        rows, reader = read([FIELDS, LINE.replace(old, new), LINE], fields)
        assert len(rows) == 1
        assert [each.line for each in reader.bad] == [2]


def test_times_of_any_length(read: Read) -> None:
    lines = [FIELDS, *(LINE.replace("03:04:05", time) for time in ("03:04", "03:04:05.5", "-", "23:59:60"))]
    rows, _ = read(lines, "time")
    assert [row["time"] for row in rows] == [
        "2024-01-02T03:04:00+00:00", "2024-01-02T03:04:05.500000+00:00", None, "2024-01-03T00:00:00+00:00",
    ]  # fmt: skip


def test_times_without_a_day_are_bad(read: Read) -> None:
    rows, reader = read(["#Fields: time cs-uri", "03:04:05 /a", "#Date: 2024-01-02", "03:04:05 /b"], "time,path")
    assert rows == [{"time": "2024-01-02T03:04:05+00:00", "path": "/b"}]
    assert [each.line for each in reader.bad] == [2]


def test_a_host_may_have_a_port(read: Read) -> None:
    rows, _ = read(["#Fields: cs-host cs-uri-stem", "www.example.org:8080 /a", "[::1]:80 /b", "- /c"], "host,port,path")
    assert [list(row.values()) for row in rows] == [
        ["www.example.org", 8080, "/a"], ["[::1]", 80, "/b"], [None, None, "/c"],
    ]  # fmt: skip
    rows, _ = read(["#Fields: cs-host s-port cs-uri-stem", "www.example.org:8080 443 /a"], "host,port")
    assert rows == [{"host": "www.example.org", "port": 443}]


STEMS = [
    "#Fields: cs-method cs-uri-stem cs-uri-query", "GET /a?b c=1", "GET /a#b c=1", "GET /a?b#c -", "GET /a?c=1 c=1",
    "GET /a c=1#d", "GET /a -", 'GET "/a?b" c=1', "CONNECT /a?b c=1", "GET - c=1", "GET http://h.example/a?b c=1",
]  # fmt: skip


def test_a_query_of_its_own_field_is_had_whatever_the_stem_has(read: Read) -> None:
    rows, _ = read(STEMS, "path,query")
    assert [list(row.values()) for row in rows] == [
        ["/a%3Fb", "c=1"], ["/a%23b", "c=1"], ["/a%3Fb%23c", None], ["/a", "c=1"],
        ["/a", "c=1%23d"], ["/a", None], ["/a%3Fb", "c=1"], [None, None], [None, None], ["/a%3Fb", "c=1"],
    ]  # fmt: skip
    same("\n".join(STEMS).encode(), ("path", "query", "target"))


def test_a_stem_may_have_the_query_where_that_has_no_field(read: Read) -> None:
    lines = ["#Fields: cs-uri-stem", "/a?b", "/a#b"]
    assert [list(row.values()) for row in read(lines, "path,query")[0]] == [["/a", "b"], ["/a", None]]
    same("\n".join(lines).encode(), ("path", "query", "target"))


def test_the_last_field_is_one_field(read: Read) -> None:
    rows, reader = read(["#Fields: cs-uri x-note", "/a b", "/a b c", '/a "b c"', "/a"], "path,x_note")
    assert [row["x_note"] for row in rows] == ["b", "b c"]
    assert [each.line for each in reader.bad] == [3, 5]


def test_a_day_on_every_line_takes_no_more_memory_than_one() -> None:
    lines = [f"#Date: 20{number:02}-01-02\n03:04:05 /a" for number in range(90)]
    rows = LogRows(["path"], Where([]), note=lambda _: None)
    tallies = Tallies()
    for block in rows.ahead(iter([Block("\n".join(["#Fields: time cs-uri", *lines]).encode(), "log", 1, 0)])):
        rows.counted(block, tallies)
    assert tallies.most(2) == [("/a", 90)]
    kept: Any = rows._counter
    assert kept.cache_info().currsize <= 16


def test_the_time_that_iis_has_taken_is_in_thousandths(read: Read) -> None:
    lines = ["{} sc-substatus time-taken", "{} sc-win32-status time-taken", "{} time-taken"]
    found = [
        read([line.format("#Fields: cs-method cs-uri-stem"), row], "time_taken,request_time")[0]
        for line, row in zip(lines, ["GET /a 0 1503", "GET /a 0 1503", "GET /a 1503"], strict=True)
    ]
    assert found == [
        *[[{"time_taken": 1503.0, "request_time": 1.503}]] * 2,
        [{"time_taken": 1503.0, "request_time": None}],  # the draft says seconds; not all servers do as it says
    ]


@pytest.mark.parametrize("date", ["12-Jan-1996 00:00:00", "12-Jan-1996", "1996-01-12 00:00:00", "1996-01-12"])
def test_the_date_may_be_as_the_draft_has_it_in_its_examples(date: str, read: Read) -> None:
    rows, reader = read([f"#Date: {date}", "#Fields: time cs-method cs-uri", "00:34:23 GET /foo/bar.html"], "time")
    assert (rows, reader.bad_count) == ([{"time": "1996-01-12T00:34:23+00:00"}], 0)


@pytest.mark.parametrize("date", ["", "yesterday", "12-Foo-1996", "1996-13-12"])
def test_without_a_day_that_is_known_times_are_bad(date: str, read: Read) -> None:
    _, reader = read([f"#Date: {date}", "#Fields: time cs-method cs-uri", "00:34:23 GET /foo/bar.html"], "time")
    assert reader.bad_count == 1


def test_what_is_known_of_fields_is_known_again() -> None:
    """A log may have other fields above each line: all that is made of them is made once."""
    one, other = b"#Fields: cs-method cs-uri\nGET /a\n", b"#Fields: cs-uri cs-method\n/a GET\n"
    _, *rest = pieces_of((one + other) * 3, Extended("cs-method cs-uri"))
    assert [form.fields for _, form in rest] == ["cs-uri cs-method", "cs-method cs-uri"] * 2 + ["cs-uri cs-method"]
    assert len({id(form) for _, form in rest}) == 2
