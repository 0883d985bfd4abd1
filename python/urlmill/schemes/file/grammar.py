"""What a file URL may be: RFC 8089 section 2 for the profile "strict", RFC 1738 section 5 for "rfc1738", and for the
superset all that draft-ietf-appsawg-file-scheme-05 collects in its appendix F.
"""

from ..._backend import impl
from ...errors import URLError
from ..server import HOSTNAME
from . import drives, unc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import FileURL


def check(url: "FileURL") -> None:
    """Raises URLError if the characters are fine but the form is not."""
    path, is_strict = url.path, url._is_strict
    bar = path.find("|", 0 if is_strict or url._has_unc else drives.end_of_drive(path, url.profile))
    if bar >= 0:
        raise url._fault("bad-char", "path", bar)
    if url.raw_port is not None:
        raise url._fault("port-not-allowed", "port")
    if url.raw_password is not None and not url._option("allow_file_password"):
        raise url._fault("password-not-allowed", "password")
    if is_strict:
        _check_strictly(url)
    if not path.startswith("/") and (is_strict or url.drive is None):
        raise url._fault("drive-relative" if drives.is_drive_relative(path) else "missing-path", "path")
    if path.startswith("//") and url.profile != "rfc1738":
        if is_strict or not url._has_unc:
            raise url._fault("missing-path", "path")  # path-absolute: the first name is not empty
        _check_unc(url)


def _check_strictly(url: "FileURL") -> None:
    if url.raw_user is not None:
        raise url._fault("userinfo-not-allowed", "user")  # C-20
    if url.query is not None:
        raise url._fault("query-not-allowed", "query")  # C-9
    if url.profile == "rfc1738":
        # fileurl = "file://" [ host | "localhost" ] "/" fpath, and no ";" in a fsegment
        if url.authority is None:
            raise url._fault("missing-authority", "path")
        if url.host_type == "name" and not HOSTNAME.fullmatch(url.host or ""):
            raise url._fault("bad-host", "host")
        if ";" in url.path:
            raise url._fault("reserved-unencoded", "path", url.path.index(";"))


def _check_unc(url: "FileURL") -> None:
    prefix, rest = url._split_path
    start = len(prefix) - len(prefix.lstrip("/"))
    if start > 3:
        raise url._fault("bad-unc", "path", 3)
    try:
        _, password, host, port = impl.split_authority(unc.authority(prefix))
    except URLError as error:
        raise url._fault(error.code, "path", start + error.position) from None
    if port is not None:
        raise url._fault("port-not-allowed", "path", start)
    if password is not None and not url._option("allow_file_password"):
        raise url._fault("password-not-allowed", "path", start)
    if not impl.host_kind(host):
        raise url._fault("bad-host" if host else "missing-host", "path", start)
    if not rest or rest.startswith("//"):
        raise url._fault("missing-path", "path", len(prefix))
