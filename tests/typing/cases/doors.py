"""What type checkers make of the other doors. A line that ends with ``# wrong`` must be an error, and no other line."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import SplitResult

from typing_extensions import assert_type

import urlmill
from urlmill import URL, Response, URLError, columns, crawl, extract, fetch, gate, parse
from urlmill.gate import GateError, Policy


def gated(policy: Policy, url: URL) -> None:
    """A policy hands on what it lets pass."""
    assert_type(policy.check("https://h.example/"), URL)
    assert_type(policy.check(url), URL)
    assert_type(policy.check_address("192.0.2.1"), IPv4Address | IPv6Address)
    assert_type(policy.check_address(ip_address("192.0.2.1")), IPv4Address | IPv6Address)
    assert_type(policy.safe_redirect("/a", base=url), URL)
    assert_type(fetch(url, policy=policy), Response)
    Policy(schemes=["https"], ports={443}, hosts=[".h.example"], denied=("evil.example",), login=True)
    Policy(["https"])  # wrong
    Policy(ports=["443"])  # wrong
    Policy(scheme=["https"])  # wrong
    policy.check(b"https://h.example/")  # wrong
    policy.check_address(3)  # wrong
    policy.safe_redirect("/a")  # wrong
    policy.login = True  # wrong
    fetch(url, policy=gate)  # wrong


def wrong(error: URLError, denied: GateError) -> None:
    """An error says what and where."""
    assert_type(error.code, str)
    assert_type(error.position, int)
    refused: URLError = denied
    value: ValueError = refused
    passed: GateError = error  # wrong
    print(value, passed)


def others(url: URL) -> None:
    """Those that take text or a URL."""
    assert_type(parse.urlsplit("https://h.example/"), SplitResult)
    assert_type(parse.quote("a b"), str)
    assert_type(crawl.registrable_domain(url), str | None)
    assert_type([found.url for found in extract("See https://h.example/")], list[URL])
    columns.registrable_domain(["https://h.example/"])
    extract(url)  # wrong
    crawl.registrable_domain(3)  # wrong
    urlmill.nothing  # wrong
    parse.quote()  # wrong
