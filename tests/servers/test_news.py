"""INN: articles as they were posted, groups as a reader wants to see them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from urlmill import FetchError, fetch

from ..fetch.certificates import Certificates
from .news import GROUP, PASSWORD, Inn, post

TIMEOUT = 20.0
BODIES = {
    "plain@loopback.example": b"A body\r\nof two lines\r\n",
    "dots@loopback.example": b".\r\n..\r\n.a period\r\nthe end.\r\n",
    "odd/name%25@loopback.example": b"\xe9\xff octets\r\n\r\n\r\n",
    "long@loopback.example": (b"x" * 900 + b"\r\n") * 300,
}


class Servers(NamedTuple):
    """The ports: of innd, and of nnrpd for users, in the clear and by TLS."""

    innd: int
    users: int
    secure: int
    certificates: Certificates


def article(message_id: str, body: bytes) -> bytes:
    name = message_id.replace("%25", "%").encode()
    fields = b"From: a@b.example\r\nNewsgroups: %b\r\nSubject: On %b\r\nMessage-ID: <%b>\r\n\r\n"
    return fields % (GROUP.encode(), name, name) + body


@pytest.fixture(scope="module")
def servers(folder: Path, certificates: Certificates) -> Iterator[Servers]:
    (folder / "inn").mkdir()
    inn = Inn(folder / "inn", certificates)
    with inn.innd() as port:
        for message_id, body in BODIES.items():
            post(port, article(message_id, body))
        with inn.nnrpd("users.conf") as users, inn.nnrpd("readers.conf", tls=True) as secure:
            yield Servers(port, users, secure, certificates)


@pytest.mark.parametrize("message_id", BODIES)
def test_an_article_comes_as_it_was_posted(servers: Servers, message_id: str) -> None:
    found = fetch(f"news://127.0.0.1:{servers.innd}/{message_id.replace('/', '%2F')}", timeout=TIMEOUT).read()
    head, _, body = found.partition(b"\r\n\r\n")
    assert body == BODIES[message_id]
    assert f"Message-ID: <{message_id.replace('%25', '%')}>".encode() in head.split(b"\r\n")


def test_an_article_has_a_number_too(servers: Servers) -> None:
    for number, message_id in enumerate(BODIES, 1):
        with fetch(f"nntp://127.0.0.1:{servers.innd}/{GROUP}/{number}", timeout=TIMEOUT) as response:
            assert response.read().endswith(b"\r\n\r\n" + BODIES[message_id])
            assert response.status == 220


@pytest.mark.parametrize("scheme", ["news", "nntp"])
def test_a_group_is_an_overview_of_its_articles(servers: Servers, scheme: str) -> None:
    with fetch(f"{scheme}://127.0.0.1:{servers.innd}/{GROUP}", timeout=TIMEOUT) as response:
        entries = response.entries
    assert entries is not None
    assert [entry.name for entry in entries] == [f"On {each.replace('%25', '%')}" for each in BODIES]
    for entry, body in zip(entries, BODIES.values(), strict=True):
        assert entry.url is not None
        assert fetch(entry.url, timeout=TIMEOUT).read().endswith(b"\r\n\r\n" + body)
    newest = fetch(f"{scheme}://127.0.0.1:{servers.innd}/{GROUP}", timeout=TIMEOUT, plan={"newest": 2}).entries
    assert newest == entries[-2:]


def test_groups_are_listed_by_a_pattern(servers: Servers) -> None:
    for rest, names in (("example.*", {GROUP, "example.empty"}), ("*.test", {GROUP})):
        entries = fetch(f"news://127.0.0.1:{servers.innd}/{rest}", timeout=TIMEOUT).entries or []
        assert {entry.name for entry in entries} == names
    assert {GROUP, "junk"} <= {entry.name for entry in fetch(f"news://127.0.0.1:{servers.innd}/*").entries or []}


def test_an_empty_group_is_empty(servers: Servers) -> None:
    assert fetch(f"news://127.0.0.1:{servers.innd}/example.empty", timeout=TIMEOUT).entries == []


@pytest.mark.parametrize(
    ("rest", "status"), [("no.such.group", 411), ("none@loopback.example", 430), (f"{GROUP}/99", 423)]
)
def test_what_is_not_there_is_refused(servers: Servers, rest: str, status: int) -> None:
    scheme = "nntp" if "/" in rest else "news"
    with pytest.raises(FetchError) as caught:
        fetch(f"{scheme}://127.0.0.1:{servers.innd}/{rest}", timeout=TIMEOUT)
    assert (caught.value.code, caught.value.status) == ("refused", status)


def test_users_log_in_when_they_are_asked_to(servers: Servers) -> None:
    url = f"nntp://alice@127.0.0.1:{servers.users}/{GROUP}/1"
    body = next(iter(BODIES.values()))
    assert fetch(url, password=PASSWORD, timeout=TIMEOUT).read().endswith(body)
    assert fetch(url.replace("alice", f"alice:{PASSWORD}"), timeout=TIMEOUT).read().endswith(body)
    for password, code in ((None, "password-required"), ("wrong", "refused")):
        with pytest.raises(FetchError) as caught:
            fetch(url, password=password, timeout=TIMEOUT)
        assert caught.value.code == code
    with pytest.raises(FetchError, match="480"):
        fetch(url.replace("alice@", ""), timeout=TIMEOUT)


@pytest.mark.parametrize("scheme", ["nntps", "snews"])
def test_the_same_comes_by_tls(servers: Servers, scheme: str) -> None:
    rest = f"{GROUP}/1" if scheme == "nntps" else next(iter(BODIES))
    url = f"{scheme}://127.0.0.1:{servers.secure}/{rest}"
    assert (
        fetch(url, context=servers.certificates.client(), timeout=TIMEOUT).read().endswith(next(iter(BODIES.values())))
    )
    with pytest.raises(FetchError) as caught:
        fetch(url, timeout=TIMEOUT)
    assert caught.value.code == "no-tls"
