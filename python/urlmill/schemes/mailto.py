"""mailto: RFC 6068.

    mailto:[address *("," address)]["?" name "=" value *("&" name "=" value)]

It opens a message for the user to finish; a "+" in it is a plus. "body" is not a header field but the message itself,
and "to" adds to the addresses before the question mark.
"""

import re

from .._hosts.names import looked_up
from .._url.octets import encoded, text_of
from .._url.plan import Plan, on_the_wire
from .._url.url import URL, register
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
        start = 0
        for raw in self._raw_to:
            if not _ADDRESS.fullmatch(text_of(raw)):
                raise self._fault("bad-mailto", "path", start)
            start += len(raw) + 1
        start = 0
        for field in self._raw_fields:
            if "=" not in field:
                raise self._fault("bad-mailto", "query", start)
            found = _NOT_FIELD.search(field.replace("=", "_", 1))
            if found:
                raise self._fault("reserved-unencoded", "query", start + found.start())
            start += len(field) + 1

    # Parts

    @property
    def _raw_to(self) -> list[str]:
        return self.path.split(",") if self.path else []

    @property
    def _raw_fields(self) -> list[str]:
        return [] if self.query is None else self.query.split("&")

    @property
    def _raw_recipients(self) -> list[str]:
        divided = (field.partition("=") for field in self._raw_fields)
        added = [value for name, _, value in divided if text_of(name).lower() == "to" and value]
        return [raw for addresses in (self._raw_to, *(value.split(",") for value in added)) for raw in addresses]

    @property
    def to(self) -> list[str]:
        """The addresses before the question mark."""
        return [text_of(raw) for raw in self._raw_to]

    @property
    def to_ascii(self) -> list[str]:
        """The same, their domains as the domain name system knows them; one that IDNA refuses stays as it is."""
        return [_ascii_domain(address) for address in self.to]

    @property
    def recipients(self) -> list[str]:
        """The addresses before the question mark and those of the "to" fields."""
        return [text_of(raw) for raw in self._raw_recipients]

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The fields, "body" among them, in the order they are written."""
        divided = (field.partition("=") for field in self._raw_fields if field)
        return [(text_of(name), text_of(value)) for name, _, value in divided]

    @property
    def unsafe_headers(self) -> list[tuple[str, str]]:
        """The fields that a message is not given, since the URL may come from anywhere."""
        return [(name, value) for name, value in self.headers if _UNSAFE.fullmatch(name)]

    @staticmethod
    def _compose(to: "Iterable[str]" = (), headers: "Iterable[tuple[str, str]]" = ()) -> tuple[str, str | None]:
        path = ",".join(_written(address) for address in ([to] if isinstance(to, str) else to))
        query = "&".join(f"{encoded(name, _SAFE)}={encoded(value, _VALUE)}" for name, value in headers)
        return path, query or None

    # The plan

    def plan(self) -> MailPlan:
        """The message. Line breaks are for its body only, and only as CR LF (section 5)."""
        recipients = [_ascii_domain(self._address(raw)) for raw in self._raw_recipients if raw]
        headers = [("to", ", ".join(recipients))] if recipients else []
        body = []
        for name, value in self.headers:
            kind = name.lower()
            if kind == "body":
                on_the_wire(_octets(value.replace("\r\n", "")), self._start_of("query"), str(self))
                body.append(value)
                continue
            on_the_wire(_octets(name + value), self._start_of("query"), str(self))
            if not _FIELD_NAME.fullmatch(name):
                raise self._fault("bad-mailto", "query")
            if kind != "to" and not _UNSAFE.fullmatch(name):
                headers.append((name, value))
        return MailPlan(connect=None, headers=tuple(headers), body="\r\n".join(body) if body else None)

    def _address(self, raw: str) -> str:
        address = text_of(raw)
        on_the_wire(_octets(address), self._start_of("path"), str(self))
        if not _ADDRESS.fullmatch(address):
            # A comma outside quotes, for one, would make two recipients of it.
            raise self._fault("bad-mailto", "path")
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


def _written(address: str) -> str:
    name, at, domain = address.rpartition("@")
    return encoded(name, _SAFE) + at + encoded(domain, _SAFE)
