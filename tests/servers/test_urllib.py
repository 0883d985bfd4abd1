"""urlmill's handler for ftp beside urllib's own, on vsftpd and proftpd: where they differ, docs/fetch.md says why."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from urlmill.integrations.urllib import handlers

from .ftp import proftpd, vsftpd
from .tree import FILES

TIMEOUT = 20.0
# urllib does, where it fails: a socket by socket.create_connection, which ours is not.
leaves_a_socket = pytest.mark.filterwarnings("ignore:unclosed <socket.*proto=6,:ResourceWarning")
Opened = tuple[dict[str, str], bytes]


@pytest.fixture(scope="module", params=[vsftpd, proftpd], ids=["vsftpd", "proftpd"])
def start(request: pytest.FixtureRequest, folder: Path, root: Path) -> Iterator[str]:
    work = folder / f"urllib-{request.param.__name__}"
    work.mkdir()
    with request.param(root, work) as port:
        yield f"ftp://127.0.0.1:{port}"


def opened(url: str) -> Opened:
    return _opened(urllib.request.build_opener(*handlers()), url)


def opened_by_urllib(url: str) -> Opened:
    return _opened(urllib.request.build_opener(), url)


def _opened(opener: urllib.request.OpenerDirector, url: str) -> Opened:
    with opener.open(url, timeout=TIMEOUT) as response:
        assert response.geturl() == url
        return {name.lower(): value for name, value in response.headers.items()}, response.read()


@pytest.mark.parametrize(
    "rest",
    ["/motd", "/unix.txt", "/dos.txt", "/empty.json", "/large.patch", "/pub/a.txt", "/%2Fpub/a.txt", "/pub/100%252F"],
)
def test_a_file_is_what_urllib_has(start: str, rest: str) -> None:
    assert opened(start + rest) == opened_by_urllib(start + rest)


@pytest.mark.parametrize("rest", ["", "/", "/pub", "/pub/", "/pub/deep", "/pub/deep/er"])
def test_a_directory_is_listed_with_and_without_a_slash(start: str, rest: str) -> None:
    """By its names alone, each of which can be put into a URL. urllib has a page for the user to read."""
    (headers, names), (theirs, page) = opened(start + rest), opened_by_urllib(start + rest)
    assert headers == theirs == {}
    assert names.splitlines()
    assert sorted(names.splitlines()) == sorted(line[-len(name) :] for line, name in _beside(page, names))


def _beside(page: bytes, names: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each line of the page with the name that it ends in."""
    for line in page.splitlines():
        yield line, max((name for name in names.splitlines() if line.endswith(b" " + name)), key=len)


@leaves_a_socket
@pytest.mark.parametrize("rest", ["/nothing", "/nowhere/x", "/motd/", "/pub/deep/er/f/g"])
def test_what_is_not_there_is_refused_by_both(start: str, rest: str) -> None:
    for opener in (opened, opened_by_urllib):
        with pytest.raises(urllib.error.URLError, match="550"):
            opener(start + rest)


@leaves_a_socket
def test_the_differences_are_those_of_the_page(start: str) -> None:
    # The size on the server is not the length of a text whose line ends are changed.
    headers, content = opened(f"{start}/unix.txt;type=a")
    assert (headers, content) == ({"content-type": "text/plain"}, b"one\r\ntwo\r\n")
    assert opened_by_urllib(f"{start}/unix.txt;type=a") == ({"content-length": "8"}, content)
    # A type code says that it is a file.
    with pytest.raises(urllib.error.URLError, match="550"):
        opened(f"{start}/pub;type=i")
    assert opened_by_urllib(f"{start}/pub;type=i")[1]
    # Escapes are octets, which need not be UTF-8.
    assert opened(f"{start}/pub/caf%E9")[1] == FILES[b"pub/caf\xe9"]
    with pytest.raises(urllib.error.URLError, match="550"):
        opened_by_urllib(f"{start}/pub/caf%E9")
    # An empty name is an empty argument, unless `plan` says otherwise.
    with pytest.raises(urllib.error.URLError, match="50"):
        opened(f"{start}//pub/a.txt")
    assert opened_by_urllib(f"{start}//pub/a.txt")[1] == FILES[b"pub/a.txt"]
    skipping = urllib.request.build_opener(*handlers(plan={"skip_empty_cwd": True}))
    assert _opened(skipping, f"{start}//pub/a.txt")[1] == FILES[b"pub/a.txt"]
