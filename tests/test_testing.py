"""The strategies that ship: do they reach what they are for?"""

from __future__ import annotations

import re
import subprocess
import sys
from random import Random

import pytest
from hypothesis import Phase, find, settings

from urlmill import URL, URLError, testing

CORNERS = {
    "an empty user": ("ftp", r"//@"),
    "an empty password": ("ftp", r"//[^/:@]*:@"),
    "a colon in a password": ("ftp", r"//[^/:@]*:[^/@]*:[^/@]*@"),
    "an empty port": ("http", r"//[^/@]*:(/|$)"),
    "leading zeros": ("http", r":00?80/"),
    "an IPv6 zone": ("http", r"\[[^]]*%25[^]]+\]"),
    "IPvFuture": ("telnet", r"\[[vV]"),
    "an escaped slash": ("ftp", r"/%2[Ff]"),
    "octets that are not UTF-8": ("ftp", r"%(FF|e9)"),
    "a step": ("ftp", r"/\.\./"),
    "an empty segment": ("ftp", r"[a-z]//"),
    "a type code of RFC 1630": ("ftp", r";type=(AN|EN|L8)"),
    "an empty query": ("generic", r"\?(#|$)"),
    "an empty fragment": ("generic", r"#$"),
    "no path at all": ("generic", r"^[a-z.+1-]+:$"),
    "a raw character of the web": ("http", r"[ |\\^]"),
    "a Gopher+ string": ("gopher", r"%09.*%09\+"),
    "a filled-in form": ("gopher", r"%0[Dd]%0[Aa]\+-1"),
    "a wildmat": ("news", r"\*,!"),
    "a message-id": ("news", r":[^/]*@"),
    "an article number": ("nntp", r"/00\d+"),
    "a drive letter": ("file", r"/[cC]:/"),
    "a drive letter with a bar": ("file", r"[A-Za-z]\|/"),
    "a UNC name": ("file", r"^file:////[Hh]"),
    "a field": ("prospero", r";OBJECT-VERSION="),
    "a document": ("wais", r"/TEXT/"),
    "several addresses": ("mailto", r"@[^?]*,.*@"),
    "a very long part": ("http", r"a{1000}"),
    "an IRI": ("http", r"[^\0-\x7f]"),
}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("corner", CORNERS)
def test_the_strategies_reach_the_corners(corner: str) -> None:
    scheme, pattern = CORNERS[corner]
    once = settings(max_examples=20_000, database=None, phases=[Phase.generate])
    assert find(
        getattr(testing, f"{scheme}_urls")(),
        lambda url: re.search(pattern, str(url)) is not None,
        settings=once,
        random=Random(1),
    )


def read(text: str) -> URL | URLError:
    try:
        return URL(text)
    except URLError as error:
        return error


@pytest.mark.once
@pytest.mark.parametrize("kind", [URL, URLError])
def test_texts_are_urls_but_not_always(kind: type[URL | URLError]) -> None:
    once = settings(max_examples=1000, database=None, phases=[Phase.generate])
    for seed in range(2):
        assert (
            find(testing.url_texts(), lambda text: isinstance(read(text), kind), settings=once, random=Random(seed))
            is not None
        )


WITHOUT = """
import sys
sys.modules["hypothesis"] = None
try:
    import urlmill.testing
except ImportError as error:
    print(error)
"""


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert "pip install hypothesis" in done.stdout
