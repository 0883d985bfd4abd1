"""Where readers of URLs disagree: RFC 3986, the interpreter's urllib.parse, and browsers."""

import re
import urllib.parse

from .._backend import impl
from .._hosts.addresses import canonical_ipv6, ends_in_number, ipv4_inside
from .._hosts.names import LONGEST_WRITTEN, looked_up
from .._profiles import SPECIAL_PORTS
from ..errors import URLError
from .masking import MASK
from .octets import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .url import URL

# A cause, what shows it, where it is looked for, and why readers differ. All of them take linear time.
_CAUSES = (
    ("backslash", r"\\", "all", "browsers take a backslash for a slash, so that the host may end at it"),
    ("whitespace", r"[\t\n\r]", "all", "browsers and urllib drop tabs and line ends, wherever they are"),
    ("surrounded", r"\A[\0- ]|[\0- ]\Z", "all", "browsers drop spaces and controls around a URL, urllib before it"),
    ("several-at", r"@(?=.*@)", "authority", "the login ends at the last '@' for some, at the first for others"),
    ("login-like-host", r"\.", "user", "what stands before '@' looks like a host but is a user name"),
    ("escaped-host", r"%", "host", "browsers decode escapes in a host before they look it up, urllib does not"),
    ("wide-host", r"[^\0-\x7f]", "host", "how an international name is mapped depends on the version of IDNA in use"),
    ("bad-port", r"[^0-9]", "port", "a port that is not a number is refused by some readers and ignored by others"),
    ("invisible", r"[\xad\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]", "all",
     "a character that cannot be seen, or that turns the direction of the text"),
    ("bad-percent", r"%(?![0-9A-Fa-f]{2})", "all", "a '%' that begins no escape stands for itself or is refused"),
    ("raw-character", r"[ \"<>\[\\\]^`{|}]", "tail", "RFC 3986 wants it escaped; most readers let it stand"),
)  # fmt: skip
_AUTHORITY = re.compile("//[^/?#]*")
_HOST_OF_HREF = re.compile(r"[^/?#:]+://(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)")


class Ambiguity:
    """One reason to read a URL twice.

    ``kind`` names it, ``position`` points at it, ``why`` says what comes of it. Where readers come to different hosts,
    ``hosts`` has each reader's: "" means no host, None a refusal. ``shown_hosts`` has the same for people to read:
    what others take for a password is masked.
    """

    __slots__ = ("hosts", "kind", "position", "shown_hosts", "why")
    __match_args__ = ("kind", "position", "why", "hosts")

    def __init__(
        self,
        kind: str,
        position: int,
        why: str,
        hosts: dict[str, str | None],
        shown_hosts: dict[str, str | None] | None = None,
    ) -> None:
        self.kind = kind
        self.position = position
        self.why = why
        self.hosts = hosts
        self.shown_hosts = hosts if shown_hosts is None else shown_hosts

    def __repr__(self) -> str:
        hosts = f", hosts={self.shown_hosts}" if self.hosts else ""
        return f"<{self.kind} at position {self.position}: {self.why}{hosts}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ambiguity):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # it holds a dict


def of(url: "URL") -> list[Ambiguity]:
    """All that can be said about ``url``, in order of position."""
    hosts = readings(url)
    # If none of the readers finds a host, none of them connects.
    differing = hosts if any(hosts.values()) and len(set(map(_comparable, hosts.values()))) > 1 else {}
    shown = shown_hosts(url, differing)
    found = [Ambiguity(kind, at, why, differing, shown) for kind, at, why in _causes(url)]
    if differing and not found:
        found.append(Ambiguity("host", url._start_of("host"), "readers come to different hosts", differing, shown))
    return sorted(found, key=lambda ambiguity: ambiguity.position)


def shown_hosts(url: "URL", hosts: dict[str, str | None]) -> dict[str, str | None]:
    """The hosts that stand in what may be shown of the URL, and addresses; of those that do not, some may be made of a
    password.
    """
    text = url.display()
    if text == str(url):
        return hosts
    shown = {}
    for reader, host in hosts.items():
        stands_there = not host or host.lower() in text.lower() or impl.host_kind(host) in ("ipv4", "ipv6")
        shown[reader] = host if stands_there else MASK
    return shown


def readings(url: "URL") -> dict[str, str | None]:
    """The host that each reader sees."""
    text = str(url)
    strict: str | None
    try:
        strict = text_of(url._parse(text, None).host or "")
    except URLError:
        strict = None
    return {"rfc3986": strict, "urllib": _host_for_urllib(text), "browsers": host_for_browsers(text)}


def host_for_browsers(text: str) -> str | None:
    """By the URL Standard: "" where there is no host, None where a browser refuses the URL."""
    try:
        found = _HOST_OF_HREF.match(impl.web_href(text))
    except URLError:
        return None
    return found[1] if found else ""


def _host_for_urllib(text: str) -> str | None:
    found = _AUTHORITY.search(text)
    if found and len(found[0]) > LONGEST_WRITTEN and not found[0].isascii():
        return None  # it would be normalized, which may take quadratic time
    try:
        host = urllib.parse.urlsplit(text).hostname or ""
    except ValueError:
        return None
    return host if host.isascii() else _looked_up_by_sockets(host) or host


def _looked_up_by_sockets(host: str) -> str | None:
    """What the interpreter's sockets make of an international name: they have IDNA 2003, to which "ß" is "ss". None if
    they refuse it, or make the same of it as others.
    """
    try:
        found = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None
    return None if _comparable(host) == found else found


def _comparable(host: str | None) -> str | None:
    """The same for hosts that differ in writing alone."""
    if not host:
        return host
    host = host.strip("[]").lower()
    if impl.host_kind(f"[{host}]") == "ipv6":
        address, mark, zone = host.partition("%")
        return canonical_ipv6(address) + mark + zone
    try:
        return looked_up(host)
    except URLError:
        return host


def _causes(url: "URL") -> "Iterator[tuple[str, int, str]]":
    text = str(url)
    places = {
        "all": (0, text),
        "authority": (url._start_of("authority"), url.authority or ""),
        "user": (url._start_of("user"), url.raw_user or ""),
        "host": (url._start_of("host"), url.raw_host or ""),
        "port": (url._start_of("port"), url.raw_port or ""),
        "tail": (url._start_of("path"), text[url._start_of("path") :]),
    }
    for kind, search, place, why in _searches():
        start, part = places[place]
        match = search(part) if part else None
        if match:
            yield kind, start + match.start(), why
    stands_for = _about_address(url)
    if stands_for:
        yield stands_for[0], places["host"][0], stands_for[1]
    if url.scheme in SPECIAL_PORTS:
        slashes = re.match(r"[/\\]*", text[len(url.scheme) + 1 :])
        if slashes and len(slashes[0]) != 2 and url.scheme != "file":
            yield "slashes", len(url.scheme) + 1, "browsers read a host after any number of slashes, or none"


_compiled: "list[tuple[str, Callable[[str], re.Match[str] | None], str, str]]" = []


def _searches() -> "list[tuple[str, Callable[[str], re.Match[str] | None], str, str]]":
    """The causes with their patterns compiled; nearly no program asks for them."""
    if not _compiled:
        _compiled[:] = [(kind, re.compile(pattern).search, place, why) for kind, pattern, place, why in _CAUSES]
    return _compiled


def _about_address(url: "URL") -> tuple[str, str] | None:
    """Whether the host is an address that is written in another way, or has another one inside."""
    if url.host_type == "ipv6":
        return _about_ipv6(url.raw_host or "")
    if url.host_type != "name":
        return None
    address = url.address
    if address is not None:
        is_shown = (url.host or "") in url.display().lower()  # or it may be a part of a password
        return "ipv4-number", f"systems and browsers take it for the address {address if is_shown else MASK}"
    if url.scheme in SPECIAL_PORTS and ends_in_number(url.host_ascii or ""):
        return "ipv4-number", "browsers refuse a name that ends in a number and is not an IPv4 address"
    return None


def _about_ipv6(literal: str) -> tuple[str, str] | None:
    from ipaddress import IPv4Address, IPv6Address

    number = int(IPv6Address(literal[1:-1].partition("%25")[0]))
    inside = [f"{how}, {IPv4Address(ipv4)}" for how, ipv4 in ipv4_inside(number)]
    return ("ipv4-inside", f"it may lead to the address inside: {'; '.join(inside)}") if inside else None
