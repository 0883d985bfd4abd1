"""ftp: files come as they are, directories as entries that can be fetched."""

from __future__ import annotations

import socket

import pytest

from urlmill import FetchError, FtpURL, fetch

from .servers import PATIENCE, ftp, says, serving

BINARY = bytes(range(256)) * 1000 + b"one\r\ntwo\n"


def test_a_file_comes_as_it_is() -> None:
    with serving(ftp({}, says(BINARY))) as served, fetch(f"ftp://{served.at}/pub/a.txt") as response:
        assert response.status == 150
        assert response.read() == BINARY
        assert response.status == 226
        assert response.read() == b""
        assert response.entries is None


@pytest.mark.parametrize(
    ("rest", "reply", "length"),
    [
        ("a", b"150 a (6 bytes).", 6),
        ("a", b"150 a (99 bytes) as a stream (6 bytes).", 6),
        ("a%20(9%20bytes)", b"150 a (9 bytes)", None),
        ("a%20(9%20bytes)", b"150 a (9 bytes) (6 bytes)", 6),
        ("6", b"150 6 (6 bytes)", 6),
        ("a;type=a", b"150 a (5 bytes)", None),
        ("a;type=an", b"150 a (99 bytes)", None),
        ("", b"150 here (99 bytes)", None),
    ],
)
def test_a_size_is_compared_where_it_is_that_of_the_file(rest: str, reply: bytes, length: int | None) -> None:
    answers = dict.fromkeys((b"RETR", b"NLST"), reply + b"\r\n226 done\r\n")
    with serving(ftp(answers)) as served, fetch(f"ftp://{served.at}/{rest}", timeout=5) as response:
        assert response.length == length
        assert response.read() == b"hello\n"


def test_a_password_is_sent_only_if_it_is_asked_for() -> None:
    heard: list[bytes] = []
    greeting = b"220-welcome\r\n220-230 not yet\r\n  220 nor now\r\n220 ready\r\n"
    answers = {b"": greeting, b"USER": b"230 no password needed\r\n", b"TYPE": b"550 no\r\n"}
    with serving(ftp(answers, heard=heard)) as served, pytest.raises(FetchError) as caught:
        fetch(f"ftp://{served.at}/a", timeout=5)
    assert (caught.value.code, caught.value.status) == ("refused", 550)
    assert heard == [b"USER anonymous", b"TYPE I"]


def test_a_password_that_the_url_does_not_have_can_be_given() -> None:
    heard: list[bytes] = []
    with serving(ftp({b"PASS": b"530 wrong\r\n"}, heard=heard)) as served, pytest.raises(FetchError, match="530"):
        fetch(f"ftp://joe@{served.at}/a", password="s\u00e9same", timeout=5)
    assert heard == [b"USER joe", "PASS s\u00e9same".encode()]


@pytest.mark.parametrize(("login", "sent"), [("joe:own@", b"PASS own"), ("", b"PASS anonymous@")])
def test_a_password_that_is_given_replaces_no_other(login: str, sent: bytes) -> None:
    heard: list[bytes] = []
    with serving(ftp({b"PASS": b"530 wrong\r\n"}, heard=heard)) as served, pytest.raises(FetchError, match="530"):
        fetch(f"ftp://{login}{served.at}/a", password="other", timeout=5)
    assert heard[1] == sent


@pytest.mark.parametrize(
    ("rest", "listing", "names"),
    [
        ("pub/", b"a\r\nb c\r\n\xe9\r\n", ["a", "b c", "\udce9"]),
        ("pub;type=d", b"pub/a\r\npub/.\r\npub/..\r\npub/b;c\r\n", ["a", "b;c"]),
        ("", b"a\nb\n", ["a", "b"]),
        ("", b"", []),
        ("", b"./a\r\n./\r\n./..\r\nb\r\n", ["a", "b"]),
        ("pub;type=d", b"./pub/a\r\n./b\r\n", ["a", "b"]),
        (".%2Fpub;type=d", b"./pub/a\r\npub/b\r\n", ["a", "b"]),
        ("pub;type=d", b"pub\r\nb\r\n", ["pub", "b"]),
        ("pub/", b"a\r\nb", ["a", "b"]),
        ("pub/", b"/pub/a\r\n/pub/.\r\n/pub/..\r\nb\r\n", ["a", "b"]),
        ("pub;type=d", b"/pub/a\r\n/pub/b\r\n", ["a", "b"]),
        ("", b"/a\r\n/b", ["a", "b"]),
    ],
)
def test_a_listing_has_entries_that_can_be_fetched(rest: str, listing: bytes, names: list[str]) -> None:
    cwds = {"": [], ".%2Fpub;type=d": ["./pub"]}.get(rest, ["pub"])
    with serving(ftp({}, says(listing))) as served, fetch(f"ftp://u:p@{served.at}/{rest}") as response:
        assert response.entries is not None
        assert [entry.name for entry in response.entries] == names
        for entry in response.entries:
            assert isinstance(entry.url, FtpURL)
            assert (entry.url.name, entry.url.cwds) == (entry.name, cwds)
            assert (entry.url.user, entry.url.password, entry.url.typecode) == ("u", "p", None)
        assert response.entries is response.entries


@pytest.mark.parametrize(
    ("rest", "listing"),
    [
        ("pub/readme.txt", b"readme.txt\r\n"),
        ("pub/readme.txt", b"./readme.txt\r\n"),
        ("pub%2Freadme.txt", b"pub/readme.txt\r\n"),
        ("pub%2Freadme.txt", b"readme.txt\r\n"),
        ("pub/%FF", b"\xff\r\n"),
    ],
)
def test_the_listing_of_a_file_is_that_file(rest: str, listing: bytes) -> None:
    with serving(ftp({}, says(listing))) as served:
        for options in ({}, {"double_iac": True}):
            entries = fetch(f"ftp://{served.at}/{rest};type=d", plan=options, timeout=5).entries or []
            assert [str(entry.url) for entry in entries] == [f"ftp://{served.at}/{rest}"]


def test_a_directory_in_a_listing_is_a_directory() -> None:
    with serving(ftp({}, says(b"a\r\nsub/\r\n./c d/\r\n../\r\n./\r\n"))) as served:
        entries = fetch(f"ftp://{served.at}/pub/", timeout=PATIENCE).entries or []
    found = [(entry.name, str(entry.url).removeprefix(f"ftp://{served.at}/pub/")) for entry in entries]
    assert found == [("a", "a"), ("sub", "sub/"), ("c d", "c%20d/")]


@pytest.mark.parametrize("reply", [b"450 No files found", b"550 No files found.", b"450 pub: no files"])
def test_a_directory_without_files_is_an_empty_listing(reply: bytes) -> None:
    """As wu-ftpd has it, and curl takes it for 450."""
    with serving(ftp({b"NLST": reply + b"\r\n"})) as served, fetch(f"ftp://{served.at}/pub/", timeout=5) as response:
        assert response.entries == []
        assert response.status == int(reply[:3])
    with serving(ftp({b"NLST": reply + b"\r\n"})) as served:
        assert fetch(f"ftp://{served.at}/pub/", timeout=5).read() == b""


def test_fetch_only_reads() -> None:
    with serving(ftp({})) as served:
        for verb in ("STOR", "DELE", "SIZE"):
            with pytest.raises(ValueError, match="fetch\\(\\) reads"):
                fetch(f"ftp://{served.at}/a", plan={"verb": verb})
        assert served.connections == 0


def test_a_data_connection_goes_to_the_server_whatever_address_it_names() -> None:
    """As a port scanner would have it, or a server behind a router: RFC 2577 section 3."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen, so that nobody else does
        port = taken.getsockname()[1]
        high, low = divmod(port, 256)
        answers = {b"EPSV": b"500 what?\r\n", b"PASV": b"227 ok (127,0,0,2,%d,%d)\r\n" % (high, low)}
        with serving(says(b"from elsewhere\n"), host="127.0.0.2", port=port) as elsewhere:
            with serving(ftp(answers)) as served, pytest.raises(FetchError) as caught:
                fetch(f"ftp://{served.at}/a", timeout=PATIENCE)
            assert caught.value.code == "no-connection"
            assert elsewhere.connections == 0
    # The same reply with a port where the server itself waits.
    answers[b"PASV"] = b"227 ok (127,0,0,2,{high},{low})\r\n"
    with serving(ftp(answers)) as served:
        assert fetch(f"ftp://{served.at}/a", timeout=PATIENCE).read() == b"hello\n"
