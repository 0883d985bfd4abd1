"""The attacks of ``docs/security.md``, and what each reader makes of them now.

``python -m tests.gate.attacks`` prints the table with the answers of this interpreter and of the curl that is here.
"""

from __future__ import annotations

import contextlib
import re
import socket
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from urlmill import URL, URLError
from urlmill._profiles import AS_WRITTEN
from urlmill._url.ambiguity import host_for_browsers
from urlmill.gate import GateError, Policy

from ..fetch.servers import Served, line_of, serving
from ..plans.servers.curl import curl

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
REFUSED, NO_HOST = "refused", "no host"
CURL_WROTE = "7.88"  # the curl that the column was written with

# One way to write what a table of Markdown cannot hold.
_ESCAPES = {"\\t": "\t", "\\r": "\r", "\\n": "\n", "\\0": "\0", "\\s": " ", "\\\\": "\\", "\\p": "|"}


def rows() -> list[dict[str, str]]:
    """The table of the page, by the names of its columns."""
    table = PAGE.read_text("utf-8").partition("<!-- attacks -->")[2].partition("<!-- end -->")[0]
    names, _, *lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.strip().splitlines()]
    return [dict(zip(names, line, strict=True)) for line in lines]


def answers(text: str, served: Served | None) -> dict[str, str]:
    """What the page says of a URL, as it is now."""
    found = by_profile(text) | {"urllib": by_urllib(text), "browsers": by_browsers(text), "gate": by_gate(text)}
    return found if served is None else found | {"curl": by_curl(text, served)}


def text_of(cell: str) -> str:
    """The URL that a cell writes."""
    return re.sub(r"\\.", lambda found: _ESCAPES[found[0]], cell.strip("`"))


def by_profile(text: str) -> dict[str, str]:
    """The host, or the code of the error, under each profile."""
    return {profile: _by_profile(text, profile) for profile in AS_WRITTEN}


def _by_profile(text: str, profile: str) -> str:
    try:
        return _shown(URL(text, profile=profile).host)
    except URLError as error:
        return error.code


def by_urllib(text: str) -> str:
    try:
        return _shown(urllib.parse.urlsplit(text).hostname)
    except ValueError:
        return REFUSED


def by_browsers(text: str) -> str:
    found = host_for_browsers(text)
    return REFUSED if found is None else _shown(found)


def by_gate(text: str) -> str:
    try:
        Policy().check(text)
    except (GateError, URLError) as error:
        return error.code
    return "passes"


def by_curl(text: str, served: Served) -> str:
    """The host that curl sends its request for, whatever it is: all connections go to ``served``."""
    heard.clear()
    # Every host and port leads to the listener.
    done = curl(text, "--connect-to", f"::127.0.0.1:{served.port}", "--proto", "=http,gopher")
    return heard[0] if heard else REFUSED if done.returncode else NO_HOST


heard: list[str] = []


def _hears(connection: socket.socket) -> None:
    while line := line_of(connection):
        name, _, value = line.partition(b":")
        if name.lower() == b"host":
            heard.append(value.strip().decode("utf-8", "replace"))
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@contextlib.contextmanager
def listening() -> Iterator[Served]:
    with serving(_hears) as served:
        yield served


def _shown(host: str | None) -> str:
    if not host:
        return NO_HOST
    return "".join(each if each.isprintable() and each != "|" else ascii(each)[1:-1] for each in host)


if __name__ == "__main__":
    with listening() as place:
        for row in rows():
            row |= answers(text_of(row["URL"]), place)
            print(f"| {' | '.join(row.values())} |")
