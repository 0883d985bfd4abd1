r"""Passwords are not shown, be the text a URL that misses its form.

    scheme://user:password@host/         a login ends at the last "@" of the authority
    http://user:pass/word@host/          "pass" would be a port, but is no number: it is a login after all
    http:/user:password@host             slashes are missing, too many, or backslashes
    user:password@host                   or there are none, and no scheme that has "@" for something else

What may be a login begins after slashes, or at the start. If it is one, all from its first ":" to the last "@" before
"?" or "#" is masked. An "@" after a host, be it with a number for a port, is a part of the path: ``https://h/@name``.
"""

import re

MASK = "***"

# Their URLs have an "@" that ends no login. So have those of the classes that need no host, such as mailto.
WITHOUT_LOGIN = frozenset(("acct", "im", "pres", "tel", "urn", "xmpp"))
# RFC 3261 section 19.1.1: a login follows the scheme, without slashes.
WITH_LOGIN = frozenset(("sip", "sips"))

_SLASHES = re.compile(r":[/\\]+|[/\\]{2,}")
_NESTED = re.compile(r":[/\\]{2}|@")
_AUTHORITY = re.compile("[^/?#]*")
_HOST_AND_PORT = re.compile(r"(?:\[[^\]@]*\]|[^:@\[]*)(?::0*[0-9]{0,5})?")
_SECTION = re.compile("[?#]")


def masked(text: str, start: int | None) -> str:
    """The text without passwords. ``start`` is where a login may begin that no slashes stand before."""
    if "@" not in text:
        return text
    if start == 0:
        nested = _NESTED.search(text)
        start = None if nested and nested[0] != "@" else 0  # jdbc:mysql://user:password@host
    shown = []
    begin = done = 0
    while begin <= len(text):
        mark = _SECTION.search(text, begin)
        end = mark.start() if mark else len(text)
        password = _password(text, begin, end, start)
        if password:
            shown += [text[done : password[0]], MASK]
            done = password[1]
        start = None
        begin = max(end, done) + 1
    return "".join(shown) + text[done:]


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
        self._same = _shared(text, shown)
        self._end = len(text) - _shared(text[self._same :][::-1], shown[self._same :][::-1])
        self._less = len(text) - len(shown)

    def __call__(self, position: int) -> int:
        if position <= self._same:
            return position
        return position - self._less if position >= self._end else self._same


def _shared(one: str, other: str) -> int:
    """How many characters they begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))
