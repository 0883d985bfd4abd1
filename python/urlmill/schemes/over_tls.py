"""ftps, gophers and nntps: ftp, gopher and nntp over TLS from the first octet (C-38). Parts and plans are the same.

    ftps://[user[:password]@]host[:port]/cwd1/.../cwdN/name[;type=code]
    gophers://host[:port]/[type selector [%09 search [%09 gopher+]]]
    nntps://[user[:password]@]host[:port]/group[/number]

snews is to news what nntps is to nntp, and is read there.
"""

from .._url.plan import Step
from .._url.registry import register
from .ftp import FtpURL
from .gopher import GopherURL
from .nntp import NntpURL


@register
class FtpsURL(FtpURL):
    """ftps://[user[:password]@]host[:port]/cwd1/.../cwdN/name[;type=code]"""

    __slots__ = ()
    scheme_names = ("ftps",)
    default_port = 990
    _is_tls = True
    # RFC 4217 section 9: files are protected too, which is not so unless it is asked for.
    _protection = (Step("protection", b"PBSZ 0"), Step("protection", b"PROT P"))


@register
class GophersURL(GopherURL):
    """gophers://host[:port]/[type selector [%09 search [%09 gopher+]]]"""

    __slots__ = ()
    scheme_names = ("gophers",)
    _is_tls = True


@register
class NntpsURL(NntpURL):
    """nntps://[user[:password]@]host[:port]/group[/number]"""

    __slots__ = ()
    scheme_names = ("nntps",)
    default_port = 563
    _is_tls = True
