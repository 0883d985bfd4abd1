"""What ``fetch`` takes, and what it refuses before it connects to anything."""

from __future__ import annotations

import socket
from collections.abc import ItemsView, Iterator, Mapping
from typing import Any

import pytest

import urlmill
from urlmill import URL, FetchError, fetch

from .servers import ftp, line_of, says, serving, stalls


@pytest.mark.parametrize("text", ["telnet://h/", "mailto:a@b", "wais://h/db", "redis://h/"])
def test_what_has_nothing_to_fetch_is_refused(text: str) -> None:
    with pytest.raises(FetchError, match="expected one of the schemes"):
        fetch(text)


@pytest.mark.parametrize(
    "options",
    [
        *({"timeout": each} for each in (0, float("nan"), float("inf"), 1e10, 4294967.3)),
        {"max_bytes": -1},
        {"max_redirects": -1},
    ],
)
def test_limits_are_limits(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="is a number"):
        fetch("http://127.0.0.1:1/", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"headers": {"X": 1}}, "headers: expected a str as the value of 'X', got int"),
        ({"headers": {"X": b"secret"}}, "headers: expected a str as the value of 'X', got bytes"),
        ({"headers": {5: "a"}}, "headers: expected a str as the name of a field, got int"),
        ({"headers": [("X", "a")]}, "headers: expected a mapping of str to str, or None, got list"),
        ({"timeout": "3"}, "timeout: expected a number of seconds or None, got str"),
        ({"timeout": (1, 2)}, "timeout: expected a number of seconds or None, got tuple"),
        ({"max_bytes": "1M"}, "max_bytes: expected an int or None, got str"),
        ({"max_bytes": float("nan")}, "max_bytes: expected an int or None, got float"),
        ({"max_redirects": None}, "max_redirects: expected an int, got NoneType"),
        ({"max_redirects": 0.5}, "max_redirects: expected an int, got float"),
        ({"context": False}, "context: expected an ssl.SSLContext or None, got bool"),
        ({"may_connect": True}, "may_connect: expected a function or None, got bool"),
        ({"policy": True}, "policy: expected a urlmill.gate.Policy or None, got bool"),
        ({"news_server": 5}, "news_server: expected a str or None, got int"),
        ({"password": 5}, "password: expected str, bytes or None, got int"),
        ({"schemes": None}, "schemes: expected a collection of names, got NoneType"),
        ({"plan": 5}, "plan: expected a mapping of options, or None, got int"),
    ],
)
def test_arguments_of_another_type_are_refused(options: dict[str, Any], words: str) -> None:
    with serving(stalls()) as served:
        with pytest.raises(TypeError) as caught:
            fetch(f"http://{served.at}/", **options)
        assert served.connections == 0
    assert str(caught.value) == words


class Changing(Mapping[str, str]):
    """Other fields each time they are looked at."""

    def __init__(self, *values: dict[str, str]) -> None:
        self._values = list(values)

    def __getitem__(self, name: str) -> str:
        return self._values[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values[0])

    def __len__(self) -> int:
        return 1

    def items(self) -> ItemsView[str, str]:
        return (self._values.pop(0) if len(self._values) > 1 else self._values[0]).items()


def test_the_headers_that_were_checked_are_sent() -> None:
    heard: list[bytes] = []

    def script(connection: socket.socket) -> None:
        heard.extend(iter(lambda: line_of(connection), b""))
        says(b"HTTP/1.1 200 OK\r\n\r\n")(connection)

    with serving(script) as served:
        headers = Changing({"X": "good"}, {"X": "bad\r\nHost: elsewhere"})
        fetch(f"http://{served.at}/", headers=headers, timeout=10).read()
    assert b"X: good" in heard


def test_a_single_scheme_is_not_a_collection() -> None:
    with pytest.raises(TypeError, match="not a single one"):
        fetch("http://127.0.0.1:1/", schemes="http")


@pytest.mark.parametrize("schemes", [["foo"], ["http", "telnet"], {"HTTP"}, [5]])
def test_schemes_that_nothing_fetches_are_refused(schemes: list[str]) -> None:
    with pytest.raises(ValueError, match=r"expected schemes among ftp, ftps, .*, file, got"):
        fetch("http://127.0.0.1:1/", schemes=schemes)


@pytest.mark.parametrize(("url", "kind"), [(5, "int"), (b"http://127.0.0.1:1/", "bytes"), (None, "NoneType")])
def test_what_is_not_a_url_is_refused(url: str, kind: str) -> None:
    with pytest.raises(TypeError, match=f"expected a URL or a str, got {kind}"):
        fetch(url)


def test_a_connection_is_not_kept_from_another_url() -> None:
    with serving(ftp({})) as served:
        before = URL(f"ftp://{served.at}/a")
        with pytest.raises(ValueError, match="opens a connection of its own"):
            fetch(f"ftp://{served.at}/b", plan={"after": before})
        assert served.connections == 0


@pytest.mark.parametrize(
    "url",
    [
        "ftp://u%0D%0AQUIT@{}/a",
        "gopher://{}/0a%0D%0Ab",
        "news://{}/a%0D%0Ab@c",
        "news://u%20v:p@{}/a.b",
        "nntp://u:p%09q@{}/a.b",
    ],
)
def test_what_no_plan_sends_is_not_connected_for(url: str) -> None:
    with serving(stalls()) as served:
        with pytest.raises(urlmill.URLError, match="control-char"):
            fetch(url.format(served.at))
        assert served.connections == 0
