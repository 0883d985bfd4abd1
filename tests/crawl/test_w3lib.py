"""The level ``w3lib`` against the package, answer by answer: fingerprints that are stored depend on each."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urlmill import URL, URLError, crawl
from urlmill._url.canonical.w3lib import w3lib_form

from .. import corpus
from ..nasty import Text
from ..strategies import text

w3lib = pytest.importorskip("w3lib.url", reason="w3lib is not installed here: `make test` has it")

# What each rule is about, in texts of our own: the suite of w3lib looks at the same rules.
CASES = [
    "http://h", "http://H.example:/p?", "http://h:0080/", "http://h:65535", "http://h:65536", "http://h:x",
    "http://h:٣/", "http://u:p@H/", "http://U%41:p%3a%40@H/", "http://@h/", "http://:@h", "http://a@b@h/",
    "http://u;=:x@h/", "//:", "http://:/", "//:#x", "http://:?a",
    "http://h/a?c=3&b=5&b=2&a=50", "http://h/a?b=&a=2&c&=&&=x", "http://h/a?1750,4",
    "http://h/?q=a b&r=a+b&s=a%20b", "http://h/?b=%2&a=%zz&c=%e9&d=%C3%A9", "http://h/?a='\"<>|[]", "foo://h/?a='",
    "http://h/?x=1#f", "http://h/#", "#f", "?b=1", "a#f", "a?b=1#f", "http://h/a%a3do", "http://h/r%c3%a9s?q=r%e9s",
    "http://h/ré sumé£.html?p=£500&k(£)=1", "http://h/%7e%41%2f%2F%3b%3B%3f%25%2525%5b%7c|[x]{y}",
    "http://h/a%2e%2E/b", "http://h/%2E%2E/a", "http://h/%%34%31", "http://h/a/b/../../c", "http://h/a/./b/.",
    "http://h/..", "http://h/a//b///c//../d", "mailto:a/../b", "foo:/a/../b", "http://h/a;b/c;d;e", "http://h/;",
    "http://h/a;%3b é?x;y=1", "foo://h/a;b", "tel:;x", ";x", "a;b", "ftp:;a", "http:/a", "http:a", "http:", "//h/a",
    "//h", "///a", "/a//b", "", "svn:/a", "foo:/a", "foo:", "HTTP:?a", "http://[::0:1]/a/../b",
    "http://[2001:0DB8::0001]:8080/a", "http://u@[::1]/", "http://[::1", "http://::1]", "http://[x]/",
    "http://[1.2.3.4]/", "http://[v1.a:b]/", "http://[v1.a]/", "http://[V1.]/", "http://a[::1]/", "http://[::1]a/",
    "http://[a]@h/", "http://[fe80::1%25eth0]/", "http://h/[", "a[b", "http://[v1.x]@v1.y:1/",
    "http://bücher.example?q=bücher", "http://はじめよう.みんな/?q=サ", "http://u@例え.jp:8080/p", "http://.é/", "http://a..é/",
    "http://Ⅷ.example/", "http://a／b/", "http://a：80/", "http://" + "é" * 70 + "/", "http://ß.example/",
    "http://h%C3%A9:1/", "http://a%Zz.b%/", " \x00http://h/ a \x1f", "ht\ttp://h\n/a\r?b", "http://a\\b\\c?d\\e#f\\g",
    "foo:\\\\a\\b", "http://a.example\\@b.example/", "http://h/\ud800", "http://h/?\ud800", "http://h/#\ud800",
    "http://\ud800/", "java+script:alert(1)", "data:text/html,a b", "1http://h/", "http://h/caf%E9-con-leche.htm",
    "sftp://UsEr:PaSs@H/",
]  # fmt: skip
ALPHABET = [
    "http:", "HTTP://", "//", "/", "?", "#", "%", "%2", "%41", "%2e", "%2F", "%3b", "%25", "[", "]", "::1", "v1.a:",
    "@", ":", "80", "99999", ";", "&", "=", "+", " ", "\t", "\\", "a", "B", "é", "．", "：", "\ud800", ".", "..",
    "ftp:", "mailto:", "|", "'", '"', "tel:", "file:", "1.2.3.4", "%zz", "ß",
]  # fmt: skip


def asked(function: Callable[..., str], *args: object, **options: object) -> str | None:
    try:
        return function(*args, **options)
    except ValueError:
        return None


def compare(url: str | bytes, keep_blank_values: bool = True, keep_fragments: bool = False) -> None:
    options = {"keep_blank_values": keep_blank_values, "keep_fragments": keep_fragments}
    theirs = asked(w3lib.canonicalize_url, url, **options)
    assert asked(crawl.canonical, url, "w3lib", **options) == theirs, url
    if isinstance(url, str):
        # The backend, and the rules in Python, which it asks for what it does not know.
        assert asked(w3lib_form, url, keep_blank_values, keep_fragments) == theirs, url


@pytest.mark.parametrize("url", CASES)
def test_each_rule(url: str) -> None:
    for blank, fragments in itertools.product((True, False), repeat=2):
        compare(url, blank, fragments)


def test_real_urls() -> None:
    for url in corpus.some(corpus.URLS):
        compare(url)
    for base, reference in corpus.some(corpus.PAIRS):
        compare(base, False, True)
        compare(reference)


@given(url=text)
@example("http://h/?" + "&".join(f"{n % 7}={n}" for n in range(100)))
def test_any_text(url: str) -> None:
    compare(url)
    compare(url, False, True)


def test_what_is_put_together_of_marks() -> None:
    chosen = random.Random(19)
    for _ in range(corpus.fewer(30_000)):
        compare("".join(chosen.choices(ALPHABET, k=chosen.randint(1, 12))))


@given(octets=st.binary(max_size=40))
@example(b"http://h/\xc2\xa3?\xc2\xa3")
@example(b"http://h/\xff?\xe9=\xc3#\x80")
def test_octets(octets: bytes) -> None:
    compare(b"http://h/" + octets)
    compare(octets)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "cp1252", "shift_jis", "utf-16", "ascii"])
@pytest.mark.parametrize(
    "url", ["http://h/é?q=é&p=サ#é", "http://h/?q=£", b"http://h/\xe9?\xe9=1", "http://h/a?b", b"http://h/\x81"]
)
def test_the_encoding_of_the_page(url: str | bytes, encoding: str) -> None:
    for fragments in (True, False):
        options = {"encoding": encoding, "keep_fragments": fragments}
        assert asked(crawl.canonical, url, "w3lib", **options) == asked(w3lib.canonicalize_url, url, **options)


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(LookupError):
        crawl.canonical("http://h/", "w3lib", encoding="nonsense")


@pytest.mark.parametrize(
    ("url", "code", "position"),
    [
        ("http://h:x/", "bad-port", 7),
        (" http://h:99999/", "bad-port", 8),
        ("ht\ttp://[::1/", "bad-host", 8),
        ("ftp:\\\\h:x\\h:x", "bad-port", 6),
        ("http://a／b/", "bad-host", 7),
        ("http://h/a\ud800", "bad-char", 10),
        ("http://" + "é" * 5000, "bad-label", 7),
    ],
)
def test_what_is_refused_has_a_code_and_a_position(url: str, code: str, position: int) -> None:
    with pytest.raises(URLError) as caught:
        crawl.canonical(url, "w3lib")
    assert (caught.value.code, caught.value.position, caught.value.url) == (code, position, url)


def test_objects_and_subclasses_of_str_have_the_form_of_their_text() -> None:
    for url in ("http://u@H/b%41?b&a#c", "http://h/é?b&a", "http://h/"):
        assert URL(url).canonical("w3lib") == crawl.canonical(Text(url), "w3lib") == w3lib.canonicalize_url(url)
        assert crawl.canonical(URL(url), "w3lib", keep_fragments=True) == w3lib.canonicalize_url(
            url, keep_fragments=True
        )


def test_mapped_addresses_are_written_alike_on_every_interpreter() -> None:
    # Python 3.13 and later write them so; before, w3lib's answer is another.
    assert crawl.canonical("http://[::FFFF:102:304]/", "w3lib") == "http://[::ffff:1.2.3.4]/"
