"""nntp."""

from ..url import register
from .server import Server


@register
class NntpURL(Server):
    """nntp"""

    __slots__ = ()
    scheme_names = ("nntp",)
    default_port = 119
