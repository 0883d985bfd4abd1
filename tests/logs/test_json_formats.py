"""JSON logs: which keys are taken for columns, what values must look like, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from urlmill import logs
from urlmill.cli.main import main
from urlmill.logs._columns import ALL
from urlmill.logs._detect import detect
from urlmill.logs._json_formats import FORMATS, KINDS, OTHERS, OWN_KINDS
from urlmill.logs.formats.json import _kind_of, _ways

from .counting import same
from .reading import Read
from .samples import JSON_CADDY, JSON_CLOUDFLARE, JSON_NGINX, JSON_TRAEFIK


def test_a_json_query_that_stands_apart_belongs_to_the_target(read: Read) -> None:
    lines = [
        '{"uri":"/a","args":"b=1","status":200}',
        '{"uri":"/a?c","args":"b=1","status":200}',
        '{"uri":"/a","status":200}',
    ]
    rows, _ = read(lines, "target,query")
    assert [tuple(row.values()) for row in rows] == [("/a?b=1", "b=1"), ("/a?c", "c"), ("/a", None)]


def test_a_json_fragment_comes_after_the_query(read: Read) -> None:
    lines = ['{"uri":"/a#x","args":"b=1"}', '{"uri":"/a#x?y","args":"b#1"}', '{"uri":"/a?c#x","args":"b"}']
    rows, _ = read(lines, "target,path,query")
    assert [tuple(row.values()) for row in rows] == [
        ("/a?b=1#x", "/a", "b=1"), ("/a?b%231#x?y", "/a", "b%231"), ("/a?c#x", "/a", "c"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ('{"reqPath":"%s","queryStr":"c=1","cliIP":"192.0.2.1"}', None),
        ('{"cs-uri-stem":"%s","cs-uri-query":"c=1","x-edge-location":"A"}', None),
        ('{"@timestamp":"2024-01-02T03:04:05Z","url":{"path":"%s","query":"c=1"}}', None),
        ('{"attributes":{"url.path":"%s","url.query":"c=1","http.request.method":"GET"}}', None),
        ('{"path":"%s","query":"?c=1","elapsedTimeS":"0.1"}', None),
        ('{"webaclId":"a","httpRequest":{"uri":"%s","args":"c=1"}}', None),
        ('{"what":"%s","more":"c=1"}', """log_format a escape=json '{"what":"$uri","more":"$args"}'"""),
    ],
)  # fmt: skip
def test_a_json_key_that_has_the_path_alone_has_no_query_of_its_own(line: str, given: str | None, read: Read) -> None:
    lines = [line % stem for stem in ("/a", "/a?b", "/a#b", "/a?c=1")]
    rows, _ = read(lines, "path,query", format=given)
    assert [tuple(row.values()) for row in rows] == [
        ("/a", "c=1"), ("/a%3Fb", "c=1"), ("/a%23b", "c=1"), ("/a", "c=1"),
    ]  # fmt: skip
    if given is None:
        same("\n".join(lines).encode(), ("path", "query"))


def test_json_times_of_every_kind(read: Read) -> None:
    written = [
        '"2024-01-02T03:04:05Z"', '"2024-01-02 03:04:05"', '"2024-01-02T05:04:05+0200"', "1704164645", "1704164645000",
        "1704164645.0", '"1704164645"', '"1704164645.000"', '"02/Jan/2024:03:04:05 +0000"', "1704164645000000",
        "1704164645000000000", "null", '"-"', '""',
    ]  # fmt: skip
    rows, reader = read([f'{{"time":{each},"uri":"/"}}' for each in written], "time")
    assert [row["time"] for row in rows] == ["2024-01-02T03:04:05+00:00"] * 11 + [None] * 3
    assert reader.format == "json"


def test_bad_json_lines_are_found_and_the_others_are_read(read: Read) -> None:
    good = '{"uri":"/a","status":200}'
    wrong = [
        '{"uri":"/a","status":"abc"}', "[1]", "7", '{"uri":', "nothing", good + good,
        '{"uri":"/a","time":"2024-02-31T00:00:00Z"}', '{"uri":"/a","status":70000}', '{"uri":"/a","status":{"a":1}}',
    ]  # fmt: skip
    lines = [f'{good[:-1]},"time":"2024-02-29T00:00:00Z"}}'] * 20 + [line for each in wrong for line in (each, good)]
    rows, reader = read(lines, "path,status")
    assert rows == [{"path": "/a", "status": 200}] * 29
    assert [each.line for each in reader.bad] == list(range(21, 39, 2))
    assert {each.reason for each in reader.bad} == {"bad-line"}
    assert reader.bad[3].at == 7


def test_half_a_character_is_shown_as_such(read: Read) -> None:
    halves = ["\\ud800", "\\udfff", "\\ude00\\ud83d", "\\ud83dx"]
    lines = [f'{{"uri":"/a{half}b?{half}","ua":"{half}"}}' for half in [*halves, "\\ud83d\\ude00"]]
    rows, reader = read(lines, "path,query,ua")
    for row, shown in zip(rows, ["\ufffd", "\ufffd", "\ufffd\ufffd", "\ufffdx", "\U0001f600"], strict=True):
        assert row == {"path": f"/a{shown}b", "query": shown, "ua": shown}
    assert reader.bad_count == 0


@pytest.mark.parametrize("lines", [JSON_NGINX, JSON_CADDY, JSON_TRAEFIK, JSON_CLOUDFLARE])
def test_both_ways_to_read_json_see_the_same(read: Read, lines: list[str]) -> None:
    fields = "time,host,client,user,method,target,status,bytes,referer,agent,level,size,request_time"
    fast, _ = read(lines * 60, fields)
    slow, reader = read([*lines * 60, "{"], fields)
    assert fast == slow
    assert reader.bad_count == 1


def line(**more: Any) -> str:
    return json.dumps({"uri": "/a", "status": 200, **more})


# A line fits or is bad


@pytest.mark.parametrize(
    ("key", "good", "wrong"),
    [
        ("client", ["192.0.2.1", "192.0.2.1:80", "[::1]:443", "2001:db8::1", "a.example, 192.0.2.1", "-", ""],
         ["web", "192.0.2.256", 7, True, {"ip": "192.0.2.1"}, "192.0.2.1 x"]),
        ("host", ["example.org", "example.org:8080", "[::1]", "web"], ["a b", "a.example:99999", "a/b", {"name": "a"}]),
        ("method", ["GET", "M-SEARCH", None], ["G T", "GET /a", ["GET", 1]]),
        ("status", [200, "200", 200.0, 0, -1, "-"], [20, 2000, "ok", 70000, True, "200 OK"]),
        ("bytes", [0, "17", 17.0], [-1, 1.5, "many"]),
        ("time", ["2026-03-10T10:05:03Z", 1773137103, "[10/Mar/2026:10:05:03 +0000]"], ["10:05:03", "yesterday", {}]),
        ("request_time", [0.5, "0.5", 1e-05, "-1"], ["0.5s", -2, "fast"]),
    ],
)  # fmt: skip
def test_a_line_with_a_value_that_is_not_what_it_should_be_is_bad(
    key: str, good: list[Any], wrong: list[Any], read: Read
) -> None:
    lines = [line(**{key: good[0]})] * 20 + [line(**{key: value}) for value in [*good, *wrong]]
    rows, reader = read(lines, "status")
    assert len(rows) == 20 + len(good)
    assert [each.line for each in reader.bad] == list(range(21 + len(good), len(lines) + 1))
    share = 1000 * len(rows) // len(lines) / 10
    assert reader.notes[-1] == f"{share}% of {len(lines)} lines fit"


@pytest.mark.parametrize(
    ("key", "value", "column"),
    [
        ("client", "mobile-app", "client"), ("host", {"name": "web-1"}, "host"), ("time", "12:30", "time"),
        ("user_agent", {"original": "x"}, "agent"), ("duration", 12, "request_time"), ("latency", "12", "request_time"),
        ("date", "2026-03-10", "time"), ("request", {"id": 7}, "method"), ("request", "req-7", "method"),
    ],
)  # fmt: skip
def test_a_key_whose_values_are_something_else_is_not_taken(key: str, value: Any, column: str, read: Read) -> None:
    rows, reader = read([line(**{key: value})] * 3, f"path,{column}")
    assert rows == [{"path": "/a", column: None}] * 3
    assert reader.bad_count == 0
    assert reader.notes[-1].endswith(f"there is no {column!r} in its first lines") or column == "host"


def test_an_object_where_text_should_be_makes_the_line_bad(read: Read) -> None:
    values: list[Any] = ["/a", {"original": "/a"}, [{"a": 1}], ["/b", "/c"], 7, None, {}, [], True]
    lines = [line()] * 9 + [line(uri=value) for value in values]
    for fields in ("target", "status"):  # whatever is asked for
        rows, reader = read(lines, fields)
        assert [each.line for each in reader.bad] == [11, 12, 16]
        assert {each.reason for each in reader.bad} == {"bad-line"}
        assert len(rows) + reader.bad_count == len(lines)
    rows, _ = read(lines, "target")
    assert [row["target"] for row in rows[9:]] == ["/a", "/b", "7", None, None, "true"]


def test_an_object_counts_for_nothing_where_another_key_has_the_value(read: Read) -> None:
    lines = [line(http_referer="x", referer="y")] * 5 + [line(http_referer={"a": 1}, referer="z")]
    rows, reader = read(lines, "referer")
    assert [row["referer"] for row in rows] == ["x"] * 5 + ["z"]
    assert reader.bad_count == 0


def test_text_where_an_object_should_be_makes_the_line_bad_unless_it_is_read_itself(read: Read) -> None:
    good = '{"request":{"uri":"/a","method":"GET"},"status":200}'
    wrong = ['{"request":"GET /b HTTP/1.1","status":200}', '{"request":7,"status":200}']
    fine = ['{"request":null,"status":200}', '{"request":[],"status":200}', '{"status":200}']
    rows, reader = read([good] * 60 + wrong + fine, "path,status")
    assert [each.line for each in reader.bad] == [61, 62]
    assert [row["path"] for row in rows[60:]] == [None] * 3
    rows, reader = read([good, good, wrong[0]] * 3, "path,method")  # some of the first lines tell that it may be text
    assert [row["path"] for row in rows] == ["/a", "/a", "/b"] * 3
    assert reader.bad_count == 0


def test_a_key_of_another_name_has_whatever_it_is_as_text(read: Read) -> None:
    values: list[Any] = ["a", 7, 1.50, True, {"b": [1]}, [1, "c"], ["d", "e"], None]
    rows, reader = read([line(extra=value) for value in values], "extra")
    assert [row["extra"] for row in rows] == ["a", "7", "1.5", "true", '{"b":[1]}', '[1,"c"]', "d", None]
    assert reader.bad_count == 0


@pytest.mark.parametrize("key", ["http_referer", "http_referrer", "referer", "referrer"])
def test_a_referrer_may_have_one_r_or_two(key: str, read: Read) -> None:
    rows, _ = read([line(**{key: "https://example.org/"})], "referer")
    assert rows == [{"referer": "https://example.org/"}]


def test_what_most_values_of_the_first_lines_are_decides(read: Read) -> None:
    lines = [line(client="192.0.2.1"), line(client="web"), line(client="192.0.2.2"), line(client=None)]
    rows, reader = read(lines, "client")
    assert ([row["client"] for row in rows], reader.bad_count) == (["192.0.2.1", "192.0.2.2", None], 1)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0.012s", 0.012), ("12ms", 0.012), ("1.5µs", 1.5e-06), ("7ns", 7e-09), ("1m30.5s", 90.5), ("1h2m", 3720.0)],
)
def test_a_duration_with_its_unit_is_in_seconds(value: str, seconds: float, read: Read) -> None:
    assert read([line(duration=value)], "request_time")[0] == [{"request_time": seconds}]


@pytest.mark.parametrize(
    ("key", "seconds"),
    [("request_time", 12.0), ("duration_ms", 0.012), ("latency_ms", 0.012), ("duration_us", 1.2e-05), ("Ta", 0.012)],
)
def test_a_key_that_tells_the_unit_is_a_duration(key: str, seconds: float, read: Read) -> None:
    assert read([line(**{key: 12})], "request_time")[0] == [{"request_time": seconds}]


# A target, or none

WITHOUT = [
    (['{"log":"started\\n","source":"stdout","time":"2026-03-10T10:05:03Z","level":"info"}'], "json", "log, source"),
    (['{"timestamp":"2026-03-10T10:05:03Z","severity":"INFO","resource":{"type":"gce","labels":{}}}'], "json",
     "timestamp, severity, resource.type, resource.labels"),
    (['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1"}]}]}]}'], "json", "resourceLogs"),
    (['{"time":"2026-03-10T10:05:03Z","path":"src/main.py","url":{"id":1}}'], "json", "time, path, url.id"),
    (["#Fields: date time c-ip sc-status", "2026-03-10 10:05:03 192.0.2.1 200"], "w3c", "c_ip|client"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "name", "keys"), WITHOUT, ids=["docker", "gcp", "otlp", "paths", "w3c"])
def test_a_log_without_a_target_is_an_error_that_names_what_it_has(
    lines: list[str], name: str, keys: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = rf"there is no target of a request to fill path, query with; its lines \({name}\) have .*({keys})"
    for given in (None, name):
        for fields in (None, ["path", "query"], ["time", "path", "query"]):
            with pytest.raises(ValueError, match=words):
                logs.parse(lines, given, fields)
    log = tmp_path / "log"
    log.write_text("\n".join(lines), "utf-8")
    assert main(["logs", str(log)]) == 2
    assert main(["top", "path", str(log)]) == 2
    said = capsys.readouterr().err
    assert said.count("there is no target of a request to fill path") == 2


def test_an_envelope_around_lines_without_a_target_is_refused() -> None:
    lines = ['{"log":"started\\n","stream":"stdout","time":"2026-03-10T10:05:03Z"}']
    with pytest.raises(ValueError, match=r"unknown log format; .* first line: "):
        logs.parse(lines)
    inside = json.dumps({"log": '{"level":"info","msg":"x"}', "stream": "stdout", "time": "2026-03-10T10:05:03Z"})
    with pytest.raises(ValueError, match=r"its lines \(json in docker\) have level, msg"):
        logs.parse([inside])


def test_what_is_asked_for_by_its_name_is_read_without_a_target() -> None:
    lines, _, _ = WITHOUT[1]
    assert logs.parse(lines, fields=["severity", "resource.type"]).to_pylist() == [
        {"severity": "INFO", "resource.type": "gce"}
    ]
    assert logs.parse(['{"host":"example.org:80","x":1}'], fields=["host", "port", "x"]).to_pylist() == [
        {"host": "example.org", "port": 80, "x": "1"}
    ]
    with pytest.raises(ValueError, match="there is no target of a request to fill scheme with"):
        logs.parse(['{"host":"example.org"}'], fields=["host", "scheme"])


def test_a_condition_needs_a_target_too(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text('{"x":1}', "utf-8")
    with pytest.raises(ValueError, match="there is no target of a request to fill path with"):
        logs.read(log, fields=["x"], where="path=/a").to_pyarrow()


def test_the_lines_of_a_load_balancer_that_sees_no_requests_have_other_columns() -> None:
    log = Path(__file__).parents[1] / "data" / "logs" / "nlb.log"
    assert {"method", "path", "query"}.isdisjoint(logs.read(log).fields)
    with pytest.raises(ValueError, match="there is no target of a request to fill path with"):
        logs.read(log, fields=["path"]).to_pyarrow()


# The table


def test_an_absolute_url_gives_host_port_path_and_query() -> None:
    (row,) = logs.parse(
        [line(uri="https://www.example.org:8443/a?b")], fields=["host", "port", "path", "query"]
    ).to_pylist()
    assert row == {"host": "www.example.org", "port": 8443, "path": "/a", "query": "b"}


def test_a_key_with_dots_is_one_key_or_goes_into_objects() -> None:
    assert _ways("a.b.c") == [("a", "b", "c"), ("a", "b.c"), ("a.b", "c"), ("a.b.c",)]
    shapes: list[dict[str, Any]] = [
        {"url": {"path": "/a"}, "http": {"request.method": "GET"}},
        {"url.path": "/a", "http.request": {"method": "GET"}},
    ]
    for shape in shapes:
        text = json.dumps({"@timestamp": "2026-03-10T10:05:03Z", **shape})
        assert logs.detect([text]) == "ecs"
        assert logs.parse([text], fields=["method", "path"]).to_pylist() == [{"method": "GET", "path": "/a"}]


@pytest.mark.parametrize("form", [*FORMATS, OTHERS], ids=lambda form: form.name)
def test_every_column_of_the_table_is_one_of_ours(form: Any) -> None:
    assert {*form.keys} <= {*ALL, "query", "date", "time_of_day"}
    assert {*form.keys} <= {*OTHERS.keys, "date", "time_of_day"}
    for ours, keys in form.keys.items():
        assert len(keys) == len({*keys})
        for key in keys:
            name, kind = _kind_of(ours, key)
            assert kind in {*KINDS.values(), *OWN_KINDS}
            assert name


def test_several_ways_to_write_attributes_are_not_mixed_up() -> None:
    attributes = [
        {"key": "http.method", "value": {"stringValue": "GET"}},
        {"key": "http.target", "value": {"intValue": "7"}},
    ]
    first = json.dumps(
        {
            "attributes": [
                *attributes,
                {"key": "http.target", "value": {"stringValue": "/b"}},
                7,
                {"key": [1], "value": 1},
            ]
        }
    )
    second = json.dumps({"attributes": {"http.method": "PUT", "http.target": "/c"}})
    form = detect([first, second])
    assert form is not None
    table = logs.parse([first, second], fields=["method", "target"])
    assert (form.name, table.to_pylist()) == (
        "otel",
        [{"method": "GET", "target": "7"}, {"method": "PUT", "target": "/c"}],
    )


@pytest.mark.parametrize("depth", [1, 2, 1_000_000])
def test_brackets_around_a_time_are_one_pair(depth: int) -> None:
    """A kernel that went into each pair would have no stack left."""
    lines = [line(time="[17/May/2015:10:05:03 +0000]")] * 3
    deep = "[" * depth + "17/May/2015:10:05:03 +0000" + "]" * depth
    assert logs.parse([*lines, line(time=deep)], fields="path").num_rows == (4 if depth == 1 else 3)


def test_a_duration_is_a_number() -> None:
    lines = [line(duration="15ms"), line(duration="15ms"), line(duration="9" * 400 + "s")]
    assert logs.parse(lines, fields="request_time")["request_time"].to_pylist() == [0.015, 0.015]
