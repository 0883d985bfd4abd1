"""Schemes of which one thing is known here, the port that their servers listen on: with it origins, normal forms and
equivalence are right. Some of them list several hosts in one authority.

    scheme://[user[:password]@][host[:port]][/path][?query]
    scheme://[user[:password]@]host[:port],host[:port],...[/database][?options]
"""

from .._url import normal
from .._url.declared import Ports
from .._url.url import URL, register

# RFC 2326 (rtsp), RFC 4516 (ldap), RFC 5092 (imap), RFC 6455 (ws); for the others what IANA or their makers say.
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
    "rtsp": 554,
    "sftp": 22,
    "ssh": 22,
    "ws": 80,
    "wss": 443,
}
_WEB_SOCKETS = ("ws", "wss")
_CLUSTERS = ("mongodb", "postgres", "postgresql")


@register
class ServiceURL(URL):
    """scheme://[user[:password]@][host[:port]][/path][?query]"""

    __slots__ = ()
    scheme_names = tuple(sorted(PORTS.keys() - {*_WEB_SOCKETS, *_CLUSTERS}))
    default_port = Ports(None, PORTS)

    @property
    def _login_start(self) -> int | None:
        return len(self.scheme or "") + 1


@register
class WebSocketURL(ServiceURL):
    """ws[s]://host[:port][/path][?query]"""

    __slots__ = ()
    scheme_names = _WEB_SOCKETS
    needs_host = True


@register
class ClusterURL(ServiceURL):
    """scheme://[user[:password]@]host[:port],host[:port],...[/database][?options]

    C-39: a list is the ``host`` of the URL, which then has no port and no origin. A host that begins with an escaped
    slash is the path of a socket, which has case.
    """

    __slots__ = ()
    scheme_names = _CLUSTERS
    has_several_hosts = True
    has_own_form = True

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
        """Each host and its port: the default one if none is written. Names are in lower case, paths as written."""
        return [((one.raw_host if _is_path(one) else one.host) or "", one.effective_port) for one in self._each]

    @property
    def host_type(self) -> str | None:
        """One of "name", "ipv4", "ipv6" and "ipvfuture"; None without a host, and for a list."""
        return None if self._is_list else super().host_type

    def _uri_host(self) -> str:
        if not self._is_list:
            return super()._uri_host()
        return ",".join(one.to_uri().authority or "" for one in self._each)

    def _normal_host(self, level: str = "scheme") -> str:
        return normal.escapes(self.raw_host or "") if _is_path(self) else super()._normal_host(level)

    def _normal_authority(self, level: str) -> str | None:
        if not self._is_list:
            return super()._normal_authority(level)
        login, at, _ = (self.authority or "").rpartition("@")
        return normal.escapes(login) + at + ",".join(normal.authority(one, level) or "" for one in self._each)


def _is_path(url: URL) -> bool:
    """Whether its one host is the path of a socket."""
    return (url.raw_host or "")[:3].upper() == "%2F"
