"""mailto."""

from ..url import URL, register


@register
class MailtoURL(URL):
    """mailto"""

    __slots__ = ()
    scheme_names = ("mailto",)
