"""The forms that a file URL can have: from its parts, the normal one, and that of today for those of old.

Sections are those of draft-ietf-appsawg-file-scheme-05.
"""

import re

from ..._backend import impl
from ..._url import normal
from ..._url.octets import SUB_DELIMS, encoded
from ..._url.resolve import base_text, compose
from ...errors import URLError
from . import drives, local, unc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..._url.url import URL
    from . import FileURL

_SEGMENT = SUB_DELIMS + ":@"
_SUB_DELIM = re.compile("|".join(f"%{ord(char):02X}" for char in SUB_DELIMS))


def path_of(
    segments: "Iterable[str | bytes]", drive: str | None, unc_host: str | None, unc_user: "str | bytes | None"
) -> str:
    """The path that these parts will be read from again."""
    if unc_host is not None and drive is not None:
        raise TypeError("a file URL has either a drive or a unc_host, not both")
    if unc_host is None and unc_user is not None:
        raise TypeError("a file URL has no unc_user without a unc_host")
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
    # A name may look like a drive letter, or like the start of a path that is relative to one.
    is_like_drive = drives.is_drive_relative(path) or drives.end_of_drive(path)
    return path.replace(":", "%3A", 1) if is_like_drive else path


def normal_text(url: "FileURL", level: str, *, has_drives: bool) -> str:
    """The normal form on a level; where there are drives, "scheme" has their letters in upper case."""
    if level != "scheme":
        return normal.form(url, level)
    # Only the normal form shows what the host of a UNC name is, and where it can stand. No port is the default one of
    # the scheme: so the level "syntax" is as good as "scheme", and no part of an authority gets lost.
    text = normal.form(url, "syntax")
    settled: Any = url._again(text)
    plain = with_plain_host(settled)
    if plain != text:
        text = normal.form(url._again(plain), "syntax")
    text = _with_known_address(url._again(text))
    return _as_named(url._again(text), has_drives=has_drives)


def _with_known_address(url: "URL") -> str:
    """The text with its IPv6 address as the level "scheme" has it."""
    if url.host_type != "ipv6":
        return str(url)
    start, end = url._start_of("host"), url._start_of("host") + len(url.raw_host or "")
    return str(url)[:start] + normal.host(url) + str(url)[end:]


def normal_path(url: "FileURL") -> str:
    """No dot segments, though none takes away a drive letter or a host; and a ":" after the letter."""
    prefix, rest = url._split_path
    prefix = _escapes(prefix) if url._has_unc else drives.plain(prefix)
    clean = rest = _escapes(rest)
    # A raw backslash may separate names or be in one: there is no telling what a ".." near it takes away.
    if rest.startswith("/") and "\\" not in url.path:
        clean = impl.remove_dot_segments(rest)
        if clean.startswith("//") and not rest.startswith("//") and url.drive is None:
            clean = f"/.{clean}"  # it does not become a UNC name
    # Nor does a name become a drive letter, for want of an escape or of what stood before it.
    if not prefix and drives.end_of_drive(clean, url.profile):
        return f"/.{clean}" if clean.startswith("/") else f"./{clean}"
    return prefix + clean


def _escapes(raw: str) -> str:
    r"""In normal form, but for raw backslashes: in ``/\host`` an escaped one would be of a name on this machine."""
    return "\\".join(map(normal.escapes, raw.split("\\")))


def _as_named(url: "URL", *, has_drives: bool) -> str:
    """The text with a path in which what names the same file is written in the same way."""
    found: Any = url
    prefix, rest = found._split_path
    if has_drives and found.drive is not None:
        prefix = prefix.upper()  # section C.1: drive letters have no case, and some write them so
    # Sub-delims mean nothing in a name but themselves; RFC 1738 has no ";" there.
    kept = "%3B" if url.profile == "rfc1738" else ""
    rest = _SUB_DELIM.sub(lambda match: match[0] if match[0] == kept else chr(int(match[0][1:], 16)), rest)
    return compose(url.scheme, url.authority, prefix + rest, url.query, url.fragment)


def with_plain_host(url: "FileURL") -> str:
    """The text with an empty authority for this machine, and with that of another for its UNC names."""
    authority, path = url.authority, url.path
    if url._has_unc:
        authority, path = unc_moved(url)
    elif url.drive is not None or (path.startswith("/") and not path.startswith("//")):
        path = "/" + path.removeprefix("/")
        if authority is None or local.has_local_host(url):
            authority = ""
    return compose(url.scheme, authority, path, url.query, url.fragment)


def unc_moved(url: "FileURL") -> tuple[str, str]:
    """Authority and path, the host moved from the path to the authority unless it would not mean the same there."""
    prefix, rest = url._split_path
    if rest.startswith("/") and not rest.startswith("//") and not drives.end_of_drive(rest, url.profile):
        host = local.normal_host(url._unc_login[1])
        if host is not None and not local.is_here(url, host):
            return unc.authority(prefix), rest
    return "", url.path


def of_today(url: "URL") -> str:
    """The text to be read as the superset profile reads it: C-9, C-22."""
    text, start = base_text(url), url._start_of("path")
    return text[:start] + text[start + 1 :] if url.profile == "rfc1738" and url.path.startswith("//") else text


def with_slashes(text: str) -> str:
    """Section C.4: every backslash before query and fragment for a separator."""
    scheme, authority, path, query, fragment = impl.split(text)
    hierarchy = compose(scheme, authority, path, None, None).replace("\\", "/")
    return hierarchy + compose(None, None, "", query, fragment)


def with_colon(text: str) -> str:
    """Section C.1.2: ":" for the "|" of a drive letter."""
    scheme, authority, path, query, fragment = impl.split(text)
    return compose(scheme, authority, drives.with_colon(path), query, fragment)
