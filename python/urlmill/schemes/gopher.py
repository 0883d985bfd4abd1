"""gopher."""

from ..url import register
from .server import Server


@register
class GopherURL(Server):
    """gopher"""

    __slots__ = ()
    scheme_names = ("gopher",)
    default_port = 70
