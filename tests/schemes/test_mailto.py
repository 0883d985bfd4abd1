"""mailto: a message to open for the user."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError, columns
from urlmill.schemes.mailto import MailPlan, MailtoURL

from ..profiles import REFUSING

texts = st.text(st.characters(codec="utf-8"), max_size=8)


def mailto(rest: str, **options: str) -> MailtoURL:
    url = URL(f"mailto:{rest}", **options)
    assert isinstance(url, MailtoURL)
    return url


def test_addresses_are_divided_before_they_are_decoded() -> None:
    assert mailto("a@b,%22c%2Cd%22@e").to == ["a@b", '"c,d"@e']
    assert mailto("").to == mailto("?to=a@b").to == []
    url = mailto("a@b?To=c@d,%22e%2Cf%22@g&cc=h@i&to=")
    assert (url.to, url.recipients) == (["a@b"], ["a@b", "c@d", '"e,f"@g'])


def test_a_plus_is_a_plus_and_a_missing_value_is_empty() -> None:
    assert mailto("a+b@c?subject=d+e&x&&y=1=2").headers == [("subject", "d+e"), ("x", ""), ("y", "1=2")]


def test_domains_go_to_the_domain_name_system_in_ascii() -> None:
    url = mailto("a@Bücher.example,é@X.example,b@%CC%81c")
    assert url.to_ascii == ["a@xn--bcher-kva.example", "é@X.example", "b@\u0301c"]
    assert mailto("a@Bücher.example").plan().headers == (("to", "a@xn--bcher-kva.example"),)


def test_the_message_has_the_safe_fields_only() -> None:
    url = mailto(
        "a@b?From=x@y&subject=s&to=c@d&Content-Type=t&Resent-To=e@f&attach=/etc/passwd&cc=g@h&body=1%0D%0A2&body=3"
    )
    assert [name for name, _ in url.unsafe_headers] == ["From", "Content-Type", "Resent-To", "attach"]
    plan = url.plan()
    assert plan.headers == (("to", "a@b, c@d"), ("subject", "s"), ("cc", "g@h"))
    assert (plan.connect, plan.body) == (None, "1\r\n2\r\n3")
    assert mailto("?subject=s").plan() == MailPlan(connect=None, headers=(("subject", "s"),), body=None)


@pytest.mark.parametrize(
    "rest",
    [
        "a%0D%0Ab@c",
        "a@b?subject=x%0D%0ABcc:c@d",
        "a@b?x%0Ay=1",
        "?to=a%0A@b",
        "?from=a%0D",
        "?body=a%0Ab",
        "?body=a%0Db",
        "?body=%00",
    ],
)
def test_a_line_break_is_for_the_body_and_made_of_cr_and_lf(rest: str) -> None:
    assert mailto(rest)
    with pytest.raises(URLError, match="control-char"):
        mailto(rest).plan()


@pytest.mark.parametrize("rest", ["a", "a%2Cb@c", "a@b%2C%20c@d", "?to=a", "?a:b=1", "?%20=1", "?=1", "a@b%3Ec"])
def test_a_message_takes_no_address_that_would_be_read_as_two(rest: str) -> None:
    with pytest.raises(URLError, match="bad-mailto"):
        mailto(rest).plan()


@pytest.mark.parametrize(
    ("rest", "normal"),
    [
        ("Joe@EXAMPLE.com", "Joe@example.com"),
        ("a@B,C@D?Cc=E@F,g@H%2CI@J&subject=K@L", "a@b,C@d?cc=E@f,g@h,I@j&subject=K@L"),
        ("?to=A@B&bcc=C@D", "A@b?bcc=C@d"),
        ("%22A%40B%22@C", "%22A%40B%22@c"),
        ("?to=%22A@B,C%22@D&TO=e@F", "%22A%40B%2CC%22@d,e@f"),
        ("a@X%c3%bcY", "a@xn--xy-xka"),
        ("A%2CB", "A%2CB"),
        ("a@B,,?&x/y", "a@b?x%2Fy="),
        ("?", ""),
        # Where a name stands beside an address no recipient is moved; the rest of the form is the same.
        ("A@B?to=Joe%20%3CC@D%3e", "A@b?to=Joe%20%3CC@D%3E"),
        ("A@B,,?To=Joe%20%3CC@D%3e%2C%20E@F&Subject=x/y&TO=G@H", "A@b?to=Joe%20%3CC@D%3E,E@f&subject=x%2Fy&to=G@h"),
        ("?to=%22A,b%22%20%3CC@D%3e", "?to=%22A%2Cb%22%20%3CC@D%3E"),
        ("A@B?cc=Joe%20%3CC@D%3e,E@F", "A@b?cc=Joe%20%3CC@D%3E,E@f"),
    ],
)
def test_the_domain_of_an_address_has_no_case(rest: str, normal: str) -> None:
    """RFC 5321, section 2.4, and the rest of the normal form: RFC 6068, section 2."""
    url = mailto(rest)
    assert str(url.normalize()) == f"mailto:{normal}"
    assert str(url.normalize().normalize()) == f"mailto:{normal}"
    assert url.equivalent(mailto(normal))
    assert columns.normalize([str(url)]).to_pylist() == [f"mailto:{normal}"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a@b,c@d", "?to=a@b,c@d"),
        ("a@b,c@d", "a@b?to=c@d"),
        ("a@b,c@d", "?to=a@b%2Cc@d"),
        ("a@b,c@d", "?to=a@b%2C%20c@d"),
        ("a@b,c@d", "?TO=a@B&to=c@D"),
        ("a@b?cc=c@d", "a@B?CC=c@D"),
        ("a@b?cc=c@d,e@f", "a@b?cc=c@d%2C%20e@f"),
        ("a@b?subject=x%2Cy", "a@b?Subject=x,y"),
        ("a@%C3%BC.example", "a@xn--tda.example"),
        ("%22a%2Cb%22@c", "?to=%22a,b%22@c"),
        ("a@b?to=Joe%20%3Cc@d%3E&Subject=x", "a@B?TO=Joe%20%3Cc@d%3e&subject=x"),
        ("?to=Joe%20%3Cc@d%3E,e@f", "?to=Joe%20%3Cc@d%3E,%20e@F"),
    ],
)
def test_the_ways_to_write_the_same_message_are_equivalent(one: str, other: str) -> None:
    """RFC 6068, section 2."""
    assert mailto(one).equivalent(mailto(other))
    assert mailto(other).equivalent(mailto(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [("a@b", "A@b"), ("a@b,c@d", "c@d,a@b"), ("a@b", "a@b?cc=a@b"), ("a@b?subject=x", "a@b?subject=X"),
     ("a@b", "a@b#f"), ("a%2Cc@b", "a,c@b"), ("?to=Joe%20%3Cc@d%3E", "?to=joe%20%3Cc@d%3E"),
     ("?to=%22a,b%22%20%3Cc@d%3E", "?to=%22a%22,%22b%22%20%3Cc@d%3E")],
)  # fmt: skip
def test_other_messages_are_not(one: str, other: str) -> None:
    assert not mailto(one).equivalent(mailto(other))


def test_a_comma_in_the_field_to_may_be_escaped_as_in_any_field() -> None:
    for rest in ("?to=a@b%2Cc@d", "?to=a@b,%20c@d", "a@b?to=c@d"):
        assert mailto(rest).recipients == ["a@b", "c@d"]
        assert mailto(rest).plan().headers == (("to", "a@b, c@d"),)
    assert mailto("?to=%22a%2Cb%5C%22%22@c,d@e").recipients == ['"a,b\\""@c', "d@e"]


@pytest.mark.parametrize(
    ("rest", "part"),
    [("?to=a", "a"), ("a@b?to=c@d&to=e", "e"), ("?x=1&to=a%0A@b", "a%0A@b"), ("?subject=x&to=a@b,c", "a@b,c"),
     ("a@b,cc?to=d@e", "cc")],
)  # fmt: skip
def test_a_fault_is_told_where_it_is(rest: str, part: str) -> None:
    with pytest.raises(URLError) as error:
        mailto(rest).plan()
    start = len("mailto:") + rest.rindex(part)
    assert start <= error.value.position < start + len(part)


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "chris@example.com",
        "gorby%25kremvax@example.com",
        "unlikely%3Faddress@example.com?blat=foop",
        "%22not%40me%22@example.org",
        "%22oh%5C%5Cno%22@example.org",
        "%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
        "user@example.org?subject=caf%C3%A9&body=caf%C3%A9",
        "user@%E7%B4%8D%E8%B1%86.example.org?subject=Test",
        "a@%5B192.0.2.1%5D",
        "?to=a@b,c@d&subject=x;y:z@w",
    ],
)
def test_the_examples_of_rfc_6068_are_strict(rest: str) -> None:
    url = mailto(rest, profile="strict")
    assert url.plan() == mailto(rest).plan()


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("@b", "bad-mailto"),
        ("a@", "bad-mailto"),
        ("a", "bad-mailto"),
        ("a@b,", "bad-mailto"),
        ("a..b@c", "bad-mailto"),
        ("a@b?", "bad-mailto"),
        ("a@b?subject", "bad-mailto"),
        ("a@b?x=1&", "bad-mailto"),
        ("a&b@c", "reserved-unencoded"),
        ("a/b@c", "reserved-unencoded"),
        ("a@b?x=1=2", "reserved-unencoded"),
        ("a@b?x=1/2", "reserved-unencoded"),
        ("a@b?x=y?z", "reserved-unencoded"),
    ],
)
def test_the_strict_profile_has_the_grammar_of_rfc_6068(rest: str, code: str) -> None:
    assert mailto(rest)
    with pytest.raises(URLError, match=f"^{code} "):
        mailto(rest, profile="strict")


@pytest.mark.parametrize("rest", ["a b@c", "<a@b>", "a@[b]", '"a"@b', "a@b?x=y z", "a|b@c"])
def test_what_a_uri_cannot_hold_is_refused(rest: str) -> None:
    with pytest.raises(URLError, match="bad-char"):
        mailto(rest)


def test_it_has_no_server_and_nothing_is_relative_to_it() -> None:
    for profile in REFUSING:
        with pytest.raises(URLError, match="authority-not-allowed"):
            mailto("//a@b", profile=profile)
    with pytest.raises(URLError, match="not-hierarchical"):
        mailto("a@b").join("c")
    with pytest.raises(URLError, match="bad-mailto"):
        mailto("", profile="rfc1738")


@given(st.lists(st.tuples(texts, texts), min_size=1), st.lists(st.tuples(texts, texts)))
def test_what_is_built_reads_back(addresses: list[tuple[str, str]], headers: list[tuple[str, str]]) -> None:
    to = [f"{name}@{domain}" for name, domain in addresses]
    url = URL.build(scheme="mailto", to=to, headers=headers)
    assert isinstance(url, MailtoURL)
    assert (url.to, url.headers) == (to, headers)
    assert url.replace(to=to[0]).replace(to=to) == url


@pytest.mark.parametrize(
    ("rest", "code", "at"),
    [
        ("a@b?body=x%0D%0Ay&subject=a%0Ab", "control-char", "%0Ab"),
        ("a@b?subject=a&a:b=c&d=e", "bad-mailto", "a:b=c"),
        ("a@b?subject=to%2C&to=c", "bad-mailto", "c"),
    ],
)
def test_an_error_of_the_plan_points_at_the_field(rest: str, code: str, at: str) -> None:
    url = mailto(rest)
    with pytest.raises(URLError) as caught:
        url.plan()
    assert (caught.value.code, caught.value.position) == (code, str(url).rindex(at))
