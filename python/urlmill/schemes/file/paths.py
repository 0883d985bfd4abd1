"""From a path to the text of a file URL and back: draft-ietf-appsawg-file-scheme-05, sections 3 and C.2."""

from os import fsdecode

from ..._backend import impl
from ..._url.octets import SUB_DELIMS, encoded, pieces, text_of
from ..._url.plan import LINE_ENDS
from ...errors import URLError
from . import drives, local, unc
from .systems import this_system
from .systems.base import Location, Naming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import FileURL


def text_for(naming: Naming, path: str, cwd: str | None, host: str | None, authority: str) -> str:
    """The URL of ``path``. RFC 3986 section 2.2: what is reserved, but stands for itself, is escaped."""
    location = naming.location(path, cwd)
    for index, name in enumerate(location.names):
        code = naming.refusal(location, index)
        if code:
            raise URLError(code, max(0, path.find(name)), path)
    try:
        written = "".join(f"/{encoded(name, '')}" for name in location.names)
        if location.drive is not None:
            written = f"/{location.drive}:{written}"
        if location.host is not None:
            if host is not None:
                raise ValueError("the path has a host of its own")
            return f"file://{_own_authority(location, location.host, path)}{written}"
        if host is None:
            return f"file:{'//' if authority == 'empty' else ''}{written}"
        return f"file://{_host(host, path)}{written}"
    except UnicodeEncodeError as error:
        raise URLError("unrepresentable", max(0, path.find(error.object[error.start])), path) from None


def _own_authority(location: Location, host: str, path: str) -> str:
    written = _host(host, path)
    code = unc.refusal(written)
    if code:
        raise URLError(code, 0, path)
    if location.user is not None:
        return f"{encoded(location.user, SUB_DELIMS)}@{written}"
    # As an authority "localhost", with or without escapes, would not be a host of the network: it stays in the path.
    return unc.prefix(written) if local.normal_host(written) == "localhost" else written


def _host(host: str, path: str) -> str:
    written = unc.host_of(host)
    if written and not impl.host_kind(written):
        raise URLError("bad-host", max(0, path.find(host)), path)
    return written


def location_of(url: "FileURL", naming: Naming, *, allow_unc: bool, assume_local: bool) -> Location:
    """Where ``url`` leads on a system; refused unless each of its segments is one name there."""
    host = None if url.is_local or assume_local else _host_of(url, is_wanted=naming.has_unc and allow_unc)
    path = url._clean_path
    if url.profile == "rfc1738" and path.startswith("//"):
        path = path[1:]  # C-22
    if naming.has_drives and url.drive is None and drives.is_drive_relative(path):
        raise url._fault("drive-relative", "path")
    if not path.startswith("/"):
        raise url._fault("missing-path", "path")
    if path.startswith("//") and url.drive is None:
        raise url._fault("not-local", "path")  # a UNC name to some systems, and to POSIX whatever it likes
    location = Location([text_of(raw) for raw in path[1:].split("/")], host=host)
    if naming.has_drives and host is None:
        location.drive = url.drive
    elif url.drive is not None:
        # Section B.1: on other systems a drive letter is a name like any other, its bar a colon all the same.
        location.names.insert(0, f"{url.drive}:")
    for index, name in enumerate(location.names):
        code = naming.refusal(location, index)
        if code:
            raise url._fault(code, "path", _offset(url, name))
    if host is not None and not location.names[0]:
        raise url._fault("not-unc", "path")  # a UNC name has a share
    return location


def for_open(path: str) -> str:
    """A path of this system as ``open`` takes it. Names are octets; a locale other than UTF-8 has another text for
    them, or lone surrogates.
    """
    return path if this_system() == "windows" else fsdecode(path.encode("utf-8", "surrogateescape"))


def check_line_ends(url: "FileURL", location: Location) -> None:
    """Refuses what POSIX lets a name hold, but would end a line of whatever is made of a plan."""
    ends = LINE_ENDS.decode()
    for name in location.names:
        if not set(ends).isdisjoint(name):
            raise url._fault("control-char", "path", _offset(url, name))


def _host_of(url: "FileURL", *, is_wanted: bool) -> str:
    host = url._unc_login[1] if url._has_unc else url.raw_host
    if not host or not is_wanted:
        raise url._fault("not-local", "path" if url.authority is None else "authority")
    if url.raw_port is not None:
        raise url._fault("port-not-allowed", "port")  # only the lenient profile lets one come so far
    code = unc.refusal(host)
    if code:
        raise url._fault(code, "path" if url._has_unc else "host")
    return unc.host_text(host)


def _offset(url: "FileURL", name: str) -> int:
    """Where the path has the name; names that dot segments took away stand in it too, so the last one is meant."""
    return max((offset for offset, raw in pieces(url.path, "/") if text_of(raw) == name), default=0)
