"""FTP plans carried out: pyftpdlib is the server, the client is a small one of ours.

Users start in /home/guest of the server, so that what is relative to the login directory can be told from the rest.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlmill import FtpURL, URLError

pytest.importorskip("pyftpdlib", reason="pyftpdlib is the server of these tests")

from ..servers.ftp_client import Outcome, connected, run
from ..servers.ftp_server import LOGIN_DIRECTORY, FtpServer
from ..servers.ftp_tree import FILES

HOME = LOGIN_DIRECTORY.lstrip("/")


def fetch(url: str) -> Outcome:
    return run(FtpURL(url).plan())


def lines_of(outcome: Outcome) -> list[bytes]:
    assert outcome.data is not None
    return outcome.data.splitlines()


# Names


@pytest.mark.parametrize(
    ("rest", "file"),
    [
        ("etc/motd", f"{HOME}/etc/motd"),
        ("%2Fetc/motd", "etc/motd"),
        ("%2fetc/motd;type=i", "etc/motd"),
        ("%2Fetc%2Fmotd;type=i", "etc/motd"),
        ("a/b/f", f"{HOME}/a/b/f"),
        ("a%2Fb/f", f"{HOME}/a/b/f"),
        ("a/b/../lines.bin", f"{HOME}/a/lines.bin"),
        ("~/notes", f"{HOME}/~/notes"),
        ("%7E/notes", f"{HOME}/~/notes"),
        ("%2Fpub/read%20me.txt;type=i", "pub/read me.txt"),
        ("%2Fpub/semi%3Bcolon", "pub/semi;colon"),
        ("%2Fpub/semi;colon", "pub/semi;colon"),
        ("%2Fpub/semi%3Btype=x", "pub/semi;type=x"),
        ("%2Fpub/semi%3Btype=x;type=i", "pub/semi;type=x"),
        ("%2Fpub/100%252F", "pub/100%2F"),
        ("%2Fpub/d%C3%ADa", "pub/d\u00eda"),
        ("%2Fpub/d\u00eda", "pub/d\u00eda"),
    ],
)
def test_the_plan_fetches_the_file_that_the_url_names(server: FtpServer, rest: str, file: str) -> None:
    plan = FtpURL(server.url(rest)).plan()
    outcome = run(plan)
    assert outcome.is_accepted
    assert outcome.data == FILES[file]
    assert [line for line in server.sessions[-1] if line != b"EPSV"] == list(plan.commands)


def test_octets_that_are_no_text_reach_the_server_as_they_are(server: FtpServer, root: Path) -> None:
    directory = os.path.join(os.fsencode(root), b"caf\xe9")
    try:
        os.mkdir(directory)
        with open(os.path.join(directory, b"\xfe\xff.bin"), "wb") as file:
            file.write(b"found\n")
    except OSError:
        pytest.skip("the names of this file system are UTF-8")
    outcome = fetch(server.url("%2Fcaf%E9/%FE%FF.bin"))
    assert outcome.is_accepted
    assert outcome.data == b"found\n"
    assert server.sessions[-1][-1] == b"RETR \xfe\xff.bin"
    assert lines_of(fetch(server.url("%2Fcaf%E9/"))) == [b"\xfe\xff.bin"]


def test_a_file_that_is_not_there_is_refused_at_the_last_command(server: FtpServer) -> None:
    assert fetch(server.url("etc/nothing")).codes == [331, 230, 250, 200, 550]


def test_a_directory_that_is_not_there_is_refused_before_anything_is_asked_for(server: FtpServer) -> None:
    assert fetch(server.url("nowhere/motd")).codes == [331, 230, 550]


# Types


def test_text_comes_with_the_line_ends_of_the_network(server: FtpServer) -> None:
    assert fetch(server.url("a/lines.txt;type=a")).data == b"one\r\ntwo\r\n"
    assert fetch(server.url("a/lines.txt;type=i")).data == b"one\ntwo\n"


@pytest.mark.parametrize("name", ["a/lines.txt", "a/lines.bin"])
def test_without_a_type_the_file_comes_as_it_is(server: FtpServer, name: str) -> None:
    assert fetch(server.url(name)).data == FILES[f"{HOME}/{name}"]


def test_the_suffix_decides_if_it_is_asked_to(server: FtpServer) -> None:
    url = FtpURL(server.url("a/lines.txt"))
    assert run(url.plan(guess_type=True)).data == b"one\r\ntwo\r\n"


def test_a_file_without_a_type_is_stored_as_it_is(server: FtpServer, root: Path) -> None:
    url = FtpURL(server.url("in/new.txt", login="alice:pass%20word"))
    assert run(url.plan(verb="STOR", guess_type=True), upload=b"one\r\ntwo\n\xff").is_accepted
    assert (root / HOME / "in" / "new.txt").read_bytes() == b"one\r\ntwo\n\xff"


def test_a_local_byte_size_of_eight_is_an_image(server: FtpServer) -> None:
    assert fetch(server.url("a/lines.bin;type=L8")).data == FILES[f"{HOME}/a/lines.bin"]


@pytest.mark.parametrize("code", ["EN", "AN", "L36"])
def test_a_type_that_the_server_does_not_have_is_refused_before_the_transfer(server: FtpServer, code: str) -> None:
    # RFC 959 has all of them, RFC 1630 lets URLs say so, and pyftpdlib knows A, I, L 7 and L 8 only.
    assert fetch(server.url(f"a/lines.txt;type={code}")).codes == [331, 230, 250, 504]


# Listings


@pytest.mark.parametrize(
    ("rest", "names"),
    [
        ("a;type=d", [b"b", b"lines.bin", b"lines.txt"]),
        ("a/;type=d", [b"b", b"lines.bin", b"lines.txt"]),
        ("a/", [b"b", b"lines.bin", b"lines.txt"]),
        ("a/b;type=D", [b"f"]),
        ("a%2Fb;type=d", [b"f"]),
        ("%2Fetc;type=d", [b"motd"]),
        ("%2Fetc/", [b"motd"]),
        ("etc/motd;type=d", [b"motd"]),
        ("", [b"a", b"etc", b"in", b"notes", b"~"]),
        (";type=d", [b"a", b"etc", b"in", b"notes", b"~"]),
    ],
)
def test_directories_are_listed_by_name(server: FtpServer, rest: str, names: list[bytes]) -> None:
    outcome = fetch(server.url(rest))
    assert outcome.is_accepted
    assert lines_of(outcome) == names


def test_the_literal_reading_of_a_final_slash_is_refused(server: FtpServer) -> None:
    # C-4: RFC 1738 would have RETR with an empty name, which RFC 959 has no syntax for.
    outcome = run(FtpURL(server.url("a/")).plan(empty_name="retr"))
    assert outcome.codes == [331, 230, 250, 501]
    assert server.sessions[-1][-1] == b"RETR "


# Logins


def test_an_anonymous_login_gives_the_address_as_its_password(server: FtpServer) -> None:
    assert run(FtpURL(server.url("notes")).plan(email="me@site.example")).data == FILES[f"{HOME}/notes"]
    assert server.sessions[-1][:2] == [b"USER anonymous", b"PASS me@site.example"]


def test_a_user_logs_in_with_the_password_of_the_url(server: FtpServer) -> None:
    assert fetch(server.url("notes", login="alice:pass%20word")).data == FILES[f"{HOME}/notes"]
    assert server.sessions[-1][:2] == [b"USER alice", b"PASS pass word"]


def test_a_user_with_an_empty_password_logs_in_with_that(server: FtpServer) -> None:
    url = FtpURL(server.url("notes", login="nobody:"))
    assert not url.plan().needs_password
    assert run(url.plan()).data == FILES[f"{HOME}/notes"]
    assert server.sessions[-1][1] == b"PASS "


def test_a_wrong_password_is_refused_and_nothing_follows_it(server: FtpServer) -> None:
    assert fetch(server.url("notes", login="alice:wrong")).codes == [331, 530]
    assert server.sessions[-1][-1] == b"PASS wrong"


def test_the_user_is_asked_for_a_password_that_the_url_does_not_have(server: FtpServer) -> None:
    plan = FtpURL(server.url("notes", login="alice")).plan()
    assert plan.needs_password
    with connected(plan.connect) as client:
        assert client.run(plan.commands[:1]).codes == [331]  # the server's question
    answered = plan.with_password("pass word")
    assert not answered.needs_password
    assert run(answered).data == FILES[f"{HOME}/notes"]


# Where a path begins


def test_a_leading_slash_can_mean_the_root(server: FtpServer) -> None:
    url = FtpURL(server.url("etc/motd"))
    assert run(url.plan()).data == b"of the guest\n"
    assert run(url.plan(leading_slash="root")).data == b"of the server\n"


def test_the_root_is_said_with_the_name_where_there_is_no_directory(server: FtpServer) -> None:
    url = FtpURL(server.url("notes;type=i"))
    assert run(url.plan(leading_slash="root")).codes == [331, 230, 200, 550]
    assert server.sessions[-1][-1] == b"RETR /notes"


def test_a_tilde_can_mean_the_login_directory(server: FtpServer) -> None:
    url = FtpURL(server.url("~/notes"))
    assert run(url.plan()).data == b"in a directory called ~\n"
    assert run(url.plan(tilde="home")).data == b"at home\n"


def test_an_empty_directory_name_takes_pyftpdlib_to_its_root(server: FtpServer) -> None:
    # C-5: RFC 1738 has "CWD " sent. RFC 959 does not say what it does; pyftpdlib reads it as "CWD /", others refuse it.
    url = FtpURL(server.url("a//b/f"))
    assert run(url.plan()).data == b"b below the root\n"
    assert b"CWD " in server.sessions[-1]
    assert run(url.plan(skip_empty_cwd=True)).data == b"a, then b\n"
    assert b"CWD " not in server.sessions[-1]


# Other things to do


@pytest.mark.parametrize(
    ("code", "stored"), [("i", b"one\r\ntwo\r\n"), ("a", f"one{os.linesep}two{os.linesep}".encode())]
)
def test_a_file_is_stored_where_the_url_says(server: FtpServer, root: Path, code: str, stored: bytes) -> None:
    url = FtpURL(server.url(f"in/new%20{code};type={code}", login="alice:pass%20word"))
    outcome = run(url.plan(verb="STOR"), upload=b"one\r\ntwo\r\n")
    assert outcome.is_accepted
    assert (root / HOME / "in" / f"new {code}").read_bytes() == stored


def test_anonymous_users_may_not_store(server: FtpServer, root: Path) -> None:
    outcome = run(FtpURL(server.url("in/old;type=i")).plan(verb="STOR"), upload=b"gone")
    assert outcome.codes == [331, 230, 250, 200, 550]
    assert (root / HOME / "in" / "old").read_bytes() == FILES[f"{HOME}/in/old"]


def test_the_mode_is_accepted_where_it_is_sent(server: FtpServer) -> None:
    outcome = run(FtpURL(server.url("notes")).plan(send_mode=True))
    assert outcome.is_accepted
    assert outcome.data == FILES[f"{HOME}/notes"]
    assert server.sessions[-1][2] == b"MODE S"


# Several files over one connection


def fetch_both(first: FtpURL, second: FtpURL) -> list[bytes | None]:
    """What a client gets that keeps its connection where it may."""
    plan = first.plan()
    if first.needs_reconnect(second):
        return [run(plan).data, run(second.plan()).data]
    with connected(plan.connect) as client:
        return [client.run(plan.commands).data, client.run(second.plan(after=first).commands).data]


@pytest.mark.parametrize(
    ("first", "second", "connections"),
    [
        ("a/lines.bin", "a/lines.txt;type=i", 1),
        ("notes", "a/lines.txt;type=i", 1),
        ("notes", "notes", 1),
        ("a/lines.bin", "a/b/f", 2),
        ("a/lines.bin", "etc/motd", 2),
        ("a/b/f", "a%2Fb/f", 2),
        ("a/lines.bin", "notes", 2),
    ],
)
def test_a_connection_is_kept_where_that_gives_the_same_file(
    server: FtpServer, first: str, second: str, connections: int
) -> None:
    urls = FtpURL(server.url(first)), FtpURL(server.url(second))
    apart = [run(url.plan()).data for url in urls]
    assert None not in apart
    server.sessions.clear()
    assert fetch_both(*urls) == apart
    assert len(server.sessions) == connections


def test_another_user_needs_another_connection(server: FtpServer) -> None:
    urls = FtpURL(server.url("notes")), FtpURL(server.url("notes", login="alice:pass%20word"))
    assert fetch_both(*urls) == [FILES[f"{HOME}/notes"]] * 2
    assert [session[0] for session in server.sessions] == [b"USER anonymous", b"USER alice"]


def test_a_connection_kept_against_the_advice_gives_another_file(server: FtpServer) -> None:
    first, second = FtpURL(server.url("%2Fetc/motd")), FtpURL(server.url("b/f"))
    assert first.needs_reconnect(second)
    plan = first.plan()
    with connected(plan.connect) as client:
        client.run(plan.commands)
        assert client.run(second.plan().commands[2:]).codes == [550]


# What must not be sent


@pytest.mark.parametrize(
    ("rest", "login"),
    [
        ("in/old%0D%0ADELE%20old", ""),
        ("in%0D%0ADELE%20in/old", ""),
        ("in%0A/old", ""),
        ("in/old%0D", ""),
        ("in/old%00", ""),
        ("in/old%0D%0ADELE%20old;type=d", ""),
        ("in/old", "alice%0D%0ADELE%20x:y"),
        ("in/old", "alice:pass%0AQUIT"),
    ],
)
def test_a_line_end_in_a_url_never_reaches_the_wire(server: FtpServer, rest: str, login: str) -> None:
    with pytest.raises(URLError) as caught:
        fetch(server.url(rest, login=login))
    assert caught.value.code == "control-char"
    assert server.sessions == []


def test_a_line_end_in_what_the_caller_gives_never_reaches_the_wire(server: FtpServer) -> None:
    url = FtpURL(server.url("in/old", login="alice"))
    with pytest.raises(URLError, match="control-char"):
        run(url.plan().with_password("x\r\nDELE in/old"))
    with pytest.raises(URLError, match="control-char"):
        run(FtpURL(server.url("in/old")).plan(email="x\r\nDELE in/old"))
    assert server.sessions == []
