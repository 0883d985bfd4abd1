"""The table of ``docs/security.md``: what it says of each attack is what happens."""

from __future__ import annotations

import re
import socket
import subprocess

import pytest

from urlmill import URL, fetch
from urlmill._fetch import connection
from urlmill._profiles import AS_WRITTEN
from urlmill.errors import FetchError, URLError
from urlmill.gate import CODES, Policy

from ..fetch.servers import http, serving
from ..plans.servers.curl import needs_curl
from .attacks import CURL_WROTE, PAGE, REFUSED, answers, by_curl, listening, rows, text_of

ROWS = rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["URL"])
def test_the_page_says_what_each_reader_answers(row: dict[str, str]) -> None:
    found = answers(text_of(row["URL"]), None)
    assert found.pop("urllib") in row["urllib"].split(" or ")
    assert {name: row[name] for name in found} == found
    assert set(AS_WRITTEN) < set(row)


@needs_curl("http")
@pytest.mark.once
def test_curl_goes_where_the_page_says_and_never_elsewhere_with_what_passes() -> None:
    about = subprocess.run(["curl", "--version"], capture_output=True, text=True, check=True).stdout
    with listening() as served:
        found = {row["URL"]: by_curl(text_of(row["URL"]), served) for row in ROWS}
    if about.startswith(f"curl {CURL_WROTE}"):
        assert found == {row["URL"]: row["curl"] for row in ROWS}
    for row in ROWS:
        if row["gate"] == "passes":
            assert found[row["URL"]] in (URL(text_of(row["URL"])).host_ascii, REFUSED)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["URL"])
def test_no_attack_reaches_a_local_server(row: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name leads to the loopback interface."""
    with serving(http(b"HTTP/1.1 200 OK\r\n\r\nsecret")) as served:
        place = socket.AF_INET, ("127.0.0.1", served.port)
        monkeypatch.setattr(connection, "_looked_up", lambda *_: [place])
        with pytest.raises((URLError, FetchError)):
            fetch(text_of(row["URL"]), policy=Policy(), timeout=5)
        assert served.connections == 0


def test_the_page_has_every_code() -> None:
    listed = PAGE.read_text("utf-8").partition("## What is refused")[2].partition("\n## ")[0]
    assert dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", listed, re.MULTILINE)) == CODES
