"""What the schemes share that speak to a server: RFC 1738 section 3.1.

    // [ user [ ":" password ] "@" ] host [ ":" port ] [ "/" url-path ]

The double slash announces it, and the host is the one part that cannot be missing.
"""

import re

from .._backend import impl
from .._hosts.addresses import can_have_zone, canonical_ipv6
from .._url.octets import text_of
from .._url.plan import Connect
from .._url.url import URL
from ..errors import URLError

# RFC 1738 section 5: labels begin and end with a letter or digit, and the last one does not begin with a digit.
HOSTNAME = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?", re.IGNORECASE | re.ASCII)


class Server(URL):
    """A URL that names a server by host and port."""

    __slots__ = ()
    needs_host = True
    any_printable = False
    is_checked = True
    allows_login = False
    allows_query = False
    _is_tls = False  # the connection begins with a TLS handshake
    needs_path = False  # under the strict profiles the slash after the host is part of the form

    def _check(self) -> None:
        super()._check()
        if self.raw_user is not None and not self.allows_login:
            raise self._fault("userinfo-not-allowed", "user")
        if self._is_strict:
            self._check_strictly()

    def _check_strictly(self) -> None:
        """What the grammar of RFC 1738 adds to that of RFC 3986."""
        check_host_and_port(self)
        if ":" in (self.raw_password or ""):
            raise self._fault("reserved-unencoded", "password", (self.raw_password or "").index(":"))  # C-26
        if self.query is not None and not self.allows_query:
            raise self._fault("query-not-allowed", "query")
        if self.needs_path and not self.path:
            raise self._fault("missing-path", "path")

    def _connect(self) -> Connect:
        """Where to connect, as a socket takes it; what only a URL can write is refused."""
        return connection(self, self.raw_host or "")


def check_host_and_port(url: URL) -> None:
    """Raises URLError unless they are as RFC 1738 section 5 has them."""
    if url.host_type == "name" and not HOSTNAME.fullmatch(url.host or ""):
        raise url._fault("bad-host", "host")
    if url.raw_port == "":
        raise url._fault("bad-port", "port")  # C-12: no port, no colon


def connection(url: URL, host: str, port: int | None = None) -> Connect:
    """``host`` as a socket takes it, with ``port`` or that of ``url``."""
    port = url.effective_port if port is None else port
    if port is None:
        raise URLError("unsupported-scheme", 0, str(url))
    if url.raw_port and url.port is None:
        raise url._fault("bad-port", "port")
    kind = impl.host_kind(host)
    if kind == "ipvfuture":
        raise url._fault("unsupported-address", "host")
    if kind is None:
        raise url._fault("bad-host", "host")
    if kind != "ipv6":
        return url._looked_up(host), port
    address, mark, zone = host[1:-1].partition("%25")
    address = canonical_ipv6(address)  # C-35
    if mark and not can_have_zone(address, text_of(zone)):
        raise url._fault("bad-zone", "host")
    return f"{address}%{text_of(zone)}" if mark else address, port
