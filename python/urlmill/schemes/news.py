"""news."""

from ..url import URL, register


@register
class NewsURL(URL):
    """news"""

    __slots__ = ()
    scheme_names = ("news", "snews")
    default_port = 119
