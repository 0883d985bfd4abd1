"""Registrable domains and public suffixes against `tldextract`, with the very same list and without the network."""

from __future__ import annotations

import gc
import warnings
from functools import lru_cache
from pathlib import Path

import pytest
import tldextract
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL
from urlmill.crawl import public_suffix, registrable_domain

from .. import corpus

LIST = Path(urlmill.__file__).parent / "_hosts" / "public_suffix_list.dat"
RULES = [line for line in LIST.read_text("utf-8").splitlines() if line and not line.startswith("//")]
WILDCARDS = {rule[2:] for rule in RULES if rule.startswith("*.")}
# Names under a wildcard that are above another one.
HIDDEN = {name for name in WILDCARDS if name.partition(".")[2] in WILDCARDS}


@lru_cache(maxsize=2)
def extractor(private: bool) -> tldextract.TLDExtract:
    made = tldextract.TLDExtract(
        suffix_list_urls=[LIST.as_uri()],
        cache_dir=None,
        fallback_to_snapshot=False,
        include_psl_private_domains=private,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it does not close the file
        made("http://example.com/")
        gc.collect()
    return made


def theirs(url: str, private: bool) -> tuple[str | None, str | None]:
    # It keeps letter case.
    answer = extractor(private)(url.lower())
    return answer.suffix or None, answer.top_domain_under_public_suffix or None


def ours(url: str, private: bool) -> tuple[str | None, str | None]:
    return public_suffix(url, private=private), registrable_domain(url, private=private)


def reason_to_differ(url: str) -> str | None:
    """Why tldextract may say something else about a URL; None if there is no reason known."""
    read = URL(url, profile="lenient")
    host = read.host
    if host is None:
        return "what has no authority is no host for us: it takes example.com for one, and looks into mailto:"
    if read.host_ascii is None:
        return "what cannot be looked up has no domain for us: a host with a space, for one"
    name = host.rstrip(".")
    if any(f".{name}".endswith(f".{hidden}") for hidden in HIDDEN):
        return "it does not see a wildcard where a longer rule goes through the same name"
    return None


@pytest.mark.parametrize("private", [True, False])
def test_on_real_urls(private: bool) -> None:
    urls = corpus.some(corpus.URLS)
    differing = [url for url in urls if ours(url, private) != theirs(url, private)]
    assert [url for url in differing if reason_to_differ(url) is None] == []
    # Real URLs give little reason.
    assert len(differing) <= 1 + len(urls) / 1000


labels = sorted({label for rule in RULES for label in rule.lstrip("!").split(".") if label != "*"})
host = st.builds(
    lambda before, name: ".".join([*before, name]),
    st.lists(st.one_of(st.sampled_from(labels), st.from_regex(r"[a-z0-9]{1,9}", fullmatch=True)), max_size=4),
    st.sampled_from([rule.lstrip("!").replace("*", "any") for rule in RULES] + labels),
)


@given(host=host, private=st.booleans())
def test_on_names_made_of_labels_that_rules_have(host: str, private: bool) -> None:
    url = f"http://{host}/"
    assert ours(url, private) == theirs(url, private) or reason_to_differ(url)
