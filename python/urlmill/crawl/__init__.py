"""What crawlers ask of a URL: which site is it of, and which other URLs are the same page?

>>> registrable_domain("https://forums.news.bbc.co.uk/a")
'bbc.co.uk'
>>> public_suffix("https://forums.news.bbc.co.uk/a")
'co.uk'
>>> canonical("http://www.Example.org/a/?utm_source=x&b=2&a=1#top", "crawl")
'http://example.org/a?a=1&b=2'
>>> key("http://www.Example.org/a/?utm_source=x&b=2&a=1#top", "crawl")
'org,example)/a?a=1&b=2 http'
>>> fingerprint("http://www.Example.org/a/?utm_source=x&b=2&a=1#top", "crawl").hex()
'c151b94e1897d0105790c6de1d41aee1'

The first two take a text, read as the lenient profile does, or a URL, and give lower-case text cut out of its host;
None where there is no host, where it is an address, where no rule knows its top level, and where nothing is left to
register. ``private=False`` counts the suffixes of registries only, not those of companies that give names below their
own to others.

The others take octets too, and the level of the canonical form: ``LEVELS`` has them with their versions, ``SWITCHES``
the rules of the level ``crawl`` that can be switched off and on.
"""

from .._backend import impl
from .._encodings import decode
from .._url.canonical import LEVELS, canonical, fingerprint, key
from .._url.canonical.switches import SWITCHES
from .._url.canonical.tracking import DATE as TRACKING_PARAMETERS_DATE
from .._url.canonical.tracking import NAMES as TRACKING_PARAMETERS
from ._links import links
from ._seen import Seen
from ._sites import groups, sample

public_suffix = impl.public_suffix
registrable_domain = impl.registrable_domain

#: The day on which the Public Suffix List that is in use was published: "2026-10-22", for one.
PUBLIC_SUFFIX_LIST_DATE = impl.public_suffix_list_date()

__all__ = [
    "LEVELS",
    "PUBLIC_SUFFIX_LIST_DATE",
    "SWITCHES",
    "Seen",
    "TRACKING_PARAMETERS",
    "TRACKING_PARAMETERS_DATE",
    "canonical",
    "decode",
    "fingerprint",
    "groups",
    "key",
    "links",
    "public_suffix",
    "registrable_domain",
    "sample",
]
