r"""file: RFC 8089, with the older forms that draft-ietf-appsawg-file-scheme-05 collects.

    file: [ "//" [ [ user "@" ] host ] ] [ "/" ] [ drive ] "/" name "/" ... "/" name
    file:// 2*3"/" [ user "@" ] host "/" share "/" ... "/" name

    drive = ALPHA ":" / ALPHA "|" / ALPHA "%3A"

No host, an empty one and "localhost" are this machine. The second form has a UNC name, ``\\host\share\name``, in its
path; it is never local. To the profile "rfc1738" it is the path ``/host/share/name`` of this machine (C-22).

Each system has a naming of paths of its own: see ``systems``. ``to_path`` gives names as the URL has them, or refuses.
"""

from os import fspath, getcwd

from ..._profiles import one_of
from ..._url.octets import SUB_DELIMS, text_of
from ..._url.plan import Plan
from ..._url.registry import register
from ..._url.resolve import compose, reference_of
from ..._url.url import URL
from . import drives, forms, grammar, joining, local, paths, unc
from .systems import SYSTEMS, naming_of, this_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from types import EllipsisType
    from typing import IO, Any, Literal, TypeVar

    from typing_extensions import Self

    _Path = str | bytes | PathLike[str] | PathLike[bytes]
    _URL = TypeVar("_URL", bound=URL)
    _System = Literal["posix", "macos", "windows", "vms", "mac"]

_SAY_NOT_WHERE = {"query", "fragment", "unc_user"}


class FilePlan(Plan):
    """The path to open; nothing to connect to."""

    __slots__ = ("path",)
    __match_args__ = ("connect", "path")

    path: str


def _system_of(path: "_Path") -> "_System | None":
    """The system whose paths are of this class; None for text and octets."""
    if isinstance(path, (str, bytes)):
        return None
    from pathlib import PurePosixPath, PureWindowsPath

    if isinstance(path, PureWindowsPath):
        return "windows"
    return "posix" if isinstance(path, PurePosixPath) else None


@register
class FileURL(URL):
    """file:[//[host]]/[drive:/]name/.../name"""

    __slots__ = ()
    __match_args__ = ("host", "drive", "segments")
    scheme_names = ("file",)
    any_printable = False
    keeps_bar = True
    is_checked = True
    has_own_form = True
    has_own_join = True
    # C-9: "query" or "path"; C-28: other names of this machine; C-24
    option_defaults = {"qmark": "query", "local_names": (), "allow_file_password": False}
    part_names = ("unc_user", "unc_host", "drive", "segments")
    _segment_safe = SUB_DELIMS + "@"  # a ":" would make a drive of a letter

    def _check(self) -> None:
        super()._check()
        grammar.check(self)

    # Parts

    @property
    def _has_unc(self) -> bool:
        return self.path.startswith("//") and self.authority == "" and self.profile != "rfc1738"

    @property
    def _split_path(self) -> tuple[str, str]:
        """What of the path is a drive letter or a UNC host, and the rest."""
        end = unc.end_of_host(self.path) if self._has_unc else drives.end_of_drive(self.path, self.profile)
        return self.path[:end], self.path[end:]

    @property
    def drive(self) -> str | None:
        """The drive letter, as written."""
        return None if self._has_unc else self._split_path[0].removeprefix("/")[:1] or None

    @property
    def _raw_segments(self) -> list[str]:
        return self._split_path[1].removeprefix("/").split("/")

    @property
    def segments(self) -> list[str]:
        """The names after a drive letter or the host of a UNC name, decoded."""
        return [text_of(raw) for raw in self._raw_segments]

    def _divided_path(self) -> tuple[str, str, str]:
        return *self._split_path, ""

    def segments_in(self, encoding: str) -> list[str]:
        """The same for a file system that is known to use ``encoding``; characters of an IRI are what they are."""
        from .encoding import text_in  # pyright: ignore[reportAssignmentType]  # it means the module, not the argument

        try:
            return [text_in(encoding, raw) for raw in self._raw_segments]
        except UnicodeDecodeError:
            raise self._fault("unrepresentable", "path") from None

    @property
    def _unc_login(self) -> tuple[str | None, str]:
        login, at, host = unc.authority(self._split_path[0] if self._has_unc else "").rpartition("@")
        return login if at else None, host

    @property
    def unc_host(self) -> str | None:
        """The host of a UNC name in the path, in lower case."""
        return self._unc_login[1].lower() if self._has_unc else None

    @property
    def unc_user(self) -> str | None:
        """The user before it, decoded."""
        login = self._unc_login[0]
        return None if login is None else text_of(login.partition(":")[0])

    @property
    def is_local(self) -> bool:
        """Whether it is a file of this machine: without a host, or with "localhost" or one of ``local_names``."""
        return local.is_local(self)

    @property
    def _clean_path(self) -> str:
        """The path without dot segments, and without what stands before its root."""
        return local.without_dots(self._split_path[1])

    @staticmethod
    def _compose(
        segments: "Iterable[str | bytes]" = (),
        drive: str | None = None,
        unc_host: str | None = None,
        unc_user: "str | bytes | None" = None,
    ) -> tuple[str, None]:
        return forms.path_of(segments, drive, unc_host, unc_user), None

    # Other URLs from this one

    def _normal_path(self, path: str, level: str) -> str:  # noqa: ARG002  # in this path a "|" is escaped already
        return forms.normal_path(self)

    def normalize(self, level: str = "scheme", *, os: "_System | None" = None) -> "Self":
        """The normal form. On the level "scheme" this machine is an empty host, and the host of a UNC name is the host
        of the URL, and sub-delims are not escaped in names. With ``os="windows"`` drive letters are in upper case; to
        the other systems they are names, which have case (C-41).
        """
        if os is not None:
            one_of("os", os, *SYSTEMS)
        return self._edited(forms.normal_text(self, level, has_drives=os == "windows"))

    @classmethod
    def update(cls, text: "str | URL", *, backslashes: bool = False) -> "Self":
        """A URL of old as it would be written today: drive letters with a colon, hosts of UNC names in the authority.

        ``backslashes=True`` vouches that every backslash separates names.
        """
        options: dict[str, Any] = text.options if isinstance(text, URL) else {}
        written = forms.of_today(text) if isinstance(text, URL) else text
        url = cls(forms.with_colon(forms.with_slashes(written) if backslashes else written), **options)
        if isinstance(text, FileURL) and text.is_local and not url.is_local:
            raise text._fault("bad-unc", "path")  # C-22: only RFC 1738 has slashes that begin no UNC name
        if not url._has_unc:
            return url
        authority, path = forms.unc_moved(url)
        return cls(compose(url.scheme, authority, path, url.query, url.fragment), **options)

    def to_uri(self, *, host: str = "idna") -> "Self":
        """With ASCII characters only; escaped, the "|" of a drive letter would be a name's, so it becomes a ":"."""
        plain = forms.with_colon(str(self))
        if "|" in self._split_path[0] and plain != str(self):
            return self._edited(plain).to_uri(host=host)
        return self._in_place(super().to_uri(host=host))

    def _replaced(self, parts: "dict[str, Any]") -> "URL":
        url = super()._replaced(dict(parts))
        says_where = {name for name, value in parts.items() if value != getattr(self, name, None)} - _SAY_NOT_WHERE
        return url if says_where else self._in_place(url)

    def without_login(self) -> "Self":
        """Without the user, and without that before the host of a UNC name."""
        url = super().without_login()
        login, _ = url._unc_login
        if login is None:
            return url
        start = url._start_of("path") + url._split_path[0].index(login)
        return url._edited(str(url)[:start] + str(url)[start + len(login) + 1 :])

    def _in_place(self, url: "_URL") -> "_URL":
        """``url``, unless it has become one of this machine: what only the lenient profile reads may get lost."""
        if isinstance(url, FileURL) and url.is_local and not self.is_local:
            raise self._fault("not-local", "path" if self.authority is None else "authority")
        return url

    def join(
        self,
        reference: "str | URL",
        *,
        strict: bool = True,
        profile: str | None = None,
        drive_letters: bool | None = None,
    ) -> "URL":
        """The reference as seen from here. With ``drive_letters``, the default where there is one, no reference leads
        out of the drive but one that names another, and none may start from a drive's own directory. Nor does one lead
        from the host of a UNC name to this machine, unless ``drive_letters=False`` asks for plain RFC 3986.
        """
        text = reference_of(self, reference)
        return self._joined(joining.resolved(self, text, strict=strict, profile=profile, drive_letters=drive_letters))

    def equivalent(self, other: "URL", level: str = "scheme", *, os: "_System | None" = None) -> bool:
        """Whether both have the same normal form, on a level and for a system."""
        normal = self.normalize(level, os=os)
        if not isinstance(other, FileURL):
            return super().equivalent(other, level)
        return normal == other.normalize(level, os=os)

    # Paths

    @classmethod
    def from_path(
        cls,
        path: "_Path",
        *,
        os: "_System | None" = None,
        cwd: "_Path | EllipsisType | None" = ...,
        host: str | None = None,
        authority: "Literal['empty', 'none']" = "empty",
        fs_encoding: str | None = None,
        nfc: bool = False,
    ) -> "Self":
        """The URL of a path as ``os`` writes it; if that is None, the system of a pathlib object or else this one.

        A relative path starts from ``cwd``, by default this process's; like ``os.getcwd()`` it has no symbolic links in
        it. After a name, POSIX paths have no ".." (C-40). ``host`` is the machine that has the file.
        ``authority="none"`` leaves out ``//`` where there is no host. Octets are text in ``fs_encoding``; without it
        they are kept as they are. ``nfc`` composes characters, which HFS+ takes apart.
        """
        from .encoding import decoded

        if authority not in ("empty", "none"):
            raise ValueError(f"an authority is 'empty' or 'none', not {authority!r}")
        naming = naming_of(_system_of(path) if os is None else os)
        if cwd is ...:
            cwd = getcwd() if type(naming) is type(naming_of(None)) else None
        start = None if cwd is None else decoded(fspath(cwd), fs_encoding, nfc=nfc)
        return cls(paths.text_for(naming, decoded(fspath(path), fs_encoding, nfc=nfc), start, host, authority))

    def to_path(
        self,
        *,
        os: "_System | None" = None,
        fs_encoding: str | None = None,
        allow_unc: bool = False,
        assume_local: bool = False,
    ) -> str | bytes:
        """The path as ``os`` writes it, this system if that is None; octets if ``fs_encoding`` is given. That of this
        system can be opened under any locale.

        It must be local. ``allow_unc`` lets Windows have the UNC name of a file that is not; to open one sends the
        user's credentials to whatever host the URL names. ``assume_local`` takes that host for the one it runs on. A
        query says nothing about a file.
        """
        naming = naming_of(os)
        location = paths.location_of(self, naming, allow_unc=allow_unc, assume_local=assume_local)
        if fs_encoding is None:
            path = naming.path(location)
            return paths.for_open(path) if os is None else path
        from .encoding import native

        octets = native(naming, location, fs_encoding)
        if octets is None:
            raise self._fault("unrepresentable", "path")
        return octets

    def to_unc(self) -> str:
        r"""The UNC name of a file on another machine, ``\\host\share\...\name``. It has no place for a user."""
        if self.is_local or not (self._unc_login[1] or self.raw_host):
            raise self._fault("not-unc", "path")
        naming = naming_of("windows")
        return naming.path(paths.location_of(self, naming, allow_unc=True, assume_local=False))

    # What a client does with it

    def plan(self, *, os: "_System | None" = None) -> FilePlan:
        """The path to open. POSIX names may hold line ends; a plan does not, ``to_path`` and ``open`` do."""
        naming = naming_of(os)
        location = paths.location_of(self, naming, allow_unc=False, assume_local=False)
        paths.check_line_ends(self, location)
        path = naming.path(location)
        return FilePlan(connect=None, path=paths.for_open(path) if os is None else path)

    def open(self, mode: str = "rb", **kwargs: "Any") -> "IO[Any]":
        """The file, open for reading; it must be one of this machine. Who wants to write asks for ``to_path()``."""
        if "r" not in mode or not set(mode) <= set("rbt"):
            raise ValueError(f"a URL is opened for reading, not with {mode!r}")
        # Octets, where names are octets: the locale has no say in what the URL means.
        encoding = None if this_system() == "windows" else "utf-8"
        return open(self.to_path(fs_encoding=encoding, allow_unc=False), mode, **kwargs)

    def read_bytes(self) -> bytes:
        """What the file holds; it must be one of this machine."""
        with self.open() as file:
            content: bytes = file.read()
            return content
