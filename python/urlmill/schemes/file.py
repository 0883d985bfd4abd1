"""file: RFC 8089, with the older forms of its appendices."""

from ..url import URL, register


@register
class FileURL(URL):
    """file:[//[host]]/path"""

    __slots__ = ()
    scheme_names = ("file",)
    any_printable = False
    keeps_bar = True
    is_checked = True
    option_defaults = {"qmark": "query", "local_names": (), "allow_file_password": False}
