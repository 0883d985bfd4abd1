"""wais."""

from ..url import register
from .server import Server


@register
class WaisURL(Server):
    """wais"""

    __slots__ = ()
    scheme_names = ("wais",)
    default_port = 210
