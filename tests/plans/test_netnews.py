"""Plans of news and nntp URLs carried out: a small server of RFC 3977 compares the lines it hears."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from urlmill import NewsURL, NntpURL, URLError

from .servers.loopback import Loopback, serving
from .servers.news_client import run
from .servers.news_server import ARTICLE, GROUPS, converse


@pytest.fixture
def server() -> Iterator[Loopback]:
    with serving(converse) as server:
        yield server


def news(server: Loopback, name: str) -> NewsURL:
    return NewsURL(f"news://{server.host}:{server.port}/{name}")


def nntp(server: Loopback, rest: str) -> NntpURL:
    return NntpURL(f"nntp://{server.host}:{server.port}/{rest}")


@pytest.mark.parametrize(
    ("rest", "lines", "codes"),
    [
        ("example.group.this", b"GROUP example.group.this\r\n", [211]),
        ("example.group.this/2", b"GROUP example.group.this\r\nARTICLE 2\r\n", [211, 220]),
        ("example.group.this/02", b"GROUP example.group.this\r\nARTICLE 2\r\n", [211, 220]),
        ("example.group.this/3", b"GROUP example.group.this\r\nARTICLE 3\r\n", [211, 423]),
        ("example.group.n%2Fa/7", b"GROUP example.group.n/a\r\nARTICLE 7\r\n", [211, 220]),
        ("example.gr%C3%BCn", b"GROUP example.gr\xc3\xbcn\r\n", [211]),
        ("example.group.that", b"GROUP example.group.that\r\n", [411]),
    ],
)
def test_an_nntp_url_asks_for_the_group_and_then_for_the_number(
    server: Loopback, rest: str, lines: bytes, codes: list[int]
) -> None:
    replies = run(nntp(server, rest).plan())
    assert [code for code, _ in replies] == codes
    assert server.heard() == lines + b"QUIT\r\n"
    assert all(text == ARTICLE for code, text in replies if code == 220)


def test_a_range_of_numbers_asks_for_the_overview(server: Loopback) -> None:
    url = NntpURL(f"nntp://{server.host}:{server.port}/example.group.this/2-9", article_ranges=True)
    replies = run(url.plan())
    assert replies == [(211, b""), (224, b"2\tone\r\n")]
    assert server.heard() == b"GROUP example.group.this\r\nOVER 2-9\r\nQUIT\r\n"


@pytest.mark.parametrize(
    ("name", "line", "code"),
    [
        ("example.group.this", b"GROUP example.group.this", 211),
        ("example.group.that", b"GROUP example.group.that", 411),
        ("one@example.org", b"ARTICLE <one@example.org>", 220),
        ("%6Fne@example.org", b"ARTICLE <one@example.org>", 220),
        ("a%2Fb%25c@%5B10.20.30.108%5D", b"ARTICLE <a/b%c@[10.20.30.108]>", 220),
        ("a/b%25c@%5B10.20.30.108%5D", b"ARTICLE <a/b%c@[10.20.30.108]>", 220),
        ("two@example.org", b"ARTICLE <two@example.org>", 430),
    ],
)
def test_a_news_url_asks_for_a_group_or_an_article(server: Loopback, name: str, line: bytes, code: int) -> None:
    replies = run(news(server, name).plan())
    assert replies == [(code, ARTICLE if code == 220 else b"")]
    assert server.heard() == line + b"\r\nQUIT\r\n"


@pytest.mark.parametrize(
    ("name", "line", "groups"),
    [
        ("*", b"LIST ACTIVE", list(GROUPS)),
        ("", b"LIST ACTIVE", list(GROUPS)),
        ("example.group.*", b"LIST ACTIVE example.group.*", [b"example.group.this", b"example.group.n/a"]),
        ("*.n%2F%3F", b"LIST ACTIVE *.n/?", [b"example.group.n/a"]),
    ],
)
def test_a_pattern_lists_the_groups_that_it_matches(
    server: Loopback, name: str, line: bytes, groups: list[bytes]
) -> None:
    [(code, text)] = run(news(server, name).plan())
    assert code == 215
    assert [entry.split()[0] for entry in text.splitlines()] == groups
    assert server.heard() == line + b"\r\nQUIT\r\n"


def test_a_url_without_a_server_is_sent_to_that_of_the_user() -> None:
    url = NewsURL("news:one@example.org")
    assert url.plan().connect is None
    assert url.plan(news_server="127.0.0.1").connect == ("127.0.0.1", 119)


def test_the_group_of_an_nntp_url_is_the_same_as_a_news_url(server: Loopback) -> None:
    url = nntp(server, "example.group.n%2Fa")
    run(url.plan())
    run(url.to_news().plan())
    assert server.heard() == server.heard() == b"GROUP example.group.n/a\r\nQUIT\r\n"


def test_a_login_is_not_sent_unasked(server: Loopback) -> None:
    run(NntpURL(f"nntp://user:secret@{server.host}:{server.port}/example.group.this").plan())
    assert server.heard() == b"GROUP example.group.this\r\nQUIT\r\n"


@pytest.mark.parametrize("name", ["g.x%0D%0AQUIT", "g.x%0A", "g.x%00", "g.x%20y", "g.x%09y", "a%0D%0AQUIT@b.example"])
def test_what_would_end_an_argument_never_reaches_the_wire(server: Loopback, name: str) -> None:
    with pytest.raises(URLError) as caught:
        run(news(server, name).plan())
    assert caught.value.code == "control-char"
    if "@" not in name:
        with pytest.raises(URLError) as caught:
            run(nntp(server, f"{name}/1").plan())
        assert caught.value.code == "control-char"
    assert server.heard_nothing()
