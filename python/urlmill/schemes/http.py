"""http and https: RFC 9110 section 4.2.

    http[s]://host[:port][/path][?query]

What the web writes is taken as it is written; ``plan()`` escapes what a request cannot carry.
"""

import re

from .._url.declared import Ports, http_form, plain
from .._url.plan import Plan, Step
from .._url.registry import register
from .._url.url import URL
from .server import check_host_and_port, connection


class HttpPlan(Plan):
    """Where to connect, whether by TLS, the request target, the Host field that goes with it, and whether the server is
    asked to close the connection.
    """

    __slots__ = ("close", "host_field", "target", "tls")
    __match_args__ = ("connect", "tls", "target", "host_field", "close")

    tls: bool
    target: bytes
    host_field: bytes
    close: bool

    @property
    def request(self) -> bytes:
        """A complete GET request."""
        fields = b"\r\nHost: " + self.host_field + (b"\r\nConnection: close" if self.close else b"")
        return b"GET " + self.target + b" HTTP/1.1" + fields + b"\r\n\r\n"

    @property
    def steps(self) -> tuple[Step, ...]:
        """The request."""
        return (Step("request", self.request),)


@register
class HttpURL(URL):
    """http[s]://host[:port][/path][?query]"""

    __slots__ = ()
    __match_args__ = ("host", "path", "query", "fragment")
    scheme_names = ("http", "https")
    needs_host = True
    default_port = Ports(80, {"https": 443})  # pyright: ignore[reportAssignmentType]  # to objects it is one
    option_defaults = {"untrusted": False}  # whether it comes from where a login would be there to deceive

    @plain
    @http_form
    def _check(self) -> None:
        super()._check()
        if self.raw_user is not None and (self._option("untrusted") or self.profile == "rfc1738"):
            raise self._fault("userinfo-not-allowed", "user")  # section 4.2.4; RFC 1738 section 3.3
        if self.profile == "rfc1738":
            self._check_old_form()

    def _check_old_form(self) -> None:
        """RFC 1738 section 5: httpurl."""
        check_host_and_port(self)
        if self.query is not None and not self.path:
            raise self._fault("missing-path", "path")
        stray = re.search("[/?]", self.query or "")
        if stray:
            raise self._fault("reserved-unencoded", "query", stray.start())

    def plan(self, *, close: bool = True) -> HttpPlan:
        """The request that fetches it. A login is not sent: that is for the server to ask for. With ``close`` the end
        of the answer is the end of the connection (RFC 9112 section 9.6).
        """
        host, port = connection(self, self.raw_host or "")
        uri = self.to_uri()
        target = (uri.path or "/") + ("" if uri.query is None else f"?{uri.query}")
        name = f"[{host.partition('%')[0]}]" if ":" in host else host
        field = name if port == self.default_port else f"{name}:{port}"
        is_tls = self.scheme == "https"
        return HttpPlan(
            connect=(host, port), tls=is_tls, target=target.encode(), host_field=field.encode(), close=close
        )
