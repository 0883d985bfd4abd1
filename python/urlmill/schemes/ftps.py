"""ftps: ftp over TLS from the first octet (C-38).

ftps://[user[:password]@]host[:port]/cwd1/.../cwdN/name[;type=code]

Its parts and its plan are those of ftp.
"""

from .._url.plan import Step
from .._url.url import register
from .ftp import FtpURL


@register
class FtpsURL(FtpURL):
    """ftps://[user[:password]@]host[:port]/cwd1/.../cwdN/name[;type=code]"""

    __slots__ = ()
    scheme_names = ("ftps",)
    default_port = 990

    _is_tls = True
    # RFC 4217 section 9: files are protected too, which is not so unless it is asked for.
    _protection = (Step("protection", b"PBSZ 0"), Step("protection", b"PROT P"))
