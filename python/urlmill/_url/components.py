"""The parts of a URL, and where they stand in its text."""

import re

from .._backend import impl
from .._hosts.names import escaped_delimiter, from_ascii, looked_up
from ..errors import URLError
from . import address, normal
from .declared import FORM, declared_by
from .octets import text_of
from .origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address


# As IDNA has it: U+3002 and its kin are dots, too, and all of them may be escaped.
_DOT = re.compile("[.\u3002\uff0e\uff61]|%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1")


class Components(impl.BaseURL):
    """What can be asked of a URL, whatever its scheme."""

    __slots__ = ()
    default_port: int | None = None

    @property
    @declared_by(FORM)
    def profile(self) -> str:
        """The profile it was read under."""
        return "superset" if self._settings is None else str(self._settings.profile)

    @property
    def user(self) -> str | None:
        """The user name, decoded."""
        return None if self.raw_user is None else text_of(self.raw_user)

    @property
    def password(self) -> str | None:
        """The password, decoded."""
        return None if self.raw_password is None else text_of(self.raw_password)

    @property
    @declared_by(FORM)
    def host_type(self) -> str | None:
        """One of "name", "ipv4", "ipv6" and "ipvfuture"; None without a host, or with one that is none of these."""
        return impl.host_kind(self.host) if self.host else None

    @declared_by(FORM)
    def _normal_host(self, level: str = "scheme") -> str:
        """The host in normal form. For subclasses to extend."""
        return normal.host(self, level)

    @property
    def zone(self) -> str | None:
        """The zone id of an IPv6 address (RFC 6874), decoded."""
        if self.host_type != "ipv6":
            return None
        raw = (self.raw_host or "")[1:-1].partition("%25")[2]
        return text_of(raw) or None

    @property
    def host_ascii(self) -> str | None:
        """The host as the domain name system knows it (IDNA 2008 after UTS 46), an IPv6 address as RFC 5952 has it;
        None for a text that is not a host, and for a name that IDNA refuses or that has a delimiter escaped.
        """
        if self.host and self.host_type is None:
            return None
        if self.host is None or self.host_type != "name":
            return normal.host(self) if self.host_type == "ipv6" else self.host
        try:
            return self._looked_up(self.host)
        except URLError:
            return None

    @property
    def host_unicode(self) -> str | None:
        """The host as people write it."""
        if self.host is None or self.host_type != "name":
            return self.host
        return from_ascii(text_of(self.host))

    @property
    def address(self) -> "IPv4Address | IPv6Address | None":
        """The IP address that a client connects to, in whatever way the host is written: ``127.1``, ``0x7f000001`` and
        ``[::ffff:7f00:1]`` are 127.0.0.1; None for a name, and for a host that is refused.
        """
        return address.of(self)

    @property
    def public_suffix(self) -> str | None:
        """The end of the host below which anybody can register names (Public Suffix List): "co.uk", for one."""
        return impl.public_suffix(self)

    @property
    def registrable_domain(self) -> str | None:
        """The public suffix and the label before it: what somebody has registered. See ``urlmill.crawl``."""
        return impl.registrable_domain(self)

    @property
    def subdomain(self) -> str | None:
        """What stands before the registrable domain, in lower case: "forums.news", for one; empty if nothing does, None
        without a registrable domain.
        """
        domain = self.registrable_domain
        if domain is None or self.host is None:
            return None
        labels = _DOT.split(self.host.lower())
        if not labels[-1]:
            labels.pop()
        return ".".join(labels[: -1 - domain.count(".")])

    @property
    def site(self) -> str | None:
        """Scheme and registrable domain, or the host where there is none: "https://example.org"; None without a server.
        Two URLs are of one site if it is the same.
        """
        server = self.origin.tuple
        if server is None:
            return None
        domain = impl.registrable_domain(f"//{server[1]}")
        # "h.example." is another host than "h.example", to browsers and to their cookies.
        return f"{server[0]}://{server[1] if domain is None else domain + '.' * server[1].endswith('.')}"

    @property
    def is_ip(self) -> bool:
        """Whether the host is written as an IP address. ``address`` tells of those written in another way, too."""
        return self.host_type in ("ipv4", "ipv6")

    @property
    def effective_port(self) -> int | None:
        """The port that is written, else that of the scheme."""
        return self.default_port if self.port is None else self.port

    @property
    def url_path(self) -> str | None:
        """The path without its slash, which is a delimiter (RFC 1738 section 3.1); None where there is no slash."""
        return self.path[1:] if self.path.startswith("/") else None

    @property
    def is_default_port(self) -> bool:
        """Whether the port, written or not, is that of the scheme."""
        is_number = not self.raw_port or self.port is not None
        return is_number and self.default_port is not None and self.effective_port == self.default_port

    def _origin(self) -> Origin:
        port = self.effective_port
        can_be_reached = self.host_type is not None and self.host_ascii is not None
        if self.default_port is None or port is None or self.scheme is None or not can_be_reached:
            return Origin(None)
        # C-34: the host that equivalence compares.
        return Origin((self.scheme, self._normal_host(), port), port == self.default_port)

    def same_origin(self, other: "Components") -> bool:
        """Whether both have the same origin; an opaque one is like no other."""
        return self.origin == _url(other).origin

    def same_site(self, other: "Components") -> bool:
        """Whether both are of one site: the same scheme, and the same registrable domain, or the same host where there
        is none. Like an opaque origin, what has no server is like no other.
        """
        mine = self.site
        return mine is not None and mine == _url(other).site

    def _fault(self, code: str, part: str, offset: int = 0) -> URLError:
        """An error that points into ``part``, a name of a raw part."""
        return URLError(code, self._start_of(part) + offset, str(self))

    def _looked_up(self, host: str) -> str:
        """A host name, given as it is written, by IDNA; with an error that points into the URL."""
        bad = escaped_delimiter(host)
        if bad >= 0:
            raise self._fault("bad-host", "host", bad)
        try:
            return looked_up(text_of(host))
        except URLError as error:
            raise self._fault(error.code, "host", error.position) from None

    def _uri_host(self) -> str:
        """The host, which is not ASCII, as the name system knows it. For subclasses whose host is not one name."""
        return self._looked_up(self.raw_host or "")

    def _start_of(self, part: str) -> int:
        """Where a part begins; one that is absent would begin where the next one does."""
        if part == "scheme":
            return 0
        start = 0 if self.scheme is None else len(self.scheme) + 1
        is_within = part in ("authority", "user", "password", "host", "port")
        if self.authority is not None:
            start += 2
            if is_within:
                return start + self._start_within(part, self.authority)
            start += len(self.authority)
        if is_within or part == "path":
            return start
        start += len(self.path) + 1
        return start if part == "query" or self.query is None else start + len(self.query) + 1

    def _start_within(self, part: str, authority: str) -> int:
        if part == "password":
            return len(self.raw_user or "") + 1
        if part in ("host", "port"):
            host = authority.rfind("@") + 1
            return host if part == "host" else host + len(self.raw_host or "") + 1
        return 0


def _url(other: Components) -> Components:
    if not isinstance(other, Components):
        raise TypeError(f"a URL is compared with another, not with {type(other).__name__}")
    return other
