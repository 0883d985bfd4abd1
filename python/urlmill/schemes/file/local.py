r"""Which files are this machine's: draft-ietf-appsawg-file-scheme-05, sections 2 and C.3; C-22, C-28.

No host, an empty one, "localhost" and the caller's ``local_names`` are this machine; a path that begins with a UNC name
leads away from it. So does one that begins with it only for some readers: those who first remove dot segments, as in
``/.//host/share``, or take a backslash for a slash, as browsers and Windows do. A raw backslash is let in by the
lenient profile alone.
"""

import re

from ..._backend import impl
from ..._url import normal
from ..._url.url import URL
from . import drives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import FileURL

_ESCAPED_DOT = re.compile("%2e", re.IGNORECASE)


def is_local(url: "FileURL") -> bool:
    """Whether it is a file of this machine, to every reader."""
    return has_local_host(url) and unc_path(url) is None


def unc_path(url: "FileURL") -> str | None:
    """The path of a URL without another host, for readers that see a UNC name at its start; None if none does."""
    if url.profile == "rfc1738" or not has_local_host(url):
        return None
    if url._has_unc:
        return url.path
    for path in {url.path: None, url.path.replace("\\", "/"): None}:
        if not drives.end_of_drive(path, url.profile):
            clean = without_dots(path)
            if clean.startswith("//"):
                return clean
    return None


def without_dots(path: str) -> str:
    """The path without dot segments, be they escaped."""
    return impl.remove_dot_segments(_ESCAPED_DOT.sub(".", path))


def has_local_host(url: "FileURL") -> bool:
    """Whether the authority is this machine: absent, empty, or one of its names and nothing else."""
    is_bare = url.raw_user is None and url.raw_port is None
    return not url.authority or (is_bare and is_here(url, normal.host(url)))


def is_here(url: "FileURL", host: str) -> bool:
    """Whether ``host``, in normal form, is a name of this machine to those who read ``url``."""
    names: Any = url._option("local_names")
    return host == "localhost" or any(host == normal_host(name) for name in names)


def normal_host(host: str) -> str | None:
    """What a host that is written so comes to be in an authority; None if it cannot stand there."""
    url = URL(f"file://{host}/", profile="lenient")
    if not host or url.raw_host != host or url.host_type is None:
        return None
    return normal.host(url)
