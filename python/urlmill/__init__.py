"""URLs as their specifications say, at the speed of memory.

>>> import urlmill.parse
>>> urlmill.parse.urlsplit("https://example.org/a?b=1").netloc
'example.org'
"""

from . import _early as _early  # before anything that takes time
from ._backend import name as backend
from ._install import install, installed, uninstall
from .errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import columns as columns
    from . import crawl as crawl
    from . import gate as gate
    from . import web as web
    from ._fetch import Entry, FetchError, Response, fetch
    from ._url.extract import extract
    from ._url.registry import register
    from ._url.url import URL
    from ._url.web import WebURL
    from .schemes import (
        ClusterURL,
        FileURL,
        FtpsURL,
        FtpURL,
        GophersURL,
        GopherURL,
        HttpURL,
        MailtoURL,
        NewsURL,
        NntpsURL,
        NntpURL,
        ProsperoURL,
        SeedlistURL,
        ServiceURL,
        TelnetURL,
        WaisURL,
        WebSocketURL,
    )

    __version__: str

__all__ = [
    "URL",
    "ClusterURL",
    "Entry",
    "FetchError",
    "FileURL",
    "FtpURL",
    "FtpsURL",
    "GopherURL",
    "GophersURL",
    "HttpURL",
    "MailtoURL",
    "NewsURL",
    "NntpURL",
    "NntpsURL",
    "ProsperoURL",
    "Response",
    "SeedlistURL",
    "ServiceURL",
    "TelnetURL",
    "URLError",
    "WaisURL",
    "WebSocketURL",
    "WebURL",
    "backend",
    "extract",
    "fetch",
    "install",
    "installed",
    "register",
    "uninstall",
]

_MODULES = ("columns", "crawl", "gate", "web")
_ACTING = ("Entry", "FetchError", "Response", "fetch")


def _asked_for(name: str) -> object:
    # Looked up when asked for: whoever wants the drop-in alone shall not wait for the objects, nor anybody for
    # importlib.metadata, which takes longer to import than all of urlmill.
    if name == "__version__":
        from importlib.metadata import version

        return version("urlmill")
    if name in _MODULES:
        from importlib import import_module  # `from . import` would ask here again

        return import_module(f"{__name__}.{name}")
    if name in _ACTING:  # sockets are for those who use them
        from importlib import import_module

        return getattr(import_module(f"{__name__}._fetch"), name)
    if name in __all__:
        # All at once, so that URL knows every scheme from the first moment it can be had.
        from . import schemes
        from ._url.extract import extract
        from ._url.registry import register
        from ._url.url import URL

        globals().update({name: getattr(schemes, name) for name in schemes.__all__})
        globals().update(URL=URL, extract=extract, register=register)
        if name == "WebURL":  # few ask for it
            from ._url.web import WebURL

            globals().update(WebURL=WebURL)
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if not TYPE_CHECKING:  # type checkers would take every name for one of ours
    __getattr__ = _asked_for


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
