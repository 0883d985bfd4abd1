"""Schemes of which one thing is known here, the port that their servers listen on: with it origins, normal forms and
equivalence are right. Some of them list several hosts in one authority, and one has no port but that of SRV records.

    scheme://[user[:password]@][host[:port]][/path][?query]
    scheme://[user[:password]@]host[:port],host[:port],...[/database][?options]
    mongodb+srv://[user[:password]@]host[/database][?options]
"""

from .._url import ambiguity, normal
from .._url.declared import Ports, plain
from .._url.octets import pieces, text_of
from .._url.registry import register
from .._url.url import URL

# RFC 4516 (ldap), RFC 5092 (imap), RFC 6455 (ws), RFC 7826 (rtsp); for the others what IANA or their makers say.
PORTS = {
    "amqp": 5672,
    "amqps": 5671,
    "git": 9418,
    "imap": 143,
    "imaps": 993,
    "ldap": 389,
    "ldaps": 636,
    "mongodb": 27017,
    "mqtt": 1883,
    "mqtts": 8883,
    "mysql": 3306,
    "postgres": 5432,
    "postgresql": 5432,
    "redis": 6379,
    "rediss": 6379,
    "rtsp": 554,
    "rtsps": 322,
    "sftp": 22,
    "ssh": 22,
    "ws": 80,
    "wss": 443,
}
_WEB_SOCKETS = ("ws", "wss")
_LIBPQ = ("postgres", "postgresql")
_CLUSTERS = ("mongodb", *_LIBPQ)


@register
class ServiceURL(URL):
    """scheme://[user[:password]@][host[:port]][/path][?query]"""

    __slots__ = ()
    scheme_names = tuple(sorted(PORTS.keys() - {*_WEB_SOCKETS, *_CLUSTERS}))
    default_port = Ports(None, PORTS)  # pyright: ignore[reportAssignmentType]  # to objects it is one

    @property
    def _login_start(self) -> int | None:
        return len(self.scheme or "") + 1


@register
class WebSocketURL(ServiceURL):
    """ws[s]://host[:port][/path][?query]"""

    __slots__ = ()
    scheme_names = _WEB_SOCKETS
    needs_host = True

    @plain
    def _check(self) -> None:
        super()._check()
        if self.profile == "strict":  # RFC 6455 section 3
            if self.raw_user is not None:
                raise self._fault("userinfo-not-allowed", "user")
            if self.fragment is not None:
                raise self._fault("fragment-not-allowed", "fragment")


@register
class SeedlistURL(ServiceURL):
    """mongodb+srv://[user[:password]@]host[/database][?options]

    C-39: the SRV records of the one host have the hosts and their ports.
    """

    __slots__ = ()
    scheme_names = ("mongodb+srv",)
    needs_host = True
    is_checked = True

    def _check(self) -> None:
        super()._check()
        if self.raw_port is not None:
            raise self._fault("port-not-allowed", "port")
        if self.host_type != "name" or "," in (self.raw_host or ""):
            raise self._fault("bad-host", "host")


@register
class ClusterURL(ServiceURL):
    """scheme://[user[:password]@]host[:port],host[:port],...[/database][?options]

    C-39: a list is the ``host`` of the URL, which then has no port and no origin. A host that begins with an escaped
    slash, or for libpq an escaped "@", is the name of a socket, which has case.
    """

    __slots__ = ()
    __match_args__ = ("scheme", "host", "path", "query", "fragment", "hosts")
    scheme_names = _CLUSTERS
    has_several_hosts = True
    has_own_form = True

    @plain
    def _check(self) -> None:
        super()._check()
        if self.profile == "strict" and self.scheme not in _LIBPQ:  # to libpq no host is the default one
            for start, host in pieces(self.raw_host or "", ","):
                if not host.partition(":")[0]:
                    raise self._fault("missing-host", "host", start)

    @property
    def _each(self) -> list[URL]:
        """A URL for each of the hosts."""
        hosts = (self.authority or "").rpartition("@")[2]
        return [URL(f"{self.scheme}://{host}", profile="lenient") for host in hosts.split(",")]

    @property
    def _is_list(self) -> bool:
        return "," in (self.authority or "").rpartition("@")[2]

    @property
    def hosts(self) -> list[tuple[str, int | None]]:
        """Each host and its port: the default one if none is written. Names are in lower case, sockets as written. A
        socket has no port, but that of libpq has it in the name of its file.
        """
        return [((one.raw_host if _is_socket(one) else one.host) or "", one.effective_port) for one in self._each]

    @property
    def effective_port(self) -> int | None:
        """The port that is written, else that of the scheme; None for a list, whose hosts have one each, and for a
        socket without a port.
        """
        has_none = self._is_list or (self.scheme not in _LIBPQ and _is_socket(self))
        return self.port if has_none else super().effective_port

    @property
    def host_type(self) -> str | None:
        """One of "name", "ipv4", "ipv6" and "ipvfuture"; None without a host, and for a list."""
        return None if self._is_list else super().host_type

    def ambiguities(self) -> list[ambiguity.Ambiguity]:
        """Where readers disagree. libpq goes to the ``host`` or ``hostaddr`` of the query, if there is one: that counts
        if it is not the host of the authority too.
        """
        found = super().ambiguities()
        asked = self._host_in_query if self.scheme in _LIBPQ else None
        if asked is not None and not self._has_hosts(asked[1]):
            position, host = asked
            hosts = {**ambiguity.readings(self), "libpq": host}
            why = "libpq connects to the host of the query, not to that of the authority"
            shown = ambiguity.shown_hosts(self, hosts)
            found.append(ambiguity.Ambiguity("query-host", position, why, hosts, shown))
        port = self._in_query.get("port") if self.scheme in _LIBPQ else None
        if port is not None and not self._has_ports(port[1]):
            why = "libpq connects to the port of the query, not to that of the authority"
            found.append(ambiguity.Ambiguity("query-port", port[0], why, {}))
        return sorted(found, key=lambda one: one.position)

    def _has_ports(self, asked: str) -> bool:
        """Whether the ports of the query, one for all hosts or one for each, are those of the authority."""
        given = [port or str(self.default_port) for port in asked.split(",")]
        ports = [str(port) for _, port in self.hosts]
        return ports == (given * len(ports) if len(given) == 1 else given)

    @property
    def _in_query(self) -> dict[str, tuple[int, str]]:
        """Where the last parameter of each name stands, and what it says."""
        found: dict[str, tuple[int, str]] = {}
        for start, field in pieces(self.query or "", "&", self._start_of("query")):
            name, _, value = field.partition("=")
            found[text_of(name)] = start, text_of(value)
        return found

    @property
    def _host_in_query(self) -> tuple[int, str] | None:
        """The same for the host."""
        found = self._in_query
        return found.get("hostaddr", found.get("host"))

    def _has_hosts(self, asked: str) -> bool:
        """Whether a list of hosts, as libpq has it in the query, names those of the authority."""
        hosts = [text_of(host).removeprefix("[").removesuffix("]") for host, _ in self.hosts]
        return hosts == [host if host.startswith(("/", "@")) else host.lower() for host in asked.split(",")]

    def _uri_host(self) -> str:
        if not self._is_list:
            return super()._uri_host()
        return ",".join(one.to_uri().authority or "" for one in self._each)

    def _normal_host(self, level: str = "scheme") -> str:
        return normal.escapes(self.raw_host or "") if _is_socket(self) else super()._normal_host(level)

    def _normal_authority(self, level: str) -> str | None:
        if not self._is_list:
            return super()._normal_authority(level)
        login, at, _ = (self.authority or "").rpartition("@")
        return normal.escapes(login) + at + ",".join(normal.authority(one, level) or "" for one in self._each)


def _is_socket(url: URL) -> bool:
    """Whether its one host is the name of a socket: its path, or for libpq an abstract one."""
    marks = ("%2F", "%40") if url.scheme in _LIBPQ else ("%2F",)
    return (url.raw_host or "")[:3].upper() in marks
