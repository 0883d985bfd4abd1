"""HTTP plans carried out, beside what the standard library and curl send for the same URL."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator

import pytest

from urlmill import HttpURL

from .servers.curl import curl, needs_curl
from .servers.http_server import converse, hosts_of, target_of
from .servers.loopback import PATIENCE, Loopback, serving


@pytest.fixture
def server() -> Iterator[Loopback]:
    with serving(converse) as server:
        yield server


@pytest.fixture
def server6() -> Iterator[Loopback]:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("there is no IPv6 here")
    with serving(converse, socket.AF_INET6) as server:
        yield server


def url_of(server: Loopback, rest: str) -> HttpURL:
    host = f"[{server.host}]" if ":" in server.host else server.host
    return HttpURL(f"http://{host}:{server.port}{rest}")


def send(url: HttpURL) -> bytes:
    """Carries out the plan; the answer."""
    plan = url.plan()
    assert plan.connect is not None
    assert not plan.tls
    with socket.create_connection(plan.connect, PATIENCE) as connection:
        connection.sendall(plan.request)
        with connection.makefile("rb") as incoming:
            return incoming.read()


def send_by_the_standard_library(url: HttpURL) -> None:
    host, port = url.plan().connect or ("", 0)
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", url.plan().target.decode("ascii"))
        connection.getresponse().read()
    finally:
        connection.close()


# What both we and curl make of it.
TARGETS = [
    ("", b"/"),
    ("/", b"/"),
    ("?q", b"/?q"),
    ("/a/b;c=d", b"/a/b;c=d"),
    ("/a%2Fb%20c?d=%26&e=f+g", b"/a%2Fb%20c?d=%26&e=f+g"),
    ("/a?", b"/a?"),
    ("/a?b?c/d", b"/a?b?c/d"),
    ("//a//b", b"//a//b"),
    ("/a#part", b"/a"),
    ("/a/../b", b"/a/../b"),
    ("/%E9", b"/%E9"),
]


@pytest.mark.parametrize(("rest", "target"), [*TARGETS, ("/d\u00eda?\u00f1", b"/d%C3%ADa?%C3%B1")])
def test_the_server_hears_the_target_and_the_host_of_the_plan(server: Loopback, rest: str, target: bytes) -> None:
    url = url_of(server, rest)
    assert send(url).startswith(b"HTTP/1.1 204 ")
    request = server.heard()
    assert request == url.plan().request
    assert target_of(request) == target
    send_by_the_standard_library(url)
    theirs = server.heard()
    assert target_of(theirs) == target
    assert hosts_of(theirs) == hosts_of(request) == [f"127.0.0.1:{server.port}".encode()]


def test_an_address_of_ipv6_keeps_its_brackets_in_the_host_field_only(server6: Loopback) -> None:
    url = url_of(server6, "/")
    assert url.plan().connect == ("::1", server6.port)
    send(url)
    send_by_the_standard_library(url)
    assert hosts_of(server6.heard()) == hosts_of(server6.heard()) == [f"[::1]:{server6.port}".encode()]


def test_a_login_is_not_sent_unasked(server: Loopback) -> None:
    send(HttpURL(f"http://user:secret@{server.host}:{server.port}/"))
    request = server.heard()
    assert b"secret" not in request
    assert hosts_of(request) == [f"127.0.0.1:{server.port}".encode()]


@pytest.mark.parametrize("rest", ["/a%0D%0AX-Other:%20b", "/a?b=%0D%0A%0D%0AGET%20/%20HTTP/1.1"])
def test_an_escaped_line_end_stays_an_escape(server: Loopback, rest: str) -> None:
    send(url_of(server, rest))
    assert target_of(server.heard()) == rest.encode()


@needs_curl("http")
@pytest.mark.parametrize(("rest", "target"), TARGETS)
def test_curl_sends_the_same_target_and_host(server: Loopback, rest: str, target: bytes) -> None:
    url = url_of(server, rest)
    # Without the option curl takes steps such as "..", which plan() leaves to normalize().
    assert curl(str(url), "--path-as-is").returncode == 0
    request = server.heard()
    assert target_of(request) == target == url.plan().target
    assert hosts_of(request) == [url.plan().host_field]
