r"""Passwords are not shown, even if the text is not a well-formed URL.

    scheme://user:password@host/         a login ends at the last "@" of the authority
    http://user:pass/word@host/          "pass" is not a number, so it is not a port: this is a login
    http:/user:password@host             slashes are missing, too many, or backslashes
    user:password@host                   there are none, and the scheme does not use "@" for something else
    postgres://host/db?password=...      libpq has "password" and "sslpassword" as parameters
    http://host/?token=...               only when asked: parameters that are called like secrets

What may be a login begins after slashes, or at the start. If it is one, all from its first ":" to the last "@" before
"?" or "#" is masked. An "@" after a host, or after a host and a numeric port, belongs to the path: ``https://h/@name``.
"""

import re
from array import array
from bisect import bisect_right

from .globs import Globs
from .octets import pieces, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MASK = "***"

# Their URLs have an "@" that ends no login. So have those of the classes that need no host, such as mailto.
WITHOUT_LOGIN = frozenset(("acct", "cid", "data", "im", "mid", "pres", "tag", "tel", "urn", "xmpp"))
# RFC 3261 section 19.1.1: a login follows the scheme, without slashes.
WITH_LOGIN = frozenset(("sip", "sips"))

# urllib and browsers take these out of a URL before they read it (WHATWG URL section 4.4).
_DROPPED = re.compile("[\t\r\n]")
_SLASHES = re.compile(r":[/\\]+|[/\\]{2,}")
_NESTED = re.compile(r":[/\\]{2}|@")
_AUTHORITY = re.compile("[^/?#]*")
_HOST_AND_PORT = re.compile(r"(?:\[[^\]@]*\]|[^:@\[]*)(?::0*[0-9]{0,5})?")
_SECTION = re.compile("[?#]")
# Also as the drivers of other languages have them: jdbc:postgresql://, postgresql+driver://.
_LIBPQ = re.compile(r"[\0- ]*(?:jdbc:)?postgres(?:ql)?[+:]", re.IGNORECASE)
_SECRETS = ("password", "sslpassword")
# Of clouds (signed links), OAuth and OpenID, CAS, sessions, and what programmers call such things.
SECRET_PARAMS = (
    "*token*", "*secret*", "*passw*", "*pwd*", "*passphrase*", "*passcode*", "*signature*", "*credential*", "*session*",
    "pass", "*_pass", "*-pass", "pw", "pin", "sig", "*_sig", "sign", "*hmac*", "key", "*apikey*", "*api_key*",
    "*api-key*", "*_key", "*-key", "*accesskey*", "auth*", "*bearer*", "jwt", "otp", "totp", "sid", "code",
    "*_verifier", "assertion", "client_assertion", "ticket", "samlresponse",
)  # fmt: skip
_NAMED = re.compile("[?#&;]([^?#&;=]*)=")
_WITHIN_NAME = re.compile(r"[\[\].]")  # user[pass], user.pass and sig[0], as forms and frameworks nest them
_END = re.compile("[&#]|$")


def masked(text: str, start: int | None, secrets: Globs | None = None) -> str:
    """The text without passwords. ``start`` is where a login may begin that no slashes stand before: at the start of
    the text, or after a scheme. ``secrets`` are the names of parameters that are masked, in lower case.
    """
    shown = []
    done = 0
    places = hidden(text, start)
    for begin, end in _united(places, _named(text, secrets)) if secrets else places:
        shown += [text[done:begin], MASK]
        done = end
    return "".join(shown) + text[done:]


def names_of_secrets(names: "Iterable[str]") -> Globs | None:
    """As ``masked`` takes them, or it raises TypeError."""
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        raise TypeError(f"mask_query: expected True, False or names of parameters, got {type(names).__name__}")
    names = tuple(names)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"mask_query: expected names of parameters as str, got {type(name).__name__}")
    return Globs(name.lower() for name in names) if names else None


def _named(text: str, secrets: Globs) -> "Iterator[tuple[int, int]]":
    """Where the values of these parameters stand, in query and fragment. What may begin a name for some readers begins
    one, and what ends a value for only some does not end it.
    """
    done = 0
    for found in _NAMED.finditer(text):
        name = text_of(_DROPPED.sub("", found[1]).replace("+", " ")).lower()
        if found.end() > done and any(map(secrets.match, {name, *_WITHIN_NAME.split(name)})):
            end = _END.search(text, found.end())
            done = end.start() if end else len(text)
            if done > found.end():
                yield found.end(), done


def hidden(text: str, start: int | None) -> list[tuple[int, int]]:
    """Where passwords stand in the text."""
    if "@" not in text and not _LIBPQ.match(text):
        return []
    read = _DROPPED.sub("", text)
    passwords = _passwords(read, start)
    return _with_dropped(passwords, text) if len(read) < len(text) else passwords


def _with_dropped(passwords: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Where passwords stand in the text that nothing was dropped from."""
    # Of each dropped character, how many that are kept come before it.
    kept = array("q", (match.start() - count for count, match in enumerate(_DROPPED.finditer(text))))

    def place(position: int) -> int:
        return position + bisect_right(kept, position)

    return [(place(begin - 1) + 1, place(end)) for begin, end in passwords]  # from after the ":" to the "@"


def _passwords(text: str, start: int | None) -> list[tuple[int, int]]:
    """Where passwords stand."""
    if start == 0:
        nested = _NESTED.search(text)
        start = None if nested and nested[0] != "@" else 0  # jdbc:mysql://user:password@host
    found = []
    begin = 0
    while begin <= len(text):
        mark = _SECTION.search(text, begin)
        end = mark.start() if mark else len(text)
        password = _password(text, begin, end, start)
        if password:
            found.append(password)
            end = max(end, password[1])
        start = None
        begin = end + 1
    return _united(found, _parameters(text)) if _LIBPQ.match(text) else found


def _parameters(text: str) -> "Iterator[tuple[int, int]]":
    """Where the passwords of a query stand. To libpq a "#" is part of a value."""
    head, mark, query = text.partition("?")
    for start, field in pieces(query, "&", len(head) + len(mark)):
        name, equals, _ = field.partition("=")
        if equals and text_of(name) in _SECRETS:
            yield start + len(name) + 1, start + len(field)


def _united(found: list[tuple[int, int]], more: "Iterable[tuple[int, int]]") -> list[tuple[int, int]]:
    """All of them in order, those that overlap as one."""
    united: list[tuple[int, int]] = []
    for begin, end in sorted([*found, *more]):
        if united and begin <= united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        else:
            united.append((begin, end))
    return united


def _password(text: str, begin: int, end: int, start: int | None) -> tuple[int, int] | None:
    """Where the password stands in a section of the text; there is one at most, since the last "@" ends it."""
    starts = [] if start is None else [start]
    starts += [slashes.end() for slashes in _SLASHES.finditer(text, begin, end)]
    first = begin == 0
    read = begin
    for login in starts:
        if login < read:
            continue
        found = _AUTHORITY.match(text, login)
        authority = found[0] if found else ""
        read = login + len(authority)
        if _HOST_AND_PORT.fullmatch(authority):
            first = first and not authority
            continue
        last = text.rfind("@", login, end)
        if last < 0 and first:
            last = text.rfind("@", login)  # a "?" or "#" is in the password
        colon = text.find(":", login, last) if last >= 0 else -1
        return None if colon < 0 else (colon + 1, last)
    return None


class Places:
    """Where a position in a text is after something in its middle was masked."""

    def __init__(self, text: str, shown: str) -> None:
        self._same = shared(text, shown)
        self._end = len(text) - shared(text[self._same :][::-1], shown[self._same :][::-1])
        self._less = len(text) - len(shown)

    def __call__(self, position: int) -> int:
        if position <= self._same:
            return position
        return position - self._less if position >= self._end else self._same


def shared(one: str, other: str) -> int:
    """How many characters they begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))
