"""URLs as their specifications say, at the speed of memory.

>>> import urlmill.parse
>>> urlmill.parse.urlsplit("https://example.org/a?b=1").netloc
'example.org'
"""

from ._backend import name as backend
from ._install import install, installed, uninstall
from .errors import URLError

__all__ = ["URLError", "backend", "install", "installed", "uninstall"]


def __getattr__(name: str) -> str:
    # Looked up when asked for: importlib.metadata takes longer to import than all of urlmill.
    if name == "__version__":
        from importlib.metadata import version

        return version("urlmill")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
