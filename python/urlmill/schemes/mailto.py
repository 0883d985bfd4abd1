"""mailto: RFC 6068.

    mailto:[address *("," address)]["?" name "=" value *("&" name "=" value)]

It opens a message for the user to finish; a "+" in it is a plus. "body" is not a header field but the message itself,
and "to" adds to the addresses before the question mark.
"""

import re

from .._hosts.names import looked_up
from .._url.normal import lowered
from .._url.octets import encoded, pieces, text_of
from .._url.plan import Plan, on_the_wire
from .._url.registry import register
from .._url.url import URL
from ..errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Section 2: addr-spec, decoded, with the characters of RFC 6532.
_ATOM = r"[^\0- \"(),.:;<>@\[\\\]\x7f]+"  # all but controls and specials
_ATOMS = rf"{_ATOM}(?:\.{_ATOM})*"
_QUOTED = r'"(?:[^"\\\0-\x1f\x7f]|\\[ -~])*"'
_ADDRESS = re.compile(rf"(?:{_ATOMS}|{_QUOTED})@(?:{_ATOMS}|\[[!-Z^-~]*\])")
_FIELD_NAME = re.compile(r"[!-9;-~]+")  # RFC 5322 section 3.6.8
# Section 2: what has to be escaped in an address, and in a field.
_NOT_ADDRESS = re.compile("[/&;=]")
_NOT_FIELD = re.compile("[/?=]")
_SAFE = "!$'()*+:"
_VALUE = _SAFE + ",;@"

# Sections 3 and 4: what the user's own agent says, where the message is from and how it came, what it is made of.
# "attach" is in no standard, but some agents take it for a file to send.
_UNSAFE = re.compile(
    r"(?:apparently-to|attach|attachment|date|disposition-notification-to|dkim-signature|from|message-id|mime-version"
    r"|received|return-path|sender|content-.*|resent-.*)",
    re.IGNORECASE | re.DOTALL,
)

_OF_ADDRESSES = ("to", "cc", "bcc")
_MARKS = re.compile(r'\\.|[",]', re.DOTALL)


class MailPlan(Plan):
    """The message to open for the user: its safe header fields, "to" first, and its body."""

    __slots__ = ("body", "headers")
    __match_args__ = ("connect", "headers", "body")

    headers: tuple[tuple[str, str], ...]
    body: str | None


@register
class MailtoURL(URL):
    """mailto:[address,...][?name=value&...]"""

    __slots__ = ()
    __match_args__ = ("to", "headers")
    scheme_names = ("mailto",)
    any_printable = False
    is_checked = True
    is_hierarchical = False  # RFC 1808 section 2.3
    has_dot_segments = False
    query_form = "percent"
    has_own_form = True
    part_names = ("to", "headers")

    def _check(self) -> None:
        super()._check()
        if self.authority is not None:
            raise self._fault("authority-not-allowed", "authority")
        if self.profile == "strict":
            self._check_strictly()
        elif self.profile == "rfc1738" and not self.path and self.query is None:
            raise self._fault("bad-mailto", "path")  # RFC 1738 section 5: encoded822addr is not empty

    def _check_strictly(self) -> None:
        found = _NOT_ADDRESS.search(self.path)
        if found:
            raise self._fault("reserved-unencoded", "path", found.start())
        for start, raw in self._raw_to:
            if not _ADDRESS.fullmatch(text_of(raw)):
                raise URLError("bad-mailto", start, str(self))
        for start, field in self._raw_fields:
            if "=" not in field:
                raise URLError("bad-mailto", start, str(self))
            found = _NOT_FIELD.search(field.replace("=", "_", 1))
            if found:
                raise URLError("reserved-unencoded", start + found.start(), str(self))

    # Parts

    @property
    def _raw_to(self) -> list[tuple[int, str]]:
        """The addresses before the question mark, and where each stands."""
        return list(pieces(self.path, ",", self._start_of("path"))) if self.path else []

    @property
    def _raw_fields(self) -> list[tuple[int, str]]:
        """The same for the fields."""
        return [] if self.query is None else list(pieces(self.query, "&", self._start_of("query")))

    @property
    def _fields(self) -> list[tuple[int, str, str]]:
        """Where each field stands, its name and its value, decoded; nothing between two "&" is not a field."""
        divided = ((start, *field.partition("=")) for start, field in self._raw_fields if field)
        return [(start, text_of(name), text_of(value)) for start, name, _, value in divided]

    @property
    def _recipients(self) -> list[tuple[str, int]]:
        """All addresses, and where each of them stands, or the field that it is in."""
        found = [(text_of(raw), start) for start, raw in self._raw_to]
        for start, name, value in self._fields:
            if name.lower() == "to" and value:
                # Like the value of any field it is decoded first: "%2C" divides addresses, too.
                at = str(self).index("=", start) + 1
                found += [(address, at) for address in _divided(value)]
        return found

    @property
    def to(self) -> list[str]:
        """The addresses before the question mark."""
        return [text_of(raw) for _, raw in self._raw_to]

    @property
    def to_ascii(self) -> list[str]:
        """The same, their domains as the domain name system knows them; one that IDNA refuses stays as it is."""
        return [_ascii_domain(address) for address in self.to]

    @property
    def recipients(self) -> list[str]:
        """The addresses before the question mark and those of the "to" fields."""
        return [address for address, _ in self._recipients]

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The fields, "body" among them, in the order they are written."""
        return [(name, value) for _, name, value in self._fields]

    @property
    def unsafe_headers(self) -> list[tuple[str, str]]:
        """The fields that a message is not given, since the URL may come from anywhere."""
        return [(name, value) for name, value in self.headers if _UNSAFE.fullmatch(name)]

    @staticmethod
    def _compose(to: "Iterable[str]" = (), headers: "Iterable[tuple[str, str]]" = ()) -> tuple[str, str | None]:
        path = ",".join(_written(address) for address in ([to] if isinstance(to, str) else to))
        query = "&".join(f"{encoded(name, _SAFE)}={encoded(value, _VALUE)}" for name, value in headers)
        return path, query or None

    def _normal_rest(self, level: str) -> tuple[str, str | None]:
        """On the level "scheme" all recipients stand before the question mark: section 2 has them as one list. Only
        addresses may stand there, so a recipient with a name beside the address keeps all of them in their places.
        """
        if level != "scheme" or self.authority is not None:
            return super()._normal_rest(level)
        try:
            path, query = self._normal_recipients()
        except URLError:  # a lone surrogate, which the lenient profile has: there are no octets to write for it
            return super()._normal_rest(level)
        if not path and not query and self.profile == "rfc1738":
            return super()._normal_rest(level)  # which has no URL without an address
        return path, query or None

    def _normal_recipients(self) -> tuple[str, str]:
        is_moved = all(_ADDRESS.fullmatch(recipient) for recipient in self.recipients if recipient)
        path = _normal_list(self.recipients if is_moved else self.to)
        fields = [(name.lower(), value) for name, value in self.headers if name.lower() != "to" or not is_moved]
        query = "&".join(f"{lowered(encoded(name, _SAFE))}={_normal_value(name, value)}" for name, value in fields)
        return path, query

    # The plan

    def plan(self) -> MailPlan:
        """The message. Line breaks are for its body only, and only as CR LF (section 5)."""
        recipients = [_ascii_domain(self._address(found, at)) for found, at in self._recipients if found]
        headers = [("to", ", ".join(recipients))] if recipients else []
        body = []
        for start, name, value in self._fields:
            kind = name.lower()
            if kind == "body":
                on_the_wire(_octets(value.replace("\r\n", "")), start, str(self))
                body.append(value)
                continue
            on_the_wire(_octets(name + value), start, str(self))
            if not _FIELD_NAME.fullmatch(name):
                raise URLError("bad-mailto", start, str(self))
            if kind != "to" and not _UNSAFE.fullmatch(name):
                headers.append((name, value))
        return MailPlan(connect=None, headers=tuple(headers), body="\r\n".join(body) if body else None)

    def _address(self, address: str, at: int) -> str:
        on_the_wire(_octets(address), at, str(self))
        if not _ADDRESS.fullmatch(address):
            # A comma outside quotes, for one, would make two recipients of it.
            raise URLError("bad-mailto", at, str(self))
        return address


def _octets(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _ascii_domain(address: str) -> str:
    name, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return name + at + looked_up(domain)
    except URLError:
        return address


def _divided(value: str) -> list[str]:
    """The addresses of a header field: RFC 5322 section 3.4, where a comma in quotes is part of an address."""
    found = []
    start, is_quoted = 0, False
    for mark in _MARKS.finditer(value):
        if mark[0] == '"':
            is_quoted = not is_quoted
        elif mark[0] == "," and not is_quoted:
            found.append(value[start : mark.start()])
            start = mark.end()
    return [address.strip(" \t") for address in (*found, value[start:])]


def _normal_list(recipients: list[str]) -> str:
    return ",".join(_normal_recipient(recipient) for recipient in recipients if recipient)


def _normal_recipient(recipient: str) -> str:
    """RFC 5321 section 2.4: the domain of an address has no case. What stands before it is for its host to read, and
    what is not an address alone stays as it is.
    """
    if not _ADDRESS.fullmatch(recipient):
        return _written(recipient)
    name, at, domain = _written(_ascii_domain(recipient)).rpartition("@")
    return name + at + lowered(domain)


def _normal_value(name: str, value: str) -> str:
    return _normal_list(_divided(value)) if name in _OF_ADDRESSES else encoded(value, _VALUE)


def _written(address: str) -> str:
    name, at, domain = address.rpartition("@")
    return encoded(name, _SAFE) + at + encoded(domain, _SAFE)
