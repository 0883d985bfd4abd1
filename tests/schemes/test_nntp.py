"""nntp: a group on a server, and an article by its number there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill._profiles import AS_WRITTEN
from urlmill._url.plan import Step
from urlmill.schemes.nntp import NntpURL

from ..profiles import REFUSING


def nntp(path: str, **options: object) -> NntpURL:
    url = URL(f"nntp://h.example{path}", **options)  # type: ignore[call-overload]
    assert isinstance(url, NntpURL)
    return url


@pytest.mark.parametrize(
    ("path", "group", "article", "commands"),
    [
        ("/comp.lang.c", "comp.lang.c", None, (b"GROUP comp.lang.c",)),
        ("/comp.lang.c/0042", "comp.lang.c", 42, (b"GROUP comp.lang.c", b"ARTICLE 42")),
        ("/a%2Fb%FF/7", "a/b\udcff", 7, (b"GROUP a/b\xff", b"ARTICLE 7")),
        ("/a/%37", "a", 7, (b"GROUP a", b"ARTICLE 7")),
    ],
)
def test_a_group_and_perhaps_a_number(path: str, group: str, article: int | None, commands: tuple[bytes, ...]) -> None:
    url = nntp(path)
    assert (url.group, url.article, url.article_range) == (group, article, None)
    plan = url.plan()
    assert (plan.connect, plan.tls, plan.commands) == (("h.example", 119), False, commands)
    assert plan.steps[0] == Step("reader", b"MODE READER")
    assert plan.steps[-1].kind == ("overview-needed" if article is None else "article")


@pytest.mark.parametrize("profile", REFUSING)
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("", "missing-group"),
        ("/", "missing-group"),
        ("//1", "missing-group"),
        ("/a*", "bad-group"),
        ("/a%3F", "bad-group"),
        ("/a%5B", "bad-group"),
        ("/.", "bad-group"),
        ("/../1", "bad-group"),
        ("/%2E%2e", "bad-group"),
        ("/a/", "bad-article-number"),
        ("/a/-1", "bad-article-number"),
        ("/a/1/2", "bad-article-number"),
        ("/a/1-2", "bad-article-number"),
        ("/a/" + "1" * 5000, "bad-article-number"),
    ],
)
def test_what_names_nothing_is_refused(path: str, code: str, profile: str) -> None:
    with pytest.raises(URLError, match=f"^{code} "):
        nntp(path, profile=profile)
    lenient = nntp(path, profile="lenient")
    with pytest.raises(URLError, match=f"^{code} "):
        lenient.plan()


def test_what_has_an_at_sign_is_a_message_id_and_not_a_group() -> None:
    for path, position in (("/a@b", 18), ("/@/1", 17), ("/a%40@b", 21)):
        with pytest.raises(URLError) as error:
            nntp(path)
        assert (error.value.code, error.value.position) == ("bad-group", position)
        with pytest.raises(URLError, match="bad-group"):
            nntp(path, profile="lenient").plan()
    assert nntp("/a%40b").group == "a@b"


def test_the_number_has_sixteen_digits_at_most_in_a_strict_url() -> None:
    assert nntp("/a/" + "1" * 17).article == nntp("/a/" + "1" * 17, profile="rfc1738").article == int("1" * 17)
    assert nntp("/a/" + "1" * 16, profile="strict").article == int("1" * 16)
    for number in ("1" * 17, "%31"):
        with pytest.raises(URLError, match="bad-article-number"):
            nntp(f"/a/{number}", profile="strict")


def test_the_profiles_differ_in_logins_groups_and_queries() -> None:
    for profile, text, code in (
        ("rfc1738", "nntp://u@h.example/a", "userinfo-not-allowed"),
        ("rfc1738", "nntp://h.example/3dfx", "bad-group"),
        ("rfc1738", "nntp://h.example/a%2Fb", "bad-group"),
        ("strict", "nntp://h.example/a:b", "reserved-unencoded"),
        ("strict", "nntp://h.example/a?b", "query-not-allowed"),
    ):
        assert str(URL(text)) == text
        with pytest.raises(URLError, match=f"^{code} "):
            URL(text, profile=profile)
    assert URL("nntp://u:p@h.example/a%2Fb/1", profile="strict").user == "u"


def test_ranges_are_an_option() -> None:
    url = nntp("/a/100-200", article_ranges=True)
    assert (url.article, url.article_range) == (None, (100, 200))
    assert url.plan().commands == (b"GROUP a", b"OVER 100-200")
    assert str(url.replace(group="b")) == "nntp://h.example/b/100-200"
    assert nntp("/a/5", article_ranges=True).article == 5
    for bad in ("200-100", "1-", "-1", "1-2-3"):
        with pytest.raises(URLError, match="bad-article-number"):
            nntp(f"/a/{bad}", article_ranges=True)


@pytest.mark.parametrize("profile", AS_WRITTEN)
def test_the_news_form_is_for_groups(profile: str) -> None:
    assert str(nntp(":8119/a.b", profile=profile).to_news()) == "news://h.example:8119/a.b"
    with pytest.raises(URLError, match="no-form"):
        nntp("/a.b/1", profile=profile).to_news()


@pytest.mark.parametrize("path", ["/a%0D%0AQUIT/1", "/a%00", "/a%20b", "/a%09b"])
def test_delimiters_are_not_let_out(path: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        nntp(path).plan()


@given(st.binary(min_size=1, max_size=8), st.none() | st.integers(0, 10**16 - 1))
def test_what_is_built_reads_back(group: bytes, article: int | None) -> None:
    if set(b"*?,![]\\") & set(group) or not group.strip(b"."):
        with pytest.raises(URLError, match="bad-group"):
            URL.build(scheme="nntp", host="h", group=group, article=article)
        return
    url = URL.build(scheme="nntp", host="h", group=group, article=article)
    assert isinstance(url, NntpURL)
    assert (url.group.encode("utf-8", "surrogateescape"), url.article) == (group, article)
    assert url.replace(article=1).replace(article=article) == url
    with pytest.raises(TypeError):
        url.replace(article=1, article_range=(1, 2))
