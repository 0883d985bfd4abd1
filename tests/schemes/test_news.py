"""news and snews, and the patterns of wildmat."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill._url.plan import Step
from urlmill.schemes.news import NewsURL
from urlmill.schemes.wildmat import matches

from ..profiles import REFUSING


def news(rest: str, **options: str) -> NewsURL:
    url = URL(f"news:{rest}", **options)
    assert isinstance(url, NewsURL)
    return url


@pytest.mark.parametrize("server", ["", "//h.example/"])
@pytest.mark.parametrize(
    ("name", "kind", "value", "command"),
    [
        ("", "all", None, b"LIST ACTIVE"),
        ("*", "all", None, b"LIST ACTIVE"),
        ("3dfx.products", "group", "3dfx.products", b"GROUP 3dfx.products"),
        ("a%40b", "group", "a@b", b"GROUP a@b"),
        ("%FF", "group", "\udcff", b"GROUP \xff"),
        ("comp.*", "wildmat", "comp.*", b"LIST ACTIVE comp.*"),
        ("comp.%3F", "wildmat", "comp.?", b"LIST ACTIVE comp.?"),
        ("a,b", "wildmat", "a,b", b"LIST ACTIVE a,b"),
        ("A.b@C.d", "message_id", "A.b@C.d", b"ARTICLE <A.b@C.d>"),
        ("a/b@c", "message_id", "a/b@c", b"ARTICLE <a/b@c>"),
        ("a?b@c", "message_id", "a?b@c", b"ARTICLE <a?b@c>"),
        ("%22a%40b%22@%5B1.2%5D", "message_id", '"a@b"@[1.2]', b'ARTICLE <"a@b"@[1.2]>'),
    ],
)
def test_the_name_tells_what_is_meant(server: str, name: str, kind: str, value: str | None, command: bytes) -> None:
    url = news(server + name)
    assert url.kind == {"message_id": "article"}.get(kind, kind)
    given_parts = {part: getattr(url, part) for part in url.part_names}
    assert {part: found for part, found in given_parts.items() if found is not None} == (
        {} if value is None else {kind: value}
    )
    assert url.plan().commands == (command,)
    assert url.locatable is bool(server)
    assert url.plan().connect == (("h.example", 119) if server else None)


def test_the_server_is_that_of_the_url_or_the_configured_one() -> None:
    assert news("a.b").plan(news_server="News.local").connect == ("news.local", 119)
    assert news("///a.b").plan(news_server="news.local").connect == ("news.local", 119)
    assert news("//h:8119/a.b").plan(news_server="news.local").connect == ("h", 8119)
    secure = URL("snews:a.b")
    assert isinstance(secure, NewsURL)
    plan = secure.plan(news_server="s")
    assert (plan.connect, plan.tls, plan.commands) == (("s", 563), True, (b"GROUP a.b",))


def test_a_reader_says_so_first_and_sees_the_newest_articles_of_a_group() -> None:
    plan = news("//h/a.b").plan(newest=10)
    assert plan.steps == (Step("reader", b"MODE READER"), Step("group", b"GROUP a.b"), Step("overview-needed", None))
    assert plan.overview(b"211 1000 1 1000 a.b\r\n") == Step("overview", b"OVER 991-1000")
    assert plan.overview(b"211 3 998 1000 a.b") == Step("overview", b"OVER 998-1000")
    assert plan.overview(b"211 0 0 0 a.b") is None
    assert plan.overview(b"211 0 5 4 a.b") is None  # RFC 3977 section 6.1.1.2
    for reply in (b"411 no such group", b"211 1 2", b"211 a b c d", b"211 1 1 99999999999999999 g"):
        with pytest.raises(ValueError, match="expected a reply to GROUP"):
            plan.overview(reply)
    with pytest.raises(ValueError, match="newest is a number"):
        news("a.b").plan(newest=0)
    kinds = [news(rest).plan().steps[-1].kind for rest in ("*", "a.*", "a@b")]
    assert kinds == ["listing", "listing", "article"]


def test_a_login_waits_for_the_server_to_ask() -> None:
    plan = news("//u:secret@h/a.b").plan()
    assert plan.login == (Step("login", b"AUTHINFO USER u"), Step("password", b"AUTHINFO PASS secret"))
    assert not any(b"AUTHINFO" in command for command in plan.commands)
    assert "secret" not in repr(plan)
    asked = news("//u@h/a.b").plan()
    assert (asked.needs_password, asked.login[1]) == (True, Step("password-needed", None))
    assert asked.with_password("secret") == plan
    assert plan.with_password("other") == plan
    assert news("//h/a.b").plan().with_password("x").login == ()
    for rest in ("//u%0D@h/a.b", "//u:p%0A@h/a.b", "//u%20v@h/a.b", "//u:p%09q@h/a.b", "//u:%20@h/a.b"):
        with pytest.raises(URLError, match="control-char") as caught:
            news(rest).plan()
        assert caught.value.url[caught.value.position] == "%"
        assert "this character would be taken for a delimiter" in str(caught.value)  # be it a space: C-42
    for password in ("x\r\nPOST", "pass word", "pass\tword", " "):
        with pytest.raises(URLError, match="control-char"):
            asked.with_password(password)


@pytest.mark.parametrize("rest", [".", "..", "//h/..", "%2E.", "...", "//h/."])
@pytest.mark.parametrize("profile", ["superset", "strict"])
def test_dots_alone_are_not_a_group(rest: str, profile: str) -> None:
    with pytest.raises(URLError, match="bad-group"):
        news(rest, profile=profile)
    with pytest.raises(URLError, match="bad-group"):
        news(rest, profile="lenient").plan()


@pytest.mark.parametrize("rest", ["@b", "a@", "%3Ca@b%3E", "a%3Eb@c", "a@b@c", "a" * 247 + "@b"])
@pytest.mark.parametrize("profile", REFUSING)
def test_what_no_message_id_can_be_is_refused(rest: str, profile: str) -> None:
    with pytest.raises(URLError, match="bad-message-id"):
        news(rest, profile=profile)
    with pytest.raises(URLError, match="bad-message-id"):
        news(rest, profile="lenient").plan()


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("//h.example", "missing-path"),
        ("///a", "missing-host"),
        ("//h_x/a", "bad-host"),
        ("a/b@c", "reserved-unencoded"),
        ("a/b", "reserved-unencoded"),
        ("a,b", "reserved-unencoded"),
        ("a?b@c", "query-not-allowed"),
        ("a%20b@c", "bad-message-id"),
        ("%22a%20%22@c", "bad-message-id"),  # RFC 5536 section 3.1.3: no space, not even between quotes
        ("a%5Bb%5D", "bad-group"),
        ("a%5Bb%5D*", "bad-wildmat"),
    ],
)
def test_the_strict_profile_has_the_grammar_of_rfc_5538(rest: str, code: str) -> None:
    with pytest.raises(URLError, match=f"^{code} "):
        news(rest, profile="strict")


@pytest.mark.parametrize("rest", ["", "*", "a.b", "a.*", "a%3Fb", "a%2Fb@c.d", "a~b", "//u:p@h.example:119/a"])
def test_the_strict_profile_takes_what_rfc_5538_has(rest: str) -> None:
    assert news(rest, profile="strict").plan() == news(rest).plan()


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("//h/a", "authority-not-allowed"),
        ("", "no-form"),
        ("a.*", "bad-group"),
        ("3dfx", "bad-group"),
        ("a%41", "bad-group"),
        ("a?b", "bad-group"),
        ("a@b_c", "bad-message-id"),
        ("a@b:1", "bad-message-id"),
    ],
)
def test_the_old_profile_has_the_grammar_of_rfc_1738(rest: str, code: str) -> None:
    with pytest.raises(URLError, match=f"^{code} "):
        news(rest, profile="rfc1738")


@pytest.mark.parametrize("rest", ["*", "a.b", "a/b?c;d:e&f=g@h.example", "a@192.0.2.1"])
def test_the_old_profile_takes_what_rfc_1738_has(rest: str) -> None:
    assert news(rest, profile="rfc1738").plan() == news(rest).plan()


@pytest.mark.parametrize("rest", ["a%0D%0AQUIT@b", "a%0Ab", "a%20b", "a%09*", "a%00b"])
def test_delimiters_are_not_let_out(rest: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        news(rest).plan()


def test_case_is_kept_and_slashes_in_a_message_id_are_escaped() -> None:
    assert not news("A@b").equivalent(news("a@b"))
    assert str(news("//H:119/a/b@C").normalize()) == "news://h/a%2Fb@C"
    assert news("//h/*").equivalent(news("//h"))
    assert news("a?b@c").equivalent(news("a%3Fb@c"))
    assert not news("a%40b").equivalent(news("a@b"))
    assert not news("a.b").equivalent(URL("snews:a.b"))


def test_nothing_is_relative_to_it() -> None:
    with pytest.raises(URLError, match="not-hierarchical"):
        news("//h/a").join("b")


def test_one_name_takes_the_place_of_another() -> None:
    url = news("//h/a@b#f")
    assert str(url.replace(group="x.y")) == "news://h/x.y#f"
    assert str(url.replace(host=None, fragment=None)) == "news:a@b"
    assert str(news("a.b").replace(host="h", port=120)) == "news://h:120/a.b"
    assert str(URL.build(scheme="news", host="h", group=None)) == "news://h/*"
    assert str(URL.build(scheme="news", message_id='"a@b/c"@[1]')) == "news:%22a%40b%2Fc%22@%5B1%5D"
    assert str(URL.build(scheme="snews", wildmat="a.?,!b")) == "snews:a.%3F%2C%21b"


@pytest.mark.parametrize(
    "parts",
    [{"group": ""}, {"group": "a*"}, {"group": "a[b]"}, {"message_id": "a"}, {"message_id": "@"}, {"wildmat": "[*"}],
)
def test_what_could_not_be_read_back_is_not_built(parts: dict[str, str]) -> None:
    with pytest.raises(URLError):
        URL.build(scheme="news", **parts)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        URL.build(scheme="news", group="a", message_id="a@b")


# wildmat


def slow(pattern: str, string: str) -> bool:
    """The rule as RFC 3977 section 4.2 tells it, by regular expressions."""
    verdict = False
    for single in pattern.split(","):
        source = "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in single.removeprefix("!"))
        if re.fullmatch(source, string, re.DOTALL):
            verdict = not single.startswith("!")
    return verdict


# RFC 3977 section 4.1, as a regular expression.
WILDMAT = re.compile(r"[^!,\[\\\]]+(?:,!?[^!,\[\\\]]+)*")


@given(st.text("ab*?,!", max_size=8), st.text("ab!", max_size=6))
def test_the_last_pattern_that_matches_decides(pattern: str, string: str) -> None:
    if WILDMAT.fullmatch(pattern):
        assert matches(pattern, string) is slow(pattern, string)
    else:
        with pytest.raises(URLError, match="bad-wildmat"):
            matches(pattern, string)


@pytest.mark.parametrize("pattern", ["a[", "]", "a\\*", "", "a,", ",a", "a,,b", "!a", "a,!", "a,!!b", "a!"])
def test_what_the_grammar_of_wildmats_does_not_have_is_refused(pattern: str) -> None:
    with pytest.raises(URLError, match="bad-wildmat"):
        matches(pattern, "a")


def test_many_stars_do_not_take_forever() -> None:
    assert not matches("a*" * 200 + "b", "a" * 2000)


def test_a_long_name_takes_no_longer_for_each_of_its_characters() -> None:
    name = "a" * 1_000_000
    assert not matches("*" + "a" * 510 + "b", name)
    assert not matches("*" + "a?" * 255 + "b", name)
    assert not matches(",".join(["*b?a*"] * 85), name)
    assert matches("*a*a*?a", name)


def test_a_wildmat_that_no_command_could_hold_is_refused() -> None:
    assert matches("*" + "a" * 511, "a" * 511)
    with pytest.raises(URLError, match=r"bad-wildmat at position 512: .*512 characters at most"):
        matches("*" + "a" * 512, "a" * 512)
