"""Access logs: each format, and what its values are."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from urlmill.cli.log_json import is_plain
from urlmill.cli.log_values import numbers, times

from .access_logs import (
    CLOUDFRONT,
    COMBINED,
    COMMON,
    JSON_CADDY,
    JSON_CLOUDFLARE,
    JSON_NGINX,
    JSON_TRAEFIK,
    NGINX,
    NGINX_TIME,
    VHOST,
    VHOST_WITHOUT_PORT,
    W3C,
    Run,
    bad_of,
)  # fmt: skip

NAMES = {
    "common": COMMON, "combined": COMBINED, "vhost_combined": VHOST, "nginx": NGINX, "json": JSON_NGINX, "w3c": W3C,
    "cloudfront": CLOUDFRONT,
}  # fmt: skip


@pytest.mark.parametrize(("name", "lines"), NAMES.items(), ids=NAMES)
def test_the_format_is_found_and_said(run_logs: Run, name: str, lines: list[str]) -> None:
    assert run_logs(logs=[lines])[2] == f"urlmill: 0.log: {name}\n"
    assert run_logs("--quiet", logs=[lines])[2] == ""


@pytest.mark.parametrize(("name", "lines"), NAMES.items(), ids=NAMES)
def test_a_format_that_was_named_is_not_said_and_gives_the_same_rows(
    run_logs: Run, name: str, lines: list[str]
) -> None:
    assert run_logs("--format", name, logs=[lines]) == (0, run_logs(logs=[lines])[1], "")


def test_common_lines(run_logs: Run) -> None:
    fields = "time,client,user,method,target,path,query,protocol,status,bytes,referer,agent,request,ident"
    _, rows, _ = run_logs("--fields", fields, logs=[COMMON])
    first = {
        "time": "2015-05-17T08:05:03+00:00", "client": "192.0.2.1", "user": "frank", "method": "GET",
        "target": "/a?b=1", "path": "/a", "query": "b=1", "protocol": "HTTP/1.1", "status": 200, "bytes": None,
        "referer": None, "agent": None, "request": "GET /a?b=1 HTTP/1.1", "ident": None,
    }  # fmt: skip
    assert rows == [first, first | {"time": "2015-05-17T10:05:03+00:00", "user": None, "bytes": 17}]


def test_combined_lines_and_their_usual_columns(run_logs: Run) -> None:
    _, rows, _ = run_logs(logs=[COMBINED])
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


def test_a_user_may_have_a_space_in_the_name(run_logs: Run) -> None:
    _, rows, said = run_logs("--fields", "client,user", logs=[[COMBINED[1]]])
    assert rows == [{"client": "2001:db8::1", "user": "john smith"}]
    assert said == "urlmill: 0.log: combined\n"


@pytest.mark.parametrize(("lines", "port"), [(VHOST, 443), (VHOST_WITHOUT_PORT, None)], ids=["with port", "without"])
def test_a_virtual_host_comes_first(run_logs: Run, lines: list[str], port: int | None) -> None:
    _, usual, said = run_logs(logs=[lines])
    assert said == "urlmill: 0.log: vhost_combined\n"
    assert list(usual[0])[:3] == ["host", "time", "client"]
    _, rows, _ = run_logs("--fields", "host,port,registrable_domain,client,path", logs=[lines])
    assert rows[0] == {
        "host": "www.example.org", "port": port, "registrable_domain": "example.org", "client": "192.0.2.1",
        "path": "/a",
    }  # fmt: skip


def test_nginx_lines_with_more_at_their_end(run_logs: Run) -> None:
    _, rows, _ = run_logs("--fields", "agent,x_forwarded_for", logs=[NGINX])
    assert [row["x_forwarded_for"] for row in rows] == ["203.0.113.7, 192.0.2.9", None]
    _, rows, said = run_logs("--fields", "agent,request_time", logs=[NGINX_TIME])
    assert [row["request_time"] for row in rows] == [0.005, 1.25]
    assert said == "urlmill: 0.log: nginx\n"


def test_json_lines_of_nginx(run_logs: Run) -> None:
    fields = "time,host,client,user,method,target,path,query,status,bytes,referer_host,agent"
    _, rows, _ = run_logs("--fields", fields, logs=[JSON_NGINX])
    assert rows == [
        {
            "time": "2015-05-17T08:05:03+00:00", "host": "example.org", "client": "192.0.2.1", "user": None,
            "method": "GET", "target": "/a?b=1", "path": "/a", "query": "b=1", "status": 200, "bytes": 17,
            "referer_host": None, "agent": "x",
        },
        {
            "time": "2015-05-17T08:05:04+00:00", "host": "example.org", "client": "192.0.2.2", "user": "",
            "method": None, "target": None, "path": None, "query": None, "status": 400, "bytes": 0,
            "referer_host": "e.example", "agent": "",
        },
    ]  # fmt: skip


def test_json_lines_of_caddy_are_nested(run_logs: Run) -> None:
    fields = (
        "time,host,client,method,path,query,protocol,status,bytes,referer_host,agent,request_time,logger,request.host"
    )
    _, rows, _ = run_logs("--fields", fields, logs=[JSON_CADDY])
    assert rows == [
        {
            "time": "2022-03-09T21:30:01.524102+00:00", "host": "localhost", "client": "192.0.2.1", "method": "GET",
            "path": "/a", "query": "b=1", "protocol": "HTTP/2.0", "status": 200, "bytes": 10900,
            "referer_host": "e.example", "agent": "curl/7.82.0", "request_time": 0.000929675,
            "logger": "http.log.access", "request.host": "localhost",
        }
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "time"),
    [(JSON_TRAEFIK, "2024-01-02T03:04:05.123456+00:00"), (JSON_CLOUDFLARE, "2024-01-02T03:04:05+00:00")],
    ids=["traefik", "cloudflare"],
)
def test_json_lines_of_other_servers(run_logs: Run, lines: list[str], time: str) -> None:
    _, rows, _ = run_logs("--fields", "time,host,client,method,path,query", logs=[lines])
    assert rows == [
        {"time": time, "host": "example.org", "client": "192.0.2.1", "method": "GET", "path": "/a", "query": "b=1"}
    ]


def test_a_json_query_that_stands_apart_belongs_to_the_target(run_logs: Run) -> None:
    lines = [
        '{"uri":"/a","args":"b=1","status":200}',
        '{"uri":"/a?c","args":"b=1","status":200}',
        '{"uri":"/a","status":200}',
    ]
    _, rows, _ = run_logs("--fields", "target,query", logs=[lines])
    assert [tuple(row.values()) for row in rows] == [("/a?b=1", "b=1"), ("/a?c", "c"), ("/a", None)]


def test_json_times_of_every_kind(run_logs: Run) -> None:
    written = [
        '"2024-01-02T03:04:05Z"', '"2024-01-02 03:04:05"', '"2024-01-02T05:04:05+0200"', "1704164645", "1704164645000",
        "1704164645.0", '"1704164645"', '"1704164645.000"', '"02/Jan/2024:03:04:05 +0000"', "1704164645000000",
        "1704164645000000000", "null", '"-"', '""',
    ]  # fmt: skip
    _, rows, said = run_logs("--fields", "time", logs=[[f'{{"time":{each},"uri":"/"}}' for each in written]])
    assert [row["time"] for row in rows] == ["2024-01-02T03:04:05+00:00"] * 11 + [None] * 3
    assert said == "urlmill: 0.log: json\n"


def test_bad_json_lines_are_found_and_the_others_are_read(run_logs: Run, tmp_path: Path) -> None:
    good = '{"uri":"/a","status":200}'
    wrong = [
        '{"uri":"/a","status":"abc"}', "[1]", "7", '{"uri":', "nothing", good + good, '{"uri":"\\ud800"}',
        '{"uri":"/a","time":"2024-02-31T00:00:00Z"}', '{"uri":"/a","status":70000}', '{"uri":"/a","status":-1}',
    ]  # fmt: skip
    lines = [f'{good[:-1]},"time":"2024-02-29T00:00:00Z"}}'] * 20 + [line for each in wrong for line in (each, good)]
    _, rows, _ = run_logs("--fields", "path,status", "--bad", str(tmp_path / "bad"), logs=[lines])
    assert rows == [{"path": "/a", "status": 200}] * 30
    found = bad_of(tmp_path / "bad")
    assert [int(line) for line, *_ in found] == list(range(21, 41, 2))
    assert {reason for _, reason, *_ in found} == {"bad-line"}
    assert found[3][2] == "7"


def test_the_fast_way_to_read_json_is_taken_only_where_lines_are_objects() -> None:
    assert is_plain(b'{"a":1}\n{"a":{}}\r\n{}', 3)
    assert not is_plain(b'{"a":\n1}{"a":1}\n', 2)
    assert not is_plain(b'{"a":"\xff"}\n', 1)
    assert not is_plain(b'{"a":-NaN}\n', 1)


@pytest.mark.parametrize("lines", [JSON_NGINX, JSON_CADDY, JSON_TRAEFIK, JSON_CLOUDFLARE])
def test_both_ways_to_read_json_see_the_same(run_logs: Run, lines: list[str], tmp_path: Path) -> None:
    fields = "time,host,client,user,method,target,status,bytes,referer,agent,level,size,request_time"
    _, fast, _ = run_logs("--fields", fields, logs=[lines * 60])
    _, slow, _ = run_logs("--fields", fields, "--bad", str(tmp_path / "bad"), logs=[[*lines * 60, "{"]])
    assert fast == slow
    assert len(bad_of(tmp_path / "bad")) == 1


def test_w3c_lines_of_iis(run_logs: Run) -> None:
    fields = "time,port,client,user,method,target,path,query,status,referer_host,agent,time_taken,sc-substatus,s_ip"
    _, rows, _ = run_logs("--fields", fields, logs=[W3C])
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


def test_lines_of_cloudfront(run_logs: Run) -> None:
    fields = "time,host,client,path,query,status,bytes,referer_host,agent,x_edge_location,cs(Cookie),time_taken"
    _, rows, _ = run_logs("--fields", fields, logs=[CLOUDFRONT])
    assert rows == [
        {
            "time": "2024-01-02T03:04:05+00:00", "host": "www.example.org", "client": "192.0.2.1", "path": "/a",
            "query": "b=1", "status": 200, "bytes": 1045619, "referer_host": "example.org",
            "agent": "Mozilla/5.0 (X11) a+b", "x_edge_location": "FRA2", "cs(Cookie)": None, "time_taken": 0.015,
        }
    ]  # fmt: skip


@pytest.mark.usefixtures("small_blocks")
def test_w3c_fields_may_change_in_the_middle_of_a_file(run_logs: Run, tmp_path: Path) -> None:
    lines = [
        "#Fields: date time cs-uri-stem sc-status", "2024-01-02 03:04:05 /1 200", "# a note", "",
        "2024-01-02 03:04:05 /2",
        *["2024-01-02 03:04:05 /3 200"] * 9, "#Date: 2024-01-03 00:00:00", "#Fields: time sc-status cs-uri",
        "03:04:05 404 /4", *["03:04:06 404 /5"] * 9, "03:04:07 404 /6 more",
    ]  # fmt: skip
    _, rows, _ = run_logs("--fields", "time,path,status", "--bad", str(tmp_path / "bad"), logs=[lines])
    assert [row["path"] for row in rows] == ["/1", *["/3"] * 9, "/4", *["/5"] * 9]
    assert rows[10] == {"time": "2024-01-03T03:04:05+00:00", "path": "/4", "status": 404}
    assert [(int(line), text) for line, _, _, text in bad_of(tmp_path / "bad")] == [(5, lines[4]), (27, lines[26])]


def test_a_pattern_with_named_groups(run_logs: Run, tmp_path: Path) -> None:
    pattern = r"^(?P<time>\S+) (?P<method>[A-Z]+) (?P<target>\S+) (?P<status>\d+)(?: (?P<took>\d+)ms)?$"
    lines = [
        "2024-01-02T03:04:05.5Z GET //a?b 200 17ms",
        "2024-01-02T03:04:06Z PUT /c 99999",
        "x",
        "2024-01-02T03:04:07Z PUT /c 201",
    ]
    arguments = ("--regex", pattern, "--fields", "time,method,path,query,status,took", "--bad", str(tmp_path / "bad"))
    status, rows, _ = run_logs(*arguments, "--strict", logs=[lines])
    assert status == 1
    assert [list(row.values()) for row in rows] == [
        ["2024-01-02T03:04:05.500000+00:00", "GET", "//a", "b", 200, "17"],
        ["2024-01-02T03:04:07+00:00", "PUT", "/c", None, 201, None],
    ]
    assert [int(line) for line, *_ in bad_of(tmp_path / "bad")] == [2, 3]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--regex", "(?P<a>"),
        ("--regex", "a"),
        ("--regex", "(?P<a>.)(?P<a>.)"),
        ("--regex", "(?P<a>.)", "--format", "json"),
    ],
    ids=["broken", "no group", "one name twice", "beside a format"],
)
def test_a_wrong_pattern_is_a_usage_error(run_logs: Run, arguments: tuple[str, ...]) -> None:
    assert run_logs(*arguments, logs=[COMMON])[0] == 2


def test_numbers_are_decimal_and_fit() -> None:
    texts = pa.array(["0", "007", "65535", "65536", "0x10", "+1", "-1", "1.0", "1.5", "", None, "9" * 5000])
    assert numbers(texts, pa.uint16()).to_pylist() == [0, 7, 65535, None, None, None, None, 1, *[None] * 4]


def test_a_time_that_there_is_not_spoils_no_other() -> None:
    texts = ["2024-02-29T00:00:00Z"] * 40 + ["2023-02-29T00:00:00Z"] + ["2024-02-29 00:00"] * 3 + ["now", None]
    found = times(pa.array(texts)).to_pylist()
    assert found[:40] == found[41:44] + found[:37]
    assert (found[40], found[44], found[45]) == (None, None, None)


def test_a_pattern_has_all_its_groups_for_columns(run_logs: Run) -> None:
    pattern = r"^(?P<time>\S+) (?P<target>\S+) (?P<took>\d+)ms$"
    _, rows, _ = run_logs("--regex", pattern, logs=[["2026-01-02T03:04:05Z /x?y=1 15ms"]])
    assert rows == [{"time": "2026-01-02T03:04:05+00:00", "path": "/x", "query": "y=1", "took": "15"}]
    assert run_logs("--regex", pattern, logs=[[]])[:2] == (0, [])


def test_hosts_of_a_later_log_are_not_left_out_silently(run_logs: Run) -> None:
    assert "1.log: its hosts are left out" in run_logs(logs=[COMBINED, VHOST])[2]
    assert "left out" not in run_logs("--fields", "path", logs=[COMBINED, VHOST])[2]
    assert "left out" not in run_logs(logs=[VHOST, COMBINED])[2]
