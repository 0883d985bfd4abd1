"""The class that URL objects are made of: text, taken apart. What it means is for the classes built on it."""

from .._profiles import CHECKED, LENIENT, WEB, WebSettings
from ..errors import URLError
from .authority import split_authority_loosely
from .parse import Parts, parse
from .split import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    from typing_extensions import Self

    from .._url.origin import Origin

_classes: "dict[str, type[BaseURL]]" = {}  # by scheme; "" is the class that chooses among them, and serves the others


def register(cls: "type[BaseURL]", _: "list[int | None]", /) -> None:
    """Makes ``cls`` the class of its schemes, each with its default port; one without schemes becomes the class that
    chooses.
    """
    if not issubclass(cls, BaseURL):
        raise TypeError("register() takes a subclass of urlmill.URL")
    for name in cls.scheme_names or ("",):
        _classes[name] = cls


_web: "list[type[BaseURL]]" = []  # the class of the profile "web", once it is there


def register_web(cls: "type[BaseURL]", _: WebSettings, /) -> None:
    """Makes ``cls`` the class of the URLs that are read under the profile "web", whatever their scheme."""
    if not issubclass(cls, BaseURL):
        raise TypeError("register_web() takes a subclass of urlmill.URL")
    _web[:] = [cls]


def rules_of(scheme: str) -> int:
    """Those of its class, or of the class that chooses."""
    cls = _classes.get(scheme) or _classes.get("")
    return cls._rules if cls else 0


class BaseURL:
    """A URL as it was written, and where its parts are."""

    __slots__ = ("_parts", "_settings", "_text")

    scheme_names: tuple[str, ...]
    _rules: int
    _parts: Parts
    _settings: object
    _text: str

    # For the classes built on this one to have.
    _settings_from: "ClassVar[Callable[..., object]]"
    _rules_with: "ClassVar[Callable[[object], int]]"
    _check: "Callable[[], None]"
    _origin: "Callable[[], Origin]"
    _replaced: "Callable[[dict[str, Any]], Any]"

    def __new__(cls, text: object, /, **options: object) -> "Self":
        return cls._parse(text, cls._settings_from(**options) if options else None)

    @classmethod
    def _parse(cls, text: object, settings: object) -> "Self":
        """A URL of the class that its scheme asks for."""
        if isinstance(text, BaseURL):
            text = text._text
        elif not isinstance(text, str):
            raise TypeError(f"a URL is made from str, not {type(text).__name__}")
        text = str.__str__(text)  # of a subclass of str, the text alone
        if isinstance(settings, WebSettings) or (_web and issubclass(cls, _web[0])):
            web = cls if issubclass(cls, _web[0]) else _web[0]
            return web._parse_web(text, settings if isinstance(settings, WebSettings) else WEB)  # type: ignore[return-value]
        scheme = (split(text)[0] or "").lower()
        kind: type[BaseURL] = cls
        if cls is _classes.get(""):
            kind = _classes.get(scheme, cls)
        elif cls.scheme_names and scheme not in cls.scheme_names:
            raise URLError("bad-scheme", 0, text)
        rules = kind._rules if settings is None else kind._rules_with(settings)
        self = object.__new__(kind)
        self._text = text
        self._settings = settings
        self._parts = parse(text, rules)
        if not rules & LENIENT and (rules & CHECKED or settings is not None or not text.isascii()):
            self._check()
        return self  # type: ignore[return-value]  # the class that chooses returns one of its subclasses

    @classmethod
    def _parse_web(cls, text: str, settings: WebSettings) -> "Self":
        """A URL as the URL Standard reads it, whose text is its href."""
        from . import web_href  # whoever does not want this profile shall not wait for it

        href = web_href(text, settings.base)
        source = text if settings.source is None else settings.source
        self = object.__new__(cls)
        self._text = text if href == text else href
        self._settings = WEB if source == href else WebSettings(None, source)
        self._parts = parts_of_href(href)
        self._check()
        return self

    @property
    def scheme(self) -> str | None:
        """In lower case; None only under the lenient profile."""
        scheme = self._parts[0]
        return None if scheme is None else scheme.lower()

    @property
    def authority(self) -> str | None:
        """What stands between ``//`` and the path, as written."""
        return self._parts[1]

    @property
    def raw_user(self) -> str | None:
        """The user name as written."""
        return self._parts[2]

    @property
    def raw_password(self) -> str | None:
        """The password as written."""
        return self._parts[3]

    @property
    def host(self) -> str | None:
        """In lower case; an IP literal keeps its brackets."""
        host = self._parts[4]
        return None if host is None else host.lower()

    @property
    def raw_host(self) -> str | None:
        """The host as written."""
        return self._parts[4]

    @property
    def raw_port(self) -> str | None:
        """The port as written, possibly empty."""
        return self._parts[5]

    @property
    def port(self) -> int | None:
        """The port as a number; None if none is written, or none that could be one."""
        port = self._parts[5]
        # No int() of a thousand digits: under the lenient profile anything may stand here.
        if not port or not (port.isascii() and port.isdigit()) or len(port := port.lstrip("0") or "0") > 5:
            return None
        number = int(port)
        return number if number <= 65535 else None

    @property
    def path(self) -> str:
        """As written, with its slash."""
        return self._parts[6]

    @property
    def query(self) -> str | None:
        """As written, without its question mark."""
        return self._parts[7]

    @property
    def fragment(self) -> str | None:
        """As written, without its number sign."""
        return self._parts[8]

    def _known_form(self, *_: object) -> str | None:
        """The normal form, if that is faster than asking ``urlmill._url.normal``. The native twin has it."""
        return None

    def replace(self, *unnamed: "Any", **parts: "Any") -> "Any":
        """The same URL with other parts, named and given as for ``build``; None takes a part away."""
        if unnamed:
            raise TypeError('replace() takes parts by their names: replace(path="/new")')
        return self._replaced(parts)

    @property
    def origin(self) -> "Origin":
        """Who is trusted together (RFC 6454); opaque where the scheme names no server, or none that could be."""
        return self._origin()

    def _not_known(self, *_: object, **__: object) -> "Any":
        """An edit, if that is faster than its own method. The native twin has it."""
        return None

    _known_replaced = _known_child = _known_renamed = _known_parent = _not_known
    _known_parameters = _known_without = _known_joined = _not_known

    def __str__(self) -> str:
        return self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, BaseURL) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._text < other._text if isinstance(other, BaseURL) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._text <= other._text if isinstance(other, BaseURL) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._text > other._text if isinstance(other, BaseURL) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._text >= other._text if isinstance(other, BaseURL) else NotImplemented


def parts_of_href(href: str) -> Parts:
    """The parts of a text that is an href."""
    scheme, authority, path, query, fragment = split(href)
    if authority is None:
        # URL Standard section 4.5: the "/." keeps a path that begins with "//" from being read as a host.
        path = path[2:] if path.startswith("/.//") else path
        return scheme, None, None, None, None, None, path, query, fragment
    return scheme, authority, *split_authority_loosely(authority), path, query, fragment
