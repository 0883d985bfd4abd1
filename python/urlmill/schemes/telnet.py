"""telnet."""

from ..url import register
from .server import Server


@register
class TelnetURL(Server):
    """telnet"""

    __slots__ = ()
    scheme_names = ("telnet",)
    default_port = 23
