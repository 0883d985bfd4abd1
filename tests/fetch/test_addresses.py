"""What is connected to: looked up in time, seen before it is connected to, closed at the end."""

from __future__ import annotations

import doctest
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from urlmill import FetchError, fetch
from urlmill._fetch import connection as connection_module

from .servers import (
    PATIENCE,
    Script,
    Served,
    ftp,
    http,
    serving,
    stalls,
)

ROOT = Path(__file__).parents[2]
HTTP = b"HTTP/1.1 200 OK\r\n"


def test_nobody_there_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    for scheme in ("http", "ftp", "gopher", "nntps"):
        with pytest.raises(FetchError) as caught:
            fetch(f"{scheme}://127.0.0.1:{port}/0a")
        assert caught.value.code == "no-connection"
        assert isinstance(caught.value, OSError)


def test_every_address_is_seen_before_it_is_connected_to() -> None:
    seen: list[tuple[str, str, int]] = []

    def look(host: str, address: str, port: int) -> bool:
        seen.append((host, address, port))
        return len(seen) < 2

    with serving(ftp({})) as served:
        with pytest.raises(FetchError) as caught:
            fetch(f"ftp://{served.at}/a", timeout=PATIENCE, may_connect=look)
        assert caught.value.code == "address-not-allowed"
        assert [each[:2] for each in seen] == [("127.0.0.1", "127.0.0.1")] * 2
        assert seen[0][2] == served.port != seen[1][2]
        with pytest.raises(FetchError):
            fetch(f"ftp://localhost:{served.port}/a", timeout=PATIENCE, may_connect=lambda *_: False)
        assert served.connections == 1


def test_a_redirect_is_looked_at_like_any_other() -> None:
    def script(place: Served) -> Script:
        return http(b"HTTP/1.1 302 Go\r\nLocation: http://127.0.0.2:%d/\r\n\r\n" % place.port)

    with serving(http(HTTP + b"\r\nsecret"), host="127.0.0.2") as inside, serving(script(inside)) as served:
        with pytest.raises(FetchError) as caught:
            fetch(f"http://{served.at}/", timeout=PATIENCE, may_connect=lambda _, address, __: address != "127.0.0.2")
        assert caught.value.code == "address-not-allowed"
        assert inside.connections == 0
        with fetch(f"http://{served.at}/#part", timeout=PATIENCE) as response:
            assert response.read() == b"secret"
            assert str(response.url) == f"http://127.0.0.2:{inside.port}/#part"
        with pytest.raises(FetchError, match="more than 0 redirects"):
            fetch(f"http://{served.at}/", timeout=PATIENCE, max_redirects=0)


def test_a_name_that_is_not_looked_up_in_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object, **__: object) -> list[object]:
        time.sleep(1)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    start = time.monotonic()
    with pytest.raises(FetchError) as caught:
        fetch("http://slow.example/", timeout=0.3)
    assert caught.value.code == "timeout"
    assert time.monotonic() - start < 2


def test_whatever_a_look_up_raises_is_raised_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> list[object]:
        raise MemoryError

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    with pytest.raises(MemoryError):
        fetch("http://h.example/", timeout=1)


def test_a_connection_is_closed_if_the_time_is_up_before_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[socket.socket] = []
    connected = connection_module._connected

    def slow(*arguments: Any) -> socket.socket:
        made.append(connected(*arguments))
        time.sleep(0.3)
        return made[0]

    monkeypatch.setattr(connection_module, "_connected", slow)
    with serving(stalls()) as served, pytest.raises(FetchError) as caught:
        fetch(f"https://{served.at}/", timeout=0.2)
    assert caught.value.code == "timeout"
    assert [each.fileno() for each in made] == [-1]


def recipe() -> Callable[[str, str, int], bool]:
    """``is_public`` of the page."""
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples((ROOT / "docs" / "fetch.md").read_text("utf-8")):
        if "ipaddress" in example.source:
            exec(example.source, found)
    is_public: Callable[[str, str, int], bool] = found["is_public"]
    return is_public


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("192.0.43.8", True),
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("64:ff9b::8.8.8.8", True),  # RFC 6052, as a network without IPv4 has it
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("100.64.0.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("198.18.0.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("::127.0.0.1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::127.0.0.1", False),
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b:1::8.8.8.8", False),
        ("100::1", False),
        ("2001::1", False),
        ("2001:db8::1", False),
        ("2002:7f00:1::1", False),
        ("2002:808:808::1", False),
        ("fc00::1", False),
        ("fe80::1", False),
        ("fe80::1%lo", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("ff0e::1", False),
    ],
)
def test_the_recipe_of_the_page_lets_public_addresses_through_and_no_others(address: str, is_public: bool) -> None:
    assert recipe()("h", address, 80) is is_public
