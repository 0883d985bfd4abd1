"""``urlmill fetch``: a file is whole or not there, and one line tells why."""

from __future__ import annotations

import getpass
import io
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from urlmill.cli.main import main

from ..fetch.bad import CASES
from ..fetch.bad.case import MAX_BYTES, TIMEOUT
from ..fetch.servers import Script, drips, ftp, line_of, says, says_forever, serving, stalls
from .shell import PATIENCE, call, start, with_closed

CONTENT = bytes(range(256)) * 2000


def test_what_is_fetched_is_written(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with serving(ftp({}, says(CONTENT))) as served:
        assert main(["fetch", f"ftp://{served.at}/a", "-o", str(tmp_path / "a")]) == 0
        assert (tmp_path / "a").read_bytes() == CONTENT
        assert main(["fetch", f"ftp://{served.at}/a"]) == 0
    assert capfdbinary.readouterr() == (CONTENT, b"")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (ftp({b"RETR": b"150 a\r\n426 \xe9 broken\r\n"}, says(CONTENT)), "426"),
        (ftp({b"RETR": b"550 no such file\r\n"}), "550 no such file"),
        (ftp({b"PASS": b"530 secret is wrong\r\n"}), "530 *** is wrong"),
        (ftp({}, says_forever(b"x")), "larger than 1,048,576 bytes"),
        (ftp({}, drips(b"x")), "not done within 0.5 seconds"),
        (says(b"220 \x1b[2J\r\n"), "control characters"),
    ],
    ids=["cut", "absent", "tells", "too large", "too slow", "hostile"],
)
@pytest.mark.parametrize("before", [None, b"what was there before"])
def test_what_is_not_whole_is_not_there(
    script: Script, words: str, before: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a"
    if before is not None:
        path.write_bytes(before)
    with serving(script) as served:
        url = f"ftp://user:secret@{served.at}/a"
        assert main(["fetch", url, "-o", str(path), "--timeout", "0.5", "--max-size", "1M"]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert said.rstrip("\n").isprintable()
    assert "secret" not in said
    assert [each.name for each in tmp_path.iterdir()] == ([] if before is None else ["a"])
    assert before is None or path.read_bytes() == before


@pytest.mark.long
@pytest.mark.parametrize("case", [name for name, bad in CASES.items() if not bad.is_listing])
def test_nothing_of_a_bad_server_is_half_written(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = CASES[case]
    monkeypatch.setattr("sys.stdin", io.StringIO())
    timeout = TIMEOUT if bad.code == "timeout" else PATIENCE
    with serving(bad.script) as served:
        arguments = ["-o", str(tmp_path / "a"), "--timeout", str(timeout), "--max-size", str(MAX_BYTES)]
        assert main(["fetch", bad.url.format(served.at), *arguments]) == 1
    assert list(tmp_path.iterdir()) == []
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.rstrip("\n").isprintable()


def test_what_cannot_be_written_is_not_fetched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(ftp({})) as served:
        assert main(["fetch", f"ftp://{served.at}/a", "-o", str(tmp_path / "no" / "a")]) == 2
        assert served.connections == 0
    assert "no such directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["http://[::1"], "bad-host"),
        (["no url"], "not-absolute"),
        (["telnet://h/"], "expected one of the schemes"),
        (["http://127.0.0.1/", "--schemes", "ftp,news"], "expected one of the schemes ftp, news"),
        (["news:a@b.example"], "the URL names no news server; give --news-server HOST\n"),
    ],
)
def test_what_cannot_be_fetched_is_said(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fetch", *arguments]) == 1
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "option",
    [
        *(["--timeout", each] for each in ("0", "x", "inf", "1e10", "4294967.3")),
        ["--max-size", "1T"],
        ["--max-size", "-1"],
    ],
)
def test_limits_are_numbers(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fetch", "http://127.0.0.1/", *option])
    assert "expected a" in capsys.readouterr().err


@pytest.mark.parametrize("server", ["u:secret@h", "h:x"])
def test_a_news_server_that_is_none_is_wrong_usage(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fetch", "news:a@b.example", "--news-server", server])
    said = capsys.readouterr().err
    assert "news_server is a host or host:port" in said
    assert "secret" not in said


def test_a_news_server_is_for_news_urls_only(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with serving(ftp({})) as served:
        assert main(["fetch", f"ftp://{served.at}/a", "--news-server", "news.example"]) == 0
    assert capfdbinary.readouterr() == (b"hello\n", b"")


def test_headers_are_sent(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    def repeats(connection: socket.socket) -> None:
        fields = b"".join(line + b"\n" for line in iter(lambda: line_of(connection), b""))
        says(b"HTTP/1.1 200 OK\r\n\r\n" + fields)(connection)

    with serving(repeats) as served:
        headers = ["--header", "Accept: text/html", "--header", "X-Time:10:30 ", "--header", "X-Empty:"]
        assert main(["fetch", f"http://{served.at}/", *headers]) == 0
    assert {b"Accept: text/html", b"X-Time: 10:30", b"X-Empty: "} <= {*capfdbinary.readouterr().out.split(b"\n")}


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        (["hunter2"], "expected 'NAME: VALUE', got no colon"),
        (["Host: hunter2"], "expected headers without Host"),
        (["A b: hunter2"], "expected the name of a header field, got 'A b'"),
        (["A: hunter2\r\nB: c"], "expected printable ASCII characters in the header field A"),
        (["A: hunter2", "a: c"], "expected a once, got it twice"),
    ],
)
def test_headers_that_cannot_be_sent_are_wrong_usage(
    headers: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fetch", "http://127.0.0.1:1/", *(each for text in headers for each in ("--header", text))])
    said = capsys.readouterr().err
    assert words in said
    assert "hunter2" not in said


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("scheme", ["ftp", "http"])
def test_a_password_is_asked_for_on_a_terminal(
    scheme: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def web(connection: socket.socket) -> None:
        request = b"".join(iter(lambda: line_of(connection), b""))
        is_in = b"Authorization: Basic am9lOnNlY3JldA==" in request  # joe:secret
        refusal = b"HTTP/1.1 401 Who?\r\nWWW-Authenticate: Basic\r\n\r\n"
        says(b"HTTP/1.1 200 OK\r\n\r\nhello\n" if is_in else refusal)(connection)

    asked: list[str] = []

    def answer(text: str) -> str:
        asked.append(text)
        return "secret"

    monkeypatch.setattr(getpass, "getpass", answer)
    monkeypatch.setattr("sys.stdin", Terminal())
    with serving(web if scheme == "http" else ftp({})) as served:
        assert main(["fetch", f"{scheme}://joe@{served.at}/a", "--quiet"]) == 0
    assert capfdbinary.readouterr().out == b"hello\n"
    assert asked == [f"password of {scheme}://joe@{served.at}/a: "]


@pytest.mark.parametrize(
    ("url", "schemes"),
    [("telnet://joe@127.0.0.1/", "ftp"), ("gopher://h/", "ftp")],
)
def test_a_password_that_no_plan_needs_is_not_asked_for(
    url: str, schemes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(_: str) -> str:
        raise AssertionError("a password was asked for")

    monkeypatch.setattr(getpass, "getpass", asked)
    monkeypatch.setattr("sys.stdin", Terminal())
    assert main(["fetch", url, "--schemes", schemes]) == 1
    assert capsys.readouterr().err.startswith("urlmill: ")


def test_a_scheme_that_is_never_fetched_is_a_wrong_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fetch", "http://127.0.0.1/", "--schemes", "http,telnet"])
    assert "snews, file, got 'telnet'" in capsys.readouterr().err


def test_a_url_comes_from_standard_input_where_nobody_else_sees_it() -> None:
    with serving(ftp({})) as served:
        assert call("fetch", "-", input=f"ftp://u:p@{served.at}/a\n".encode()) == (0, b"hello\n", b"")


def test_an_empty_standard_input_has_no_url() -> None:
    assert call("fetch", "-", input=b"") == (1, b"", b"urlmill: no URL on standard input\n")


def test_a_password_that_is_missing_can_be_typed_or_put_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with serving(ftp({})) as served:
        assert main(["fetch", f"ftp://joe@{served.at}/a"]) == 1
    said = capsys.readouterr().err
    assert "type it on a terminal" in said
    assert said.endswith("urlmill fetch -\n")
    assert "password=" not in said


def test_nothing_needs_standard_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello\n")
    arguments = ["fetch", "--schemes", "file", f"file://{tmp_path}/a"]
    assert with_closed("2>&-", *arguments) == (0, "hello\n", "")


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_of_one_that_is_killed(sign: signal.Signals, tmp_path: Path) -> None:
    if sign == signal.SIGKILL and not hasattr(os, "O_TMPFILE"):
        pytest.skip("a file has a name from the start, where Python knows no other way")
    with (
        serving(ftp({}, stalls(CONTENT))) as served,
        start("fetch", f"ftp://{served.at}/a", "-o", tmp_path / "a", stderr=subprocess.DEVNULL) as process,
    ):
        while served.connections == 0:
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(sign)
        assert process.wait(PATIENCE) != 0
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_sees_how_far_it_is_and_obeys_nothing() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    script = ftp({b"RETR": b"150 a (%d bytes)\r\n226 done\r\n" % (3 * len(CONTENT))}, in_three_parts(CONTENT))
    with (
        serving(script) as served,
        start("fetch", f"ftp://{served.at}/a", "-o", os.devnull, stdout=theirs, stderr=theirs) as process,
    ):
        process.wait(PATIENCE)
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert process.returncode == 0
    assert "kB/s" in shown or "MB/s" in shown
    assert "%, 0:0" in shown
    assert "rows" not in shown


def in_three_parts(content: bytes) -> Script:
    def script(connection: socket.socket) -> None:
        for _ in range(3):
            time.sleep(0.2)
            connection.sendall(content)

    return script


def test_a_password_is_asked_for_on_a_terminal_and_not_shown() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    heard: list[bytes] = []

    def script(connection: socket.socket) -> None:
        connection.sendall(b"220 ready\r\n")
        for reply in (b"331 password?\r\n", b"530 no\r\n"):
            heard.append(line_of(connection))
            connection.sendall(reply)

    # A terminal of its own: the password is asked for there.
    with (
        serving(script) as served,
        start("fetch", f"ftp://joe@{served.at}/a", stdin=theirs, start_new_session=True) as process,
    ):
        assert process.stderr
        asked = b""
        while not asked.endswith(b"/a: "):
            asked += process.stderr.read(1)
        os.write(ours, b"sesame\n")
        said = process.stderr.read()
        process.wait(PATIENCE)
    os.close(theirs)
    os.close(ours)
    assert process.returncode == 1
    assert heard == [b"USER joe", b"PASS sesame"]
    assert b"sesame" not in said
