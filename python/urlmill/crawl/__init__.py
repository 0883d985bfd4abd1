"""What crawlers ask of a URL: which site is it of?

>>> registrable_domain("https://forums.news.bbc.co.uk/a")
'bbc.co.uk'
>>> public_suffix("https://forums.news.bbc.co.uk/a")
'co.uk'

Both take a text, read as the lenient profile does, or a URL, and give lower-case text cut out of its host; None where
there is no host, where it is an address, where no rule knows its top level, and where nothing is left to register.
``private=False`` counts the suffixes of registries only, not those of companies that give names below their own to
others.
"""

from .._backend import impl

public_suffix = impl.public_suffix
registrable_domain = impl.registrable_domain

#: The day on which the Public Suffix List that is in use was published: "2026-10-22", for one.
PUBLIC_SUFFIX_LIST_DATE = impl.public_suffix_list_date()

__all__ = ["PUBLIC_SUFFIX_LIST_DATE", "public_suffix", "registrable_domain"]
