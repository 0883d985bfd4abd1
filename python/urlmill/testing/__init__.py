"""Hypothesis strategies for URLs: for the tests of urlmill, and for those of programs that take URLs.

>>> from hypothesis import given
>>> from urlmill.testing import ftp_urls
>>> @given(ftp_urls())
... def test_a_plan_opens_with_the_login(url): ...

``urls()`` gives URLs of every scheme, ``url_texts()`` what a parser meets: text that mostly is a URL.
"""

from importlib.util import find_spec as _find_spec

if _find_spec("hypothesis") is None:
    raise ImportError("urlmill.testing makes URLs with Hypothesis, which is not installed: pip install hypothesis")

from .parts import escapes, fragments, hosts, logins, paths, ports, queries, segments
from .strategies import (
    file_urls,
    ftp_urls,
    generic_urls,
    gopher_urls,
    http_urls,
    mailto_urls,
    news_urls,
    nntp_urls,
    prospero_urls,
    service_urls,
    telnet_urls,
    urls,
    wais_urls,
)
from .texts import references, url_texts

__all__ = [
    "escapes",
    "file_urls",
    "fragments",
    "ftp_urls",
    "generic_urls",
    "gopher_urls",
    "hosts",
    "http_urls",
    "logins",
    "mailto_urls",
    "news_urls",
    "nntp_urls",
    "paths",
    "ports",
    "prospero_urls",
    "queries",
    "references",
    "segments",
    "service_urls",
    "telnet_urls",
    "url_texts",
    "urls",
    "wais_urls",
]
