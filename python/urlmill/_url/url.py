"""URL objects: one class for each scheme, chosen by the text."""

from .._backend import impl
from .._profiles import ANY_PRINTABLE, PLAIN, STRICT, Settings
from ..errors import URLError
from . import ambiguity, build, declared, relative, resolve, rules
from .characters import check_characters
from .declared import FORM, JOIN, declared_by
from .elsewhere import called
from .forms import Forms
from .logins import Logins
from .paths import Paths
from .plan import Plan, printed_without_passwords
from .query_edits import QueryEdits
from .registry import _classes, _known_options, class_of, register_base
from .state import state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal, overload

    from typing_extensions import Self

    from .params import _Query
    from .web import WebURL


class URL(QueryEdits, Paths, Forms, Logins):
    """A URL, as the class of its scheme; it never changes.

    ::

        https://user:pw@example.org:8042/over/there?name=ferret#nose
        └─┬─┘   └──────────┬───────────┘└────┬────┘ └────┬────┘ └┬─┘
        scheme         authority           path        query  fragment
                └┬─┘ └┤ └────┬────┘ └┬─┘
               user  password host  port

    ``path``, ``query``, ``fragment`` and the parts that begin with ``raw_`` are as written; ``scheme`` and ``host`` are
    in lower case, and otherwise as written; the others are decoded. A part that is absent is None, one that is empty is
    "". ``str(url)`` is the text as it was given.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ("scheme", "host", "path", "query", "fragment")

    # What a scheme says about itself.
    scheme_names: tuple[str, ...] = ()
    default_port: int | None = None
    needs_host = False  # it follows the common Internet scheme syntax, "//host"
    any_printable = True  # what the web writes may stand in path, query and fragment
    has_several_hosts = False  # the authority may list them, each with its port
    keeps_bar = False  # a "|" may stand in the path, where the class allows it
    is_hierarchical = True  # relative references can be resolved against it
    has_dot_segments = True  # "." and ".." in its path are steps, as RFC 3986 has them
    has_own_form = False  # its normal form is not the core's: it overrides normalize(), a _normal_ method or a part
    has_own_join = False  # references are not resolved as the core does: it overrides join()
    is_checked = False  # _check() is asked about every URL, not only about those with a profile or wide characters
    option_defaults: "ClassVar[dict[str, object]]" = {"iri": True}
    part_names: tuple[str, ...] = ()  # the parts that its path and query are made of

    _rules = ANY_PRINTABLE

    def __init_subclass__(cls, **kwargs: "Any") -> None:
        super().__init_subclass__(**kwargs)
        for base in cls.__mro__[1:]:
            cls.option_defaults = {**getattr(base, "option_defaults", {}), **cls.option_defaults}
        cls._rules = rules.of(cls, URL)
        declared.check(cls, URL)
        if "plan" in vars(cls):
            cls.plan = printed_without_passwords(cls.plan)  # type: ignore[method-assign]

    if TYPE_CHECKING:  # the backends take any text and any option; type checkers shall know better

        @overload
        def __new__(
            cls, text: "str | URL", /, *, profile: Literal["web"], base: "str | URL | None" = None
        ) -> "WebURL": ...
        @overload
        def __new__(cls, text: "str | URL", /, *, profile: str = "superset", **options: object) -> "Self": ...
        def __new__(cls, text: "str | URL", /, *, profile: str = "superset", **options: object) -> "URL": ...  # noqa: PYI034

    # How it is read

    @classmethod
    def try_parse(cls, text: "str | URL", /, *, profile: str = "superset", **options: object) -> "Self | None":
        """The URL, or None where ``URL(text)`` would raise URLError."""
        try:
            return cls(text, profile=profile, **options)
        except URLError:
            return None

    @classmethod
    def can_parse(cls, text: "str | URL", /, *, profile: str = "superset", **options: object) -> bool:
        """Whether it is a URL of this class, of any class for ``URL``."""
        if profile == "web":
            if cls is URL and not options and isinstance(text, str):
                return impl.web_can_parse(text)
            return cls._web_class().can_parse(text, profile=profile, **options)
        return cls.try_parse(text, profile=profile, **options) is not None

    @classmethod
    @declared_by(FORM)
    def _settings_from(cls, profile: str = "superset", **options: object) -> Settings | None:
        if profile == "web":
            return cls._web_class()._settings_from(profile, **options)
        if not options and isinstance(profile, str) and profile in PLAIN:
            return PLAIN[profile]
        return Settings(profile, options, {**_known_options, **cls.option_defaults})

    @classmethod
    def _web_class(cls) -> "type[WebURL]":
        """The class of the profile "web", which only URL itself makes objects of."""
        if cls is not URL:
            raise TypeError(f"{cls.__name__} is not for the profile 'web': write URL(text, profile='web')")
        from importlib import import_module  # few ask for it, and it stands on this module

        found: type[WebURL] = import_module(f"{__package__}.web").WebURL
        return found

    @classmethod
    @declared_by(FORM)
    def _rules_with(cls, settings: Settings) -> int:
        return rules.with_settings(cls, settings)

    @property
    def options(self) -> dict[str, object]:
        """The options it was read with."""
        return {} if self._settings is None else dict(self._settings.options)

    def _option(self, name: str) -> object:
        default = self.option_defaults.get(name)
        return default if self._settings is None else self._settings.options.get(name, default)

    @staticmethod
    def _compose(*_: "Any", **parts: "Any") -> tuple[str, str | None]:
        """Path and query from the parts of ``part_names``, as the caller gave them."""
        raise NotImplementedError

    @declared.plain
    def _check(self) -> None:
        """Raises URLError for what the scheme does not allow. For subclasses to extend."""
        check_characters(self)

    @property
    def _is_strict(self) -> bool:
        return self.profile in STRICT

    @property
    def error(self) -> URLError | None:
        """What the superset profile would refuse it for; None unless it was read under the lenient one."""
        if self.profile == "lenient":
            try:
                URL._parse(str(self), URL._settings_from("superset", **self.options))
            except URLError as error:
                return error
        return None

    @declared_by(FORM, JOIN)
    def _again(self, text: str) -> "URL":
        """Another URL, read in the same way, of this class if that is not the one its scheme would be given."""
        kind = type(self)
        if not any(_classes.get(name) is kind for name in kind.scheme_names):
            scheme = impl.split(text)[0]
            if not kind.scheme_names or (scheme or "").lower() in kind.scheme_names:
                return kind._parse(text, self._settings)
        return URL._parse(text, self._settings)

    # Other URLs from this one

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
        profile: str = "superset",
        **parts: object,
    ) -> "Self":
        """A URL from its parts: ``path``, ``fragment`` and a ``query`` of text as they are to be written, the others as
        they are meant; ``query`` is given as for ``with_query``. Each scheme has parts of its own, which stand for path
        and query: see its ``part_names``.
        """
        if profile == "web":
            login = {"user": user, "password": password}
            server = {"scheme": scheme, "host": host, "port": port}
            rest = {"path": path, "query": query, "fragment": fragment, **parts}
            return cls._web_class().build(**login, **server, **rest)  # type: ignore[arg-type, return-value]
        if scheme is None:
            if not cls.scheme_names:
                raise TypeError("build() needs a scheme")
            scheme = cls.scheme_names[0]
        authority = {"user": user, "password": password, "host": host, "port": port}
        kind = cls if cls is not URL else class_of(scheme)
        return build.built(cls, kind, scheme, authority, {"path": path, "query": query, **parts}, fragment, profile)

    if TYPE_CHECKING:

        @overload
        def replace(self, *, scheme: str, **parts: Any) -> "URL": ...
        @overload
        def replace(self, **parts: Any) -> "Self": ...
        def replace(self, **parts: Any) -> "URL": ...

    def _replaced(self, parts: "dict[str, Any]") -> "URL":
        """What ``replace`` makes. For subclasses to extend."""
        scheme = parts.get("scheme", self.scheme)
        kind = type(self) if scheme == self.scheme else class_of(scheme or "")
        if "query" in parts:
            parts["query"] = build.query_of(kind, parts["query"], self.profile)
        own = {name: value for name, value in parts.items() if name in (*kind.part_names, "query")}
        text = build.replaced(self, kind, parts)
        url = self if text == str(self) else self._again(text)
        build.check_read_back(url, own)
        return url

    def reference_from(self, base: "URL | str") -> str:
        """A reference that leads here from ``base``: ``base.join()`` makes of it what it makes of the whole URL. It is
        as short as its kind can be: a fragment, a query, a path, or all of it.
        """
        return relative.reference(self, self._as_url("base", base))

    @declared_by(JOIN)
    def join(self, reference: "str | URL", *, strict: bool = True, profile: str | None = None) -> "URL":
        """The reference as seen from here: RFC 3986 section 5, or RFC 1808 with ``profile="rfc1808"``.

        ``strict=False`` takes a reference that repeats the scheme for a relative one. The result is read as this URL
        was; should it lack a host or path that its scheme needs (``http:g``), it is lenient, and its ``error`` says so.
        """
        known: URL | None = self._known_joined(reference) if strict and profile is None else None
        if known is not None:
            return known
        text = resolve.reference_of(self, reference)
        return self._joined(resolve.resolved(self, text, strict=strict, profile=profile))

    @declared_by(JOIN)
    def _joined(self, text: str) -> "URL":
        try:
            return self._again(text)
        except URLError as error:
            if error.code not in ("missing-authority", "missing-host", "missing-path"):
                raise
            return URL(text, profile="lenient")

    def ambiguities(self) -> "list[ambiguity.Ambiguity]":
        """Where readers of URLs disagree about this one: about its host above all."""
        return ambiguity.of(self)

    # What a client does with it

    def plan(self, *_: "Any", **__: "Any") -> Plan:
        """What a client of the scheme would send. Nothing is opened. What can be chosen is for the scheme to say."""
        raise URLError("unsupported-scheme", 0, str(self))

    def read_bytes(self) -> bytes:
        """The content of what it names, for URLs of local files only."""
        raise URLError("not-a-file-url", 0, str(self))

    def to_path(self, *_: "Any", **__: "Any") -> str | bytes:
        """The path it names on this or another system, for file URLs only."""
        raise URLError("not-a-file-url", 0, str(self))

    # Being a value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.display()!r})"

    if not TYPE_CHECKING:  # type checkers would take every name for an attribute

        def __getattr__(self, name: str) -> object:
            other = called(name)
            if other is None:
                return object.__getattribute__(self, name)  # with the error that it has, if only that of a property
            named = f"{type(self).__name__} has no attribute {name!r}; it is called {other!r}"
            raise AttributeError(named, name=name, obj=self)

    def __copy__(self) -> "Self":
        return self

    def __deepcopy__(self, memo: object) -> "Self":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (type(self), str(self), self.profile, self.options)
        state = state_of(self, impl.BaseURL)
        return (_restore, arguments, state) if state else (_restore, arguments)


def _restore(kind: type[URL], text: str, profile: str, options: dict[str, object]) -> URL:
    return kind(text, profile=profile, **options)


register_base(URL)
