"""TLS is checked: who is there, and that nothing is cut off."""

from __future__ import annotations

import socket

import pytest

from urlmill import FetchError, fetch

from .certificates import Certificates, made
from .servers import (
    Script,
    asked,
    cut_off,
    drips,
    ftp,
    http,
    line_of,
    news_then,
    says,
    serving,
    stalls,
)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return made(tmp_path_factory.mktemp("certificates"))


HTTP = b"HTTP/1.1 200 OK\r\n\r\nhello"


def article(connection: socket.socket) -> None:
    connection.sendall(b"200 ready\r\n")
    for answer in (b"200 ok\r\n", b"211 1 1 1 a.b\r\n", b"220 a\r\nhello\r\n.\r\n"):
        line_of(connection)
        connection.sendall(answer)
    connection.recv(1)


@pytest.mark.parametrize(
    ("url", "script", "content"),
    [
        ("https://{}/", http(HTTP), b"hello"),
        ("gophers://{}/0a", says(b"hello", after=1), b"hello"),
        ("nntps://{}/a.b/1", article, b"hello\r\n"),
    ],
)
def test_what_comes_by_tls_is_what_was_sent(
    url: str, script: Script, content: bytes, certificates: Certificates
) -> None:
    with serving(script, tls=certificates.server()) as served:
        assert fetch(url.format(served.at), context=certificates.client(), timeout=5).read() == content


def test_a_certificate_that_nobody_vouches_for_is_refused(certificates: Certificates) -> None:
    with serving(http(HTTP), tls=certificates.server()) as served:
        for url in ("https://{}/", "gophers://{}/", "ftps://{}/", "nntps://{}/a", "snews://{}/a"):
            with pytest.raises(FetchError, match="self-signed certificate") as caught:
                fetch(url.format(served.at), timeout=5)
            assert caught.value.code == "no-tls"


def test_a_certificate_of_another_name_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    other = made(tmp_path_factory.mktemp("other"), "DNS:other.example")
    with serving(http(HTTP), tls=other.server()) as served, pytest.raises(FetchError) as caught:
        fetch(f"https://{served.at}/", context=other.client(), timeout=5)
    assert caught.value.code == "no-tls"


@pytest.mark.parametrize(
    "script",
    [says(HTTP, after=1), stalls(), says(b""), drips(b"\x16\x03\x03\x10\x00" + bytes(99))],
    ids=["plain", "silent", "gone", "drop by drop"],
)
def test_a_server_without_tls_is_an_error_in_time(script: Script) -> None:
    with serving(script) as served, pytest.raises(FetchError) as caught:
        fetch(f"https://{served.at}/", timeout=0.5)
    assert caught.value.code in ("no-tls", "timeout")


def cut(octets: bytes) -> Script:
    """Says this, and ends the connection without the end of TLS."""

    def script(connection: socket.socket) -> None:
        connection.sendall(octets)
        cut_off(connection)

    return script


def after_a_line(answer: Script) -> Script:
    def script(connection: socket.socket) -> None:
        line_of(connection)
        answer(connection)

    return script


@pytest.mark.parametrize(
    ("url", "script"),
    [
        ("https://{}/", asked(cut(b"HTTP/1.1 200 OK\r\n\r\nhel"))),
        ("gophers://{}/0a", after_a_line(cut(b"hel"))),
        ("gophers://{}/", after_a_line(cut(b"0a\tb\th\t70\r\n"))),
        ("nntps://{}/a.b", news_then(cut(b"211 1 1 1 a.b\r\n"))),
        ("snews://{}/a@b", news_then(cut(b"220 a\r\nhel\r\n"))),
        ("ftps://{}/a", cut(b"220 ready\r\n")),
        ("ftps://{}/", ftp({}, cut(b"a\r\n"))),
    ],
)
def test_an_end_without_the_end_of_tls_is_an_end_in_the_middle(
    url: str, script: Script, certificates: Certificates
) -> None:
    """As somebody on the way can make it: the length of these answers is not told."""
    with (
        serving(script, tls=certificates.server()) as served,
        pytest.raises(FetchError) as caught,
        fetch(url.format(served.at), context=certificates.client(), timeout=5) as response,
    ):
        response.read()
    assert caught.value.code == "truncated"


@pytest.mark.parametrize("command", [b"PBSZ", b"PROT"])
def test_what_a_server_does_not_protect_is_not_fetched(command: bytes, certificates: Certificates) -> None:
    heard: list[bytes] = []
    script = ftp({command: b"534 no\r\n"}, heard=heard)
    with serving(script, tls=certificates.server()) as served, pytest.raises(FetchError, match="534"):
        fetch(f"ftps://{served.at}/a", context=certificates.client(), timeout=5)
    assert heard[-1].startswith(command)


def test_data_in_the_clear_is_refused(certificates: Certificates) -> None:
    with serving(says(b"hello\n")) as beside:
        answers = {b"EPSV": b"229 ok (|||%d|)\r\n" % beside.port}
        with serving(ftp(answers), tls=certificates.server()) as served, pytest.raises(FetchError) as caught:
            fetch(f"ftps://{served.at}/a", context=certificates.client(), timeout=5)
    assert caught.value.code == "no-tls"


@pytest.mark.parametrize(
    ("reply", "is_cut", "code"),
    [
        (b"150 a (6 bytes)", True, None),
        (b"150 a (7 bytes)", True, "truncated"),
        (b"150 a", True, "truncated"),
        (b"150 a", False, None),
        (b"150 a (7 bytes)", False, "truncated"),
    ],
)
def test_a_data_connection_without_the_end_of_tls_is_whole_only_by_its_size(
    reply: bytes, is_cut: bool, code: str | None, certificates: Certificates
) -> None:
    def data(connection: socket.socket) -> None:
        connection.sendall(b"hello\n")
        if is_cut:
            cut_off(connection)

    with (
        serving(ftp({b"RETR": reply + b"\r\n226 done\r\n"}, data), tls=certificates.server()) as served,
        fetch(f"ftps://{served.at}/a", context=certificates.client(), timeout=5) as response,
    ):
        if code is None:
            assert response.read() == b"hello\n"
            return
        with pytest.raises(FetchError) as caught:
            response.read()
        assert caught.value.code == code
