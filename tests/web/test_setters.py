"""The setters of the URL Standard, through ``urlmill.web.URL``: every case of web-platform-tests, if they are here.

They are read from ``../shared/data/wpt``, or from where ``URLMILL_WPT`` points; without them a few cases of our own do.
No case is expected to fail.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from urlmill.web import URL

FOLDER = Path(os.environ.get("URLMILL_WPT") or Path(__file__).parents[2] / ".." / "shared" / "data" / "wpt")
FILE = FOLDER / "setters_tests.json"

# The attribute, the URL, what it is set to, and what comes of it.
OURS: list[tuple[str, str, str, dict[str, str]]] = [
    ("protocol", "http://h:443/", "https", {"href": "https://h/", "port": ""}),
    ("protocol", "http://h/", "x:y", {"href": "http://h/"}),
    ("protocol", "file:///p", "http", {"href": "file:///p"}),
    ("protocol", "http://u@h/", "file", {"href": "http://u@h/"}),
    ("protocol", "a://h/", "b-1+.:x", {"href": "b-1+.://h/", "protocol": "b-1+.:"}),
    ("username", "http://h/", "a:b@/\t", {"href": "http://a%3Ab%40%2F%09@h/", "username": "a%3Ab%40%2F%09"}),
    ("username", "mailto:a", "b", {"href": "mailto:a"}),
    ("password", "http://h/", "p", {"href": "http://:p@h/", "username": ""}),
    ("password", "http://:p@h/", "", {"href": "http://h/"}),
    ("password", "file:///x", "p", {"href": "file:///x"}),
    ("host", "http://h:1/", "i:2/x", {"href": "http://i:2/", "host": "i:2"}),
    ("host", "http://h:1/", "i:99999", {"href": "http://i:1/"}),
    ("host", "http://h:1/", "i:", {"href": "http://i:1/"}),
    ("host", "http://h/", "[::0:1]:2", {"href": "http://[::1]:2/"}),
    ("host", "file://h/", "localhost", {"href": "file:///", "host": ""}),
    ("host", "file:///x", "h:1", {"href": "file:///x"}),
    ("host", "a:b", "h", {"href": "a:b"}),
    ("hostname", "http://h:1/", "i:2", {"href": "http://h:1/"}),
    ("hostname", "http://h/", "0x7f.1\\x", {"href": "http://127.0.0.1/"}),
    ("hostname", "http://h/", "u@i", {"href": "http://h/"}),
    ("hostname", "a://u@h/", "", {"href": "a://u@h/"}),
    ("hostname", "a:/.//p", "h", {"href": "a://h//p", "pathname": "//p"}),
    ("port", "http://h/", "8\n0x", {"href": "http://h/", "port": ""}),
    ("port", "https://h/", "80x", {"href": "https://h:80/"}),
    ("port", "http://h:1/", "65536", {"href": "http://h:1/"}),
    ("port", "http://h:1/", "x", {"href": "http://h:1/"}),
    ("port", "http://h:1/", "", {"href": "http://h/"}),
    ("port", "http://h/", "0" * 9 + "7", {"href": "http://h:7/"}),
    ("pathname", "http://h/x?q", "a/../b ?#", {"href": "http://h/b%20%3F%23?q"}),
    ("pathname", "http://h/x", "\\a", {"href": "http://h/a"}),
    ("pathname", "a://h/x", "\\a", {"href": "a://h/\\a"}),
    ("pathname", "a://h/x", "", {"href": "a://h", "pathname": ""}),
    ("pathname", "a:/x", "", {"href": "a:/"}),
    ("pathname", "a:/x", "//y", {"href": "a:/.//y", "pathname": "//y"}),
    ("pathname", "file:///x", "C|/y/../..", {"href": "file:///C:/"}),
    ("pathname", "a:x", "y", {"href": "a:x"}),
    ("search", "http://h/", "??a'#", {"href": "http://h/??a%27%23", "search": "??a%27%23"}),
    ("search", "a:x?y#z", "a' ", {"href": "a:x?a'%20#z"}),
    ("search", "http://h/?x", "?", {"href": "http://h/?", "search": ""}),
    ("search", "http://h/?x", "", {"href": "http://h/", "search": ""}),
    ("hash", "http://h/", "##a b\ud800 ", {"href": "http://h/##a%20b%EF%BF%BD%20"}),
    ("hash", "http://h/#x", "", {"href": "http://h/"}),
    ("hash", "a:x", "\t", {"href": "a:x#", "hash": ""}),
    ("href", "http://h/", " a:b ", {"href": "a:b"}),
]


def _cases() -> list[tuple[str, str, str, dict[str, str]]]:
    if not FILE.is_file():
        return []
    tables: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
    return [
        (name, case["href"], case["new_value"], case["expected"])
        for name, cases in tables.items()
        if name != "comment"
        for case in cases
    ]


CASES = _cases()


def check(attribute: str, href: str, value: str, expected: dict[str, str]) -> None:
    url = URL(href)
    setattr(url, attribute, value)
    assert {name: getattr(url, name) for name in expected} == expected


@pytest.mark.parametrize(("attribute", "href", "value", "expected"), OURS)
def test_a_setter_changes_what_the_standard_says(
    attribute: str, href: str, value: str, expected: dict[str, str]
) -> None:
    check(attribute, href, value, expected)


@pytest.mark.skipif(not CASES, reason="web-platform-tests are not here: see the docstring")
def test_no_case_of_web_platform_tests_is_left_out() -> None:
    assert len(CASES) >= 278


@pytest.mark.parametrize(
    ("attribute", "href", "value", "expected"), CASES, ids=[f"{case[0]}-{at}" for at, case in enumerate(CASES)]
)
def test_a_setter_does_what_browsers_do(attribute: str, href: str, value: str, expected: dict[str, str]) -> None:
    check(attribute, href, value, expected)
