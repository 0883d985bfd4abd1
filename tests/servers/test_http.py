"""nginx: files as they are, redirects within http and https."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest

from urlmill import FetchError, fetch

from ..fetch.certificates import Certificates
from .tree import FILES
from .web import PASSWORD, nginx

TIMEOUT = 20.0


class Server(NamedTuple):
    """Where it is, in the clear and by TLS."""

    plain: str
    secure: str
    certificates: Certificates

    def fetched(self, rest: str, *, tls: bool = False) -> bytes:
        url = (self.secure if tls else self.plain) + rest
        return fetch(url, context=self.certificates.client(), timeout=TIMEOUT).read()


@pytest.fixture(scope="module")
def server(folder: Path, root: Path, certificates: Certificates) -> Iterator[Server]:
    (folder / "nginx").mkdir()
    with nginx(root, folder / "nginx", certificates) as (port, secure):
        yield Server(f"http://127.0.0.1:{port}", f"https://127.0.0.1:{secure}", certificates)


@pytest.mark.parametrize("tls", [False, True], ids=["http", "https"])
@pytest.mark.parametrize("name", FILES)
def test_every_file_comes_as_it_is(server: Server, name: bytes, tls: bool) -> None:
    assert server.fetched(f"/{quote(name)}", tls=tls) == FILES[name]


def test_a_file_in_chunks_is_the_same_file(server: Server) -> None:
    with fetch(f"{server.plain}/chunks", timeout=TIMEOUT) as response:
        assert response.headers["Transfer-Encoding"] == "chunked"
        assert response.read() == FILES[b"large.patch"]


def test_nothing_is_packed_that_was_not_asked_for(server: Server) -> None:
    with fetch(f"{server.plain}/packed", timeout=TIMEOUT) as response:
        assert "Content-Encoding" not in response.headers
        assert response.read() == FILES[b"unix.txt"]


def test_redirects_are_followed_within_http_and_https(server: Server) -> None:
    assert server.fetched("/moved") == FILES[b"motd"]
    assert server.fetched("/up") == FILES[b"unix.txt"]
    for rest, words in (("/away", "redirects to ftp"), ("/round", "more than 5 redirects")):
        with pytest.raises(FetchError, match=words) as caught:
            server.fetched(rest)
        assert caught.value.code == "bad-redirect"


@pytest.mark.parametrize(("rest", "status"), [("/nothing", 404), ("/closed", 403), ("/pub/", 403)])
def test_what_is_not_there_is_refused(server: Server, rest: str, status: int) -> None:
    with pytest.raises(FetchError) as caught:
        server.fetched(rest)
    assert (caught.value.code, caught.value.status) == ("refused", status)


@pytest.mark.parametrize("tls", [False, True], ids=["http", "https"])
def test_users_log_in_when_they_are_asked_to(server: Server, tls: bool) -> None:
    start, context = (server.secure if tls else server.plain), server.certificates.client()
    url = start.replace("//", "//alice@") + "/private/motd"
    assert fetch(url, password=PASSWORD, context=context, timeout=TIMEOUT).read() == FILES[b"motd"]
    own = url.replace("alice@", f"alice:{quote(PASSWORD)}@")
    assert fetch(own, context=context, timeout=TIMEOUT).read() == FILES[b"motd"]
    for password, code in ((None, "password-required"), ("wrong", "refused")):
        with pytest.raises(FetchError) as caught:
            fetch(url, password=password, context=context, timeout=TIMEOUT)
        assert caught.value.code == code
    with pytest.raises(FetchError, match="401"):
        fetch(url.replace("alice@", ""), context=context, timeout=TIMEOUT)


def test_a_certificate_that_nobody_vouches_for_is_refused(server: Server) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(f"{server.secure}/motd", timeout=TIMEOUT)
    assert caught.value.code == "no-tls"
