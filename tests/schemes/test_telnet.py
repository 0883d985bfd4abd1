"""telnet: a service to talk to."""

from __future__ import annotations

import pickle

import pytest

from urlmill import URL, URLError
from urlmill._profiles import STRICT
from urlmill.schemes.telnet import TelnetPlan, TelnetURL


def plan(text: str) -> TelnetPlan:
    url = URL(text)
    assert isinstance(url, TelnetURL)
    return url.plan()


@pytest.mark.parametrize(
    ("login", "user", "password"),
    [("", None, None), ("@", "", None), ("u@", "u", None), ("u:@", "u", ""), ("u%40:p%3A@", "u@", "p:")],
)
def test_the_login_is_advice_and_nothing_is_sent(login: str, user: str | None, password: str | None) -> None:
    made = plan(f"telnet://{login}h.example/")
    assert made.advise == {"user": user, "password": password}
    assert (made.connect, made.send) == (("h.example", 23), b"")


def test_a_plan_does_not_show_the_password() -> None:
    made = plan("telnet://me:secret@h.example:2323")
    assert "secret" not in repr(made)
    assert "me" in repr(made)
    assert pickle.loads(pickle.dumps(made)) == made
    assert hash(made) == hash(plan("telnet://me:secret@h.example:2323/"))


@pytest.mark.parametrize("login", ["u%0D", "u%0A", "u%00", "u:p%0D%0Aq"])
def test_a_login_of_several_lines_is_refused(login: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        plan(f"telnet://{login}@h.example/")


def test_the_final_slash_says_nothing() -> None:
    assert URL("telnet://h.example").equivalent(URL("telnet://h.example/"))
    assert not URL("telnet://h.example").equivalent(URL("telnet://h.example/"), level="syntax")
    assert str(URL("TELNET://H.example:023").normalize()) == "telnet://h.example/"


@pytest.mark.parametrize("profile", STRICT)
@pytest.mark.parametrize(
    ("rest", "code", "position"),
    [("/x", "path-not-allowed", 19), ("//", "path-not-allowed", 19), ("?", "query-not-allowed", 19)],
)
def test_nothing_may_follow_the_slash(rest: str, code: str, position: int, profile: str) -> None:
    with pytest.raises(URLError) as caught:
        URL(f"telnet://h.example{rest}", profile=profile)
    assert (caught.value.code, caught.value.position) == (code, position)
    assert plan(f"telnet://h.example{rest}").connect == ("h.example", 23)


def test_there_is_nothing_to_read_and_nothing_is_relative_to_it() -> None:
    with pytest.raises(URLError, match="not-a-data-object"):
        URL("telnet://h.example/").read_bytes()
    with pytest.raises(URLError, match="not-hierarchical"):
        URL("telnet://h.example/").join("x")
