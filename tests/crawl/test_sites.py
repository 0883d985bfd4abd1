"""Sites: what the objects say of one URL, and which URLs of many share one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError, columns, crawl

from .. import corpus
from ..columns.answers import ODD
from ..strategies import text


@pytest.mark.parametrize(
    ("url", "subdomain", "site", "is_ip"),
    [
        ("https://forums.news.bbc.co.uk:81/a", "forums.news", "https://bbc.co.uk", False),
        ("http://WWW.Example.org./", "www", "http://example.org.", False),
        ("http://example.org/", "", "http://example.org", False),
        ("http://someone.github.io/", "", "http://someone.github.io", False),
        ("http://github.io/", None, "http://github.io", False),
        ("http://localhost:8000/", None, "http://localhost", False),
        ("http://127.0.0.1/", None, "http://127.0.0.1", True),
        ("http://[::FFFF:1.2.3.4]/", None, "http://[::ffff:1.2.3.4]", True),
        ("http://a.a.a.uk/", "a.a", "http://a.uk", False),
        ("http://a.www%2Eexample%2Eorg/", "a.www", "http://example.org", False),
        ("http://a%E3%80%82b.é%EF%BC%8Eexample/", None, "http://a.b.xn--9ca.example", False),
        ("http://a%E3%80%82b.é%EF%BC%8Eorg%E3%80%82/", "a.b", "http://xn--9ca.org.", False),
        ("http://x.食狮。公司.cn/", "x", "http://xn--85x722f.xn--55qx5d.cn", False),
        ("ftp://u:p@ftp.example.org/", "ftp", "ftp://example.org", False),
        ("news:a.b", None, None, False),
        ("mailto:a@example.org", None, None, False),
        ("x-y://a.example.org/", "a", None, False),
        ("/a/b", None, None, False),
    ],
)
def test_one_url(url: str, subdomain: str | None, site: str | None, is_ip: bool) -> None:
    read = URL(url, profile="lenient")
    assert (read.subdomain, read.site, read.is_ip) == (subdomain, site, is_ip)
    found = columns.split([url], ["subdomain", "site", "is_ip"])
    assert [found[name][0] for name in found.names] == [subdomain, site, is_ip]


def test_the_web_profile_has_them_too() -> None:
    read = URL("HTTPS://WWW.Example.org:443/\\a", profile="web")
    assert (read.subdomain, read.site, read.is_ip) == ("www", "https://example.org", False)
    assert URL("http://0x7f.1/", profile="web").is_ip


@given(text)
def test_a_subdomain_and_a_domain_are_the_host(url: str) -> None:
    read = URL(url, profile="lenient")
    if read.subdomain is None:
        assert read.registrable_domain is None
    elif read.host and read.host.isascii() and "%" not in read.host:
        assert f"{read.subdomain}.{read.registrable_domain}".removeprefix(".") == read.host.lower().removesuffix(".")


@given(text, text)
def test_two_urls_are_of_one_site_if_it_is_the_same(one: str, other: str) -> None:
    first, second = (URL(url, profile="lenient") for url in (one, other))
    assert first.same_site(second) == (first.site is not None and first.site == second.site)
    assert first.same_site(first) == (first.site is not None)


def by_hand(urls: list[str | None], of: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, url in enumerate(urls):
        try:
            name = None if url is None else getattr(URL(url, profile="lenient"), of)
        except URLError:
            name = None
        if name:
            found.setdefault(name, []).append(row)
    return found


@pytest.mark.parametrize(("by", "of"), [("site", "site"), ("host", "host_ascii")])
def test_groups_are_what_the_objects_say(by: Any, of: str) -> None:
    urls = [*ODD, None, *corpus.some(corpus.URLS)[::7], *ODD]
    found = crawl.groups(urls, by)
    assert found == by_hand(urls, of)
    assert list(found) == list(by_hand(urls, of))


@pytest.mark.parametrize("by", ["site", "host"])
def test_an_empty_host_is_no_server(by: Any) -> None:
    urls = ["file:///x", "http:///x", "http://:80/", "http://user@/", "mailto:a@h.example", "nothing", None]
    assert crawl.groups(urls, by) == {}
    assert crawl.sample(urls, 9, by) == []


@given(st.lists(text | st.none(), max_size=8))
def test_groups_of_any_texts(urls: list[str | None]) -> None:
    clean = [url and url.encode("utf-8", "replace").decode() for url in urls]
    assert crawl.groups(clean) == by_hand(clean, "site")


def test_a_sample_has_at_most_so_many_of_each_site() -> None:
    urls = [f"http://{host}.example.org/{page % 30}" for host in "ab" for page in range(40)] + ["http://h/", "no", "x:"]
    chosen = crawl.sample(urls, 5)
    assert chosen == sorted(set(chosen))
    assert [len(rows) for rows in crawl.groups([urls[row] for row in chosen]).values()] == [5, 1]
    of_hosts = [urls[row] for row in crawl.sample(urls, 5, "host")]
    assert [len(rows) for rows in crawl.groups(of_hosts, "host").values()] == [5, 5, 1]
    assert len(crawl.sample(urls, 1000)) == 61  # each URL once
    assert crawl.sample(urls, 0) == []


def test_a_sample_follows_from_the_texts_alone() -> None:
    urls = [f"http://h{number % 7}.example/{number}" for number in range(500)]
    chosen = {urls[row] for row in crawl.sample(urls, 3)}
    mixed = random.Random(3).sample(urls, len(urls))
    assert {mixed[row] for row in crawl.sample(mixed, 3)} == chosen
    assert {urls[row] for row in crawl.sample(urls, 4)} > chosen
    # The same on every machine, in every release.
    assert sorted(chosen)[:3] == ["http://h0.example/210", "http://h0.example/231", "http://h0.example/455"]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: crawl.groups("http://h/"), TypeError, "not one text"),
        (lambda: crawl.groups(["http://h/"], "port"), ValueError, "expected 'site' or 'host', got 'port'"),  # type: ignore[arg-type]
        (lambda: crawl.sample(["http://h/"], -1), ValueError, "expected a count of 0 or more, got -1"),
        (lambda: crawl.sample(["http://h/"], True), TypeError, "count is an int, not bool"),
        (lambda: crawl.sample(["http://h/"], 1.5), TypeError, "count is an int, not float"),  # type: ignore[arg-type]
    ],
)
def test_what_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
