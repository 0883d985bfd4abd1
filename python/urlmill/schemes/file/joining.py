"""References, seen from a URL whose path begins with a drive letter or a UNC name: neither is lost on the way.

For drive letters that is draft-ietf-appsawg-file-scheme-05, C.1.1. A UNC name means the same in the path as in the
authority (C.3), where RFC 3986 keeps it; in the path, "/name" and ".." would lead from its host to this machine.
"""

import re

from ..._backend import impl
from ..._url.resolve import compose
from ..._url.resolve import resolved as plainly_resolved
from ...errors import URLError
from . import drives, local, unc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import FileURL


def resolved(base: "FileURL", reference: str, *, strict: bool, profile: str | None, drive_letters: bool | None) -> str:
    """The text of the reference as seen from ``base``; C-21: plainly by RFC 3986 if ``drive_letters`` is False."""
    if drive_letters is not False:
        scheme, authority, path, _, _ = impl.split(reference)
        is_own = scheme is None or (not strict and scheme.lower() == base.scheme)
        unc_path = local.unc_path(base)
        if unc_path is not None and is_own and authority is None and path:
            return _on_the_host(base, unc_path, reference[len(scheme) + 1 :] if scheme else reference, profile)
        is_rooted = base.path[:1] in ("", "/")  # or it was read by the lenient profile, and there is no drive to keep
        if unc_path is None and (base.drive is not None or (drive_letters and is_rooted)):
            return _on_the_drive(base, reference, strict=strict, profile=profile)
    return plainly_resolved(base, reference, strict=strict, profile=profile)


def _on_the_host(base: "FileURL", unc_path: str, reference: str, profile: str | None) -> str:
    unc_path = unc_path.replace("?", "%3F")
    end = unc.end_of_host(unc_path)
    joined = _resolved_apart(base, unc_path[end:] or "/", reference, profile)
    scheme, authority, path, query, fragment = impl.split(joined)
    if scheme != base.scheme or authority is None:
        return joined  # "file:c:/x", taken for a relative reference, has the scheme "c"
    return compose(scheme, "", unc_path[:end] + path, query, fragment)


def _on_the_drive(base: "FileURL", reference: str, *, strict: bool, profile: str | None) -> str:
    """Section C.1.1: a rooted reference stays on the drive, and no ".." leads out of it."""
    if re.match("[A-Za-z][:|]", reference):
        reference = f"/{reference}"  # C-30: no scheme has one letter
    scheme, authority, path, query, fragment = impl.split(reference)
    if scheme is not None and scheme.lower() != base.scheme:
        return plainly_resolved(base, reference, strict=strict, profile=profile)
    if scheme is not None and not strict:
        scheme = None
    if drives.is_drive_relative(path):
        raise URLError("drive-relative", reference.index(path), reference)
    is_whole = scheme is not None or authority is not None
    base_end, end = (drives.end_of_drive(found, base.profile) for found in (base.path, path))
    drive = path[:end] if end or is_whole else base.path[:base_end]
    rest = path[end:]
    if rest.startswith("//") and authority is None:
        rest = f"/.{rest}"  # RFC 3986 section 3.3: or it would begin with an authority
    plain_reference = compose(scheme, authority, rest, query, fragment)
    joined = _resolved_apart(base, base.path[base_end:].replace("?", "%3F"), plain_reference, profile)
    scheme, joined_authority, path, query, fragment = impl.split(joined)
    authority = joined_authority if is_whole else base.authority
    if rest and drive and profile != "rfc1808" and path.startswith("/.//"):
        path = path[2:]  # the drive stands before it; without a path of its own, a reference has the base's as it is
    path = drive + path
    if authority is not None and drive:
        path = "/" + path.removeprefix("/")
    elif authority is None and path.startswith("//"):
        path = f"/.{path}"
    return compose(scheme, authority, path, query, fragment)


def _resolved_apart(base: "FileURL", rest: str, reference: str, profile: str | None) -> str:
    """Without what stands before the ``rest`` of the path, and with an authority that keeps the two apart."""
    plain = type(base)(compose(base.scheme, "apart", rest, base.query, base.fragment), profile="lenient")
    return plainly_resolved(plain, reference, strict=True, profile=profile)
