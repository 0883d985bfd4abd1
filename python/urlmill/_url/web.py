"""URLs as browsers read them: the URL Standard (https://url.spec.whatwg.org), as of June 2026.

The text of such a URL is its href: what was checked is what is handed on. ``source`` is what was given.
"""

from .._backend import impl
from .._profiles import SPECIAL_PORTS, WEB, WebSettings
from ..errors import URLError
from . import normal, web_setters
from .declared import Ports
from .octets import exact
from .origin import Origin
from .registry import class_of
from .state import state_of
from .url import URL
from .web_params import WebParams
from .web_setters import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from typing_extensions import Self

    from .params import _Query


class WebURL(URL):
    """A URL as browsers read it, whatever its scheme: ``URL(text, profile="web", base=...)``.

    Its parts are those of the href, under the names that URLs have everywhere: ``scheme``, ``user``, ``host``,
    ``path``... It has neither a plan nor the parts of its scheme: ``URL(str(url))`` has.
    """

    __slots__ = ()
    has_own_form = True
    has_own_join = True
    default_port = Ports(None, {name: port for name, port in SPECIAL_PORTS.items() if port is not None})  # pyright: ignore[reportAssignmentType]  # to objects it is a port
    query_form = "web"

    def __init_subclass__(cls, **kwargs: "Any") -> None:
        super().__init_subclass__(**kwargs)
        if cls.scheme_names:
            raise TypeError(f"{cls.__name__}: a WebURL is of every scheme, so it has no scheme_names")

    if TYPE_CHECKING:

        def __new__(cls, text: "str | URL", /, *, profile: str = "web", base: "str | URL | None" = None) -> "Self": ...

    # How it is read

    @classmethod
    def _settings_from(cls, profile: str = "web", **options: "Any") -> WebSettings:
        if profile != "web":
            raise TypeError(
                f"{cls.__name__} is for the profile 'web', not for {profile!r}; write URL(text, profile=...)"
            )
        base = options.pop("base", None)
        if options:
            raise TypeError(f"there is no option {min(options)!r} under the profile 'web'; there is base")
        return WEB if base is None else WebSettings(_text("base", base), None)

    @classmethod
    def try_parse(cls, text: "str | URL", /, *, profile: str = "web", **options: "Any") -> "Self | None":
        """The URL, or None where ``URL(text, profile="web")`` would raise URLError."""
        return super().try_parse(text, profile=profile, **options)

    @classmethod
    def can_parse(cls, text: "str | URL", /, *, profile: str = "web", **options: "Any") -> bool:
        """Whether a browser takes it for a URL, seen from ``base`` if that is given."""
        settings = cls._settings_from(profile, **options)
        if cls._check is not WebURL._check:
            return cls.try_parse(text, **options) is not None
        return impl.web_can_parse(_text("text", text), settings.base)

    def _check(self) -> None:
        """Raises URLError for what a subclass does not allow. For subclasses to extend."""

    def _again(self, text: str) -> "Self":
        return type(self)._parse(text, WEB)

    def _by_scheme(self) -> URL:
        return URL(str(self))

    # What can be asked of it

    @property
    def href(self) -> str:
        """The text: that of ``str(url)``."""
        return str(self)

    @property
    def source(self) -> str:
        """What was given: not the href yet, or a reference that was read against a base. It may hold a password."""
        given: str | None = self._settings.source
        return str(self) if given is None else given

    @property
    def host_type(self) -> str | None:
        """One of "name", "ipv4" and "ipv6"; None without a host."""
        return (impl.host_kind(self.host) or "name") if self.host else None

    @property
    def host_ascii(self) -> str | None:
        """The host that is connected to; where the Standard does not know the scheme, as every other URL has it."""
        return self.host if self.scheme in SPECIAL_PORTS else super().host_ascii

    @property
    def params(self) -> WebParams:
        """The parameters of the query, decoded as forms are: what is not UTF-8 becomes U+FFFD, a missing value ""."""
        return WebParams(self.query)

    def query_items(self) -> list[tuple[str, str]]:
        """Those parameters, as a list."""
        return list(self.params.items())

    def _origin(self) -> Origin:
        """By the Standard: opaque but for http, https, ws, wss and ftp, and for blobs of a page of the web."""
        text = impl.web_origin(str(self))
        if text == "null":
            return Origin(None)
        found = self._again(text)
        port = found.effective_port
        return Origin((found.scheme or "", found.host or "", port or 0), found.is_default_port)

    def _start_of(self, part: str) -> int:
        start = super()._start_of(part)
        has_mark = self.authority is None and self.path.startswith("//")  # the "/." before such a path is no part of it
        return start + 2 * (has_mark and part in ("path", "query", "fragment"))

    @property
    def _login_start(self) -> int | None:
        return URL(str(self), profile="lenient")._login_start  # which the class of the scheme says

    # Other URLs from this one

    def join(self, reference: "str | URL", *, strict: bool = True, profile: str | None = None) -> "Self":
        """The reference as seen from here, as browsers resolve it."""
        if not strict or profile is not None:
            raise TypeError("join: under the profile 'web' the URL Standard alone resolves references")
        return type(self)._parse(_text("reference", reference), WebSettings(str(self), None))

    def normalize(self, level: str = "scheme") -> "Self":
        """The URL itself: an href is a normal form already."""
        normal.check_level(level)
        return self

    def to_uri(self, *, host: str = "idna") -> "Self":
        """The URL itself: an href is ASCII."""
        if host not in ("idna", "percent"):
            raise ValueError(f"a host is mapped by 'idna' or 'percent', not {host!r}")
        return self

    @classmethod
    def build(
        cls,
        *,
        scheme: str | None = None,
        user: str | bytes | None = None,
        password: str | bytes | None = None,
        host: str | None = None,
        port: int | None = None,
        path: str | None = None,
        query: "_Query | None" = None,
        fragment: str | None = None,
        profile: str = "web",
        **parts: object,
    ) -> "Self":
        """A URL from its parts, given as for every other class."""
        from . import web_edits  # most URLs are read

        cls._settings_from(profile)
        given = {"user": user, "password": password, "port": port, "path": path, "query": query, "fragment": fragment}
        return web_edits.built(cls, scheme, host, {**given, **parts})

    if TYPE_CHECKING:

        def replace(self, **parts: Any) -> Self: ...

    def _replaced(self, parts: "dict[str, Any]") -> "Self":
        from . import web_edits

        return web_edits.replaced(self, parts)

    def _with_tail(self, path: str, query: str | None, fragment: str | None) -> "Self":
        parts = Parts(self)
        if path != self.path:
            web_setters.set_path(parts, path)
        if query != self.query:
            web_setters.set_query(parts, "" if query is None else f"?{query}")
        if fragment != self.fragment:
            web_setters.set_fragment(parts, "" if fragment is None else f"#{fragment}")
        text = parts.href()
        return self if text == str(self) else self._edited(text)

    # What other profiles have

    def plan(self, *_: "Any", **__: "Any") -> "NoReturn":
        """Nothing: a plan is what the scheme says, and this profile has browsers alone. ``URL(str(url))`` has one."""
        raise URLError("web-profile", 0, str(self))

    def read_bytes(self) -> "NoReturn":
        """Nothing: see ``plan``."""
        raise URLError("web-profile", 0, str(self))

    def to_path(self, *_: "Any", **__: "Any") -> "NoReturn":
        """Nothing: see ``plan``."""
        raise URLError("web-profile", 0, str(self))

    def to_iri(self) -> "NoReturn":
        """Nothing: an href is ASCII. ``URL(str(url)).to_iri()`` has it."""
        raise URLError("web-profile", 0, str(self))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            kind = class_of(self.scheme or "")
            if hasattr(kind, name) and not name.startswith("_"):
                words = f"{type(self).__name__} has no attribute {name!r}: the profile 'web' has no parts of a scheme"
                raise AttributeError(f"{words}; URL(str(url)).{name} has it", name=name, obj=self)
            return super().__getattr__(name)

    # Being a value

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (type(self), str(self), self._settings.source)
        state = state_of(self, impl.BaseURL)
        return (_restore, arguments, state) if state else (_restore, arguments)


def _restore(kind: type[WebURL], href: str, source: str | None) -> WebURL:
    return kind._parse(href, WebSettings(None, source))


def _text(name: str, given: object) -> str:
    """The text of a URL, or of a str."""
    if not isinstance(given, (str, URL)):
        raise TypeError(f"{name}: expected str or a URL, got {type(given).__name__}")
    return exact(given) if isinstance(given, str) else str(given)


impl.register_web(WebURL, WEB)
