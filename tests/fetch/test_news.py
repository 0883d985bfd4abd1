"""news and nntp: articles as they were posted, groups as a reader wants to see them."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from urlmill import URL, Entry, FetchError, URLError, fetch

from ..plans.servers import news_server
from ..plans.servers.loopback import Loopback
from ..plans.servers.loopback import serving as one_by_one
from .servers import Script, line_of, says, serving


@pytest.fixture
def news() -> Iterator[Loopback]:
    with one_by_one(news_server.converse) as server:
        yield server


def test_an_article_comes_without_its_doubled_periods(news: Loopback) -> None:
    with fetch(f"news://{news.host}:{news.port}/one@example.org") as response:
        assert response.read() == news_server.ARTICLE
        assert response.status == 220
    assert news.heard() == b"MODE READER\r\nARTICLE <one@example.org>\r\n"
    assert fetch(f"nntp://{news.host}:{news.port}/example.group.this/2").read() == news_server.ARTICLE


def test_the_groups_of_a_server_are_entries(news: Loopback) -> None:
    with fetch(f"news://{news.host}:{news.port}/example.group.*") as response:
        assert response.entries == [
            Entry(name, URL(f"news://{news.host}:{news.port}/{name.replace('/', '%2F')}"), "y")
            for name in ("example.group.this", "example.group.n/a")
        ]


def news_script(*, is_reader: bool = True, login: bytes = b"") -> Script:
    """A group of 1,000 articles; in transit mode, or for users only."""

    def script(connection: socket.socket) -> None:
        reads, is_in = is_reader, not login
        connection.sendall(b"200 ready\r\n")
        while line := line_of(connection):
            if line == b"MODE READER":
                reads = True
                answer = b"200 ok"
            elif not reads:
                answer = b"401 MODE-READER"
            elif line.startswith(b"AUTHINFO USER"):
                answer = b"381 go on"
            elif line.startswith(b"AUTHINFO PASS"):
                is_in = line.split(b" ")[2] == login
                answer = b"281 in" if is_in else b"481 no"
            elif not is_in:
                answer = b"480 who are you?"
            elif line.startswith(b"GROUP"):
                answer = b"211 1000 1 1000 a.b"
            elif line.startswith(b"OVER "):
                low, high = map(int, line[5:].split(b"-"))
                rows = (
                    b"%d\tNo. %d\tme\tnow\t<%d@h>\t\t9\t1\r\n" % (each, each, each) for each in range(low, high + 1)
                )
                answer = b"224 overview\r\n" + b"".join(rows) + b"."
            else:
                answer = b"500 what?"
            connection.sendall(answer + b"\r\n")

    return script


@pytest.mark.parametrize("is_reader", [True, False])
def test_a_group_is_the_overview_of_its_newest_articles(is_reader: bool) -> None:
    with serving(news_script(is_reader=is_reader)) as served:
        for scheme in ("news", "nntp"):
            entries = fetch(f"{scheme}://{served.at}/a.b", plan={"newest": 3}).entries
            assert entries == [
                Entry(f"No. {each}", URL(f"news://{served.at}/{each}@h"), "article") for each in (998, 999, 1000)
            ]


def test_a_login_is_sent_when_the_server_asks() -> None:
    with serving(news_script(login=b"secret")) as served:
        url = f"news://joe@{served.at}/a.b"
        assert len(fetch(url, password="secret").entries or []) == 100
        assert len(fetch(url.replace("joe", "joe:secret")).entries or []) == 100
        for password, code in (("wrong", "refused"), (None, "password-required")):
            with pytest.raises(FetchError) as caught:
                fetch(url, password=password)
            assert caught.value.code == code


def test_an_empty_group_has_no_articles(news: Loopback) -> None:
    with fetch(f"news://{news.host}:{news.port}/example.gr%C3%BCn") as response:
        assert response.entries == []


def test_a_news_url_without_a_server_needs_one(news: Loopback) -> None:
    with pytest.raises(FetchError, match="news_server") as caught:
        fetch("news:one@example.org")
    assert caught.value.code == "no-server"
    server = f"{news.host}:{news.port}"
    assert fetch("news:one@example.org", news_server=server).read() == news_server.ARTICLE


def test_a_news_server_is_for_news_urls_only() -> None:
    with serving(says(b"hello", after=1)) as served:
        assert fetch(f"gopher://{served.at}/0a", news_server="news.example").read() == b"hello"


@pytest.mark.parametrize("server", ["u:secret@h", "u:secret@h:x", "h:x", "h:99999", "a b", "::1"])
def test_a_news_server_that_is_none_is_named(server: str) -> None:
    with pytest.raises(ValueError, match=r"^news_server is a host or host:port") as caught:
        fetch("news:one@example.org", news_server=server)
    assert not isinstance(caught.value, URLError)
    assert "secret" not in str(caught.value)


def test_entries_of_a_news_server_keep_the_login(news: Loopback) -> None:
    place = f"u:p%FF@{news.host}:{news.port}"
    entries = fetch(f"news://{place}/example.group.*").entries
    assert entries
    assert str(entries[0].url) == f"news://{place}/example.group.this"


@pytest.mark.parametrize("piece", [1, 3, 7, 70_000, 1 << 20])
def test_an_article_is_put_together_however_it_is_cut(piece: int) -> None:
    sent = b"220 a\r\n" + b"x" * 200_000 + b"\r\n...a\r\n..\r\n" + b".." + b"y" * 200_000 + b"\r\n.\r\n"
    if piece < 100:
        sent = sent.replace(b"x" * 200_000, b"x" * 20).replace(b"y" * 200_000, b"y" * 20)

    def script(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(b"200 ready\r\n")
        line_of(connection)
        connection.sendall(b"200 ready\r\n")
        line_of(connection)
        for start in range(0, len(sent), piece):
            connection.sendall(sent[start : start + piece])

    with serving(script) as served:
        found = fetch(f"news://{served.at}/a@b").read()
    assert found == sent.partition(b"\r\n")[2].removesuffix(b".\r\n").replace(b"\n..", b"\n.")
