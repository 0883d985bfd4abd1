"""Every case of web-platform-tests that is about parsing, on the backend of this run.

Those of setters go through ``urlmill.web``. The lists of expected failures are empty, and stay so.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from urlmill import URLError

from .wpt import cases, names

EXPECTED_FAILURES: list[Any] = []


def href(web: Any, text: str, base: str | None = None) -> str | None:
    try:
        found: str = web.web_href(text, base)
    except URLError:
        return None
    return found


def host(web: Any, text: str) -> str | None:
    """The host that a name is, written so that no other part begins in it: as the tests of the platform do."""
    escaped = re.sub(r"[#/:?@\\]", lambda found: f"%{ord(found[0]):02X}", text)
    found = href(web, f"https://{escaped}/x")
    if found is None:
        return None
    assert found.startswith("https://")
    assert found.endswith("/x")
    return found[8:-2]


@pytest.mark.parametrize("name", ["urltestdata.json", "urltestdata-javascript-only.json"])
def test_urls(web: Any, name: str) -> None:
    failures = []
    for case in cases(name):
        text, base = case["input"], case.get("base")
        expected = None if case.get("failure") else case["href"]
        found = href(web, text, base)
        if found != expected or web.web_can_parse(text, base) != (expected is not None):
            failures.append((text, base, found))
        elif found is not None:
            if "origin" in case and web.web_origin(found) != case["origin"]:
                failures.append((text, base, web.web_origin(found)))
            if href(web, found) != found or href(web, found, "x:y") != found:
                failures.append((text, base, href(web, found)))
    assert failures == EXPECTED_FAILURES


@pytest.mark.parametrize("name", ["toascii.json", "IdnaTestV2.json", "IdnaTestV2-removed.json"])
def test_names(web: Any, name: str) -> None:
    """The empty input is no host."""
    failures = []
    for case in cases(name):
        text, expected = case["input"], case["output"]
        if text and host(web, text) != expected:
            failures.append((text, expected, host(web, text)))
    assert failures == EXPECTED_FAILURES


def test_percent_encoding(web: Any) -> None:
    failures = []
    for case in cases("percent-encoding.json"):
        expected = case["output"]["utf-8"]
        found = href(web, f"http://h/?{case['input']}#")
        if found != f"http://h/?{expected}#":
            failures.append((case["input"], expected, found))
    assert failures == EXPECTED_FAILURES


# Here a URL fails whose name is good: by a character that no domain may have, and as an IPv4 address that is none.
_REFUSED = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]|(?:^|\.)[0-9]+\.?$|^$")


def test_names_of_unicode_with_bidi(web: Any) -> None:
    """A name in ASCII never fails, so one more label makes it one that is not: ``.é`` changes nothing else."""
    failures = []
    count = bidi = 0
    for name in names():
        source, to_ascii = name.source, name.ascii
        if source.isascii():
            source, to_ascii = f"{source}.\xe9", f"{to_ascii}.xn--9ca"
        expected = None if name.errors or _REFUSED.search(to_ascii) else to_ascii
        found = host(web, source)
        if found != expected:
            failures.append((source, name.errors, expected, found))
        count += 1
        bidi += any(each.startswith("B") for each in name.errors)
    assert failures == EXPECTED_FAILURES
    assert count > 6000
    assert bidi > 3000
