"""http and https: the request."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, HttpURL, URLError
from urlmill._profiles import STRICT
from urlmill._url.plan import Step
from urlmill.schemes.http import HttpPlan

PIECES = [
    "a",
    "/",
    "?",
    "=",
    "&",
    "+",
    "%2f",
    "%41",
    "%7E",
    "%FF",
    "%0D%0A",
    "é",
    " ",
    '"',
    "|",
    "\\",
    "[",
    "%C3%A9",
    "#",
]
rests = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


def http(text: str, **options: object) -> HttpURL:
    url = URL(text, **options)  # type: ignore[call-overload]
    assert isinstance(url, HttpURL)
    return url


@pytest.mark.parametrize(
    ("text", "connect", "tls", "target", "host_field"),
    [
        ("http://Example.org", ("example.org", 80), False, b"/", b"example.org"),
        ("https://example.org?q", ("example.org", 443), True, b"/?q", b"example.org"),
        ("https://h:80/a#f", ("h", 80), True, b"/a", b"h:80"),
        ("http://h:080/a?", ("h", 80), False, b"/a?", b"h"),
        ("http://u:p@h/a b|é", ("h", 80), False, b"/a%20b%7C%C3%A9", b"h"),
        ("http://[2001:DB8::1]:81/", ("2001:db8::1", 81), False, b"/", b"[2001:db8::1]:81"),
        ("http://[fe80::1%25en0]/", ("fe80::1%en0", 80), False, b"/", b"[fe80::1]"),
        ("http://b%C3%BCcher.example/", ("xn--bcher-kva.example", 80), False, b"/", b"xn--bcher-kva.example"),
    ],
)
def test_the_request_says_what_the_url_means(
    text: str, connect: tuple[str, int], tls: bool, target: bytes, host_field: bytes
) -> None:
    plan = http(text).plan()
    assert plan == HttpPlan(connect=connect, tls=tls, target=target, host_field=host_field, close=True)
    start = b"GET " + target + b" HTTP/1.1\r\nHost: " + host_field
    assert plan.request == start + b"\r\nConnection: close\r\n\r\n"
    assert plan.steps == (Step("request", plan.request),)
    assert http(text).plan(close=False).request == start + b"\r\n\r\n"


@pytest.mark.parametrize("text", ["http://", "https://:443/x", "http:///x", "http://u@/x"])
def test_the_host_is_not_empty(text: str) -> None:
    with pytest.raises(URLError, match="missing-host"):
        URL(text)


def test_a_login_deceives_where_the_source_is_not_trusted() -> None:
    assert http("http://user:pw@example.com/").password == "pw"
    with pytest.raises(URLError, match="userinfo-not-allowed"):
        URL("http://user:pw@example.com/", untrusted=True)
    assert "pw" not in repr(http("http://user:pw@example.com/"))


@pytest.mark.parametrize("host", ["[v7.x]", "a%00b", "a%20b", "a%2Fb", "a%40b", "[2001:db8::1%25en0]"])
def test_a_host_that_only_a_url_can_write_is_not_connected_to(host: str) -> None:
    with pytest.raises(URLError):
        http(f"http://{host}/").plan()


def test_the_default_port_and_the_empty_path_say_nothing() -> None:
    for text in ("http://example.com:80", "http://EXAMPLE.com:/", "http://example.com"):
        assert http(text).equivalent(URL("http://example.com/"))
    assert not http("http://example.com:443").equivalent(URL("https://example.com"))
    assert str(http("https://h:443/a/../%7eb").normalize()) == "https://h/~b"


def test_only_the_superset_takes_what_the_web_writes() -> None:
    for profile in STRICT:
        with pytest.raises(URLError, match="bad-char"):
            http("http://h/a|b", profile=profile)


@given(rests)
def test_a_request_has_no_more_lines_than_it_should(rest: str) -> None:
    request = http(f"http://h/{rest}").plan().request
    assert request.isascii()
    assert (request.count(b"\r"), request.count(b"\n"), request.count(b" ")) == (4, 4, 4)
