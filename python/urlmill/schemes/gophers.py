"""gophers: gopher over TLS from the first octet (C-38).

gophers://host[:port]/[type selector [%09 search [%09 gopher+]]]

Its parts and its plan are those of gopher.
"""

from .._url.url import register
from .gopher import GopherURL


@register
class GophersURL(GopherURL):
    """gophers://host[:port]/[type selector [%09 search [%09 gopher+]]]"""

    __slots__ = ()
    scheme_names = ("gophers",)

    _is_tls = True
