"""gophernicus: files as they are, menus with entries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from urlmill import GopherURL, fetch

from ..fetch.certificates import Certificates
from .tree import FILES
from .web import answered, gophernicus

TIMEOUT = 20.0
# It changes the line ends of what it takes for a text, whatever type the URL has, which is not sent.
BINARY = [b"all.bin", b"dos.txt", b"empty.json"]


class Server(NamedTuple):
    """Where it is, what to call it with, and what it serves."""

    start: str
    options: dict[str, Any]
    root: Path

    def fetched(self, rest: str) -> bytes:
        return fetch(self.start + rest, timeout=TIMEOUT, **self.options).read()


@pytest.fixture(scope="module", params=["gopher", "gophers"])
def server(request: pytest.FixtureRequest, root: Path, certificates: Certificates) -> Iterator[Server]:
    is_tls = request.param == "gophers"
    with gophernicus(root, certificates.server() if is_tls else None) as port:
        options = {"context": certificates.client()} if is_tls else {}
        yield Server(f"{request.param}://127.0.0.1:{port}", options, root)


@pytest.mark.parametrize("name", FILES)
def test_every_file_comes_as_the_server_sends_it(server: Server, name: bytes) -> None:
    found = server.fetched(f"/9/{quote(name)}")
    assert found == answered(server.root, b"/" + name + b"\r\n")
    if name in BINARY:
        assert found == FILES[name]
    elif name.isascii() and b"%" not in name and b"wide" not in name:  # it decodes escapes, and takes NUL for an end
        assert found.split() == FILES[name].split()


def test_a_menu_leads_to_the_files(server: Server) -> None:
    with fetch(f"{server.start}/1/pub", timeout=TIMEOUT, **server.options) as response:
        entries = {entry.name.split("   ")[0]: entry for entry in response.entries or []}
    found = {name: entry.url for name, entry in entries.items() if entry.kind in ("0", "9")}
    assert {"a.txt", "read me.txt"} <= found.keys()
    for name, url in found.items():
        assert isinstance(url, GopherURL)
        assert str(url).startswith(server.start)
        found_there = fetch(url, timeout=TIMEOUT, **server.options).read()
        assert found_there == answered(server.root, url.selector_octets + b"\r\n")
        if name.isascii():  # it shows others in UTF-8
            assert found_there.strip() == FILES[f"pub/{name}".encode()].strip()
    assert entries["deep"].kind == "1"


def test_what_is_not_there_is_told_in_words(server: Server) -> None:
    # RFC 1436 has no codes.
    assert b"Error: " in server.fetched("/1/nothing")
