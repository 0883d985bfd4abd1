"""ftp: the commands, one by one."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from urlmill import URL, FtpURL, URLError
from urlmill._profiles import STRICT
from urlmill._url.plan import Step


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
        ("/a/../b.txt", (b"CWD a", b"CWD ..", b"TYPE I", b"RETR b.txt")),
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


@pytest.mark.parametrize("name", ["a.txt", "a.CSV", "a.sh", "a.json", "a.patch", "a.bin", "a"])
def test_a_file_without_a_type_code_comes_as_it_is(name: str) -> None:
    # C-32: TYPE A changes line ends, of UTF-16 and of mixed ends for good.
    for verb in ("RETR", "STOR", "SIZE", "APPE"):
        assert commands(f"h/{name}", verb=verb) == (b"TYPE I", f"{verb} {name}".encode())


def test_the_suffix_is_a_guess_that_has_to_be_asked_for() -> None:
    assert (ftp("h/a.txt").guess_type(), ftp("h/a.bin").guess_type()) == ("A", "I")
    assert commands("h/a.txt", guess_type=True) == (b"TYPE A", b"RETR a.txt")
    assert commands("h/a.bin", guess_type=True) == (b"TYPE I", b"RETR a.bin")
    assert commands("h/a.txt;type=i", guess_type=True) == (b"TYPE I", b"RETR a.txt")
    for verb in ("STOR", "SIZE", "MDTM", "APPE"):  # what is stored is what was given, and a size is that of the file
        assert commands("h/a.txt", guess_type=True, verb=verb)[0] == b"TYPE I"
    assert commands("h/a.txt;type=a", verb="STOR")[0] == b"TYPE A"  # the URL says so


def test_each_step_says_what_it_is() -> None:
    plan = ftp("u:secret@h/a/b.txt").plan(send_mode=True)
    assert [step.kind for step in plan.steps] == ["login", "password", "mode", "cwd", "type", "transfer"]
    assert plan.commands == tuple(step.octets for step in plan.steps)
    assert "secret" not in repr(plan.steps)
    for step in plan.steps:
        assert pickle.loads(pickle.dumps(step)) == step
    assert ftp("h/a/").plan().steps[-1] == Step("listing", b"NLST")
    kinds = [ftp("h/a").plan(verb=verb).steps[-1].kind for verb in ("STOR", "APPE", "stou", "SIZE", "DELE")]
    assert kinds == ["store", "store", "store", "command", "command"]


def test_a_password_that_is_to_be_asked_for_cannot_be_sent_by_mistake() -> None:
    plan = ftp("u@h/a").plan()
    assert plan.steps[1] == Step("password-needed", None)
    assert plan.commands[1] == b"PASS {prompt}"
    given = plan.with_password("pw")
    assert (given.steps[1], given.commands[1]) == (Step("password", b"PASS pw"), b"PASS pw")
    assert given.steps[2:] == plan.steps[2:]


@pytest.mark.parametrize("rest", ["h/a", "u:own@h/a", "u:@h/a"])
def test_a_password_is_only_filled_in_where_one_is_needed(rest: str) -> None:
    plan = ftp(rest).plan()
    assert plan.with_password("other") == plan


def test_a_password_that_is_filled_in_is_sent_as_the_rest_is() -> None:
    plan = ftp("u@h/a").plan(double_iac=True)
    again = pickle.loads(pickle.dumps(plan))
    assert plan.with_password(b"\xffx").commands[1] == again.with_password(b"\xffx").commands[1] == b"PASS \xff\xffx"
    assert ftp("u@h/a").plan().with_password(b"\xffx").commands[1] == b"PASS \xffx"


def test_a_connection_that_is_kept_needs_only_what_is_left_to_do() -> None:
    assert ftp("h/pub/b").plan(after=ftp("h/pub/a")).commands == (b"RETR b",)
    assert ftp("h/pub/b").plan(after=ftp("h/a")).commands == (b"CWD pub", b"RETR b")
    assert ftp("u@h/a").plan(after=ftp("u@h/a")).needs_password is False


@pytest.mark.parametrize(
    ("before", "rest", "options", "commands"),
    [
        ("a", "", {}, (b"TYPE A", b"NLST")),  # as on a new connection, which begins with type A
        ("a", "b;type=d", {}, (b"TYPE A", b"NLST b")),
        ("", "", {}, (b"NLST",)),
        ("", "b", {}, (b"TYPE I", b"RETR b")),
        ("a;type=d", "b;type=a", {}, (b"RETR b",)),
        ("a;type=a", "", {}, (b"NLST",)),
        ("a;type=a", "b", {}, (b"TYPE I", b"RETR b")),
        ("a;type=i", "b", {}, (b"RETR b",)),
        ("a;type=L8", "b;type=l8", {}, (b"RETR b",)),
        ("a;type=L8", "b;type=EN", {}, (b"TYPE E N", b"RETR b")),
        ("a", "b", {"verb": "STOR"}, (b"STOR b",)),
        ("", "b", {"verb": "STOR"}, (b"TYPE I", b"STOR b")),
        # What was guessed about the one before depends on what was done to it.
        ("a.txt", "b.txt", {"guess_type": True}, (b"TYPE A", b"RETR b.txt")),
        ("a.txt", "b", {"guess_type": True}, (b"TYPE I", b"RETR b")),
        ("a", "b", {"guess_type": True}, (b"RETR b",)),
        ("", "b", {"empty_name": "retr"}, (b"TYPE I", b"RETR b")),
    ],
)
def test_a_connection_that_is_kept_gets_a_type_if_it_has_another(
    before: str, rest: str, options: dict[str, Any], commands: tuple[bytes, ...]
) -> None:
    plan = ftp(f"h/pub/{rest}").plan(after=ftp(f"h/pub/{before}"), **options)
    assert plan.commands == commands
    assert [step.kind for step in plan.steps[:-1]] == ["type"] * (len(commands) - 1)


def test_only_a_url_can_have_been_fetched_before() -> None:
    with pytest.raises(TypeError, match="after: expected a URL, got str"):
        ftp("h/a").plan(after="ftp://h/b")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="other: expected a URL, got NoneType"):
        ftp("h/a").needs_reconnect(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("email", "position"), [("a\r\nQUIT", 1), ("\0", 0), ("%0Aé\n", 4), ("me@h\n", 4)])
def test_an_error_in_the_mail_address_points_into_it(email: str, position: int) -> None:
    with pytest.raises(URLError) as caught:
        ftp("h/%0A").plan(email=email)
    assert (caught.value.code, caught.value.position, caught.value.url) == ("control-char", position, email)


@pytest.mark.parametrize("other", ["h/etc/a", "h/pub/x/a", "i/pub/a", "u@h/pub/a", "h:22/pub/a"])
def test_a_connection_that_cannot_be_kept_has_no_plan(other: str) -> None:
    for url, after in ((ftp("h/pub/b"), ftp(other)), (ftp("h/pub/b"), URL("http://h/pub/b"))):
        with pytest.raises(URLError, match="needs-reconnect"):
            url.plan(after=after)


def test_what_no_server_answers_to_the_letter_can_be_done_as_curl_does() -> None:
    like_curl: dict[str, Any] = {"leading_slash": "double", "skip_empty_cwd": True}
    assert commands("h//etc/motd", **like_curl) == (b"CWD /", b"CWD etc", b"TYPE I", b"RETR motd")
    assert commands("h/pub//a", **like_curl) == (b"CWD pub", b"TYPE I", b"RETR a")
    assert commands("h//motd", **like_curl) == (b"CWD /", b"TYPE I", b"RETR motd")
    assert commands("h/etc/motd", **like_curl) == commands("h/etc/motd")
    assert commands("h/%2Fetc/motd", **like_curl) == commands("h/%2Fetc/motd")


def test_what_is_not_sent_as_it_is_written_is_noted() -> None:
    assert ftp("h/a").plan().notes == ftp("h/a?b", qmark="path").plan().notes == ()
    assert ftp("h/a?b").plan().notes == ("the query is not sent: FTP has none",)
    [note] = ftp("h/a%FF").plan().notes
    assert note == "the octet 255 is sent once, though Telnet gives it a meaning"
    doubled = ftp("h/%FF/a").plan(double_iac=True)
    assert doubled.commands[2] == b"CWD \xff\xff"
    assert doubled.notes == ("the octet 255 is sent twice, as in Telnet",)


@pytest.mark.parametrize("rest", ["h/a%0D", "h/a%0A/b", "h/a%00", "u%0A@h/", "u:p%0D%0Aq@h/", "h/a%0A;type=d"])
def test_line_ends_are_not_let_out(rest: str) -> None:
    assert ftp(rest)
    with pytest.raises(URLError, match="control-char"):
        ftp(rest).plan()


@pytest.mark.parametrize("profile", STRICT)
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


def test_a_type_code_is_ascii() -> None:
    """A dotless i is an i to regular expressions without case."""
    with pytest.raises(URLError, match="bad-type"):
        ftp("h/a;type=\u0131")
    assert ftp("h/a;type=\u0131", profile="lenient").typecode is None
