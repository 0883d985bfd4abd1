"""``urllib.request`` with urlmill's handlers."""

from __future__ import annotations

import socket
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

from urlmill import FetchError, URLError
from urlmill.integrations.urllib import FtpHandler, handlers

from ..fetch.servers import Script, drips, ftp, http, says, serving
from ..plans.servers import news_server
from ..plans.servers.loopback import serving as one_by_one

BINARY = bytes(range(256)) * 1000


def opener(**options: Any) -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(*handlers(**options))


def test_a_file_is_opened_as_urllib_opens_it() -> None:
    with serving(ftp({}, says(BINARY))) as served:
        url = f"ftp://{served.at}/%2Fpub/a.txt"
        with opener().open(url, timeout=5) as response:
            assert response.read(10) == BINARY[:10]
            assert response.read() == BINARY[10:]
            assert (response.geturl(), response.status) == (url, 150)
        with opener().open(url, timeout=5) as response:
            assert b"".join(response) == BINARY


def test_the_size_and_the_type_are_told_as_urllib_tells_them() -> None:
    with serving(ftp({b"RETR": b"150 a (6 bytes)\r\n226 done\r\n"})) as served:
        for rest, expected in (
            ("a.txt", {"Content-length": "6", "Content-type": "text/plain"}),
            ("a", {"Content-length": "6"}),
            ("a.txt;type=a", {"Content-type": "text/plain"}),
            ("pub/", {}),
            ("pub.txt;type=d", {}),
        ):
            with opener().open(f"ftp://{served.at}/{rest}", timeout=5) as response:
                assert dict(response.headers.items()) == expected
                assert response.read() == b"hello\n"


def test_a_directory_needs_no_final_slash() -> None:
    answers = {b"RETR": b"550 pub is a directory\r\n"}
    with serving(ftp(answers, says(b"a\r\nb\r\n"))) as served:
        url = f"ftp://u:p@{served.at}/x/pub"
        with opener().open(url, timeout=5) as response:
            assert (response.read(), response.geturl()) == (b"a\r\nb\r\n", url)
        assert served.connections == 2


@pytest.mark.parametrize(
    ("answers", "rest", "words", "connections"),
    [
        ({b"RETR": b"550 no file\r\n", b"CWD": b"550 no directory\r\n"}, "a", "550 no file", 2),
        ({b"RETR": b"550 no file\r\n", b"CWD": b"421 enough\r\n"}, "a", "421 enough", 2),
        ({b"RETR": b"550 no file\r\n"}, "a;type=i", "550 no file", 1),
        ({b"NLST": b"550 not allowed\r\n"}, "pub/", "550 not allowed", 1),
        ({b"RETR": b"451 broken disk\r\n"}, "a", "451 broken disk", 1),
    ],
)
def test_what_is_neither_file_nor_directory_is_an_error(
    answers: dict[bytes, bytes], rest: str, words: str, connections: int
) -> None:
    with serving(ftp(answers)) as served:
        with pytest.raises(urllib.error.URLError, match=words):
            opener().open(f"ftp://{served.at}/{rest}", timeout=5)
        assert served.connections == connections


def test_the_time_is_for_the_file_and_the_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each alone is within it, by a clock that goes forward with each connection."""
    clock = time.monotonic

    def slow(connection: socket.socket) -> None:
        late = 600 * served.connections
        monkeypatch.setattr(time, "monotonic", lambda: clock() + late)
        ftp({b"RETR": b"550 no file\r\n"})(connection)

    with serving(slow) as served:
        with pytest.raises(urllib.error.URLError, match="not done within 1000 seconds"):
            opener().open(f"ftp://{served.at}/pub", timeout=1000)
        assert served.connections == 2


def test_urllib_has_schemes_that_it_did_not_have() -> None:
    with (
        serving(says(b"hello\r\n", after=1)) as served,
        opener().open(f"gopher://{served.at}/0a", timeout=5) as response,
    ):
        assert response.read() == b"hello\r\n"
        assert response.readline() == b""
    with one_by_one(news_server.converse) as server:
        url = f"news://{server.host}:{server.port}/one@example.org"
        with opener().open(url, timeout=5) as response:
            assert response.read() == news_server.ARTICLE


def test_options_for_news_are_no_matter_of_others() -> None:
    with one_by_one(news_server.converse) as server, serving(ftp({})) as served:
        opened = opener(news_server=f"{server.host}:{server.port}")
        with opened.open("news:one@example.org", timeout=5) as response:
            assert response.read() == news_server.ARTICLE
        with opened.open(f"ftp://{served.at}/a", timeout=5) as response:
            assert response.read() == b"hello\n"


def test_its_own_ftp_gives_way() -> None:
    kinds = [type(each) for each in opener().handlers]  # type: ignore[attr-defined]
    assert FtpHandler in kinds
    assert urllib.request.FTPHandler not in kinds


@pytest.mark.parametrize(
    ("url", "cause"), [("ftp://{}/a", FetchError), ("ftp://{}/a%0D%0A", URLError), ("nntps://{}/a.b", FetchError)]
)
def test_what_goes_wrong_is_an_error_of_urllib(url: str, cause: type[Exception]) -> None:
    with serving(says(b"421 no\r\n")) as served, pytest.raises(urllib.error.URLError) as caught:
        opener().open(url.format(served.at), timeout=1)
    assert isinstance(caught.value.reason, cause)


@pytest.mark.parametrize(
    ("options", "script", "words"),
    [({"max_bytes": 1000}, says(BINARY), "larger than"), ({}, drips(b"x"), r"within 0\.5 seconds")],
    ids=["size", "time"],
)
def test_limits_hold_here_too(options: dict[str, Any], script: Script, words: str) -> None:
    with (
        serving(ftp({}, script)) as served,
        opener(**options).open(f"ftp://{served.at}/a", timeout=0.5) as response,
        pytest.raises(FetchError, match=words),
    ):
        response.read()


def test_a_redirect_does_not_leave_http() -> None:
    # urllib itself would follow it to ftp.
    with serving(ftp({})) as there:
        answer = b"HTTP/1.1 302 Go\r\nLocation: ftp://%b/a\r\nContent-Length: 0\r\n\r\n" % there.at.encode()
        with serving(http(answer)) as served, pytest.raises(urllib.error.URLError, match="a redirect"):
            opener().open(f"http://{served.at}/", timeout=5)
        assert there.connections == 0


def test_nothing_is_sent_to_where_it_is_only_read() -> None:
    with serving(ftp({})) as served:
        with pytest.raises(urllib.error.URLError, match="without data"):
            opener().open(f"ftp://{served.at}/a", data=b"x")
        assert served.connections == 0
