"""A host that cannot be looked up has no domain, no public suffix, no origin, whoever asks."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, URLError, _pure
from urlmill._backend import impl
from urlmill.columns import public_suffix as suffix_column
from urlmill.columns import registrable_domain as domain_column
from urlmill.columns import split
from urlmill.crawl import public_suffix, registrable_domain

NO_HOSTS = [
    # for some readers the host ends at the backslash
    "evil.com\\.good.com", "evil.com\\good.com", "\\.good.com", "good.com\\",
    # escapes that stand for delimiters
    "evil.com%2f.good.com", "evil.com%2F.good.com", "evil.com%5c.good.com", "evil.com%3f.good.com",
    "evil.com%23.good.com", "evil.com%40good.com", "evil.com%3a80.good.com", "evil.com%20.good.com",
    "evil.com%00.good.com", "evil.com%0d%0a.good.com", "evil.com%25.good.com", "evil.com%252f.good.com", "%2F.com",
    # characters that IDNA maps to delimiters, and their escapes
    "good.com\uff20evil.com", "evil.com\uff0f.good.com", "evil.com\uff1f.good.com", "evil.com\uff03.good.com",
    "evil.com\uff3c.good.com", "a\u2100b.com", "evil.com%EF%BC%8F.good.com", "evil.com\uff05.good.com",
    # broken escapes, and what is no UTF-8
    "%.good.com", "%2.good.com", "%zz.good.com", "%ff.good.com", "good%c3.com",
    # characters that no name has
    "a b.good.com", "good.com ", " good.com", "a\tb.com", "a\0.com", "a\x7fb.com", "a<b.com", "a>b.com", 'a"b.com',
    "a^b.com", "a`b.com", "a{b.com", "a|b.com", "a}b.com", "a]b.com", "[b.com", "[::1].com",
    # what IDNA refuses
    "-\xe9-.com", "\ud800.com", "\u0301a.com", "\xe9" * 64 + ".com", "_\xe9.com", "7\u2011eleven.com",
    "\xe9." + "a" * 64 + ".com", ("\xe9" * 20 + ".") * 12 + "com",
    # a bad label far from the end
    "evil.com%2f." + "a." * 40 + "good.com", "a\\b." + "a." * 40 + "good.com", "\xe9\\b." + "a." * 40 + "good.com",
    "x" * 100 + "\\.good.com",
]  # fmt: skip
EMPTY_LABELS = [
    "a..com", ".a.com", "\xe9..com", ".\xe9.com", "%2E%2e.com", "." + "%61." * 40 + "com", "a.com..",
]  # fmt: skip

HOSTS = [
    "www.good.com", "_dmarc.good.com", "a_b.good.com", "_dmarc.b\xfccher.good.com", "a--b.good.com", "-.good.com",
    "WWW.Good.COM", "good.com.", "a!$&'()*+;=~b.good.com", "xn--bcher-kva.good.com", "a%2Eb.good.com",
    "b\xfccher.good.com",
    "a%5Fb.good.com", "b%C3%BCcher.good.com", "a\u3002good\uff0ecom", "x" * 70 + ".good.com", "a." * 100 + "good.com",
]  # fmt: skip


@pytest.mark.parametrize("host", NO_HOSTS + EMPTY_LABELS)
def test_no_function_and_no_property_gives_it_a_domain(host: str) -> None:
    text = f"http://{host}/"
    url = URL(text, profile="lenient")
    assert (registrable_domain(text), public_suffix(text)) == (None, None)
    assert (registrable_domain(url), public_suffix(url, private=False)) == (None, None)
    assert (url.registrable_domain, url.public_suffix) == (None, None)
    assert url.origin.opaque or host in EMPTY_LABELS


@pytest.mark.parametrize("private", [True, False])
def test_no_column_gives_it_a_domain(private: bool) -> None:
    texts = [f"http://{host}/" for host in NO_HOSTS + EMPTY_LABELS if host.isprintable()] * 3
    nothing = [None] * len(texts)
    assert list(domain_column(texts, private=private)) == nothing
    assert list(suffix_column(texts, private=private)) == nothing
    parts = split(texts, fields=["registrable_domain", "public_suffix"])
    assert list(parts["registrable_domain"]) == list(parts["public_suffix"]) == nothing


def test_the_command_gives_it_no_domain() -> None:
    for host in ("evil.com\\.good.com", "evil.com%2f.good.com", "good.com\uff20evil.com"):
        command = [sys.executable, "-m", "urlmill", "show", "--json", f"http://{host}/"]
        shown = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        assert (shown["registrable_domain"], shown["public_suffix"], shown["origin"]) == (None, None, None)


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_can_be_looked_up_keeps_its_domain(host: str) -> None:
    text = f"http://{host}/"
    assert (registrable_domain(text), public_suffix(text)) == ("good.com", "com")
    assert list(domain_column([text])) == ["good.com"]
    assert URL(text).registrable_domain == "good.com"


pieces = st.sampled_from([
    "good.com", "evil.com", ".", "\\", "%2f", "%2E", "%C3%A9", "\uff20", "\xe9", "_", "-", " ", "%", "a", "\u0301",
    "\u3002", "x" * 64, "[", "]", "|", "~", "!", "\u2100", "\ud800",
])  # fmt: skip


@given(host=st.lists(pieces, max_size=8).map("".join))
@example("a.\u212a.com")
def test_only_what_can_be_looked_up_has_a_domain(host: str) -> None:
    text = f"http://{host}/"
    url = URL(text, profile="lenient")
    if url.registrable_domain is not None or url.public_suffix is not None:
        assert url.host_ascii is not None
        assert url.host_type == "name"
        assert url.error is None  # no other profile refuses it


@pytest.mark.skipif(urlmill.backend == "pure", reason="compares the native backend with the pure one")
@given(host=st.lists(pieces, max_size=8).map("".join))
def test_both_backends_agree(host: str) -> None:
    text = f"http://{host}/"
    assert impl.registrable_domain(text) == _pure.registrable_domain(text)
    assert impl.public_suffix(text, private=False) == _pure.public_suffix(text, private=False)


def test_an_international_name_of_any_length_is_refused_soon() -> None:
    """A name has at most 253 octets, so that nothing that takes quadratic time is done to longer ones."""
    from urlmill._hosts.names import LONGEST_WRITTEN, looked_up

    for name in ("\xe9" * (LONGEST_WRITTEN + 1), "\u0316\u0301" * 200_000, "xn--" + "\xe9" * 500_000):
        with pytest.raises(URLError, match="bad-label"):
            looked_up(name)
        url = URL(f"http://{name}/", profile="lenient")
        assert (url.host_ascii, url.registrable_domain, url.origin.opaque) == (None, None, True)
        url.ambiguities()
    long = URL("http://xn--" + "a" * 500_000 + ".com/")
    assert long.host_unicode == long.host
    assert URL("http://\xad" + "\xad" * 500 + "good.com/").host_ascii == "good.com"


@pytest.mark.parametrize("hosts", ["evil.com,good.com", "b\xfccher.evil%2C.com", "evil.com,b\xfccher.good.com"])
def test_a_list_of_hosts_has_no_domain(hosts: str) -> None:
    for text in (f"mongodb://{hosts}/", f"http://{hosts}/"):
        url = URL(text, profile="lenient")
        assert (url.registrable_domain, url.public_suffix, registrable_domain(text)) == (None, None, None)
        assert list(domain_column([text])) == [None]
