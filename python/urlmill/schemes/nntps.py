"""nntps: nntp over TLS from the first octet (C-38); snews is the twin of news.

nntps://[user[:password]@]host[:port]/group[/number]

Its parts and its plan are those of nntp.
"""

from .._url.url import register
from .nntp import NntpURL


@register
class NntpsURL(NntpURL):
    """nntps://[user[:password]@]host[:port]/group[/number]"""

    __slots__ = ()
    scheme_names = ("nntps",)
    default_port = 563

    _is_tls = True
