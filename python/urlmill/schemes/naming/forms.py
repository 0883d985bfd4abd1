"""The forms that a file URL can have: from its parts, the normal one, and that of today for those of old.

Sections are those of draft-ietf-appsawg-file-scheme-05.
"""

from ... import normal
from ..._backend import impl
from ...errors import URLError
from ...octets import SUB_DELIMS, encoded, text_of
from ...resolve import compose
from . import drives, unc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..file import FileURL

_SEGMENT = SUB_DELIMS + ":@"


def path_of(
    segments: "Iterable[str | bytes]", drive: str | None, unc_host: str | None, unc_user: "str | bytes | None"
) -> str:
    """The path that these parts will be read from again."""
    path = "".join(f"/{encoded(segment, _SEGMENT)}" for segment in segments) or "/"
    if unc_host is not None:
        if not impl.host_kind(unc_host):
            raise URLError("bad-host", 0, unc_host)
        login = "" if unc_user is None else encoded(unc_user, SUB_DELIMS) + "@"
        return unc.prefix(login + unc_host) + path
    if drive is not None:
        if drives.end_of_drive(f"{drive}:/") != 2:
            raise URLError("bad-char", 0, drive)
        return f"/{drive}:{path}"
    if path.startswith("//"):
        raise URLError("bad-unc", 0, path)  # after an empty name the next one would be a host
    # A name may look like a drive letter.
    return path.replace(":", "%3A", 1) if drives.end_of_drive(path) or drives.is_drive_relative(path) else path


def normal_path(url: "FileURL") -> str:
    """No dot segments, though none takes away a drive letter or a host; and a "|" after the letter is a ":"."""
    prefix, rest = url._split_path
    prefix = normal.escapes(prefix) if url._has_unc else prefix.replace("|", ":")
    clean = rest = normal.escapes(rest)
    if rest.startswith("/"):
        clean = impl.remove_dot_segments(rest)
        if clean.startswith("//") and not rest.startswith("//") and url.drive is None:
            clean = f"/.{clean}"  # it does not become a UNC name
    return prefix + clean


def with_plain_host(url: "FileURL") -> str:
    """The text with an empty authority for this machine, and with that of another for its UNC names."""
    authority, path = url.authority, url.path
    if url._has_unc:
        authority, path = unc_moved(url)
    elif url.drive is not None or (path.startswith("/") and not path.startswith("//")):
        path = "/" + path.removeprefix("/")
        if authority is None or (url._is_bare_host and normal.host(url) == "localhost"):
            authority = ""
    return compose(url.scheme, authority, path, url.query, url.fragment)


def unc_moved(url: "FileURL") -> tuple[str, str]:
    """Authority and path, the host moved from the path to the authority unless it would not mean the same there."""
    prefix, rest = url._split_path
    host = url._unc_login[1]
    is_plain = rest.startswith("/") and not rest.startswith("//") and not drives.end_of_drive(rest)
    if is_plain and impl.host_kind(host) and not url._is_here(host.lower(), text_of(host).lower()):
        return unc.authority(prefix), rest
    return "", url.path


def with_upper_drive(text: str) -> str:
    """Section C.1: drive letters have no case, and some write them so."""
    scheme, authority, path, query, fragment = impl.split(text)
    end = drives.end_of_drive(path)
    return compose(scheme, authority, path[:end].upper() + path[end:], query, fragment)


def with_slashes(text: str) -> str:
    """Section C.4: every backslash before query and fragment for a separator."""
    scheme, authority, path, query, fragment = impl.split(text)
    hierarchy = compose(scheme, authority, path, None, None).replace("\\", "/")
    return hierarchy + compose(None, None, "", query, fragment)


def with_colon(text: str) -> str:
    """Section C.1.2: ":" for the "|" of a drive letter."""
    scheme, authority, path, query, fragment = impl.split(text)
    return compose(scheme, authority, drives.with_colon(path), query, fragment)
