"""prospero."""

from ..url import register
from .server import Server


@register
class ProsperoURL(Server):
    """prospero"""

    __slots__ = ()
    scheme_names = ("prospero",)
    default_port = 1525
