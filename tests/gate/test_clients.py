"""The gates of ``docs/security.md`` for requests, httpx and aiohttp: the page's own code, before a server of ours."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from urlmill.gate import GateError, Policy

from ..fetch.servers import Served, line_of, serving
from .attacks import PAGE

Get = Callable[[str], str]

_SECTION = PAGE.read_text("utf-8").partition("## With other clients")[2]
CODES = dict(re.findall(r"^(\w+):[^\n]*\n\n```py\n(.+?)^```", _SECTION, re.MULTILINE | re.DOTALL))
HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
ELSEWHERE = b"HTTP/1.1 302 Found\r\nLocation: http://denied.example/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

asked: list[bytes] = []


def _answers(connection: socket.socket) -> None:
    request = line_of(connection)
    while line_of(connection):
        pass
    if request:
        asked.append(request)
        connection.sendall(ELSEWHERE if b"/elsewhere" in request else HELLO)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """Every name leads to it."""
    asked.clear()
    look_up = socket.getaddrinfo

    def local(_: object, port: Any, *rest: Any, **options: Any) -> Any:
        return look_up("127.0.0.1", port, *rest, **options)

    with serving(_answers) as served:
        monkeypatch.setattr(socket, "getaddrinfo", local)
        yield served


def by_requests(space: dict[str, Any]) -> Get:
    return lambda url: str(space["session"].get(url, timeout=10).text)


def by_httpx(space: dict[str, Any]) -> Get:
    return lambda url: str(space["client"].get(url, timeout=10, follow_redirects=True).text)


def by_aiohttp(space: dict[str, Any]) -> Get:
    async def got(url: str) -> str:
        async with space["aiohttp"].ClientSession(connector=space["Gate"]()) as session, session.get(url) as answer:
            return str(await answer.text())

    return lambda url: asyncio.run(got(url))


@pytest.fixture(params=[by_requests, by_httpx, by_aiohttp], ids=lambda way: way.__name__.removeprefix("by_"))
def client(request: pytest.FixtureRequest) -> Callable[[Policy], Get]:
    """How the page's code gets a URL, once it has a policy."""
    name = request.param.__name__.removeprefix("by_")
    pytest.importorskip(name, reason=f"{name} is not installed: `make test` has it, in .venv")

    def with_policy(policy: Policy) -> Get:
        space: dict[str, Any] = {}
        exec(CODES[name], space)
        assert space["policy"] == Policy()
        space["policy"] = policy
        get: Get = request.param(space)
        return get

    return with_policy


def test_the_page_has_a_gate_for_each() -> None:
    assert list(CODES) == ["requests", "httpx", "aiohttp"]


def test_what_a_policy_allows_is_fetched(client: Callable[[Policy], Get], server: Served) -> None:
    get = client(Policy(public_only=False))
    assert get(f"http://www.example:{server.port}/") == "hello"
    assert get(f"http://{server.at}/") == "hello"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])
def test_what_is_not_public_is_not_connected_to(client: Callable[[Policy], Get], server: Served, host: str) -> None:
    with pytest.raises(GateError):
        client(Policy())(f"http://{host}:{server.port}/")
    assert server.connections == 0


def test_a_name_that_leads_inside_is_sent_nothing(client: Callable[[Policy], Get], server: Served) -> None:
    with pytest.raises(GateError, match="address-denied"):
        client(Policy())(f"http://www.example:{server.port}/")
    assert asked == []


def test_a_redirect_is_checked_too(client: Callable[[Policy], Get], server: Served) -> None:
    get = client(Policy(public_only=False, denied=["denied.example"]))
    with pytest.raises(GateError, match="host-denied"):
        get(f"http://www.example:{server.port}/elsewhere")
    assert len(asked) == 1
