"""Drive letters in the path of a URL: draft-ietf-appsawg-file-scheme-05, C.1.

    path = [ "/" ] drive-letter path-absolute
    drive-letter = ALPHA ":" / ALPHA "|"

A letter and a colon that no slash follows are the start of a drive-relative path, which names no file.
"""

import re

from ..._backend import impl
from ...errors import URLError
from ...resolve import compose
from ...resolve import resolved as plainly_resolved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...url import URL

_DRIVE = re.compile(r"/?[A-Za-z][:|](?=/)")
_DRIVE_RELATIVE = re.compile(r"/?[A-Za-z][:|](?!/)")


def end_of_drive(path: str) -> int:
    """Where the path goes on after its drive letter; 0 if it has none."""
    found = _DRIVE.match(path)
    return found.end() if found else 0


def is_drive_relative(path: str) -> bool:
    """Whether a drive letter begins the path, but no path-absolute follows."""
    return _DRIVE_RELATIVE.match(path) is not None


def with_colon(path: str) -> str:
    """Section C.1.2: how a path of old is updated."""
    end = end_of_drive(path)
    return path[:end].replace("|", ":") + path[end:]


def resolved(base: "URL", reference: str, *, strict: bool, profile: str | None) -> str:
    """Section C.1.1: a rooted reference stays on the drive, and no ".." leads out of it."""
    if re.match("[A-Za-z][:|]", reference):
        reference = f"/{reference}"  # C-30: no scheme has one letter
    scheme, authority, path, query, fragment = impl.split(reference)
    if scheme is not None and scheme.lower() != base.scheme:
        return plainly_resolved(base, reference, strict=strict, profile=profile)
    if scheme is not None and not strict:
        scheme = None
    if is_drive_relative(path):
        raise URLError("drive-relative", reference.index(path), reference)
    is_whole = scheme is not None or authority is not None
    base_end, end = end_of_drive(base.path), end_of_drive(path)
    drive = path[:end] if end or is_whole else base.path[:base_end]
    rest = path[end:]
    if rest.startswith("//") and authority is None:
        rest = f"/.{rest}"  # RFC 3986 section 3.3: or it would begin with an authority
    # Without the drive letters, and with an authority that keeps the rest of the path apart from it.
    plain_base = compose(base.scheme, "drive", base.path[base_end:].replace("?", "%3F"), base.query, base.fragment)
    plain_reference = compose(scheme, authority, rest, query, fragment)
    plain = type(base)(plain_base, profile="lenient")
    joined = plainly_resolved(plain, plain_reference, strict=True, profile=profile)
    scheme, joined_authority, path, query, fragment = impl.split(joined)
    authority = joined_authority if is_whole else base.authority
    path = drive + path
    if authority is not None and drive:
        path = "/" + path.removeprefix("/")
    elif authority is None and path.startswith("//"):
        path = f"/.{path}"
    return compose(scheme, authority, path, query, fragment)
