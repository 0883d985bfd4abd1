"""The level ``crawl`` rule by rule; and what holds for every level."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, columns, crawl
from urlmill._backend import impl
from urlmill._url.canonical.crawl import crawl_form
from urlmill._url.canonical.switches import bits_of
from urlmill.crawl import LEVELS, SWITCHES, TRACKING_PARAMETERS, Seen, canonical, fingerprint, key

from .. import corpus
from ..strategies import text

OFF: dict[str, bool] = dict.fromkeys(SWITCHES, False)
ID = "0123456789abcdef0123456789ABCDEF"
SEGMENT = "(S(abcdefghijklmnopqrstuvwx))"
PIECES = [
    "http://", "https://", "HTTP://", "//", "/", "?", "#", "%", "%2", "%41", "%2e", "%2F", "www.", "a.com", "co.uk",
    "github.io", "index.html", "default.aspx", "INDEX.PHP", ";jsessionid=1", ";x=1", SEGMENT, f"sid={ID}", "cfid=1",
    "utm_x=1", "UTM_=", "gclid", "&", "=", "+", " ", "\t", "\\", "a", "B", "é", ":", "80", "@", "..", ".", "x.aspx",
    ";", "[::1]", "1.2.3.4", "\x01", "%20",
]  # fmt: skip

Switches = dict[str, Any]


def put_together(count: int) -> Iterator[tuple[str, Switches]]:
    chosen = random.Random(19)
    for _ in range(count):
        switches = {name: chosen.random() < 0.8 for name in SWITCHES}
        start = chosen.choice(["http://", "https://", "http://www.a.com/", ""])
        yield start + "".join(chosen.choices(PIECES, k=chosen.randint(1, 12))), switches


@pytest.mark.parametrize(
    ("switch", "url", "expected"),
    [
        ("fragment", "http://a.com/b?c#d", "http://a.com/b?c"),
        ("fragment", "mailto:a@b#c", "mailto:a@b"),
        ("tracking", "http://a.com/b?utm_source=x&c=1&GCLID=2&d", "http://a.com/b?c=1&d"),
        ("tracking", "http://a.com/b?utm%5Fsource=x", "http://a.com/b"),
        ("tracking", "http://a.com/b?xutm_source=1&gclid2=2", "http://a.com/b?xutm_source=1&gclid2=2"),
        ("sessions", f"http://a.com/b;jsessionid={ID};x=1/c?PHPSESSID=1&d", "http://a.com/b;x=1/c?d"),
        ("sessions", "http://a.com/;JSESSIONID=1?b", "http://a.com/?b"),
        ("sessions", "http://a.com/b/..;jsessionid=1/c", "http://a.com/b/..;jsessionid=1/c"),
        ("sessions", f"http://a.com/{SEGMENT}/b.aspx", "http://a.com/b.aspx"),
        ("sessions", f"http://a.com/{SEGMENT}/b.html", f"http://a.com/{SEGMENT}/b.html"),
        ("sessions", f"http://a.com/?sid={ID}&sid=7&SessionID={ID}", "http://a.com/?sid=7"),
        ("sessions", "http://a.com/?CFID=12&CFTOKEN=x&cfid=y", "http://a.com/?cfid=y"),
        ("sessions", "http://a.com/?ASPSESSIONIDABCDEFGH=1&aspsessionid=2", "http://a.com/?aspsessionid=2"),
        ("order", "http://a.com/?c&b=2&a&b=1", "http://a.com/?a&b=2&b=1&c"),
        ("empty_query", "http://a.com/b?", "http://a.com/b"),
        ("empty_query", "http://a.com/b?&&c&", "http://a.com/b?c"),
        ("www", "http://u@www.a.com:81/", "http://u@a.com:81/"),
        ("www", "http://www.www.a.com./", "http://a.com./"),
        ("www", "http://www.co.uk/", "http://www.co.uk/"),
        ("www", "http://www.github.io/", "http://www.github.io/"),
        ("www", "http://www.localhost/", "http://www.localhost/"),
        ("www", "http://www2.a.com/", "http://www2.a.com/"),
        ("www", "http://WWW.bücher.example/", "http://www.xn--bcher-kva.example/"),
        ("www", "http://WWW.bücher.de/", "http://xn--bcher-kva.de/"),
        ("slashes", "http://a.com//b///c//", "http://a.com/b/c/"),
        ("slashes", "http://a.com/web/http:///b.com//c", "http://a.com/web/http://b.com/c"),
        ("trailing_slash", "http://a.com/b/", "http://a.com/b"),
        ("trailing_slash", "http://a.com//", "http://a.com/"),
        ("trailing_slash", "http://a.com/", "http://a.com/"),
        ("trailing_slash", "http://a.com/b/?c", "http://a.com/b?c"),
        ("index_files", "http://a.com/b/Index.html", "http://a.com/b/"),
        ("index_files", "http://a.com/index.php?b", "http://a.com/index.php?b"),
        ("index_files", "http://a.com/myindex.html", "http://a.com/myindex.html"),
    ],
)
def test_each_rule_alone(switch: str, url: str, expected: str) -> None:
    assert canonical(url, "crawl", **{**OFF, switch: True}) == expected
    # Switched off it leaves the normal form as it is.
    assert canonical(url, "crawl", **OFF) == canonical(url, "rfc3986")


def test_every_switch_has_a_default_and_a_case() -> None:
    assert {name for name, default in SWITCHES.items() if not default} == {"index_files"}


def test_every_scheme_is_known_to_a_program_that_imports_nothing_else() -> None:
    # Not ASCII, so that the rules in Python are asked.
    program = "from urlmill.crawl import canonical; print(canonical('http://www.h:080/\\xe9', 'crawl'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "http://www.h/%C3%A9"


def test_rules_work_together() -> None:
    url = " HTTPS://WWW.Example.org:443//a/./b//Index.html/?utm_source=x&#top\n"
    assert canonical(url, "crawl") == "https://example.org/a/b/Index.html"
    assert canonical(url, "crawl", index_files=True) == "https://example.org/a/b"
    assert canonical("http://a.com/index.html/index.html/", "crawl", index_files=True) == "http://a.com/"
    assert canonical("http://a.com/b?utm_source=x", "crawl", empty_query=False) == "http://a.com/b"
    assert canonical("http:\\\\a.com\\b?c\\", "crawl") == "http://a.com/b?c%5C"


def test_other_names_can_be_taken_for_tracking() -> None:
    url = "http://a.com/?utm_source=1&Ref=2&from_x=3&b"
    assert canonical(url, "crawl", tracking=["ref", "from_*"]) == "http://a.com/?b&utm_source=1"
    assert canonical(url, "crawl", tracking=[*TRACKING_PARAMETERS, "ref"]) == "http://a.com/?b&from_x=3"
    assert canonical(url, "crawl", tracking=()) == canonical(url, "crawl", tracking=False)
    ask: Any
    for ask in (partial(canonical, url), partial(columns.canonical, []), crawl.Seen):
        with pytest.raises(TypeError, match="not a single one"):
            ask("crawl", tracking="ref")
        with pytest.raises(TypeError, match="a collection of names, not int"):
            ask("crawl", tracking=5)
        with pytest.raises(TypeError, match="each a str"):
            ask("crawl", tracking=["a", 5])


@pytest.mark.parametrize(
    "url", ["ftp://www.a.com//b/?utm_x#f", "javascript:a//b", "a//b/?utm_x", "http:/a//", "//www.a.com//"]
)
def test_of_what_is_not_an_address_of_the_web_only_the_fragment_goes(url: str) -> None:
    assert canonical(url, "crawl") == canonical(url.partition("#")[0], "rfc3986")


# What holds for every level


@given(url=text)
def test_twice_is_once(url: str) -> None:
    for level in ("rfc3986", "crawl"):
        once = canonical(url, level)
        assert canonical(once, level) == once
        assert fingerprint(once, level) == fingerprint(url, level)


@given(url=text)
def test_neither_the_scheme_nor_the_registrable_domain_changes(url: str) -> None:
    before, after = canonical(url, "crawl", **OFF), canonical(url, "crawl")
    assert URL(after, profile="lenient").scheme == URL(before, profile="lenient").scheme
    assert crawl.registrable_domain(after) == crawl.registrable_domain(before)


@given(url=st.one_of(text, st.text(max_size=20)))
def test_octets_and_objects_have_the_answers_of_their_text(url: str) -> None:
    made = URL(url, profile="lenient")
    for level in LEVELS:
        for function, method in ((canonical, made.canonical), (key, made.key), (fingerprint, made.fingerprint)):
            try:
                expected = function(url, level)
            except urlmill.URLError:
                continue
            assert method(level) == expected
            assert function(url.encode("utf-8", "surrogatepass"), level) == expected or not url.isprintable()


def test_octets_that_are_no_utf8_are_read_as_if_they_were_escaped() -> None:
    for level in LEVELS:
        assert canonical(b"http://h/\xe9", level) == "http://h/%E9"


def test_both_backends_agree() -> None:
    for url, switches in put_together(corpus.fewer(20_000)):
        known = impl.known_crawl_form(url, bits_of(switches))
        written = crawl_form(url, switches)
        assert known in (None, written), (url, switches)
        assert crawl_form(written, switches) == written, (url, switches)


def test_both_backends_agree_on_real_urls() -> None:
    for url in corpus.some(corpus.URLS):
        assert impl.known_crawl_form(url, bits_of(SWITCHES)) in (None, crawl_form(url, dict(SWITCHES))), url


@pytest.mark.skipif(urlmill.backend == "pure", reason="it is the native backend that must not ask too often")
@pytest.mark.skipif(len(corpus.URLS) < 1000, reason="needs the shared data")
def test_the_core_knows_nearly_every_real_url() -> None:
    unknown = [url for url in corpus.URLS if impl.known_crawl_form(url, bits_of(SWITCHES)) is None]
    assert len(unknown) < len(corpus.URLS) / 100, unknown[:5]
    unknown = [url for url in corpus.URLS if impl.known_w3lib_form(url) is None]
    assert len(unknown) < len(corpus.URLS) / 100, unknown[:5]


def test_rfc3986_is_normalize() -> None:
    for url in corpus.some(corpus.URLS):
        assert canonical(url, "rfc3986") == str(URL(url, profile="lenient").normalize())
    made = URL("ftp://H/%7ex;type=A")
    assert made.canonical("rfc3986") == str(made.normalize())


@pytest.mark.parametrize(
    ("level", "switches", "words"),
    [
        ("crawl", {"www": "no"}, "www is True or False, not str"),
        ("crawl", {"www": 1}, "www is True or False, not int"),
        ("crawl", {"order": None}, "order is True or False, not NoneType"),
        ("crawl", {"tracking": 5}, "tracking is True, False or a collection of names, not int"),
        ("crawl", {"tracking": None}, "tracking is True, False or a collection of names, not NoneType"),
        ("crawl", {"tracking": "ref"}, "tracking is True, False or a collection of names, not a single one"),
        ("crawl", {"tracking": ["ref", 1]}, "tracking is a collection of names, each a str, not int"),
        ("w3lib", {"keep_fragments": 1}, "keep_fragments is True or False, not int"),
        ("w3lib", {"encoding": True}, "encoding is a str or None, not bool"),
    ],
)
def test_a_switch_takes_what_it_says(level: str, switches: Any, words: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: canonical("http://h/?a", level, **switches),
        lambda: fingerprint("http://h/?a", level, **switches),
        lambda: columns.canonical([], level, **switches),
        lambda: columns.dedupe([], level, **switches),
        lambda: Seen(level, **switches),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=words):
            call()


def test_what_is_asked_for_wrongly_is_explained() -> None:
    with pytest.raises(ValueError, match="expected a level"):
        canonical("http://h/", "nonsense")
    with pytest.raises(TypeError, match="has no switch 'ww'"):
        canonical("http://h/", "crawl", ww=True)
    with pytest.raises(TypeError, match="has no switches"):
        canonical("http://h/", "rfc3986", www=True)
    with pytest.raises(TypeError, match="has no switches"):
        key("http://h/", "surt", www=True)
    with pytest.raises(ValueError, match=r"expected a level \(rfc3986, web, w3lib, crawl, surt\), got 'sort'"):
        key("http://h/", "sort")
    said = "the level 'w3lib' has no switch 'www'; it has keep_blank_values, keep_fragments, encoding"
    with pytest.raises(TypeError, match=said):
        canonical("http://h/", "w3lib", www=True)
    with pytest.raises(TypeError, match="not int"):
        canonical(1, "crawl")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"expected a level .*, got 'surt', which has keys only"):
        fingerprint("http://h/", "surt")
