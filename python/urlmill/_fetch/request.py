"""The fields of an HTTP request that a plan does not have: who asks, what the caller adds, and a login.

A secret goes to the origin of the URL that the caller gave, and to no other, wherever redirects lead.
"""

from __future__ import annotations

import base64
import re
from contextlib import suppress
from importlib import metadata

from .._url.octets import as_octets, octets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from email.message import Message

    from ..schemes.http import HttpPlan, HttpURL
    from .job import Job

_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")  # RFC 9110 section 5.6.2
_VALUE = re.compile(r"[\t -~]*")
# What says where the request goes or how messages are framed, and what is answered with a part or another protocol.
_OURS = re.compile(
    "connection|content-length|expect|host|keep-alive|proxy-connection|range|te|trailer|transfer-encoding|upgrade",
    re.IGNORECASE,
)
_FOR_ALL = ("accept", "accept-language", "user-agent")  # what tells another origin no secret
_QUOTED = re.compile(r'"(?:[^"\\]|\\.?)*"?', re.DOTALL)  # one without end goes to the end: none is read twice
_BASIC = re.compile(r"(?:^|,)[ \t]*basic(?:[ \t,]|$)", re.IGNORECASE)


def checked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """A copy, so that what is checked is what is sent.

    Raises ValueError for fields that cannot be sent, or that are not the caller's to send.
    """
    copy = dict(headers.items())
    for name, value in copy.items():
        if not isinstance(name, str):
            raise TypeError(f"headers: expected a str as the name of a field, got {type(name).__name__}")
        if not isinstance(value, str):
            raise TypeError(f"headers: expected a str as the value of {name!r}, got {type(value).__name__}")
        if not _NAME.fullmatch(name):
            raise ValueError(f"expected the name of a header field, got {name!r}")
        if _OURS.fullmatch(name):
            raise ValueError(f"expected headers without {name}: fetch() decides about it")
        if not _VALUE.fullmatch(value):  # the value may be a secret
            raise ValueError(f"expected printable ASCII characters in the header field {name}")
    return copy


class Fields:
    """What goes with each request of one fetch."""

    def __init__(self, job: Job, url: HttpURL, headers: Mapping[str, str], password: str | bytes | None) -> None:
        self._job = job
        self._origin = url.origin
        self._headers = {"User-Agent": _agent()} | _unless_replaced(headers)
        self._user, self._password = _login(url, password)
        self._is_asked = False

    def request(self, url: HttpURL, plan: HttpPlan) -> bytes:
        """The plan's request with the fields that may go to that URL."""
        is_ours = url.origin == self._origin
        fields = {name: value for name, value in self._headers.items() if is_ours or name.lower() in _FOR_ALL}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode("ascii")
        if is_ours and self._is_asked:
            lines += b"Authorization: Basic " + _basic(self._user, self._password) + b"\r\n"
        return plan.request.removesuffix(b"\r\n") + lines + b"\r\n"

    def logs_in(self, url: HttpURL, headers: Message) -> bool:
        """Whether a login is sent from now on, since a server that may see it has asked: RFC 7617."""
        is_sent = self._is_asked or any(name.lower() == "authorization" for name in self._headers)
        if self._user is None or is_sent or url.origin != self._origin:
            return False
        challenges = ",".join(headers.get_all("WWW-Authenticate", []))
        if not challenges.strip():
            raise self._job.error("refused", "the server asks for a login, and does not say of which kind", 401)
        if not _BASIC.search(_QUOTED.sub("", challenges)):
            raise self._job.error("refused", "the server asks for a login, of a kind other than Basic", 401)
        if self._password is None:
            raise self._job.error("password-required", "the server asks for a password; give password=")
        if b":" in self._user or re.search(rb"[\0-\x1f\x7f]", self._user + self._password):
            words = "Basic cannot carry this login: expected no control characters, and no colon in the user"
            raise self._job.error("refused", words, 401)
        self._is_asked = True
        return True


def secrets(url: HttpURL, headers: Mapping[str, str], password: str | bytes | None) -> set[bytes]:
    """What the requests of a fetch have that must not be shown: the login, and fields of the caller."""
    user, known = _login(url, password)
    found = set() if known is None else {known, _basic(user, known)}
    for name, value in headers.items():
        if name.lower() not in _FOR_ALL:
            found.update(_secret_parts(name.lower(), value.strip().encode("ascii")))
    return found


def _secret_parts(name: str, value: bytes) -> Iterator[bytes]:
    """A value, its words, and the values among these: a server may repeat one cookie of many, or a token alone."""
    if name in ("authorization", "proxy-authorization"):
        kind, _, rest = value.partition(b" ")
        value = rest.strip() or value  # RFC 9110 section 11.4: the kind of login comes first, and is known
        if kind.lower() == b"basic":
            with suppress(ValueError):
                yield base64.b64decode(value).partition(b":")[2]
    yield value
    for word in re.split(rb"[ \t;,]+", value):
        yield word
        yield word.partition(b"=")[2].strip(b'"')


def _login(url: HttpURL, password: str | bytes | None) -> tuple[bytes | None, bytes | None]:
    """The user and the password of a URL; the one that the caller gives is for a URL without."""
    user = None if url.raw_user is None else octets_of(url.raw_user)
    if url.raw_password is not None:
        return user, octets_of(url.raw_password)
    return user, None if password is None else as_octets(password)


def _basic(user: bytes | None, password: bytes | None) -> bytes:
    """RFC 7617 section 2."""
    return base64.b64encode((user or b"") + b":" + (password or b""))


def _unless_replaced(headers: Mapping[str, str]) -> dict[str, str]:
    """A field of ours that the caller gives under any case takes its place."""
    return {"User-Agent" if name.lower() == "user-agent" else name: value for name, value in headers.items()}


def _agent() -> str:
    try:
        return f"urlmill/{metadata.version('urlmill')}"
    except metadata.PackageNotFoundError:  # a copy that was not installed
        return "urlmill"
