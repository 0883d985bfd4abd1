"""FTP plans beside what curl does with the same URL, by the log of one server.

curl takes each directory by a CWD of its own, as RFC 1738 has it ("multicwd", its default). Where it goes another way,
the tests say which; they were written with curl 7.88.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from urlmill import FtpURL, URLError

from ..servers.curl import curl, needs_curl

pytest.importorskip("pyftpdlib", reason="pyftpdlib is the server of these tests")

from ..servers.ftp_client import run
from ..servers.ftp_server import LOGIN_DIRECTORY, FtpServer

pytestmark = needs_curl("ftp")


def said(session: list[bytes], *verbs: bytes) -> list[bytes]:
    """Those of the commands that the URL decides about."""
    return [line for line in session if line.split(b" ")[0] in (b"CWD", b"RETR", b"STOR", b"NLST", *verbs)]


def fetched_by_curl(url: str, *options: str) -> bytes:
    result = curl(url, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "rest",
    [
        "etc/motd",
        "etc/motd;type=i",
        "a/b/f;type=i",
        "a/lines.bin;type=i",
        "a/lines.txt;type=i",
        "notes",
        "~/notes",
        "a%20b/../notes",
    ],
)
def test_curl_sends_the_same_commands_and_gets_the_same_file(server: FtpServer, root: Path, rest: str) -> None:
    (root / LOGIN_DIRECTORY.lstrip("/") / "a b").mkdir(exist_ok=True)
    url = server.url(rest)
    ours = run(FtpURL(url).plan())
    assert ours.is_accepted
    assert fetched_by_curl(url, "--path-as-is") == ours.data
    assert said(server.sessions[1], b"TYPE") == said(server.sessions[0], b"TYPE")


def test_curl_asks_for_text_in_the_same_way_and_then_takes_the_returns_out(server: FtpServer) -> None:
    url = server.url("a/lines.txt;type=a")
    assert run(FtpURL(url).plan()).data == b"one\r\ntwo\r\n"
    assert fetched_by_curl(url).split() == [b"one", b"two"]
    assert said(server.sessions[1], b"TYPE") == said(server.sessions[0], b"TYPE")


@pytest.mark.parametrize(
    "rest", ["%2Fpub/semi%3Bcolon", "%2Fpub/100%252F", "%2Fpub/d%C3%ADa", "%2Fetc/motd", "a%2Fb/f"]
)
def test_curl_gets_the_same_file_though_it_decodes_slashes_before_it_divides_the_path(
    server: FtpServer, rest: str
) -> None:
    url = server.url(rest)
    ours = run(FtpURL(url).plan())
    assert fetched_by_curl(url) == ours.data
    # RFC 1738 section 3.2.2: the argument of one CWD is "/pub", or "a/b". curl makes two of it.
    assert len(said(server.sessions[0], b"CWD")) == len(said(server.sessions[1], b"CWD")) - 1


def test_curl_passes_over_an_empty_directory_name_as_the_option_does(server: FtpServer) -> None:
    url = server.url("a//b/f")
    assert fetched_by_curl(url) == run(FtpURL(url).plan(skip_empty_cwd=True)).data
    assert said(server.sessions[0]) == said(server.sessions[1])


def test_curl_takes_an_empty_first_name_for_the_root_as_pyftpdlib_does(server: FtpServer) -> None:
    url = server.url("/etc/motd")
    assert fetched_by_curl(url) == run(FtpURL(url).plan()).data == b"of the server\n"
    assert said(server.sessions[0])[0] == b"CWD /"
    assert said(server.sessions[1])[0] == b"CWD "
    assert run(FtpURL(url).plan(leading_slash="double")).data == b"of the server\n"
    assert said(server.sessions[2]) == said(server.sessions[0])


def test_curl_does_not_guess_either_that_a_file_is_text(server: FtpServer) -> None:
    url = server.url("a/lines.txt")
    assert fetched_by_curl(url) == run(FtpURL(url).plan()).data == b"one\ntwo\n"
    assert said(server.sessions[1], b"TYPE") == said(server.sessions[0], b"TYPE")


@pytest.mark.parametrize("rest", ["a/;type=d", "%2Fpub/;type=d", ";type=d"])
def test_curl_lists_the_same_names(server: FtpServer, rest: str) -> None:
    url = server.url(rest)
    ours = run(FtpURL(url).plan()).data
    assert ours is not None
    assert fetched_by_curl(url).splitlines() == ours.splitlines()
    assert server.sessions[0][-1] == b"NLST"
    assert b"NLST" in server.sessions[1]


def test_curl_wants_an_option_to_list_names_for_a_final_slash(server: FtpServer) -> None:
    url = server.url("a/")  # by itself curl would send LIST, whose form is for people
    ours = run(FtpURL(url).plan()).data
    assert ours is not None
    assert fetched_by_curl(url, "--list-only").splitlines() == ours.splitlines()


def test_curl_logs_in_with_the_same_name_and_password(server: FtpServer) -> None:
    url = server.url("notes", login="alice:pass%20word")
    assert fetched_by_curl(url) == run(FtpURL(url).plan()).data
    assert server.sessions[0][:2] == server.sessions[1][:2] == [b"USER alice", b"PASS pass word"]


def test_curl_stores_by_the_same_commands(server: FtpServer, root: Path) -> None:
    source = root / "etc" / "motd"
    url = server.url("in/stored;type=i", login="alice:pass%20word")
    stored = root / LOGIN_DIRECTORY.lstrip("/") / "in" / "stored"
    fetched_by_curl(url, "--upload-file", str(source))
    assert stored.read_bytes() == source.read_bytes()
    run(FtpURL(url).plan(verb="STOR"), upload=b"another\n")
    assert stored.read_bytes() == b"another\n"
    assert said(server.sessions[0], b"TYPE") == said(server.sessions[1], b"TYPE")


def test_curl_refuses_line_ends_too(server: FtpServer) -> None:
    url = server.url("in/old%0D%0ADELE%20old")
    with pytest.raises(URLError, match="control-char"):
        FtpURL(url).plan()
    assert curl(url).returncode == 3  # "The URL was not properly formatted"; it has logged in by then
    assert not any(b"DELE" in line for session in server.sessions for line in session)
