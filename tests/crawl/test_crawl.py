"""Public suffixes and registrable domains."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, _pure
from urlmill._backend import impl
from urlmill.crawl import PUBLIC_SUFFIX_LIST_DATE, public_suffix, registrable_domain

from ..nasty import Text
from ..strategies import text

LIST = Path(urlmill.__file__).parent / "_hosts" / "public_suffix_list.dat"
RULES = [line for line in LIST.read_text("utf-8").splitlines() if line and not line.startswith("//")]


def found(url: str, private: bool = True) -> tuple[str | None, str | None]:
    """Suffix and domain: of the text, and the same of the URL made from it."""
    answer = public_suffix(url, private=private), registrable_domain(url, private=private)
    made = URL(url, profile="lenient")
    assert answer == (public_suffix(made, private=private), registrable_domain(made, private=private))
    if private:
        assert answer == (made.public_suffix, made.registrable_domain)
    return answer


@pytest.mark.parametrize(
    ("url", "suffix", "domain"),
    [
        ("https://www.example.com/a", "com", "example.com"),
        ("https://example.com", "com", "example.com"),
        ("ftp://user:pw@a.b.Example.CO.UK:2121/x", "co.uk", "example.co.uk"),
        ("//example.org/x", "org", "example.org"),
        ("https://com/", "com", None),
        ("https://co.uk/", "co.uk", None),
        ("https://example.com./", "com", "example.com"),
        # *.ck and !www.ck
        ("https://a.shop.ck/", "shop.ck", "a.shop.ck"),
        ("https://shop.ck/", "shop.ck", None),
        ("https://www.ck/", "ck", "www.ck"),
        ("https://a.www.ck/", "ck", "www.ck"),
        ("https://ck/", None, None),
        # jp, *.kawasaki.jp and !city.kawasaki.jp
        ("https://kawasaki.jp/", "jp", "kawasaki.jp"),
        ("https://a.b.c.kawasaki.jp/", "c.kawasaki.jp", "b.c.kawasaki.jp"),
        ("https://a.city.kawasaki.jp/", "kawasaki.jp", "city.kawasaki.jp"),
        # a wildcard below which longer rules begin
        ("https://a.r.cloud.int.apple/", "a.r.cloud.int.apple", None),
        ("https://r.cloud.int.apple/", "r.cloud.int.apple", None),
    ],
)
def test_each_kind_of_rule(url: str, suffix: str | None, domain: str | None) -> None:
    assert found(url) == (suffix, domain)


@pytest.mark.parametrize(
    "url",
    [
        "", "example.com", "/example.com", "mailto:a@example.com", "https://", "https:///example.com",  # no host
        "http://127.0.0.1/", "http://[::1]/", "http://[::1].com/", "http://[v1.com]/", "http://[é].com/",  # no name
        "http://localhost/", "http://a.invalid/", "http://a.c\x4fm.x/",  # no rule
        "http://.com/", "http://a..com/", "http://.a.com/", "http://a.com../", "http://./", "http://é..com/",
        "http://a%2E%2Ecom/", "http://a.com /",
    ],
)  # fmt: skip
def test_hosts_without_a_suffix(url: str) -> None:
    assert found(url) == (None, None)


def test_the_private_section_can_be_left_out() -> None:
    assert found("https://a.blog.uk.com/") == ("uk.com", "blog.uk.com")
    assert found("https://a.blog.uk.com/", private=False) == ("com", "uk.com")
    assert found("https://uk.com/", private=False) == ("com", "uk.com")


@pytest.mark.parametrize(
    ("host", "suffix", "domain"),
    [
        ("пример.рф", "рф", "пример.рф"),
        ("xn--e1afmkfd.xn--p1ai", "xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
        ("WWW.ПРИМЕР.РФ", "рф", "пример.рф"),
        ("食狮.公司.cn", "公司.cn", "食狮.公司.cn"),
        ("食狮.xn--55qx5d.cn", "xn--55qx5d.cn", "食狮.xn--55qx5d.cn"),
        ("a.bücher\u3002com\uff0e", "com", "bücher.com"),
        ("a.b\uff61公司\uff0ecn", "公司.cn", "b.公司.cn"),
        ("b%C3%BCcher.%D1%80%D1%84", "%d1%80%d1%84", "b%c3%bccher.%d1%80%d1%84"),
        ("www%2Eexample%2Ecom", "com", "example.com"),
        ("example%E3%80%82com%2e", "com", "example.com"),
        ("a.exampl\uff45.\uff23om", "\uff43om", "exampl\uff45.\uff43om"),
        ("a.\u212a.com", "com", "k.com"),  # the Kelvin sign, whose lower case is a letter
        ("\u212a.com", "com", "k.com"),
        ("é.\ud800", None, None),
    ],
)
def test_hosts_that_are_not_plain(host: str, suffix: str | None, domain: str | None) -> None:
    assert found(f"https://{host}/") == (suffix, domain)


def test_other_types_are_refused() -> None:
    for function in (registrable_domain, public_suffix):
        for wrong in (None, b"http://a.com", 1, ["http://a.com"]):
            with pytest.raises(TypeError, match="a URL is made from str, not"):
                function(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            function("http://a.com", False)  # type: ignore[call-arg]


def test_a_subclass_of_str_is_a_text() -> None:
    assert registrable_domain(Text("http://a.b.com/é")) == "b.com"


def test_the_list_has_a_date() -> None:
    assert datetime.date.fromisoformat(PUBLIC_SUFFIX_LIST_DATE) >= datetime.date(2026, 10, 22)
    assert f"VERSION: {PUBLIC_SUFFIX_LIST_DATE}_" in LIST.read_text("utf-8")


def test_the_list_keeps_its_licence() -> None:
    assert "Mozilla Public\n// License, v. 2.0" in LIST.read_text("utf-8")


def test_every_rule_holds() -> None:
    assert len(RULES) > 10_000
    for rule in RULES:
        name = rule.removeprefix("!").replace("*", "any")
        above = name.partition(".")[2]
        expected = (above, name) if rule.startswith("!") else (name, None)
        assert found(f"https://{name}/") == expected
        if not rule.startswith("!"):
            assert registrable_domain(f"https://x.example-1.{name}/") in (f"example-1.{name}", f"x.example-1.{name}")


labels = st.sampled_from(sorted({label for rule in RULES for label in rule.lstrip("!").split(".")}))
names = st.sampled_from([rule.lstrip("!").replace("*", "any") for rule in RULES])
odd = st.sampled_from(
    ["", "%2E", "%C3%A9", "é", "\uff0e", "\u3002", "ß", "\u212a", "xn--", "a_b", "%", "\ud800", "[", "A"]
)
hosts = st.lists(st.one_of(labels, names, odd, st.text(max_size=4)), min_size=1, max_size=6).flatmap(
    lambda parts: st.sampled_from([".", ".", ".", "。", "", "%2e"]).map(lambda dot: dot.join(parts))
)


@given(url=st.one_of(text, hosts.map(lambda host: f"http://{host}/"), hosts.map("//u@{}:1".format)))
def test_an_answer_is_the_end_of_the_host(url: str) -> None:
    suffix, domain = found(url)
    host = URL(url, profile="lenient").host
    if suffix is None:
        assert domain is None
        return
    assert host is not None
    assert suffix == suffix.lower()
    plain = host.isascii() and "%" not in host
    assert not plain or f".{host.removesuffix('.')}".endswith(f".{suffix}")
    if domain is not None:
        assert domain.endswith(f".{suffix}")
        assert "." not in domain.removesuffix(f".{suffix}")
        assert not plain or f".{host.removesuffix('.')}".endswith(f".{domain}")
        # Of the domain by itself the same is said.
        assert found(f"http://{domain}/") == (suffix, domain)


@pytest.mark.skipif(urlmill.backend == "pure", reason="compares the native backend with the pure one")
@given(url=st.one_of(text, hosts.map(lambda host: f"http://{host}/"), hosts.map("//u@{}:1".format)))
def test_both_backends_agree(url: str) -> None:
    for private in (True, False):
        assert impl.public_suffix(url, private=private) == _pure.public_suffix(url, private=private)
        assert impl.registrable_domain(url, private=private) == _pure.registrable_domain(url, private=private)


def test_both_backends_have_the_same_list() -> None:
    assert impl.public_suffix_list_date() == _pure.public_suffix_list_date()


@pytest.mark.parametrize("unit", ["a", "a.", ".", "é", "é.", "%", "%2E", "%C3%A9.", "com.", "\u3002", "\ud800."])
def test_huge_hosts(unit: str) -> None:
    for end in ("", "com", ".example.com"):
        found(f"http://{unit * 100_000}{end}/")


def test_no_rule_is_of_a_kind_that_the_backends_do_not_know() -> None:
    for rule in RULES:
        assert re.fullmatch(r"(\*\.|!)?[^*!.\s]+(\.[^*!.\s]+)*", rule), rule
        assert rule.count(".") < 10
