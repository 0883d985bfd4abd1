"""vsftpd and proftpd: every file comes as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from urlmill import FetchError, FtpURL, fetch

from ..fetch.certificates import Certificates
from ..plans.servers.ftp_client import connected, run
from .ftp import PASSWORD, proftpd, vsftpd
from .tree import FILES

TIMEOUT = 20.0


class Server(NamedTuple):
    """Where it is, and what to call it with."""

    name: str
    start: str
    options: dict[str, Any]

    def fetched(self, rest: str, **plan: Any) -> bytes:
        return fetch(f"{self.start}/{rest}", timeout=TIMEOUT, plan=plan, **self.options).read()


STARTED: dict[str, Callable[[Path, Path], AbstractContextManager[int]]] = {"vsftpd": vsftpd, "proftpd": proftpd}


@pytest.fixture(scope="module", params=["vsftpd", "proftpd", "vsftpd by TLS"])
def server(request: pytest.FixtureRequest, folder: Path, root: Path, certificates: Certificates) -> Iterator[Server]:
    work = folder / request.param.replace(" ", "-")
    work.mkdir()
    if request.param == "vsftpd by TLS":
        with vsftpd(root, work, certificates) as port:
            yield Server("vsftpd", f"ftps://127.0.0.1:{port}", {"context": certificates.client()})
    else:
        with STARTED[request.param](root, work) as port:
            yield Server(request.param, f"ftp://127.0.0.1:{port}", {})


PLAIN = [name for name in FILES if b"\xff" not in name]


@pytest.mark.parametrize("name", PLAIN)
def test_every_file_comes_as_it_is(server: Server, name: bytes) -> None:
    assert server.fetched(quote(name)) == FILES[name]


@pytest.mark.parametrize(
    ("rest", "name"),
    [
        ("%2Fpub/a.txt", b"pub/a.txt"),
        ("%2F/pub/a.txt", b"pub/a.txt"),
        ("pub%2Fdeep/er/f", b"pub/deep/er/f"),
        ("pub/deep/../a.txt", b"pub/a.txt"),
        ("./motd", b"motd"),
        ("motd;type=i", b"motd"),
        ("motd?what", b"motd"),
        ("pub/deep/er%2Ff;type=I", b"pub/deep/er/f"),
    ],
)
def test_the_url_names_the_file(server: Server, rest: str, name: bytes) -> None:
    assert server.fetched(rest) == FILES[name]


@pytest.mark.parametrize(("rest", "name"), [("//pub/a.txt", b"pub/a.txt"), ("/pub//deep//er/f", b"pub/deep/er/f")])
def test_empty_names_work_as_with_curl(server: Server, rest: str, name: bytes) -> None:
    assert server.fetched(rest, leading_slash="double", skip_empty_cwd=True) == FILES[name]


def test_text_is_changed_only_where_the_url_says_so(server: Server) -> None:
    assert server.fetched("unix.txt;type=a") == b"one\r\ntwo\r\n"
    assert server.fetched("unix.txt", guess_type=True) == b"one\r\ntwo\r\n"


@pytest.mark.parametrize(
    ("rest", "names"),
    [
        ("", {"motd", "pub", "iac", "wide.txt"}),
        ("pub/", {"a.txt", "read me.txt", "semi;colon", "100%2F", "d\u00eda", "caf\udce9"}),
        ("pub;type=d", {"a.txt", "read me.txt", "semi;colon", "100%2F", "d\u00eda", "caf\udce9"}),
        ("pub/deep/", {"er"}),
        ("pub/deep/er;type=d", {"f"}),
        ("pub/a.txt;type=d", {"a.txt"}),
    ],
)
def test_listings_have_entries_that_can_be_fetched(server: Server, rest: str, names: set[str]) -> None:
    with fetch(f"{server.start}/{rest}", timeout=TIMEOUT, **server.options) as response:
        entries = {entry.name: entry.url for entry in response.entries or []}
    assert names <= entries.keys()
    for name, url in entries.items():
        assert isinstance(url, FtpURL)
        path = "/".join([*url.cwds, name]).encode("utf-8", "surrogateescape")
        assert path in FILES or not rest.startswith("pub/a.txt")
        if path in FILES:
            assert fetch(url, timeout=TIMEOUT, **server.options).read() == FILES[path]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("pub/a.txt", "pub/"),
        ("pub/a.txt", "pub/deep;type=d"),
        ("pub/", "pub/a.txt"),
        ("pub/a.txt", "pub/a.txt"),
        ("unix.txt;type=a", "unix.txt"),
        ("unix.txt", "unix.txt;type=a"),
        ("unix.txt;type=a", ""),
        ("motd", "pub/"),
    ],
)
def test_what_comes_over_a_connection_that_was_kept_is_what_comes_over_a_new_one(
    server: Server, first: str, second: str
) -> None:
    if server.options:
        pytest.skip("the small client that keeps its connection does not speak TLS")
    before, url = FtpURL(f"{server.start}/{first}"), FtpURL(f"{server.start}/{second}")
    alone = run(url.plan()).data
    assert alone
    with connected(before.plan().connect) as client:
        assert client.run(before.plan().commands).is_accepted
        kept = client.run(url.plan(after=before).commands)
    assert kept.is_accepted
    assert kept.data == alone


@pytest.mark.parametrize("rest", ["nothing", "nowhere/motd", "pub/deep/er/f/g"])
def test_what_is_not_there_is_refused(server: Server, rest: str) -> None:
    with pytest.raises(FetchError) as caught:
        server.fetched(rest)
    assert (caught.value.code, caught.value.status) == ("refused", 550)


def test_the_octet_255_is_sent_as_the_server_reads_it(server: Server) -> None:
    # C-37
    is_telnet = server.name == "proftpd"
    assert server.fetched("iac/%FF%FE", double_iac=is_telnet) == FILES[b"iac/\xff\xfe"]
    with pytest.raises(FetchError) as caught:
        server.fetched("iac/%FF%FE", double_iac=not is_telnet)
    assert caught.value.code == ("bad-reply" if is_telnet else "refused")  # proftpd answers in Telnet


def test_an_anonymous_login_is_not_a_users(server: Server) -> None:
    url = server.start.replace("//", "//alice@")
    if server.name == "vsftpd":
        with pytest.raises(FetchError, match="530"):
            fetch(f"{url}/motd", password=PASSWORD, timeout=TIMEOUT, **server.options)
        return
    assert fetch(f"{url}/motd", password=PASSWORD, timeout=TIMEOUT).read() == FILES[b"motd"]
    with pytest.raises(FetchError, match="530"):
        fetch(f"{url}/motd", password="wrong", timeout=TIMEOUT)
    with pytest.raises(FetchError, match="asks for a password"):
        fetch(f"{url}/motd", timeout=TIMEOUT)
