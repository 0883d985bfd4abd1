"""ftp: the commands, one by one."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from urlmill import URL, FtpURL, URLError


def ftp(rest: str, **options: str) -> FtpURL:
    url = URL(f"ftp://{rest}", **options)
    assert isinstance(url, FtpURL)
    return url


def commands(rest: str, **options: Any) -> tuple[bytes, ...]:
    """What is sent after the login."""
    return ftp(rest).plan(**options).commands[2:]


@pytest.mark.parametrize(
    ("login", "sent", "needs_password"),
    [
        ("", (b"USER anonymous", b"PASS me@here"), False),
        ("u@", (b"USER u", b"PASS {prompt}"), True),
        ("u:@", (b"USER u", b"PASS "), False),
        ("@", (b"USER ", b"PASS {prompt}"), True),
        ("u%FF:p%40@", (b"USER u\xff", b"PASS p@"), False),
    ],
)
def test_an_absent_login_is_not_an_empty_one(login: str, sent: tuple[bytes, ...], needs_password: bool) -> None:
    plan = ftp(f"{login}h/f").plan(email="me@here")
    assert (plan.commands[:2], plan.needs_password) == (sent, needs_password)


def test_a_password_is_asked_for_and_never_shown() -> None:
    plan = ftp("u@h/f").plan().with_password("secret")
    assert (plan.commands[1], plan.needs_password) == (b"PASS secret", False)
    assert "secret" not in repr(plan)
    assert pickle.loads(pickle.dumps(plan)) == plan
    with pytest.raises(URLError, match="password-required"):
        ftp("u@h/f").plan(prompt=False)
    with pytest.raises(URLError, match="password-not-allowed"):
        ftp("u:p@h/f").plan(allow_password=False)
    with pytest.raises(URLError, match="control-char"):
        ftp("u@h/f").plan().with_password("a\r\nDELE b")


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/%2Fetc/motd", (b"CWD /etc", b"TYPE I", b"RETR motd")),
        ("/etc/motd", (b"CWD etc", b"TYPE I", b"RETR motd")),
        ("//etc/motd", (b"CWD ", b"CWD etc", b"TYPE I", b"RETR motd")),
        ("/a/../b.txt", (b"CWD a", b"CWD ..", b"TYPE A", b"RETR b.txt")),
        ("/a;type=d", (b"NLST a",)),
        ("/a/;type=d", (b"CWD a", b"NLST")),
        ("/a;type=l8", (b"TYPE L 8", b"RETR a")),
        ("/a;TYPE=En", (b"TYPE E N", b"RETR a")),
        ("/a;b;type=i", (b"TYPE I", b"RETR a;b")),
        ("/a;type=i/b", (b"CWD a;type=i", b"TYPE I", b"RETR b")),
        ("", (b"NLST",)),
        ("/a/", (b"CWD a", b"NLST")),
        ("/a?b#c", (b"TYPE I", b"RETR a")),
    ],
)
def test_each_part_of_the_path_is_one_command(path: str, sent: tuple[bytes, ...]) -> None:
    assert commands(f"h{path}") == sent


def test_the_options_of_the_plan() -> None:
    assert commands("h/a/b", leading_slash="root")[0] == b"CWD /a"
    assert commands("h/~a/b", leading_slash="root")[0] == b"CWD ~a"
    assert commands("u@h/./b", leading_slash="root")[0] == b"CWD ."  # C-33
    assert commands("h/./", leading_slash="root") == (b"CWD .", b"NLST")
    assert commands("h/.a/./b", leading_slash="root")[:2] == (b"CWD /.a", b"CWD .")
    assert commands("h/~/b", leading_slash="root", tilde="home") == (b"TYPE I", b"RETR b")
    assert commands("h/a//b", skip_empty_cwd=True) == (b"CWD a", b"TYPE I", b"RETR b")
    assert commands("h/a/", empty_name="retr") == (b"CWD a", b"RETR ")
    assert commands("h/a;type=i", verb="STOR", send_mode=True) == (b"MODE S", b"TYPE I", b"STOR a")
    for path, options in (("h/a/", {"empty_name": "error"}), ("h/a/;type=a", {})):
        with pytest.raises(URLError, match="empty-name"):
            commands(path, **options)


@pytest.mark.parametrize("rest", ["h/a%0D", "h/a%0A/b", "h/a%00", "u%0A@h/", "u:p%0D%0Aq@h/", "h/a%0A;type=d"])
def test_line_ends_are_not_let_out(rest: str) -> None:
    assert ftp(rest)
    with pytest.raises(URLError, match="control-char"):
        ftp(rest).plan()


@pytest.mark.parametrize("profile", ["strict", "rfc1738"])
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("h/a;type=L8", "bad-type"),
        ("h/a;TYPE=a", "bad-type"),
        ("h/a;b", "reserved-unencoded"),
        ("h:/a", "bad-port"),
        ("u:p:q@h/", "reserved-unencoded"),
        ("h_x/a", "bad-host"),
    ],
)
def test_the_strict_profiles_have_the_grammar_of_rfc_1738(rest: str, code: str, profile: str) -> None:
    assert str(ftp(rest)) == f"ftp://{rest}"
    with pytest.raises(URLError, match=f"^{code} "):
        ftp(rest, profile=profile)


def test_a_question_mark_begins_a_query_or_not() -> None:
    assert (ftp("h/a?b").name, ftp("h/a?b", qmark="path").name) == ("a", "a?b")
    assert ftp("h/a?b", profile="rfc1738").name == "a?b"
    with pytest.raises(URLError, match="query-not-allowed"):
        ftp("h/a?b", profile="strict")


def test_the_normal_form_of_an_old_url_is_an_old_url() -> None:
    assert str(ftp("h/%7eb/%41", profile="rfc1738").normalize()) == "ftp://h/%7Eb/A"
