"""news, and snews, its historical twin over TLS: RFC 5538.

    news:[//[user[:password]@]host[:port]/](group | wildmat | message-id | * | nothing)

A raw "@" tells a message-id from a group. RFC 1738 has neither the server nor patterns.
"""

from .._backend import impl
from .._url.declared import Ports
from .._url.octets import SUB_DELIMS, as_octets, encoded, octets_of, text_of
from .._url.plan import Step
from .._url.registry import register
from ..errors import URLError
from .netnews import BARRED, WILD, NewsPlan, argument, check_group, check_message_id, planned
from .server import Server, connection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._url.plan import Connect
    from .._url.url import URL

_MESSAGE_ID = SUB_DELIMS + ":"


@register
class NewsURL(Server):
    """news:[//server/](group | wildmat | message-id | *)"""

    __slots__ = ()
    __match_args__ = ("kind", "group", "message_id", "wildmat")
    scheme_names = ("news", "snews")
    default_port = Ports(119, {"snews": 563})  # pyright: ignore[reportAssignmentType]  # to objects it is one
    needs_host = False
    allows_login = True
    is_hierarchical = False  # RFC 1808 section 2.3
    has_dot_segments = False
    query_form = None
    has_own_form = True
    part_names = ("group", "message_id", "wildmat")

    def _check(self) -> None:
        super()._check()
        self._check_name()

    def _check_strictly(self) -> None:
        if self.profile == "rfc1738":
            if self.authority is not None:
                raise self._fault("authority-not-allowed", "authority")  # C-17
            if not self._raw:
                raise self._fault("no-form", "path")
            return
        super()._check_strictly()
        if self.host == "":
            raise self._fault("missing-host", "host")
        if self.authority is not None and not self.path:
            raise self._fault("missing-path", "path")

    def _check_name(self) -> None:
        raw = self._raw
        start = 0 if self.authority is None else len(self.path[:1])  # the slash is a delimiter
        if self.kind == "article":
            check_message_id(self, raw, start)
        elif self.kind != "all":
            check_group(self, raw, start)

    # Parts

    @property
    def _raw(self) -> str:
        path = self.path if self.authority is None else self.path.removeprefix("/")
        return path if self.query is None else f"{path}?{self.query}"

    @property
    def kind(self) -> str:
        """One of "all", "group", "wildmat" and "article"."""
        if "@" in self._raw:
            return "article"
        name = octets_of(self._raw)
        if name in (b"", b"*"):
            return "all"
        return "wildmat" if WILD.search(name) else "group"

    @property
    def group(self) -> str | None:
        """The newsgroup."""
        return text_of(self._raw) if self.kind == "group" else None

    @property
    def wildmat(self) -> str | None:
        """The pattern that newsgroups are chosen by; see ``urlmill.schemes.wildmat.matches``."""
        return text_of(self._raw) if self.kind == "wildmat" else None

    @property
    def message_id(self) -> str | None:
        """The message-id of the article, without its angle brackets."""
        return text_of(self._raw) if self.kind == "article" else None

    @property
    def locatable(self) -> bool:
        """Whether it says itself which server to ask."""
        return bool(self.host)

    @staticmethod
    def _compose(
        group: "str | bytes | None" = None,
        message_id: "str | bytes | None" = None,
        wildmat: "str | bytes | None" = None,
    ) -> tuple[str, None]:
        given = [as_octets(name) for name in (group, message_id, wildmat) if name is not None]
        if len(given) > 1:
            raise TypeError("a news URL has one of group, message_id and wildmat")
        name = given[0] if given else b"*"
        if message_id is not None:
            unique, at, domain = name.rpartition(b"@")
            if not at:
                raise URLError("bad-message-id", 0, "")
            return f"{encoded(unique, _MESSAGE_ID)}@{encoded(domain, _MESSAGE_ID)}", None
        if group is not None and (not name or WILD.search(name) or BARRED.search(name)):
            raise URLError("bad-group" if name else "missing-group", 0, "")
        return encoded(name, "+*"), None

    def _replaced(self, parts: "dict[str, Any]") -> "URL":
        """A group takes the place of a message-id, and the other way round."""
        named = parts.keys() & set(self.part_names)
        if named or ("host" in parts and not parts.keys() & {"path", "query"}):
            # Whether a slash comes before the name depends on the host.
            parts = {**{name: None if named else getattr(self, name) for name in self.part_names}, **parts}
        return super()._replaced(parts)

    def _normal_rest(self, level: str) -> tuple[str, str | None]:
        if level != "scheme":
            return super()._normal_rest(level)
        return ("" if self.authority is None else "/") + self._normal_name(), None

    def _normal_name(self) -> str:
        """Each octet written in one way, as RFC 5538 has it: C-18."""
        if self.kind == "article":
            unique, _, domain = self._raw.rpartition("@")
            return f"{encoded(octets_of(unique), _MESSAGE_ID)}@{encoded(octets_of(domain), _MESSAGE_ID)}"
        return "*" if self.kind == "all" else encoded(octets_of(self._raw), "+*")

    # The plan

    def plan(self, *, news_server: str | None = None, newest: int = 100) -> NewsPlan:
        """The steps that fetch it, from ``news_server`` (host or host:port) if it names no server itself. Of a group
        that is an overview of its ``newest`` articles.
        """
        self._check_name()
        name = argument(self, octets_of(self._raw))
        if self.kind == "article" and not (name.isascii() and name.decode().isprintable()):
            raise self._fault("bad-message-id", "path")  # RFC 3977 section 3.6
        steps = {
            "all": [Step("listing", b"LIST ACTIVE")],
            "wildmat": [Step("listing", b"LIST ACTIVE " + name)],
            "group": [Step("group", b"GROUP " + name), Step("overview-needed", None)],
            "article": [Step("article", b"ARTICLE <" + name + b">")],
        }
        server = self._server(news_server)
        return planned(self, server, steps[self.kind], newest=newest, tls=self.scheme == "snews")

    def _server(self, configured: str | None) -> "Connect | None":
        if self.host:
            return connection(self, self.raw_host or "")
        if not configured:
            return None
        if "@" in configured:
            raise ValueError("news_server is a host or host:port; a login belongs into the URL")
        try:
            _, _, host, port = impl.split_authority(configured)
            return connection(self, host, int(port) if port else None)
        except URLError as error:
            raise ValueError(f"news_server is a host or host:port, not {configured!r}: {error.code}") from None
