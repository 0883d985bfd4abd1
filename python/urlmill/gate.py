"""What may be fetched, and where a redirect may lead.

>>> from urlmill.gate import Policy
>>> policy = Policy(denied=[".evil.example"])
>>> policy.check("https://www.example/a")
HttpURL('https://www.example/a')
>>> policy.check("http://0x7f.1/")
Traceback (most recent call last):
urlmill.errors.GateError: address-denied at position 7: expected a public address, got 127.0.0.1 (loopback, RFC 1122)

``check`` looks at a URL before its name is looked up, ``check_address`` at each address after that. Both are needed:
whoever owns a name chooses its addresses. ``urlmill.fetch(url, policy=policy)`` asks both, for redirects too.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from . import schemes as _schemes  # noqa: F401  # so that every scheme is known
from ._hosts.addresses import canonical_ipv6, ipv4_inside
from ._hosts.ranges import why_not_public
from ._hosts.rules import NAME, Hosts, domains
from ._url.masking import MASK
from ._url.octets import exact
from ._url.url import URL
from .errors import GateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

# What each code means, for the docs and for whoever catches it.
CODES = {
    "address-denied": "the address is not public, or denied",
    "ambiguous": "readers of URLs come to different hosts, or would",
    "host-denied": "the host is not among those allowed, or denied, or cannot be public",
    "login-denied": "the URL has a user or a password",
    "no-host": "the URL names no host that could be checked",
    "port-denied": "the port is not among those allowed",
    "redirect-denied": "the redirect leads elsewhere, or a browser may read it so",
    "scheme-denied": "the scheme is not among those allowed",
}
AMBIGUITIES = ("hosts", "all", "none")

_LONGEST_NAME = 253  # RFC 1035 section 2.3.4
_LONGEST_SHOWN = 60
# Names that are never public: RFC 6761, RFC 6762 with its appendix G, RFC 8375, ICANN's resolution of 2024 on
# "internal"; and what systems call themselves, as systemd-resolved and many a hosts file have it.
_LOCAL_DOMAINS = frozenset((
    "localhost", "local", "home.arpa", "internal", "intranet", "private", "corp", "home", "lan", "test",
    "localdomain", "localdomain4", "localdomain6",
))  # fmt: skip
# These lead to another server though readers agree on the text of the host.
_LEADING_ELSEWHERE = ("ipv4-number", "query-port")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
# Browsers drop tabs and line ends, take backslashes for slashes, and show none of the others.
_NEVER_IN_REDIRECTS = re.compile(
    r"[\\\0-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What a URL may be. It never changes, and may be shared by threads.

    ``schemes`` and ``ports`` are those allowed; None allows every port. ``hosts`` are those allowed, None all, and
    ``denied`` those denied, whatever else allows them: ``"a.example"`` is that name alone, ``".a.example"`` the domain
    with every name below it, and there are addresses and networks, ``"192.0.2.0/24"``. ``public_only`` allows public
    addresses only, and no name that cannot have one. ``login`` allows a user and a password.
    ``refused_ambiguities`` is "hosts" (readers come to different hosts), "all" or "none".
    """

    schemes: Collection[str] = ("http", "https")
    ports: Collection[int] | None = None
    hosts: Collection[str] | None = None
    denied: Collection[str] = ()
    public_only: bool = True
    login: bool = False
    refused_ambiguities: str = "hosts"
    _allowed: Hosts | None = field(init=False, repr=False, compare=False)
    _denied: Hosts = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._keep("schemes", _checked("schemes", self.schemes, str, "names"))
        self._keep("ports", None if self.ports is None else _checked("ports", self.ports, int, "numbers"))
        self._keep("hosts", None if self.hosts is None else _checked("hosts", self.hosts, str, "hosts"))
        self._keep("denied", _checked("denied", self.denied, str, "hosts"))
        self._keep("_allowed", None if self.hosts is None else Hosts("hosts", self.hosts))
        self._keep("_denied", Hosts("denied", self.denied))
        for scheme in self.schemes:
            if not _SCHEME.fullmatch(f"{scheme}:") or scheme != scheme.lower():
                raise ValueError(f"schemes: expected a scheme in lower case, such as https, got {scheme!r}")
        for port in self.ports or ():
            if not 0 <= port <= 65535:
                raise ValueError(f"ports: expected numbers from 0 to 65535, got {port}")
        for name in ("public_only", "login"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name}: expected True or False, got {type(getattr(self, name)).__name__}")
        if self.refused_ambiguities not in AMBIGUITIES:
            words = f"expected one of {', '.join(AMBIGUITIES)}, got {self.refused_ambiguities!r}"
            raise ValueError(f"refused_ambiguities: {words}")

    def _keep(self, name: str, value: object) -> None:
        """A copy of what was given, so that what is checked here is what counts later."""
        object.__setattr__(self, name, value)

    def check(self, url: str | URL) -> URL:
        """The URL, if it may be fetched. Raises GateError, and URLError for a text that is not a URL.

        What its name will be looked up as is not known yet: give each address to ``check_address``, and connect to that
        very address.
        """
        found = _url(url)
        if found.scheme not in self.schemes:
            self._refuse(found, "scheme-denied", "scheme", f"one of the schemes {_listed(self.schemes)}", found.scheme)
        if found.raw_user is not None and not self.login:
            self._refuse(found, "login-denied", "user", "a URL without a login", "one")
        self._check_port(found)
        self._check_host(found)
        self._check_ambiguities(found)
        return found

    def check_address(self, address: str | IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
        """The address, if it may be connected to. It is for each address that a name is looked up as.

        IPv4 addresses inside of it count as well: mapped ones, NAT64, 6to4, Teredo, ISATAP, IPv4-compatible ones.
        Raises GateError.
        """
        found = _address(address)
        why = self._why_denied(found)
        if why is not None:
            raise GateError("address-denied", 0, _shown_address(found), why)
        return found

    def safe_redirect(self, target: str | URL, base: str | URL) -> URL:
        """Where ``target`` leads from ``base``, a URL of your own site; to be sent on in ASCII, as it is returned.

        It stays within the origin of ``base``, or leads to one of the ``hosts`` of the policy, if it has any. What a
        browser may read in another way is refused: backslashes, control and invisible characters, spaces around it,
        and ``//`` at the start or in the path. Raises GateError, and URLError for what is not a reference.
        """
        home = _url(base)
        if home.origin.opaque:
            raise ValueError("base: expected a URL with a host and a port, such as https://www.example/")
        text = _text("target", target)
        self._check_redirect(text)
        if home.raw_user is not None:
            home = home.replace(user=None, password=None)
        found = home.join(text)
        if found.error is not None:  # join() lets a host be missing
            raise found.error
        if found.scheme not in self.schemes:
            self._refuse(found, "scheme-denied", "scheme", f"one of the schemes {_listed(self.schemes)}", found.scheme)
        if not found.same_origin(home):
            if self._allowed is None:
                words = f"a target within {home.origin}"
                self._refuse(found, "redirect-denied", "host", words, f"one on {_shown_host(found)}")
            self.check(found)
        elif found.raw_user is not None and not self.login:
            self._refuse(found, "login-denied", "user", "a target without a login", "one")
        found = found.to_uri()
        self._check_ambiguities(found)
        if found.path.startswith("//"):  # on its own it would be a host
            self._refuse(found, "redirect-denied", "path", "a path that begins with one slash", "two")
        return found

    def _check_redirect(self, target: str) -> None:
        odd = _NEVER_IN_REDIRECTS.search(target)
        if odd:
            words = f"no backslashes, control or invisible characters, got U+{ord(odd[0]):04X}"
            raise GateError("redirect-denied", odd.start(), target, f"expected {words}")
        if target != target.strip():
            at = 0 if target[:1].isspace() else len(target.rstrip())
            raise GateError("redirect-denied", at, target, "expected no spaces around the target")
        scheme = _SCHEME.match(target)
        start = scheme.end() + 2 if scheme and target.startswith("//", scheme.end()) else 0
        place = re.split("[?#]", target[start:], maxsplit=1)[0]
        if "//" in place or target.startswith("///", max(start - 2, 0)):
            at = start + max(place.find("//"), 0)
            raise GateError("redirect-denied", at, target, "expected single slashes, got '//'")

    def _check_port(self, url: URL) -> None:
        if self.ports is not None and url.effective_port not in self.ports:
            got = "none" if url.effective_port is None else str(url.effective_port)
            self._refuse(url, "port-denied", "port", f"one of the ports {_listed(map(str, self.ports))}", got)

    def _check_host(self, url: URL) -> None:
        """The host by its name, or by the address that it is."""
        if not url.host:
            if self._allowed is not None or self.public_only:
                self._refuse(url, "no-host", "host", "a host", "none")
            return
        name, address = url.host_ascii, url.address
        if name is None or len(name) > _LONGEST_NAME + 1 or (url.host_type != "name" and address is None):
            words = "one host that can be looked up, or an address"
            self._refuse(url, "host-denied", "host", words, _shown_host(url))
        if address is None:
            self._check_name(url, name)
            return
        written = _address((url.raw_host or "")[1:-1].partition("%25")[0]) if url.host_type == "ipv6" else address
        if self._allowed is not None and not self._allowed.has_address(address, written):
            self._refuse(
                url, "host-denied", "host", f"one of the hosts {_listed(self.hosts or ())}", _shown_address(written)
            )
        why = self._why_denied(written)
        if why is not None:
            raise GateError("address-denied", url._start_of("host"), str(url), why)

    def _check_name(self, url: URL, name: str) -> None:
        if not NAME.fullmatch(name):
            self._refuse(url, "host-denied", "host", "labels of letters, digits, '-' and '_'", _shown_host(url))
        name = name.removesuffix(".")
        if self._denied.has_name(name):
            self._refuse(url, "host-denied", "host", "a host that is not denied", _shown_host(url))
        if self._allowed is not None and not self._allowed.has_name(name):
            self._refuse(url, "host-denied", "host", f"one of the hosts {_listed(self.hosts or ())}", _shown_host(url))
        if self.public_only and ("." not in name or not _LOCAL_DOMAINS.isdisjoint(domains(name))):
            self._refuse(url, "host-denied", "host", "a name that can have a public address", _shown_host(url))

    def _why_denied(self, address: IPv4Address | IPv6Address) -> str | None:
        if self._denied.has_address(address, *_inside(address)):
            return f"expected an address that is not denied, got {_shown_address(address)}"
        special = why_not_public(address) if self.public_only else None
        return None if special is None else f"expected a public address, got {_shown_address(address)} ({special})"

    def _check_ambiguities(self, url: URL) -> None:
        if self.refused_ambiguities == "none":
            return
        for found in url.ambiguities():
            if self.refused_ambiguities == "all" or found.hosts or found.kind in _LEADING_ELSEWHERE:
                why = f"expected a URL that all readers read alike, got {found.kind}: {found.why}"
                raise GateError("ambiguous", found.position, str(url), why)

    @staticmethod
    def _refuse(url: URL, code: str, part: str, expected: str, got: str | None) -> NoReturn:
        raise GateError(code, url._start_of(part), str(url), f"expected {expected}, got {got}")


def _inside(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    return [] if address.version == 4 else [IPv4Address(ipv4) for _, ipv4 in ipv4_inside(int(address))]


def _address(given: str | IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(given, (IPv4Address, IPv6Address)):
        return given
    if not isinstance(given, str):
        raise TypeError(f"address: expected a str, an IPv4Address or an IPv6Address, got {type(given).__name__}")
    try:
        return ip_address(given)
    except ValueError:
        raise GateError("address-denied", 0, given, "expected an IPv4 or IPv6 address") from None


def _url(given: str | URL) -> URL:
    if not isinstance(given, (str, URL)):
        raise TypeError(f"expected a URL or a str, got {type(given).__name__}")
    found = URL(given) if isinstance(given, str) else given
    if found.error is not None:  # it was read under the lenient profile
        raise found.error
    return found


def _text(argument: str, given: str | URL) -> str:
    if not isinstance(given, (str, URL)):
        raise TypeError(f"{argument}: expected a URL or a str, got {type(given).__name__}")
    return exact(given) if isinstance(given, str) else str(given)


def _checked(argument: str, given: Any, kind: type, what: str) -> frozenset[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Collection):
        raise TypeError(f"{argument}: expected a collection of {what}, got {type(given).__name__}")
    for each in given:
        if not isinstance(each, kind) or isinstance(each, bool):
            raise TypeError(f"{argument}: expected {what} ({kind.__name__}), got {type(each).__name__}")
    return frozenset(given)


def _listed(names: Iterable[str]) -> str:
    text = ", ".join(sorted(names)) or "(none)"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _shown_address(address: IPv4Address | IPv6Address) -> str:
    text, mark, zone = str(address).partition("%")  # interpreters differ in how they write mapped addresses
    return text if address.version == 4 else f"{canonical_ipv6(text)}{mark}{zone}"


def _shown_host(url: URL) -> str:
    """For a message: in ASCII, and not if it may be a part of a password."""
    if (url.host or "") not in url.display().lower():
        return MASK
    shown = url.host_ascii or ascii(url.host)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}..."


__all__ = ["AMBIGUITIES", "CODES", "GateError", "Policy"]
