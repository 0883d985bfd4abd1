"""What a client would do with a URL: where to connect, what to send. Nothing here opens anything."""

import re
from functools import wraps

from ..errors import URLError
from .masking import masked
from .octets import as_octets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Connect = tuple[str, int]


class Record:
    """Named fields that are read, compared, pickled and printed; they do not change. ``__match_args__`` names them."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __init__(self, **fields: object) -> None:
        for name in self.__match_args__:
            object.__setattr__(self, name, fields[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("plans do not change")

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self._shown(name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), dict(zip(self.__match_args__, self._fields(), strict=True)))

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def _shown(self, name: str) -> object:
        """A field as it may be printed."""
        return getattr(self, name)


def _restore(kind: type[Record], fields: dict[str, object]) -> Record:
    return kind(**fields)


_OF_NEWS = ("group", "article", "overview")  # a message id has an "@" that ends no login


class Step(Record):
    """What a client does next: ``kind`` says what it is, ``octets`` are what it sends, without a line end.

    | kind | what to do |
    |---|---|
    | "login" | send it; the server says whether it wants a password too |
    | "password" | send it only if the server has asked for it |
    | "password-needed" | as "password", but the user has to be asked first: ``plan.with_password(answer)`` |
    | "mode", "reader", "protection", "cwd", "type", "group" | send it; the answer is one reply. "reader" may fail |
    | "transfer", "listing" | send it; a file or a listing comes, in FTP over a data connection |
    | "store" | send it; a file goes over a data connection |
    | "command" | send it; the answer is one reply, and what the user wants to know |
    | "article", "overview" | send it; an article or a list of articles comes |
    | "overview-needed" | the reply to "group" says what to send: ``plan.overview(reply)`` |
    | "request", "form" | send it, complete with its line end; the answer is all that comes |

    A step without octets cannot be sent by mistake: they are None. What may be a login in them is printed without the
    password.
    """

    __slots__ = ("kind", "octets")
    __match_args__ = ("kind", "octets")

    kind: str
    octets: bytes | None

    def __init__(self, kind: str, octets: bytes | None) -> None:
        super().__init__(kind=kind, octets=octets)

    def __repr__(self) -> str:
        return f"Step({self.kind!r}, {self._shown('octets')!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Step, (self.kind, self.octets)

    def _shown(self, name: str) -> object:
        if name == "octets" and self.kind == "password" and self.octets is not None:
            return self.octets.partition(b"PASS ")[0] + b"PASS ***"
        if name == "octets" and self.octets is not None:
            # The slashes before a login may be lost: ftp://h//u:p@y has the step "CWD u:p@y".
            start = None if self.kind in _OF_NEWS else 0
            return masked(self.octets.decode("latin-1"), start).encode("latin-1")
        return super()._shown(name)


class Plan(Record):
    """Where to connect, as ``socket.create_connection`` takes it, and whether by TLS; ``steps`` is what to do there.

    What is printed of a plan has no password in it: it is the plan of what is printed of the URL.
    """

    __slots__ = ("_printed", "connect")
    __match_args__ = ("connect",)

    connect: Connect | None
    _printed: "Plan | None"  # instead of this one

    def __init__(self, *, _printed: "Plan | None" = None, **fields: object) -> None:
        super().__init__(**fields)
        object.__setattr__(self, "_printed", _printed)

    def __repr__(self) -> str:
        return super().__repr__() if self._printed is None else repr(self._printed)

    def __reduce__(self) -> tuple[object, ...]:
        fields = dict(zip(self.__match_args__, self._fields(), strict=True))
        return _restore, (type(self), {**fields, "_printed": self._printed})

    @property
    def steps(self) -> tuple[Step, ...]:
        """What to do there, in order; nothing, unless the scheme says what."""
        return ()

    @property
    def tls(self) -> bool:
        """Whether the connection begins with a TLS handshake."""
        return False

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the URL is not sent, or not sent as it is; for the user to read."""
        return ()


def printed_without_passwords(plan: "Callable[..., Any]") -> "Callable[..., Any]":
    """The method ``plan`` of a class of URLs, whose plans print what the masked URL asks for.

    A part of a URL does not tell what is a password in it: that depends on what stands before, and it may go on in the
    next part.
    """

    @wraps(plan)
    def planned(url: "Any", *arguments: "Any", **options: "Any") -> "Any":
        found = plan(url, *arguments, **options)
        if isinstance(found, Plan) and url.display() != str(url):
            try:
                shown = {name: _without_password(value) for name, value in options.items()}
                printed = plan(_without_password(url), *map(_without_password, arguments), **shown)
            except URLError:
                printed = Plan(connect=found.connect)
            object.__setattr__(found, "_printed", printed)
        return found

    return planned


def _without_password(value: "Any") -> "Any":
    """The same, unless it is a URL that has one."""
    return value._edited(value.display()) if hasattr(value, "_edited") else value


# What would end a command or a request early, or be cut off by a C string: RFC 1738 section 6.
LINE_ENDS = b"\r\n\0"


def on_the_wire(octets: bytes, position: int, url: str, refused: bytes = LINE_ENDS) -> bytes:
    """``octets``, unless one of them would be taken for a delimiter of the protocol."""
    bad = next((octet for octet in octets if octet in refused), None)
    if bad is not None:
        # The first that stands behind the start of the part, as an escape or as it is.
        found = re.compile(f"%{bad:02x}|{re.escape(chr(bad))}", re.IGNORECASE).search(url, position)
        raise URLError("control-char", found.start() if found else position, url)
    return octets


def typed(text: str) -> bytes:
    """What the caller gave, and no URL has, as octets; an error points into it."""
    octets = as_octets(text)
    end = re.search("[\r\n\0]", text)
    if end:
        raise URLError("control-char", end.start(), text)
    return octets
