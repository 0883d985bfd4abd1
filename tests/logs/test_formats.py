"""Access logs: each format, and what its values are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from urlmill.logs import formats

from .reading import Read
from .samples import (
    CLOUDFRONT,
    COMBINED,
    COMMON,
    NGINX,
    NGINX_TIME,
    VHOST,
    VHOST_WITHOUT_PORT,
    W3C,
)  # fmt: skip


def test_common_lines(read: Read) -> None:
    fields = "time,client,user,method,target,path,query,protocol,status,bytes,referer,agent,request,ident"
    rows, _ = read(COMMON, fields)
    first = {
        "time": "2015-05-17T08:05:03+00:00", "client": "192.0.2.1", "user": "frank", "method": "GET",
        "target": "/a?b=1", "path": "/a", "query": "b=1", "protocol": "HTTP/1.1", "status": 200, "bytes": None,
        "referer": None, "agent": None, "request": "GET /a?b=1 HTTP/1.1", "ident": None,
    }  # fmt: skip
    assert rows == [first, first | {"time": "2015-05-17T10:05:03+00:00", "user": None, "bytes": 17}]


def test_combined_lines_and_their_usual_columns(read: Read) -> None:
    rows, _ = read(COMBINED)
    assert rows == [
        {
            "time": "2015-05-17T10:05:03+00:00", "client": "192.0.2.1", "method": "GET", "path": "/a", "query": "b=1",
            "status": 200, "bytes": 17, "referer": "http://example.org/from?x=1", "agent": "Mozilla/5.0 (X11)",
        },
        {
            "time": "2015-05-17T10:05:04+00:00", "client": "2001:db8::1", "method": "POST", "path": "/b", "query": None,
            "status": 404, "bytes": 0, "referer": None, "agent": 'say \\"hi\\"',
        },
    ]  # fmt: skip


def test_a_user_may_have_a_space_in_the_name(read: Read) -> None:
    rows, reader = read([COMBINED[1]], "client,user")
    assert rows == [{"client": "2001:db8::1", "user": "john smith"}]
    assert reader.format == "combined"


@pytest.mark.parametrize(("lines", "port"), [(VHOST, 443), (VHOST_WITHOUT_PORT, None)], ids=["with port", "without"])
def test_a_virtual_host_comes_first(read: Read, lines: list[str], port: int | None) -> None:
    usual, reader = read(lines)
    assert reader.format == "vhost_combined"
    assert list(usual[0])[:3] == ["host", "time", "client"]
    rows, _ = read(lines, "host,port,registrable_domain,client,path")
    assert rows[0] == {
        "host": "www.example.org", "port": port, "registrable_domain": "example.org", "client": "192.0.2.1",
        "path": "/a",
    }  # fmt: skip


def test_nginx_lines_with_more_at_their_end(read: Read) -> None:
    rows, _ = read(NGINX, "agent,x_forwarded_for")
    assert [row["x_forwarded_for"] for row in rows] == ["203.0.113.7, 192.0.2.9", None]
    rows, reader = read(NGINX_TIME, "agent,request_time")
    assert [row["request_time"] for row in rows] == [0.005, 1.25]
    assert reader.format == "nginx"


def test_w3c_lines_of_iis(read: Read) -> None:
    fields = "time,port,client,user,method,target,path,query,status,referer_host,agent,time_taken,sc-substatus,s_ip"
    rows, _ = read(W3C, fields)
    assert rows == [
        {
            "time": "2024-01-02T03:04:05+00:00", "port": 443, "client": "192.0.2.1", "user": None, "method": "GET",
            "target": "/a?b=1", "path": "/a", "query": "b=1", "status": 200, "referer_host": "example.org",
            "agent": "Mozilla/5.0 (X11)", "time_taken": 15.0, "sc-substatus": "0", "s_ip": "10.0.0.1",
        },
        {
            "time": "2024-01-02T03:04:06+00:00", "port": 443, "client": "192.0.2.2", "user": "DOM\\anna",
            "method": "GET", "target": "/c", "path": "/c", "query": None, "status": 404, "referer_host": None,
            "agent": None, "time_taken": 31.0, "sc-substatus": "0", "s_ip": "10.0.0.1",
        },
    ]  # fmt: skip


def test_lines_of_cloudfront(read: Read) -> None:
    fields = "time,host,client,path,query,status,bytes,referer_host,agent,x_edge_location,cs(Cookie),time_taken"
    rows, _ = read(CLOUDFRONT, fields)
    assert rows == [
        {
            "time": "2024-01-02T03:04:05+00:00", "host": "www.example.org", "client": "192.0.2.1", "path": "/a",
            "query": "b=1", "status": 200, "bytes": 1045619, "referer_host": "example.org",
            "agent": "Mozilla/5.0 (X11) a+b", "x_edge_location": "FRA2", "cs(Cookie)": None, "time_taken": 0.015,
        }
    ]  # fmt: skip


@pytest.mark.usefixtures("small_blocks")
def test_w3c_fields_may_change_in_the_middle_of_a_file(read: Read) -> None:
    lines = [
        "#Fields: date time cs-uri-stem sc-status", "2024-01-02 03:04:05 /1 200", "# a note", "",
        "2024-01-02 03:04:05 /2",
        *["2024-01-02 03:04:05 /3 200"] * 9, "#Date: 2024-01-03 00:00:00", "#Fields: time sc-status cs-uri",
        "03:04:05 404 /4", *["03:04:06 404 /5"] * 9, "03:04:07 404 /6 more",
    ]  # fmt: skip
    rows, reader = read(lines, "time,path,status")
    assert [row["path"] for row in rows] == ["/1", *["/3"] * 9, "/4", *["/5"] * 9]
    assert rows[10] == {"time": "2024-01-03T03:04:05+00:00", "path": "/4", "status": 404}
    assert [(each.line, each.text) for each in reader.bad] == [(5, lines[4]), (27, lines[26])]


def test_a_pattern_with_named_groups(read: Read) -> None:
    pattern = r"^(?P<time>\S+) (?P<method>[A-Z]+) (?P<target>\S+) (?P<status>\d+)(?: (?P<took>\d+)ms)?$"
    lines = [
        "2024-01-02T03:04:05.5Z GET //a?b 200 17ms",
        "2024-01-02T03:04:06Z PUT /c 99999",
        "x",
        "2024-01-02T03:04:07Z PUT /c 201",
    ]
    rows, reader = read(lines, "time,method,path,query,status,took", regex=pattern)
    assert reader.format == "regex"
    assert [list(row.values()) for row in rows] == [
        ["2024-01-02T03:04:05.500000+00:00", "GET", "//a", "b", 200, "17"],
        ["2024-01-02T03:04:07+00:00", "PUT", "/c", None, 201, None],
    ]
    assert [each.line for each in reader.bad] == [2, 3]


def test_a_pattern_has_all_its_groups_for_columns(read: Read) -> None:
    pattern = r"^(?P<time>\S+) (?P<target>\S+) (?P<took>\d+)ms$"
    rows, _ = read(["2026-01-02T03:04:05Z /x?y=1 15ms"], regex=pattern)
    assert rows == [{"time": "2026-01-02T03:04:05+00:00", "path": "/x", "query": "y=1", "took": "15"}]
    assert read([], regex=pattern)[1].fields == ["time", "path", "query", "took"]


def test_formats_import_none_of_each_other() -> None:
    (folder,) = map(Path, formats.__path__)
    names = {file.stem for file in folder.glob("*.py")}
    assert {"delimited", "json", "pattern", "w3c"} <= names
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                assert names.isdisjoint([node.module, *(alias.name for alias in node.names)]), file.name
