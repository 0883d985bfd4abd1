"""telnet: RFC 4248.

    telnet://[user[:password]@]host[:port][/]

It names a service to talk to, not something to read. The login is advice for the user; nothing of it is sent.
"""

from .._url.octets import octets_of
from .._url.plan import Plan, on_the_wire
from .._url.registry import register
from ..errors import URLError
from .server import Server


class TelnetPlan(Plan):
    """Where to connect, and the login to advise the user of."""

    __slots__ = ("password", "user")
    __match_args__ = ("connect", "user", "password")

    user: str | None
    password: str | None

    @property
    def advise(self) -> dict[str, str | None]:
        """What to tell the user; None without advice."""
        return {"user": self.user, "password": self.password}

    @property
    def send(self) -> bytes:
        """What the client sends by itself: nothing."""
        return b""

    def _shown(self, name: str) -> object:
        return "***" if name == "password" and self.password is not None else super()._shown(name)


@register
class TelnetURL(Server):
    """telnet://[user[:password]@]host[:port][/]"""

    __slots__ = ()
    __match_args__ = ("host", "port", "user")
    scheme_names = ("telnet",)
    default_port = 23
    allows_login = True
    is_hierarchical = False
    has_dot_segments = False

    def _check_strictly(self) -> None:
        super()._check_strictly()
        if self.path not in ("", "/"):
            raise self._fault("path-not-allowed", "path", self.path.startswith("/"))

    def plan(self) -> TelnetPlan:
        """Where to connect. A login that could not be typed in one line is refused."""
        for part, raw in (("user", self.raw_user), ("password", self.raw_password)):
            on_the_wire(octets_of(raw or ""), self._start_of(part), str(self))
        return TelnetPlan(connect=self._connect(), user=self.user, password=self.password)

    def read_bytes(self) -> bytes:
        """There is nothing to read."""
        raise URLError("not-a-data-object", 0, str(self))
