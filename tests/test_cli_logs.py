"""Access logs: each format, what is wrong with lines, and the numbers beside awk's."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from urlmill.cli import inputs, job
from urlmill.cli.log_detect import detect
from urlmill.cli.log_json import is_plain
from urlmill.cli.log_values import numbers, times
from urlmill.cli.main import main

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared" / "data" / "logs" / "apache_combined.log"
SAMPLE = HERE.parent / "demo" / "access.log"
LOG = SHARED if SHARED.is_file() else SAMPLE  # the real one, where it is beside the repository

START = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a?b=1 HTTP/1.1" 200 17'
COMMON = ['192.0.2.1 - frank [17/May/2015:10:05:03 +0200] "GET /a?b=1 HTTP/1.1" 200 -', START]
COMBINED = [
    START + ' "http://example.org/from?x=1" "Mozilla/5.0 (X11)"',
    '2001:db8::1 - john smith [17/May/2015:10:05:04 +0000] "POST /b HTTP/2.0" 404 0 "-" "say \\"hi\\""',
]
VHOST = [f"www.example.org:443 {line}" for line in COMBINED]
VHOST_PLAIN = [f"www.example.org {line}" for line in COMBINED]
NGINX = [COMBINED[0] + ' "203.0.113.7, 192.0.2.9"', COMBINED[1] + ' "-"']
NGINX_TIME = [COMBINED[0] + " 0.005", COMBINED[1] + " 1.25"]
JSON_NGINX = [
    '{"time_iso8601":"2015-05-17T10:05:03+02:00","remote_addr":"192.0.2.1","remote_user":"-","host":"example.org",'
    '"request":"GET /a?b=1 HTTP/1.1","status":"200","body_bytes_sent":"17","http_referer":"-","http_user_agent":"x"}',
    '{"time_iso8601":"2015-05-17T10:05:04+02:00","remote_addr":"192.0.2.2","remote_user":"","host":"example.org",'
    '"request":"\\u0016\\u0003","status":"400","body_bytes_sent":"0","http_referer":"http://e.example/","http_user_agent":""}',
]
JSON_CADDY = [
    '{"level":"info","ts":1646861401.5241024,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":'
    '"127.0.0.1","client_ip":"192.0.2.1","proto":"HTTP/2.0","method":"GET","host":"localhost","uri":"/a?b=1","headers":'
    '{"User-Agent":["curl/7.82.0"],"Referer":["http://e.example/x"]}},"bytes_read":0,"duration":0.000929675,'
    '"size":10900,"status":200}'
]
JSON_TRAEFIK = [
    '{"ClientHost":"192.0.2.1","ClientUsername":"-","DownstreamContentSize":19,"DownstreamStatus":404,"RequestHost":'
    '"example.org","RequestMethod":"GET","RequestPath":"/a?b=1","RequestProtocol":"HTTP/1.1","StartUTC":'
    '"2024-01-02T03:04:05.123456789Z","request_User-Agent":"curl/8"}'
]
JSON_CLOUDFLARE = [
    '{"ClientIP":"192.0.2.1","ClientRequestHost":"example.org","ClientRequestMethod":"GET","ClientRequestURI":"/a?b=1",'
    '"EdgeResponseBytes":69045,"EdgeResponseStatus":200,"EdgeStartTimestamp":1704164645000000000,"RayID":"3a6050bcbe121a87"}'
]
W3C = [
    "#Software: Microsoft Internet Information Services 10.0",
    "#Version: 1.0",
    "#Date: 2024-01-02 00:00:00",
    "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) "
    "sc-status sc-substatus sc-win32-status time-taken",
    "2024-01-02 03:04:05 10.0.0.1 GET /a b=1 443 - 192.0.2.1 Mozilla/5.0+(X11) http://example.org/x 200 0 0 15",
    "2024-01-02 03:04:06 10.0.0.1 GET /c - 443 DOM\\anna 192.0.2.2 - - 404 0 2 31",
]
CLOUDFRONT = [
    "#Version: 1.0",
    "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) "
    "cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-host-header cs-protocol time-taken",
    "2024-01-02\t03:04:05\tFRA2\t1045619\t192.0.2.1\tGET\td111.cloudfront.example\t/a\t200\thttp://example.org/x\t"
    "Mozilla/5.0%20(X11)%20a%2Bb\tb=1\t-\tHit\twww.example.org\thttps\t0.015",
]
NAMES = {
    "common": COMMON, "combined": COMBINED, "vhost_combined": VHOST, "nginx": NGINX, "json": JSON_NGINX, "w3c": W3C,
    "cloudfront": CLOUDFRONT,
}  # fmt: skip

Run = Callable[..., "tuple[int, list[dict[str, Any]], str]"]


@pytest.fixture
def run(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs ``logs`` on files of these lines, or octets: status, rows and what was said."""

    def run(*arguments: str, logs: list[list[str] | bytes]) -> tuple[int, list[dict[str, Any]], str]:
        paths = []
        for number, log in enumerate(logs):
            path = tmp_path / f"{number}.log"
            path.write_bytes(log if isinstance(log, bytes) else "".join(f"{line}\n" for line in log).encode())
            paths.append(str(path))
        status = main(["logs", *arguments, "--to", "jsonl", *paths])
        out, said = capfdbinary.readouterr()
        return status, list(map(json.loads, out.splitlines())), said.decode().replace(f"{tmp_path}/", "")

    return run


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of about two lines."""
    read = inputs.blocks
    monkeypatch.setattr(job, "blocks", lambda paths, warn: read(paths, warn, 150))


def bad_of(path: Path) -> list[list[str]]:
    return [line.split("\t")[1:] for line in path.read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("name", "lines"), NAMES.items(), ids=NAMES)
def test_the_format_is_found_and_said(run: Run, name: str, lines: list[str]) -> None:
    assert run(logs=[lines])[2] == f"urlmill: 0.log: {name}\n"
    assert run("--quiet", logs=[lines])[2] == ""


@pytest.mark.parametrize(("name", "lines"), NAMES.items(), ids=NAMES)
def test_a_format_that_was_named_is_not_said_and_gives_the_same_rows(run: Run, name: str, lines: list[str]) -> None:
    assert run("--format", name, logs=[lines]) == (0, run(logs=[lines])[1], "")


def test_common_lines(run: Run) -> None:
    fields = "time,client,user,method,target,path,query,protocol,status,bytes,referer,agent,request,ident"
    _, rows, _ = run("--fields", fields, logs=[COMMON])
    first = {
        "time": "2015-05-17T08:05:03+00:00", "client": "192.0.2.1", "user": "frank", "method": "GET",
        "target": "/a?b=1", "path": "/a", "query": "b=1", "protocol": "HTTP/1.1", "status": 200, "bytes": None,
        "referer": None, "agent": None, "request": "GET /a?b=1 HTTP/1.1", "ident": None,
    }  # fmt: skip
    assert rows == [first, first | {"time": "2015-05-17T10:05:03+00:00", "user": None, "bytes": 17}]


def test_combined_lines_and_their_usual_columns(run: Run) -> None:
    _, rows, _ = run(logs=[COMBINED])
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


def test_a_user_may_have_a_space_in_the_name(run: Run) -> None:
    _, rows, said = run("--fields", "client,user", logs=[[COMBINED[1]]])
    assert rows == [{"client": "2001:db8::1", "user": "john smith"}]
    assert said == "urlmill: 0.log: combined\n"


@pytest.mark.parametrize(("lines", "port"), [(VHOST, 443), (VHOST_PLAIN, None)], ids=["with port", "without"])
def test_a_virtual_host_comes_first(run: Run, lines: list[str], port: int | None) -> None:
    _, usual, said = run(logs=[lines])
    assert said == "urlmill: 0.log: vhost_combined\n"
    assert list(usual[0])[:3] == ["host", "time", "client"]
    _, rows, _ = run("--fields", "host,port,registrable_domain,client,path", logs=[lines])
    assert rows[0] == {
        "host": "www.example.org", "port": port, "registrable_domain": "example.org", "client": "192.0.2.1",
        "path": "/a",
    }  # fmt: skip


def test_nginx_lines_with_more_at_their_end(run: Run) -> None:
    _, rows, _ = run("--fields", "agent,x_forwarded_for", logs=[NGINX])
    assert [row["x_forwarded_for"] for row in rows] == ["203.0.113.7, 192.0.2.9", None]
    _, rows, said = run("--fields", "agent,request_time", logs=[NGINX_TIME])
    assert [row["request_time"] for row in rows] == [0.005, 1.25]
    assert said == "urlmill: 0.log: nginx\n"


def test_json_lines_of_nginx(run: Run) -> None:
    fields = "time,host,client,user,method,target,path,query,status,bytes,referer_host,agent"
    _, rows, _ = run("--fields", fields, logs=[JSON_NGINX])
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


def test_json_lines_of_caddy_are_nested(run: Run) -> None:
    fields = (
        "time,host,client,method,path,query,protocol,status,bytes,referer_host,agent,request_time,logger,request.host"
    )
    _, rows, _ = run("--fields", fields, logs=[JSON_CADDY])
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
def test_json_lines_of_other_servers(run: Run, lines: list[str], time: str) -> None:
    _, rows, _ = run("--fields", "time,host,client,method,path,query", logs=[lines])
    assert rows == [
        {"time": time, "host": "example.org", "client": "192.0.2.1", "method": "GET", "path": "/a", "query": "b=1"}
    ]


def test_a_json_query_that_stands_apart_belongs_to_the_target(run: Run) -> None:
    lines = [
        '{"uri":"/a","args":"b=1","status":200}',
        '{"uri":"/a?c","args":"b=1","status":200}',
        '{"uri":"/a","status":200}',
    ]
    _, rows, _ = run("--fields", "target,query", logs=[lines])
    assert [tuple(row.values()) for row in rows] == [("/a?b=1", "b=1"), ("/a?c", "c"), ("/a", None)]


def test_json_times_of_every_kind(run: Run) -> None:
    written = [
        '"2024-01-02T03:04:05Z"', '"2024-01-02 03:04:05"', '"2024-01-02T05:04:05+0200"', "1704164645", "1704164645000",
        "1704164645.0", '"1704164645"', '"1704164645.000"', '"02/Jan/2024:03:04:05 +0000"', "1704164645000000",
        "1704164645000000000", "null", '"-"', '""',
    ]  # fmt: skip
    _, rows, said = run("--fields", "time", logs=[[f'{{"time":{each},"uri":"/"}}' for each in written]])
    assert [row["time"] for row in rows] == ["2024-01-02T03:04:05+00:00"] * 11 + [None] * 3
    assert said == "urlmill: 0.log: json\n"


def test_bad_json_lines_are_found_and_the_others_are_read(run: Run, tmp_path: Path) -> None:
    good = '{"uri":"/a","status":200}'
    wrong = [
        '{"uri":"/a","status":"abc"}', "[1]", "7", '{"uri":', "nothing", good + good, '{"uri":"\\ud800"}',
        '{"uri":"/a","time":"2024-02-31T00:00:00Z"}', '{"uri":"/a","status":70000}', '{"uri":"/a","status":-1}',
    ]  # fmt: skip
    lines = [f'{good[:-1]},"time":"2024-02-29T00:00:00Z"}}'] * 20 + [line for each in wrong for line in (each, good)]
    _, rows, _ = run("--fields", "path,status", "--bad", str(tmp_path / "bad"), logs=[lines])
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
def test_both_ways_to_read_json_see_the_same(run: Run, lines: list[str], tmp_path: Path) -> None:
    fields = "time,host,client,user,method,target,status,bytes,referer,agent,level,size,request_time"
    _, fast, _ = run("--fields", fields, logs=[lines * 60])
    _, slow, _ = run("--fields", fields, "--bad", str(tmp_path / "bad"), logs=[[*lines * 60, "{"]])
    assert fast == slow
    assert len(bad_of(tmp_path / "bad")) == 1


def test_w3c_lines_of_iis(run: Run) -> None:
    fields = "time,port,client,user,method,target,path,query,status,referer_host,agent,time_taken,sc-substatus,s_ip"
    _, rows, _ = run("--fields", fields, logs=[W3C])
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


def test_lines_of_cloudfront(run: Run) -> None:
    fields = "time,host,client,path,query,status,bytes,referer_host,agent,x_edge_location,cs(Cookie),time_taken"
    _, rows, _ = run("--fields", fields, logs=[CLOUDFRONT])
    assert rows == [
        {
            "time": "2024-01-02T03:04:05+00:00", "host": "www.example.org", "client": "192.0.2.1", "path": "/a",
            "query": "b=1", "status": 200, "bytes": 1045619, "referer_host": "example.org",
            "agent": "Mozilla/5.0 (X11) a+b", "x_edge_location": "FRA2", "cs(Cookie)": None, "time_taken": 0.015,
        }
    ]  # fmt: skip


@pytest.mark.usefixtures("small_blocks")
def test_w3c_fields_may_change_in_the_middle_of_a_file(run: Run, tmp_path: Path) -> None:
    lines = [
        "#Fields: date time cs-uri-stem sc-status", "2024-01-02 03:04:05 /1 200", "# a note", "", "2024-01-02 03:04:05 /2",
        *["2024-01-02 03:04:05 /3 200"] * 9, "#Date: 2024-01-03 00:00:00", "#Fields: time sc-status cs-uri",
        "03:04:05 404 /4", *["03:04:06 404 /5"] * 9, "03:04:07 404 /6 more",
    ]  # fmt: skip
    _, rows, _ = run("--fields", "time,path,status", "--bad", str(tmp_path / "bad"), logs=[lines])
    assert [row["path"] for row in rows] == ["/1", *["/3"] * 9, "/4", *["/5"] * 9]
    assert rows[10] == {"time": "2024-01-03T03:04:05+00:00", "path": "/4", "status": 404}
    assert [(int(line), text) for line, _, _, text in bad_of(tmp_path / "bad")] == [(5, lines[4]), (27, lines[26])]


def test_a_pattern_with_named_groups(run: Run, tmp_path: Path) -> None:
    pattern = r"^(?P<time>\S+) (?P<method>[A-Z]+) (?P<target>\S+) (?P<status>\d+)(?: (?P<took>\d+)ms)?$"
    lines = [
        "2024-01-02T03:04:05.5Z GET //a?b 200 17ms",
        "2024-01-02T03:04:06Z PUT /c 99999",
        "x",
        "2024-01-02T03:04:07Z PUT /c 201",
    ]
    arguments = ("--regex", pattern, "--fields", "time,method,path,query,status,took", "--bad", str(tmp_path / "bad"))
    status, rows, _ = run(*arguments, "--strict", logs=[lines])
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
def test_a_wrong_pattern_is_a_usage_error(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, logs=[COMMON])[0] == 2


def targets(run: Run, *requests: str, fields: str = "host,port,path,query") -> list[list[Any]]:
    lines = [START.replace("GET /a?b=1 HTTP/1.1", each) for each in requests]
    return [list(row.values()) for row in run("--fields", fields, logs=[lines])[1]]


def test_a_target_of_two_slashes_is_a_path_and_no_host(run: Run) -> None:
    found = targets(
        run, "GET //a/b?c HTTP/1.1", "GET /d HTTP/1.1", "GET //[x HTTP/1.1", "GET ///?// HTTP/1.1", "GET // HTTP/1.1"
    )
    assert found == [
        [None, None, "//a/b", "c"], [None, None, "/d", None], [None, None, "//[x", None], [None, None, "///", "//"],
        [None, None, "//", None],
    ]  # fmt: skip
    assert targets(run, "GET //a.b/c.html HTTP/1.1", fields="netloc,extension,depth,scheme") == [
        [None, "html", 2, None]
    ]


def test_a_target_of_a_proxy_gives_the_host(run: Run) -> None:
    found = targets(run, "GET http://Proxy.example:8080/ip?x HTTP/1.1", "GET /b HTTP/1.1", "GET //c HTTP/1.1")
    assert found == [["proxy.example", 8080, "/ip", "x"], [None, None, "/b", None], [None, None, "//c", None]]


def test_connect_names_a_host_and_options_may_name_no_path(run: Run) -> None:
    found = targets(run, "CONNECT a.example:443 HTTP/1.1", "CONNECT 192.0.2.1:25 HTTP/1.1", "OPTIONS * HTTP/1.1")
    assert found == [["a.example", 443, None, None], ["192.0.2.1", 25, None, None], [None, None, "*", None]]


def test_a_virtual_host_that_was_written_counts_more_than_that_of_the_target(run: Run) -> None:
    line = VHOST[0].replace("GET /a", "GET http://other.example:1/a")
    _, rows, _ = run("--fields", "host,port,registrable_domain", logs=[[line]])
    assert rows == [{"host": "www.example.org", "port": 443, "registrable_domain": "example.org"}]


def test_a_request_that_is_none_has_no_parts_but_is_a_row(run: Run) -> None:
    found = targets(run, r"\x16\x03\x01", "-", "GET /old", fields="request,method,path,protocol")
    assert found == [[r"\x16\x03\x01", None, None, None], [None] * 4, ["GET /old", "GET", "/old", None]]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_bad_lines_are_found_in_whatever_block_they_are(run: Run, tmp_path: Path, end: str) -> None:
    lines = [*COMBINED] * 50
    wrong = {
        3: "not a line",
        40: COMBINED[0][:-1],
        41: COMBINED[0] + " ",
        77: COMBINED[0].replace(" 200 ", " ok "),
        99: "#",
    }
    for number, line in wrong.items():
        lines[number - 1] = line
    lines[10] = ""
    octets = end.join(lines).encode() + b"\xe9"
    _, rows, said = run("--fields", "status", "--bad", str(tmp_path / "bad"), logs=[octets])
    found = bad_of(tmp_path / "bad")
    assert {int(line): text for line, _, _, text in found} == {**wrong, 100: COMBINED[1].replace("\\", "\\\\") + "é"}
    assert len(rows) == 100 - len(wrong) - 2
    assert said.endswith(f"urlmill: 6 bad lines beside 93 rows, see {tmp_path}/bad\n".replace(f"{tmp_path}/", ""))


@pytest.mark.parametrize("fields", ["client", "path", "time,referer_host"])
def test_whether_a_line_is_bad_does_not_depend_on_what_is_asked(run: Run, fields: str) -> None:
    lines = [*COMBINED, COMBINED[0].replace(" 200 ", " ok "), COMBINED[0].replace("May", "Mai")]
    assert len(run("--fields", fields, logs=[lines])[1]) == 2


def test_files_may_have_different_formats(run: Run) -> None:
    logs: list[list[str] | bytes] = [COMBINED, JSON_CADDY, W3C, [], [""], VHOST]
    _, rows, said = run("--fields", "time,host,path,status", logs=logs)
    assert said.splitlines() == [
        "urlmill: 0.log: combined",
        "urlmill: 1.log: json",
        "urlmill: 1.log: its times are cut to whole seconds, as 0.log has them",
        "urlmill: 2.log: w3c",
        "urlmill: 5.log: vhost_combined",
    ]
    assert [(row["host"], row["path"], row["time"][11:19]) for row in rows] == [
        (None, "/a", "10:05:03"), (None, "/b", "10:05:04"), ("localhost", "/a", "21:30:01"), (None, "/a", "03:04:05"),
        (None, "/c", "03:04:06"), ("www.example.org", "/a", "10:05:03"), ("www.example.org", "/b", "10:05:04"),
    ]  # fmt: skip


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("log", [[*COMBINED] * 9, [*JSON_NGINX] * 9, W3C, CLOUDFRONT, [*VHOST] * 9], ids=len)
def test_rows_do_not_depend_on_how_a_file_is_cut(run: Run, log: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = run(logs=[log])
    monkeypatch.undo()
    assert run(logs=[log]) == small


def test_a_file_of_no_known_format_is_a_usage_error(run: Run) -> None:
    for log in (["hello", "world"], ["# hello"], [*COMMON[:1], *["hello"] * 30]):
        status, rows, said = run(logs=[log])
        assert (status, rows) == (2, [])
        assert "--regex" in said
        assert "cloudfront" in said
        assert said.endswith(f"{log[0]}\n")


def test_a_format_may_be_named_for_a_file_that_does_not_tell(run: Run) -> None:
    status, rows, said = run("--format", "common", logs=[["hello"] * 99 + COMMON])
    assert (status, len(rows)) == (0, 2)
    assert said == "urlmill: 99 bad lines beside 2 rows; --bad FILE shows them\n"
    assert run("--format", "w3c", logs=[COMMON])[0] == 2


def test_a_mark_of_utf_8_before_the_first_line_is_no_part_of_it(run: Run) -> None:
    assert run(logs=[b"\xef\xbb\xbf" + "\n".join(JSON_NGINX).encode()])[1] == run(logs=[JSON_NGINX])[1]


def test_a_column_that_there_is_not_is_a_usage_error_and_one_of_another_format_is_null(run: Run) -> None:
    status, _, said = run("--fields", "statsu", logs=[COMBINED])
    assert status == 2
    assert "there is no column 'statsu'; there are client, " in said
    assert run("--fields", "x_forwarded_for,host", logs=[COMMON])[1] == [{"x_forwarded_for": None, "host": None}] * 2
    _, rows, said = run("--fields", "path,later", logs=[['{"uri":"/a"}'] * 99 + ['{"uri":"/b","later":5}']])
    assert [row["later"] for row in rows] == [None] * 99 + ["5"]
    assert "there is no 'later' in its first lines" in said


def test_only_the_rows_that_are_wanted(run: Run) -> None:
    arguments = ("--where", "status>=400", "--where", "user=john*", "--fields", "path")
    assert run(*arguments, logs=[COMBINED])[1] == [{"path": "/b"}]
    assert len(run("--where", "time<2015-05-17T10:05:04Z", logs=[COMBINED])[1]) == 1
    assert run("--where", "host=www.*", logs=[VHOST])[1][0]["host"] == "www.example.org"


def test_a_log_that_begins_with_lines_of_something_else_is_known(run: Run) -> None:
    assert run("--fields", "path", logs=[["== start =="] * 3 + COMBINED])[2].startswith("urlmill: 0.log: combined\n")
    form = detect(COMBINED)
    assert form is not None
    assert form.name == "combined"
    assert detect([]) is None


TYPES = {
    "time": ("timestamp[ms, tz=UTC]", "TIMESTAMP WITH TIME ZONE"), "host": ("string", "VARCHAR"),
    "port": ("uint16", "USMALLINT"), "path": ("string", "VARCHAR"), "status": ("uint16", "USMALLINT"),
    "bytes": ("uint64", "UBIGINT"), "depth": ("uint32", "UINTEGER"), "referer_host": ("string", "VARCHAR"),
    "request_time": ("double", "DOUBLE"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
@pytest.mark.parametrize(
    "lines", [COMBINED, VHOST, NGINX_TIME, W3C, CLOUDFRONT], ids=["combined", "vhost", "nginx", "w3c", "cf"]
)
def test_columns_have_their_types_in_every_reader(tmp_path: Path, lines: list[str], kind: str) -> None:
    (tmp_path / "log").write_text("".join(f"{line}\n" for line in lines))
    path = tmp_path / f"out.{kind}"
    assert main(["logs", "--quiet", "--fields", ",".join(TYPES), "-o", str(path), str(tmp_path / "log")]) == 0
    if kind == "parquet":
        table, frame = pq.read_table(path), pl.read_parquet(path)
        found = duckdb.sql(f"from '{path}'")
        expected = {name: kinds[0] for name, kinds in TYPES.items()}
    else:
        arrow = table = pa.ipc.open_file(path).read_all()
        frame = pl.read_ipc(path)
        found = duckdb.sql("from arrow")  # the variable
        expected = {name: kinds[0] for name, kinds in TYPES.items()} | {"time": "timestamp[s, tz=UTC]"}
    assert dict(zip(table.column_names, map(str, table.schema.types), strict=True)) == expected
    assert dict(zip(found.columns, map(str, found.types), strict=True)) == {
        name: kinds[1] for name, kinds in TYPES.items()
    }
    assert frame.schema["time"].is_temporal()
    assert (frame.schema["status"], frame.schema["bytes"]) == (pl.UInt16, pl.UInt64)
    assert frame["path"].to_list() == table["path"].to_pylist() == [row[0] for row in found.select("path").fetchall()]
    assert table["path"][0].as_py() == "/a"


AWK = r"""
    # The fields between quotes, where no quote is escaped; else the line is given to nobody.
    BEGIN { FS = "\"" }
    /\\"/ { gsub(/\\"/, "") ; $0 = $0 }
    NF != 7 || $7 != "" { bad++ ; next }
    {
        rows++
        split($3, numbers, " ")
        status[numbers[1]]++
        if (numbers[2] != "-") bytes += numbers[2]
        count = split($2, request, " ")
        if (count == 3 && request[1] != "CONNECT") {
            path = request[2]
            sub(/[?#].*/, "", path)
            sub(/^[a-z]+:\/\/[^\/]*/, "", path)
            paths[path]++
        }
    }
    END {
        print "rows", rows
        print "bad", bad + 0
        printf "bytes %.0f\n", bytes
        for (each in status) print "status", each, status[each]
        for (each in paths) print "path", paths[each], each
    }
"""


@pytest.mark.skipif(shutil.which("awk") is None, reason="there is no awk")
@pytest.mark.parametrize("log", sorted({LOG, SAMPLE}), ids=lambda path: path.name)
def test_the_numbers_are_those_of_awk(log: Path, tmp_path: Path) -> None:
    """On the real log where it is beside the repository, and on the sample of the demo."""
    said = subprocess.run(
        ["awk", AWK, log], capture_output=True, text=True, check=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}
    )
    lines = [line.split(" ", 2) for line in said.stdout.splitlines()]
    numbers = {line[0]: int(line[1]) for line in lines if len(line) == 2}
    path, bad = tmp_path / "log.parquet", tmp_path / "bad"
    assert main(["logs", "--quiet", "--fields", "status,bytes,path", "--bad", str(bad), "-o", str(path), str(log)]) == 0
    table = pq.read_table(path)
    assert (table.num_rows, len(bad_of(bad))) == (numbers["rows"], numbers["bad"])
    assert table.num_rows + len(bad_of(bad)) == log.read_bytes().count(b"\n")
    assert pc.sum(table["bytes"]).as_py() == numbers["bytes"]
    statuses = {int(line[1]): int(line[2]) for line in lines if line[0] == "status"}
    assert Counter(table["status"].to_pylist()) == statuses
    paths = Counter({line[2]: int(line[1]) for line in lines if line[0] == "path"})
    found = Counter(path for path in table["path"].to_pylist() if path is not None)
    assert found == paths
    assert sorted(found.values())[-10:] == sorted(paths.values())[-10:]


def test_numbers_are_decimal_and_fit() -> None:
    texts = pa.array(["0", "007", "65535", "65536", "0x10", "+1", "-1", "1.0", "1.5", "", None, "9" * 5000])
    assert numbers(texts, pa.uint16()).to_pylist() == [0, 7, 65535, None, None, None, None, 1, *[None] * 4]


def test_a_time_that_there_is_not_spoils_no_other() -> None:
    texts = ["2024-02-29T00:00:00Z"] * 40 + ["2023-02-29T00:00:00Z"] + ["2024-02-29 00:00"] * 3 + ["now", None]
    found = times(pa.array(texts)).to_pylist()
    assert found[:40] == found[41:44] + found[:37]
    assert (found[40], found[44], found[45]) == (None, None, None)
