"""Access logs: what is in a request."""

from __future__ import annotations

from typing import Any

from .reading import Read
from .samples import COMMON, VHOST


def targets(read: Read, *requests: str, fields: str = "host,port,path,query") -> list[list[Any]]:
    lines = [COMMON[1].replace("GET /a?b=1 HTTP/1.1", each) for each in requests]
    return [list(row.values()) for row in read(lines, fields)[0]]


def test_a_target_of_two_slashes_is_a_path_and_no_host(read: Read) -> None:
    found = targets(
        read,
        "GET //a/b?c HTTP/1.1",
        "GET /d HTTP/1.1",
        "GET //[x HTTP/1.1",
        "GET ///?// HTTP/1.1",
        "GET // HTTP/1.1",
    )
    assert found == [
        [None, None, "//a/b", "c"], [None, None, "/d", None], [None, None, "//[x", None], [None, None, "///", "//"],
        [None, None, "//", None],
    ]  # fmt: skip
    assert targets(read, "GET //a.b/c.html HTTP/1.1", fields="netloc,extension,depth,scheme") == [
        [None, "html", 2, None]
    ]


def test_a_target_of_a_proxy_gives_the_host(read: Read) -> None:
    found = targets(read, "GET http://Proxy.example:8080/ip?x HTTP/1.1", "GET /b HTTP/1.1", "GET //c HTTP/1.1")
    assert found == [["proxy.example", 8080, "/ip", "x"], [None, None, "/b", None], [None, None, "//c", None]]


def test_connect_names_a_host_and_options_may_name_no_path(read: Read) -> None:
    found = targets(read, "CONNECT a.example:443 HTTP/1.1", "CONNECT 192.0.2.1:25 HTTP/1.1", "OPTIONS * HTTP/1.1")
    assert found == [["a.example", 443, None, None], ["192.0.2.1", 25, None, None], [None, None, "*", None]]


def test_a_virtual_host_that_was_written_counts_more_than_that_of_the_target(read: Read) -> None:
    line = VHOST[0].replace("GET /a", "GET http://other.example:1/a")
    rows, _ = read([line], "host,port,registrable_domain")
    assert rows == [{"host": "www.example.org", "port": 443, "registrable_domain": "example.org"}]


def test_a_request_that_is_none_has_no_parts_but_is_a_row(read: Read) -> None:
    found = targets(read, r"\x16\x03\x01", "-", "GET /old", fields="request,method,path,protocol")
    assert found == [[r"\x16\x03\x01", None, None, None], [None] * 4, ["GET /old", "GET", "/old", None]]
