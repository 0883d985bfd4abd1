"""Formats from the configuration of a server."""

from __future__ import annotations

from typing import Any

import pytest

from urlmill import logs
from urlmill._backend import impl
from urlmill.logs._pasted import APACHE, NGINX, is_pasted, pasted
from urlmill.logs._text_formats import FORMATS

from .reading import Read
from .samples import COMBINED, NGINX_TIME, VHOST

NGINX_COMBINED = (
    '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'
)
APACHE_COMBINED = r"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\""
FIELDS = "time,client,user,method,path,query,status,bytes,referer,agent"


@pytest.mark.parametrize(
    "given",
    [
        NGINX_COMBINED,
        f"log_format main '{NGINX_COMBINED}';",
        f"  log_format  main  '{NGINX_COMBINED[:40]}'\n\t'{NGINX_COMBINED[40:]}';\n",
        f"log_format main escape=default '{NGINX_COMBINED}';",
        f"'{NGINX_COMBINED[:40]}' '{NGINX_COMBINED[40:]}'",
        NGINX_COMBINED.replace("$request", "${request}"),
        APACHE_COMBINED,
        APACHE_COMBINED.replace("\\", ""),
        f'LogFormat "{APACHE_COMBINED}" combined',
        f'CustomLog logs/access.log "{APACHE_COMBINED}"',
        APACHE_COMBINED.replace(r"\"%{Referer}i\"", r"\"%!200,304{Referer}i\"").replace("%>s", "%<s"),
    ],
)
def test_the_same_rows_as_of_the_format_that_has_a_name(given: str, read: Read) -> None:
    rows, reader = read(COMBINED, FIELDS, format=given)
    assert rows == read(COMBINED, FIELDS)[0]
    assert (reader.format, reader.bad_count) == ("log_format", 0)


def one(given: str, line: str) -> dict[str, Any]:
    """The only row, with all columns."""
    (row,) = logs.parse([line], given).to_pylist()
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in row.items()}


def test_all_columns_are_the_usual_ones_and_unknown_variables_are_among_them() -> None:
    given = '$remote_addr [$time_local] "$request" $status rt=$request_time $ssl_protocol $scheme "$upstream_addr" $uri'
    line = '192.0.2.1 [10/Mar/2026:10:05:03 +0000] "GET /a?b HTTP/1.1" 200 rt=0.5 TLSv1.3 https "10.0.0.1:80, -" /x'
    assert one(given, line) == {
        "client": "192.0.2.1", "time": "2026-03-10T10:05:03+00:00", "method": "GET", "path": "/a", "query": "b",
        "status": 200, "request_time": 0.5, "ssl_protocol": "TLSv1.3", "request_scheme": "https",
        "upstream_addr": "10.0.0.1:80, -", "uri": "/x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "line", "expected"),
    [
        ("$remote_addr|$time_iso8601|$status", "192.0.2.1|2026-03-10T10:05:03+02:00|200",
         {"client": "192.0.2.1", "time": "2026-03-10T08:05:03+00:00", "status": 200}),
        ("$time_local $status", "10/Mar/2026:10:05:03 +0000 200", {"time": "2026-03-10T10:05:03+00:00", "status": 200}),
        ("$msec $status", "1773137103.586 200", {"time": "2026-03-10T10:05:03.586000+00:00", "status": 200}),
        ("$http_x_forwarded_for $status", "203.0.113.7, 192.0.2.1 200",
         {"client": "203.0.113.7", "x_forwarded_for": "203.0.113.7, 192.0.2.1", "status": 200}),
        ("$remote_addr $http_x_forwarded_for", "192.0.2.1 203.0.113.7, 192.0.2.9",
         {"client": "192.0.2.1", "x_forwarded_for": "203.0.113.7, 192.0.2.9"}),
        ("$request_method $scheme://$host$request_uri $status", "GET https://www.example.org/a?b 200",
         {"method": "GET", "path": "/a", "query": "b", "status": 200}),
        ("$host:$server_port $remote_addr:$remote_port", "[2001:db8::1]:443 2001:db8::2:1024",
         {"host": "[2001:db8::1]", "port": 443, "client": "2001:db8::2", "client_port": 1024}),
        ("$body_bytes_sent $bytes_sent $bytes_sent", "1 2 3", {"bytes": 1, "bytes_sent": "2", "bytes_sent_2": "3"}),
        ("$upstream_status $status", "502, 504 : 200 200", {"upstream_status": "502, 504 : 200", "status": 200}),
        ("%v:%p %a %m %U%q %H %s %D", "[::1]:80 192.0.2.1 GET /a?b HTTP/1.1 200 1500",
         {"host": "[::1]", "port": 80, "client": "192.0.2.1", "method": "GET", "path": "/a", "query": "b",
          "status": 200, "request_time": 0.0015}),
        ("%{ms}T %{X-Request-Id}i %{X-Request-Id}o %% %P", "15 a b % 7",
         {"request_time": 0.015, "x_request_id": "a", "x_request_id_2": "b", "process": "7"}),
        ("%{%d/%b/%Y:%T}t.%{msec_frac}t %{%z}t %h", "10/Mar/2026:10:05:03.125 +0200 web1",
         {"time": "2026-03-10T08:05:03.125000+00:00", "client": "web1"}),
        ("%{sec}t %s", "1773137103 200", {"time": "2026-03-10T10:05:03+00:00", "status": 200}),
        (r"%h\t%s", "192.0.2.1\t200", {"client": "192.0.2.1", "status": 200}),
    ],
)  # fmt: skip
def test_what_strings_mean(given: str, line: str, expected: dict[str, Any]) -> None:
    assert one(given, line) == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("$remote_addr$status", r"expected text before \$status"),
        ("%h%s", "expected text before %s"),
        ("%h %Z", "unknown directive %Z"),
        ("log_format j escape=json '$status';", "expected an object of JSON"),
        ("nonsense", "unknown format 'nonsense'"),
        ("common in nonsense", "unknown format 'common in nonsense'"),
    ],
)
def test_a_string_that_makes_no_format_is_refused_at_once(given: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        logs.read([__file__], given)


def test_lines_that_do_not_fit_are_bad(read: Read) -> None:
    rows, reader = read([*COMBINED, *VHOST, *NGINX_TIME, "x"], "status", format=NGINX_COMBINED)
    assert (len(rows), reader.bad_count) == (2, 5)


def test_lines_in_an_envelope_may_be_of_such_a_format(read: Read) -> None:
    lines = [f"2026-03-10T10:05:03.6Z stdout F {line}" for line in COMBINED]
    rows, reader = read(lines, FIELDS, format=NGINX_COMBINED)
    assert rows == read(COMBINED, FIELDS)[0]
    assert reader.format == "log_format in cri"


def test_every_variable_that_is_known_has_a_kind_that_the_kernel_knows() -> None:
    for name, kind in {*NGINX.values(), *APACHE.values()}:
        impl.read_records([], [("", name, kind), ("", "", "")])


def test_no_name_of_a_format_is_taken_for_a_string() -> None:
    assert not any(is_pasted(name) for name in (*logs.FORMATS, *(form.name for form in FORMATS), "combined in cri"))
    assert pasted("%h %s").columns == ["client", "status"]


def test_more_fields_than_a_line_has_are_refused() -> None:
    given = "$status " * 1000
    assert len(pasted(given).columns) == 1000
    with pytest.raises(ValueError, match="expected at most 1,000 fields, got 1,001"):
        pasted(f"{given}$status")


def test_a_brace_that_nothing_closes_is_looked_for_once() -> None:
    """It took the square of this: minutes."""
    assert is_pasted("$a" + "%{" * 500_000)
    assert not is_pasted("%{" * 500_000)
