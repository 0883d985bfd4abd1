"""No message, and nothing that is printed, tells a password."""

from __future__ import annotations

import base64
import socket

import pytest

from urlmill import FetchError, Response, fetch

from .servers import (
    PATIENCE,
    ftp,
    http,
    line_of,
    serving,
)


def test_a_password_is_in_no_message() -> None:
    with serving(ftp({b"PASS": b"530 wrong password\r\n"})) as served:
        for url, options in (
            (f"ftp://user:secret@{served.at}/a", {}),
            (f"ftp://user@{served.at}/a", {"password": "secret"}),
        ):
            with pytest.raises(FetchError) as caught:
                fetch(url, timeout=PATIENCE, **options)  # type: ignore[arg-type]
            assert "secret" not in str(caught.value) + repr(caught.value) + caught.value.url


def _repeats(connection: socket.socket) -> None:
    """A news server that tells everybody what it was told."""
    connection.sendall(b"200 ready\r\n")
    while line := line_of(connection):
        word = line.split(b" ")[-1]
        answers = {b"MODE": b"200 ok", b"AUTHINFO USER": b"381 go on", b"AUTHINFO PASS": b"481 not " + word}
        said = next((answer for start, answer in answers.items() if line.startswith(start)), b"480 who?")
        connection.sendall(said + b"\r\n")


@pytest.mark.parametrize(
    "reply",
    [
        b"530 wrong password {} for joe, {} is not it",
        b"530 " + b"x" * 290 + b"{}",
        b"hello {}",
        b"hello " + b"x" * 60 + b"{}",
        b"230 \x1b{}",
        b"120 {}",
    ],
)
@pytest.mark.parametrize("options", [{}, {"double_iac": True}])
def test_a_password_that_the_server_repeats_is_masked(reply: bytes, options: dict[str, bool]) -> None:
    for written, sent in (("hunter2", b"hunter2"), ("hunter2%FF%C3%A9", b"hunter2\xff\xc3\xa9")):
        doubled = sent.replace(b"\xff", b"\xff\xff") if options else sent
        for repeated in (sent, sent.upper(), doubled, written.encode()):
            with (
                serving(ftp({b"PASS": reply.replace(b"{}", repeated) + b"\r\n"})) as served,
                pytest.raises(FetchError) as caught,
            ):
                fetch(f"ftp://joe:{written}@{served.at}/a", timeout=PATIENCE, plan=options)
            said = str(caught.value) + repr(caught.value) + caught.value.why
            assert "hunt" not in said.lower()
            assert "***" in caught.value.why or b"x" * 290 in reply


def test_our_own_words_do_not_tell_a_password() -> None:
    with serving(ftp({b"PASS": b"530 no\r\n"})) as served, pytest.raises(FetchError, match="the server answered"):
        fetch(f"ftp://joe:server@{served.at}/a", timeout=PATIENCE)


def test_a_password_that_a_news_server_repeats_is_masked() -> None:
    with serving(_repeats) as served:
        for login, password in (("joe:hunter2", None), ("joe", "hunter2")):
            with pytest.raises(FetchError) as caught:
                fetch(f"news://{login}@{served.at}/a.b", password=password, timeout=PATIENCE)
            assert caught.value.why == "the server answered 481 not ***"


def test_a_response_shows_no_password() -> None:
    with serving(http(b"HTTP/1.1 200 OK\r\n\r\n")) as served:
        response = fetch(f"http://u:secret@{served.at}/")
        assert isinstance(response, Response)
        assert repr(response) == f"Response('http://u:***@{served.at}/', status=200)"
        response.close()
        response.close()


@pytest.mark.parametrize(
    ("login", "password", "said"),
    [
        ("joe:hunter2", None, b"not HUNTER2!"),
        ("joe", "hunter2", b"not hunter2!"),
        ("joe:h%75nter2", None, b"not h%75nter2!"),
        ("joe:h%75nter2", None, b"not hunter2!"),
        ("joe:hunter2", None, b"not " + base64.b64encode(b"joe:hunter2") + b"!"),
        ("joe", "hunter2", b"not " + base64.b64encode(b"joe:hunter2") + b"!"),
    ],
)
def test_a_password_that_a_web_server_repeats_is_masked(login: str, password: str | None, said: bytes) -> None:
    answer = http(b"HTTP/1.1 401 %b\r\nWWW-Authenticate: Basic\r\n\r\n" % said)
    with serving(answer) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://{login}@{served.at}/", password=password, timeout=PATIENCE)
    assert caught.value.why == "the server answered 401 not ***!"


def _to(place: bytes) -> bytes:
    return b"HTTP/1.1 302 Go\r\nLocation: %b\r\n\r\n" % place


@pytest.mark.parametrize(
    ("answer", "shown", "words"),
    [
        (b"%b\r\n", "/a", "got '***'"),
        (b"HTTP/%b 200 OK\r\n\r\n", "/a", "got 'HTTP/*** 200 OK'"),
        (_to(b"%b:x"), "/a", "redirects to ***, which is not followed"),
        (_to(b"/?p=%b"), "/?p=***", "more than 1 redirects"),
        (_to(b"/?p=h%75nter2"), "/?p=***", "more than 1 redirects"),
        (_to(b"/%b#%b"), "/***#***", "more than 1 redirects"),
        (_to(b"http://%b.invalid/"), "http://***.invalid/", "***.invalid"),
    ],
)
@pytest.mark.parametrize("secret", [b"hunter2", b"HUNTER2"])
def test_a_secret_in_what_a_web_server_makes_up_is_masked(answer: bytes, shown: str, words: str, secret: bytes) -> None:
    with serving(http(answer.replace(b"%b", secret))) as served:
        for login, options in (
            ("joe:hunter2@", {}),
            ("joe@", {"password": "hunter2"}),
            ("", {"headers": {"Authorization": "Bearer hunter2"}}),
        ):
            with pytest.raises(FetchError) as caught:
                fetch(
                    f"http://{login}{served.at}/a",
                    timeout=PATIENCE,
                    max_redirects=1,
                    may_connect=lambda host, *_: host == served.host,
                    **options,
                )
            assert "nter2" not in (str(caught.value) + repr(caught.value) + caught.value.url).lower()
            assert caught.value.url.endswith(shown)
            assert words in caught.value.why


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("Authorization", "Bearer hunter2", b"hunter2"),
        ("authorization", "Basic " + base64.b64encode(b"joe:hunter2").decode(), b"hunter2"),
        ("Authorization", 'Digest username="joe", response="hunter2"', b"hunter2"),
        ("Cookie", "consent=yes; session=hunter2", b"hunter2"),
        ("Cookie", "consent=yes; session=hunter2", b"session=hunter2"),
        ("X-Api-Key", "hunter2", b"HUNTER2"),
        ("X-Api-Key", "a+b/c==", b"a%2Bb%2fc%3D%3d"),
        ("X-Api-Key", "two words", b"two words"),
    ],
)
def test_a_field_that_a_web_server_repeats_is_masked(name: str, value: str, said: bytes) -> None:
    with serving(http(b"HTTP/1.1 403 not %b!\r\n\r\n" % said)) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://{served.at}/", headers={name: value}, timeout=PATIENCE)
    assert caught.value.why == "the server answered 403 not ***!"


def test_fields_for_everybody_and_kinds_of_logins_are_not_masked() -> None:
    headers = {"Accept": "text/html", "User-Agent": "me", "Authorization": "Bearer 123456"}
    answer = b"HTTP/1.1 403 Bearer of text/html and me\r\n\r\n"
    with serving(http(answer)) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://{served.at}/", headers=headers, timeout=PATIENCE)
    assert caught.value.why == "the server answered 403 Bearer of text/html and me"


@pytest.mark.parametrize("password", ["a", "ut"])
def test_a_short_password_is_masked_as_a_word(password: str) -> None:
    """Within words, the place of the mask would tell it."""
    answer = b"HTTP/1.1 403 Unauthorized: '%b'\r\n\r\n" % password.encode()
    with serving(http(answer)) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://joe:{password}@{served.at}/", timeout=PATIENCE)
    assert caught.value.why == "the server answered 403 Unauthorized: '***'"


def test_the_server_that_was_given_is_shown_after_a_redirect() -> None:
    with serving(http(_to(b"/b"))) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://{served.at}/a", headers={"Referer": f"http://{served.at}/"}, max_redirects=1, timeout=PATIENCE)
    assert caught.value.url == f"http://{served.at}/b"


def test_a_response_does_not_show_a_secret_that_a_redirect_repeats() -> None:
    def script(connection: socket.socket) -> None:
        is_first = line_of(connection).split(b" ")[1] == b"/"
        http(_to(b"/hunter2") if is_first else b"HTTP/1.1 200 OK\r\n\r\n")(connection)

    with serving(script) as served, fetch(f"http://joe:hunter2@{served.at}/", timeout=PATIENCE) as response:
        assert repr(response) == f"Response('http://joe:***@{served.at}/***', status=200)"
        assert response.url.path == "/hunter2"
