"""What is connected to: looked up in time, seen before it is connected to, closed at the end."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest

from urlmill import FetchError, fetch
from urlmill._fetch import connection as connection_module
from urlmill.gate import GateError, Policy

from .servers import (
    PATIENCE,
    Script,
    Served,
    ftp,
    http,
    serving,
    stalls,
)

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


def refused(url: str, **options: Any) -> FetchError:
    with pytest.raises(FetchError) as caught:
        fetch(url, timeout=PATIENCE, **options)
    return caught.value


def look_up_as(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """Names get these addresses, one more with each look-up."""
    asked: list[str] = []
    look_up: Any = socket.getaddrinfo

    def answer(host: str, port: int, *_: Any, **options: Any) -> Any:
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1].split()
        return [each for address in found for each in look_up(address, port, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


def test_a_policy_is_asked_about_the_url_before_anything_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = look_up_as(monkeypatch, "127.0.0.1")
    for url in ("http://127.1/", "http://localhost/", "ftp://www.example/", "http://u:secret@www.example/"):
        with pytest.raises(GateError) as caught:
            fetch(url, policy=Policy())
        assert "secret" not in str(caught.value)
    assert asked == []


@pytest.mark.parametrize("address", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_a_name_that_leads_inside_is_not_connected_to(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    with serving(http(HTTP + b"\r\nsecret")) as served:
        look_up_as(monkeypatch, address)
        error = refused(f"http://www.example:{served.port}/", policy=Policy())
        assert error.code == "address-not-allowed"
        assert "(loopback, RFC 1122)" in str(error)
        assert served.connections == 0


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: another answer to the next question changes nothing, since there is no next question."""
    policy = Policy(public_only=False, denied=["127.0.0.2"])
    with serving(http(HTTP + b"\r\nhello")) as served:
        asked = look_up_as(monkeypatch, "127.0.0.1", "127.0.0.2")
        assert fetch(f"http://www.example:{served.port}/", timeout=PATIENCE, policy=policy).read() == b"hello"
        assert asked == ["www.example"]
        assert refused(f"http://www.example:{served.port}/", policy=policy).code == "address-not-allowed"


def test_of_several_addresses_those_are_used_that_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = Policy(public_only=False, denied=["127.0.0.2", "127.0.0.3"])
    with serving(http(HTTP + b"\r\nhello")) as served:
        look_up_as(monkeypatch, "127.0.0.2 127.0.0.1 127.0.0.3")
        assert fetch(f"http://www.example:{served.port}/", timeout=PATIENCE, policy=policy).read() == b"hello"


@pytest.mark.parametrize(
    "location", ["http://127.1:%d/", "http://localhost:%d/", "http://u:p@127.0.0.1:%d/", "//evil.example/"]
)
def test_a_policy_is_asked_about_each_redirect(location: str) -> None:
    with serving(http(HTTP + b"\r\nsecret")) as inside:
        written = (location.replace("%d", str(inside.port))).encode()
        with serving(http(b"HTTP/1.1 302 Go\r\nLocation: " + written + b"\r\n\r\n")) as served:
            policy = Policy(public_only=False, hosts=["127.0.0.1"])
            error = refused(f"http://{served.at}/", policy=policy)
            assert error.code == "bad-redirect"
            assert inside.connections == 0


def test_a_redirect_that_a_policy_refuses_does_not_repeat_a_secret() -> None:
    with serving(http(b"HTTP/1.1 302 Go\r\nLocation: http://hunter22.example/\r\n\r\n")) as served:
        policy = Policy(public_only=False, hosts=["127.0.0.1"])
        error = refused(f"http://{served.at}/", policy=policy, headers={"X-Token": "hunter22"})
        assert error.code == "bad-redirect"
        assert "hunter22" not in str(error)


def test_a_data_connection_of_ftp_is_within_the_policy() -> None:
    policy = Policy(schemes=["ftp"], public_only=False, hosts=["127.0.0.1"], ports=None)
    with serving(ftp({})) as served:
        assert isinstance(fetch(f"ftp://{served.at}/a", timeout=PATIENCE, policy=policy).read(), bytes)
