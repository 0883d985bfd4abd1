"""ftps, gophers and nntps: the URLs of ftp, gopher and nntp, for a server that speaks TLS from the first octet on.

IANA has the ports 990 for ftps and 563 for nntps. For gophers it has none, and clients take that of gopher.
"""

from .._url.plan import Plan
from .._url.url import URL, register
from .ftp import FtpURL
from .gopher import GopherURL
from .nntp import NntpURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Secure(URL):
    """What is not done yet for all of them: a plan that says to begin with TLS."""

    __slots__ = ()

    def plan(self, *_: "Any", **__: "Any") -> Plan:
        """Refused, lest a password should be sent in the clear."""
        return URL.plan(self)


@register
class FtpsURL(Secure, FtpURL):  # type: ignore[misc]
    """ftps://[user[:password]@]host[:port]/cwd1/.../cwdN/name[;type=code]"""

    __slots__ = ()
    scheme_names = ("ftps",)
    default_port = 990


@register
class GophersURL(Secure, GopherURL):  # type: ignore[misc]
    """gophers://host[:port]/[type selector [%09 search [%09 gopher+]]]"""

    __slots__ = ()
    scheme_names = ("gophers",)


@register
class NntpsURL(Secure, NntpURL):  # type: ignore[misc]
    """nntps://[user[:password]@]host[:port]/group[/number]"""

    __slots__ = ()
    scheme_names = ("nntps",)
    default_port = 563
