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
from .w3lib_cases import ALPHABET, CASES

w3lib = pytest.importorskip("w3lib.url", reason="w3lib is not installed here: `make test` has it")


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
