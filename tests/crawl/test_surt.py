"""The level ``surt`` against the package, which archives are sorted by; and our own keys."""

from __future__ import annotations

import random
import socket
import warnings
from collections.abc import Callable

import pytest
from hypothesis import given

from urlmill import URL, URLError, crawl

from .. import corpus
from ..strategies import text

SESSION = "0123456789abcdef0123456789abcDEF"
SEGMENT, LONG_SEGMENT = "(abcdefghijklmnopqrstuvwx)", "(A(abcdefghijklmnopqrstuvwx)F(012345678901234567890123))"
CASES = [
    "", " ", "filedesc:a b", "http://www.Example.org:80/A/B/?b=2&a=1&A=0#f", "www2.example.org/a/", "example.org?",
    "https://h:443/?a", "https://h:80/", "http://h:x/", "http://h:/", "http://h::/", "http://u:p@h:8080/",
    "mailto:X@Y?", "mailto:X@Y?a", "dns:www.a", "dns:", "ftp://www.a/B", "whois://a.b", "http:a", "http:////a//b",
    "http:///", "http://", "http:", "HTTP://WWW.A", "HTTP:///A", "http://http://a", "https://http://https://a/b",
    "http://HTTP://a", "http://a/%25%32%35%36%31", "http://a/%25252525", "http://a%2eb/", "http://é.example/é?é",
    "http://%C3%A9.example/", "http://é..example/", "http://\ufdd0.example/", "http://..a...b.../", "http://./",
    "http://1/", "http://123456789012/", "http://1.2/", "http://1.08/", "http://1.2.3.256/", "http://256.1/",
    "http://010.1/", "http://0/", "http://0x7f.1/", "http://1.2.3.4.5/", "http://[::1]:80/", "http://[::1%25E]/",
    "http://a b/", "http://a\tb/\r\n", "\x0bhttp://a/\x0c", "http://a/b/./c/../../d/", "http://a/../../b",
    "http://a/b/..", "http://a/.", "http://a//b///c//", "http://a/b%2F%2e%2e%2Fc", f"http://a/{SEGMENT}/x.aspx?q",
    f"http://a/b/{LONG_SEGMENT}/x.aspx", f"http://a/{SEGMENT}/x.aspx/{SEGMENT}/", f"http://a/{SEGMENT}/.aspx",
    f"http://a/{SEGMENT}/{SEGMENT}/x.ASPX", f"http://a/{SEGMENT}/%3f/x.aspx", f"http://a/{SEGMENT}/x.html",
    f"http://a/x.aspx%3F/{SEGMENT}/y", f"http://a/?x=1&jsessionid={SESSION}", f"http://a/?jsessionid={SESSION}&x",
    f"http://a/?PHPSESSID={SESSION}&sid={SESSION}&b", f"http://a/?sid={SESSION}x",
    f"http://a/?xsid={SESSION}&sid={SESSION}", "http://a/?ASPSESSIONIDabcdefgh=abcdefghijklmnopqrstuvwx&b=",
    "http://a/?cfid=1&cftoken=2&x", "http://a/?xcfid=1&cftoken=2", "http://a/?cfid=1&x&cftoken=2",
    "http://a/?cfid=&cftoken=2", "http://a/?cfid=1&cftoken=", "http://a/?cfid=1&cftoken=2&CFID=3&CFTOKEN=4",
    "http://a/?cfid=cfid=1&cftoken=2", "http://a/?b&a=&a&&", "http://a/?&", "http://a?#",
]  # fmt: skip
ALPHABET = [
    "http://", "https://", "http:", "//", "/", "?", "#", "%", "%2", "%41", "%2e", "%25", "[", "]", "::1", ":", "80",
    ";", "&", "=", "+", " ", "\t", "a", "B", "é", "www.", "www3.", "..", ".", "ftp://", "dns:", "1", "0", "07", "08",
    SEGMENT, LONG_SEGMENT, "x.aspx", ".aspx", f"jsessionid={SESSION}", f"sid={SESSION}", "cfid=1", "cftoken=2",
    "CFID=", "cftoken=", "\n", "\x0b", "@", "%0a", "%30",
]  # fmt: skip


@pytest.fixture(scope="module")
def theirs() -> Callable[[str], str | None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # escapes in its patterns that Python no longer likes
        surt = pytest.importorskip("surt", reason="surt is not installed here: `make test` has it")

    def ask(url: str) -> str | None:
        try:
            found = surt.surt(url)
        except (ValueError, AttributeError):
            return None
        assert isinstance(found, str)
        return found

    return ask


@pytest.fixture(autouse=True)
def _without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package asks the name system what numbers mean, which knows nothing but the numbers themselves."""

    def looked_up(host: bytes) -> tuple[str, list[str], list[str]]:
        try:
            return "", [], [socket.inet_ntoa(socket.inet_aton(host.decode()))]
        except OSError:
            raise socket.gaierror("not looked up") from None

    monkeypatch.setattr(socket, "gethostbyname_ex", looked_up)


def ours(url: str) -> str | None:
    try:
        return crawl.key(url, "surt")
    except URLError:
        return None


@pytest.mark.parametrize("url", CASES)
def test_each_rule(url: str, theirs: Callable[[str], str | None]) -> None:
    assert ours(url) == theirs(url)


def test_real_urls(theirs: Callable[[str], str | None]) -> None:
    for url in corpus.some([*corpus.URLS, *(base for base, _ in corpus.PAIRS)]):
        assert ours(url) == theirs(url), url


@given(url=text)
def test_any_text(url: str, theirs: Callable[[str], str | None]) -> None:
    assert ours(url) == theirs(url)


def test_what_is_put_together_of_marks(theirs: Callable[[str], str | None]) -> None:
    chosen = random.Random(19)
    for _ in range(corpus.fewer(20_000)):
        url = "".join(chosen.choices(ALPHABET, k=chosen.randint(1, 12)))
        assert ours(url) == theirs(url), url


@pytest.mark.parametrize(
    ("url", "code"),
    [("http://h:x/", "bad-port"), (" ", "not-absolute"), ("\ud800", "bad-char"), (f"http://{'9' * 5000}/", "bad-host")],
)
def test_what_is_refused_has_a_code(url: str, code: str) -> None:
    with pytest.raises(URLError) as caught:
        crawl.key(url, "surt")
    assert caught.value.code == code


# Our own keys


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://example.org/a?b", "org,example)/a?b https"),
        ("http://u:p@news.Example.org:8080/", "org,example,news:8080@u:p)/ http"),
        ("http://127.0.0.1/", "127.0.0.1)/ http"),
        ("http://[::1]:8080/", "[::1]:8080)/ http"),
        ("mailto:a@b", "mailto:a@b"),
        ("a/b", "a/b"),
    ],
)
def test_a_key_begins_with_the_site(url: str, key: str) -> None:
    assert crawl.key(url, "rfc3986") == URL(url, profile="lenient").key("rfc3986") == key


def test_keys_sort_by_site_and_then_by_path() -> None:
    sites = ["http://a.example.org/", "http://b.example.org/x", "https://b.example.org/x", "http://b.example.org/x/y"]
    others = ["http://a.example.com/", "http://example.net/"]
    keys = [crawl.key(url, "rfc3986") for url in [others[0], others[1], *sites]]
    shuffled = [keys[index] for index in (3, 0, 5, 1, 4, 2)]
    assert sorted(shuffled) == keys


@given(one=text, other=text)
def test_no_two_forms_have_the_same_key(one: str, other: str) -> None:
    for level in ("rfc3986", "crawl"):
        forms = [crawl.canonical(url, level) for url in (one, other)]
        keys = [crawl.key(url, level) for url in (one, other)]
        assert (forms[0] == forms[1]) == (keys[0] == keys[1])
