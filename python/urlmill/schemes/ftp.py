"""ftp: RFC 1738 section 3.2, with the type codes of RFC 1630.

    ftp://[user[:password]@]host[:port]/cwd1/cwd2/.../cwdN/name[;type=code]

Each cwd is the argument of one CWD command, the name that of RETR. They are decoded one by one, so that ``%2F`` puts a
slash into an argument: ``/%2Fetc/motd`` is CWD /etc, RETR motd.
"""

import re

from .._profiles import one_of
from .._url import normal
from .._url.octets import SUB_DELIMS, encoded, octets_of, text_of
from .._url.plan import Step, on_the_wire, typed
from .._url.registry import register
from .._url.url import URL
from ..errors import URLError
from .ftp_plan import IAC, FtpPlan, doubled
from .server import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    from typing_extensions import Self

_TYPE = re.compile(r";type=([^/;]*)\Z", re.IGNORECASE)
_TYPE_MARK = re.compile(r";(?=type=)", re.IGNORECASE)
_CODE = re.compile(r"[aid]|[ae][ntc]|l[0-9]+", re.IGNORECASE | re.ASCII)  # C-1: RFC 1738, then RFC 1630
# Section 3.2.2 leaves the table to the client. What is not in it goes as an image, which loses nothing.
_TEXT = re.compile(
    r"\.(?:asc|bat|cc?|cfg|conf|cpp|css|csv|diff|h|hpp|html?|ini|js|json|log|lst|m3u|md|patch|pl|py|rs|rst|sgml|sh|sql"
    r"|tex|te?xt|tsv|xml|ya?ml)\Z",
    re.IGNORECASE,
)
_SEGMENT = SUB_DELIMS.replace(";", "") + ":@"
# RFC 959 section 5.3: what else goes over a data connection than a name.
_KINDS = {"RETR": "transfer", "STOR": "store", "STOU": "store", "APPE": "store", "LIST": "listing", "NLST": "listing"}


def _written(code: str) -> str:
    return code.lower() if len(code) == 1 else code.upper()  # C-2


def _without_type(path: str) -> str:
    """The path, its name written so that it does not end in a type code: ";ty%70e=a" is the end of a name."""
    if not _TYPE.search(path):
        return path
    cwds, slash, name = path.rpartition("/")
    return cwds + slash + _TYPE_MARK.sub("%3B", name)


@register
class FtpURL(Server):
    """ftp://[user[:password]@]host[:port]/cwd1/.../cwdN/name[;type=code]"""

    __slots__ = ()
    __match_args__ = ("host", "cwds", "name", "typecode")
    scheme_names = ("ftp",)
    default_port = 21
    allows_login = True
    has_own_form = True
    option_defaults = {"qmark": "query"}  # C-9: "query" or "path"
    part_names = ("cwds", "name", "typecode")
    _segment_safe = _SEGMENT

    def _check(self) -> None:
        super()._check()
        found = _TYPE.search(self.path)
        if found:
            keyword, code = found[0][1:5], found[1]
            if not _CODE.fullmatch(code):
                raise self._fault("bad-type", "path", found.start(1))
            if self._is_strict and (len(code) > 1 or keyword != "type"):
                raise self._fault("bad-type", "path", found.start())
        rest = self.path[: found.start()] if found else self.path
        if self._is_strict and ";" in rest:
            raise self._fault("reserved-unencoded", "path", rest.index(";"))

    # Parts

    def _divided_path(self) -> tuple[str, str, str]:
        found = _TYPE.search(self.path) if self.typecode else None
        end = found.start() if found else len(self.path)
        return "", self.path[:end], self.path[end:]

    def _with_path(self, root: str, path: str, end: str) -> "Self":
        return super()._with_path(root, path if end else _without_type(path), end)

    @property
    def _raw_segments(self) -> list[str]:
        return self._divided_path()[1].removeprefix("/").split("/")

    @property
    def cwds(self) -> list[str]:
        """The directories to change into, one by one."""
        return [text_of(raw) for raw in self._raw_segments[:-1]]

    @property
    def name(self) -> str:
        """What is asked for in the last of them; "" is the directory itself."""
        return text_of(self._raw_segments[-1])

    @property
    def name_octets(self) -> bytes:
        """The same as octets, which need not be text."""
        return octets_of(self._raw_segments[-1])

    @property
    def typecode(self) -> str | None:
        """a, i or d as in RFC 1738, or a code of RFC 1630 such as EN or L8; None if none is written."""
        found = _TYPE.search(self.path)
        if not found or not _CODE.fullmatch(found[1]):
            return None
        return _written(found[1])

    @staticmethod
    def _compose(
        cwds: "Iterable[str | bytes]" = (), name: "str | bytes" = "", typecode: str | None = None
    ) -> tuple[str, None]:
        if isinstance(cwds, (str, bytes)):
            raise TypeError("cwds is a sequence of names, not a single one")
        if typecode is not None and not _CODE.fullmatch(typecode):
            raise URLError("bad-type", 0, typecode)
        path = "".join(f"/{encoded(segment, _SEGMENT)}" for segment in (*cwds, name))
        return path + ("" if typecode is None else f";type={_written(typecode)}"), None

    def _normal_path(self, path: str, level: str) -> str:
        path = super()._normal_path(path, level)
        if self.typecode is None:
            return _without_type(path)
        return _TYPE.sub(f";type={self.typecode}", path) if level == "scheme" else path

    # The plan

    def guess_type(self) -> str:
        """The TYPE that the name suggests, if the URL says none: "A" by the suffix of a text, or else "I"."""
        return self._type() or ("A" if _TEXT.search(self.name) else "I")

    def _type(self) -> str | None:
        """The TYPE that the URL says."""
        code = self.typecode
        if code is None or code == "d":
            return None
        # RFC 959 section 5.3.1: "E N", "L 8". RFC 1630 leaves out the space.
        return code.upper() if len(code) == 1 else f"{code[0]} {code[1:]}"

    def plan(
        self,
        *,
        email: str = "anonymous@",
        prompt: bool = True,
        allow_password: bool = True,
        empty_name: "Literal['list', 'retr', 'error']" = "list",
        skip_empty_cwd: bool = False,
        leading_slash: "Literal['relative', 'root', 'double']" = "relative",
        tilde: "Literal['literal', 'home']" = "literal",
        verb: str = "RETR",
        send_mode: bool = False,
        guess_type: bool = False,
        double_iac: bool = False,
        after: "URL | None" = None,
    ) -> FtpPlan:
        """The steps that fetch it.

        ``email`` is the password of an anonymous login. Without ``prompt`` a user name wants a password beside it.
        ``empty_name`` says what a final slash means, ``leading_slash`` whether the path starts at the root of the
        server: never, always, or if it begins with a "double" slash. ``tilde`` says whether ``/~/`` is the login
        directory. ``verb`` is what is done to the name. A file without a type code comes as it is; with ``guess_type``
        the server changes the line ends of what looks like a text. ``double_iac`` sends the octet 255 twice, as Telnet
        has it. ``after`` is the URL that the connection has just fetched, by the same options: then the plan is what is
        left to do, with a TYPE only if the connection has another. If the connection cannot be kept, see
        ``needs_reconnect``, that is a URLError.
        """
        one_of("empty_name", empty_name, "list", "retr", "error")
        one_of("leading_slash", leading_slash, "relative", "root", "double")
        one_of("tilde", tilde, "literal", "home")
        if not (verb.isascii() and verb.isalpha()):
            raise ValueError(f"an FTP command is a word, such as RETR, not {verb!r}")
        connect = self._connect()
        login = self._login(email, prompt, allow_password)
        is_rooted = leading_slash == "root" or (leading_slash == "double" and self.path.startswith("//"))
        cwds, name = self._arguments(is_rooted, tilde == "home")
        if skip_empty_cwd:
            cwds = [cwd for cwd in cwds if cwd]
        mode = [Step("mode", b"MODE S")] if send_mode else []
        changes = [Step("cwd", b"CWD " + cwd) for cwd in cwds]
        kind, access = self._access(name, empty_name, verb, guess_type)
        if after is None:
            # RFC 959 section 5.1: a connection begins with type A, which is that of listings. Of a file it is said.
            kept = kind if access.kind == "listing" else None
            steps = [*login, *self._protection, *mode, *changes]
        else:
            before = self._before(after)
            kept = before._type_left(empty_name, guess_type)
            steps = [] if before.cwds else changes
        if kind not in (None, kept):
            steps.append(Step("type", f"TYPE {kind}".encode("ascii")))
        steps.append(access)
        for step in steps:
            on_the_wire(step.octets or b"", self._start_of("path"), str(self))
        notes = self._notes(steps, double_iac)
        if double_iac:
            steps = [Step(step.kind, step.octets and doubled(step.octets)) for step in steps]
        return FtpPlan(connect=connect, tls=self._is_tls, steps=tuple(steps), notes=notes, double_iac=double_iac)

    _protection: tuple[Step, ...] = ()

    def _before(self, after: "URL") -> "FtpURL":
        """``after``, if the connection that has fetched it can be kept."""
        if not isinstance(after, URL):
            raise TypeError(f"after: expected a URL, got {type(after).__name__}")
        if not isinstance(after, FtpURL) or after.needs_reconnect(self):
            raise self._fault("needs-reconnect", "path")
        return after

    def _type_left(self, empty_name: str, guess_type: bool) -> str | None:
        """The TYPE that the connection has once this was fetched; None if that depends on the command."""
        if self._is_listing(empty_name):
            return "A"
        kind = self._type() or "I"
        return kind if self.name and not (guess_type and kind != self.guess_type()) else None

    def _notes(self, steps: list[Step], double_iac: bool) -> tuple[str, ...]:
        notes = [] if self.query is None else ["the query is not sent: FTP has none"]
        if any(IAC in (step.octets or b"") for step in steps):
            sent = "twice, as in Telnet" if double_iac else "once, though Telnet gives it a meaning"
            notes.append(f"the octet 255 is sent {sent}")
        return tuple(notes)

    def _login(self, email: str, prompt: bool, allow_password: bool) -> list[Step]:
        if self.raw_password is not None and not allow_password:
            raise self._fault("password-not-allowed", "password")
        if self.raw_user is None:
            return [Step("login", b"USER anonymous"), Step("password", b"PASS " + typed(email))]
        if self.raw_password is None and not prompt:
            raise self._fault("password-required", "user")
        login = Step("login", b"USER " + on_the_wire(octets_of(self.raw_user), self._start_of("user"), str(self)))
        if self.raw_password is None:
            return [login, Step("password-needed", None)]
        password = on_the_wire(octets_of(self.raw_password), self._start_of("password"), str(self))
        return [login, Step("password", b"PASS " + password)]

    def _arguments(self, is_rooted: bool, tilde_is_home: bool) -> tuple[list[bytes], bytes]:
        """The cwds and the name, the first of them changed as C-6, C-7 and C-33 have it."""
        segments = [octets_of(raw) for raw in self._raw_segments]
        if not self.path:
            return [], b""  # there is no slash that could lead
        if tilde_is_home and len(segments) > 1 and segments[0] == b"~":
            del segments[0]
        elif is_rooted and segments[0] != b"." and not segments[0].startswith((b"/", b"~")):
            segments[0] = b"/" + segments[0]
        return segments[:-1], segments[-1]

    def _is_listing(self, empty_name: str) -> bool:
        return self.typecode == "d" or (not self.name and empty_name != "retr")

    def _access(self, name: bytes, empty_name: str, verb: str, guess_type: bool) -> tuple[str | None, Step]:
        """The TYPE that is needed, None for any, and the step that it is needed for."""
        code, is_listing, is_read = self.typecode, self._is_listing(empty_name), verb.upper() == "RETR"
        is_nameless = not self.name and code != "d"
        if is_nameless and empty_name == "error":
            raise self._empty_name()
        if is_nameless and is_listing and code is not None:  # the code is that of a file
            raise self._empty_name()
        if not is_read and (is_listing or not self.name):  # the verb is for a file
            raise self._empty_name()
        if is_listing:
            return "A", Step("listing", b"NLST " + name if name else b"NLST")
        # C-32: only an image is the file itself. What is stored, or has a size, is never guessed about.
        kind = self.guess_type() if guess_type and is_read else self._type() or "I"
        step = Step(_KINDS.get(verb.upper(), "command"), verb.encode("ascii") + b" " + name)
        return kind if code or name else None, step

    def _empty_name(self) -> URLError:
        return self._fault("empty-name", "path", len(self.path))

    def needs_reconnect(self, other: "URL") -> bool:
        """Whether the control connection that fetched this one cannot be kept for ``other``.

        After a CWD there is no sure way back, so it can only be kept for the same directory (section 3.2.5).
        """
        if not isinstance(other, URL):
            raise TypeError(f"other: expected a URL, got {type(other).__name__}")
        if not isinstance(other, FtpURL):
            return True
        return self._session() != other._session() or (self.cwds != [] and self.cwds != other.cwds)

    def _session(self) -> tuple[object, ...]:
        return self.scheme, normal.host(self), self.effective_port, self.user, self.password
