"""What a class declares about its scheme, and what holds it to that.

The core makes normal forms, resolves references and checks characters by itself for every class that declares no way
of its own. So a class that overrides one of the methods below, and has not declared it, is refused when it is defined.
"""

from .._backend import impl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar, overload

    from .url import URL

    _Method = TypeVar("_Method", bound=Callable[..., Any])

FORM, JOIN = "has_own_form", "has_own_join"


class Ports:
    """A default port that depends on the scheme: ``default_port = Ports(80, {"https": 443})``."""

    __slots__ = ("_by_scheme", "_usual")

    def __init__(self, usual: int | None, by_scheme: dict[str, int]) -> None:
        self._usual = usual
        self._by_scheme = by_scheme

    def of(self, scheme: str | None) -> int | None:
        """The port of a scheme, which is given in lower case."""
        return self._by_scheme.get(scheme or "", self._usual)

    if TYPE_CHECKING:

        @overload
        def __get__(self, url: None, owner: object = None) -> "Ports": ...
        @overload
        def __get__(self, url: "URL", owner: object = None) -> int | None: ...

    def __get__(self, url: "URL | None", owner: object = None) -> "Ports | int | None":
        return self if url is None else self.of(url.scheme)


def declared_by(*names: str) -> "Callable[[_Method], _Method]":
    """Marks a method of URL: a class that overrides it sets these attributes."""

    def mark(method: "_Method") -> "_Method":
        vars(method)["declared_by"] = names
        return method

    return mark


def plain(check: "_Method") -> "_Method":
    """Marks a ``_check`` that refuses, without a profile or options, only the characters that the core refuses too."""
    vars(check)["is_plain"] = True
    return check


def http_form(check: "_Method") -> "_Method":
    """Marks a ``_check`` that asks, under a profile, for what the core knows of http, and for nothing else."""
    vars(check)["is_http_form"] = True
    return check


def has_http_form(cls: "type[URL]") -> bool:
    """Whether the core can check its URLs under every profile."""
    return getattr(cls._check, "is_http_form", False)


def has_plain_check(cls: "type[URL]") -> bool:
    """Whether the core can check the characters of its URLs."""
    return getattr(cls._check, "is_plain", False)


def port_of(cls: "type[URL]", scheme: str) -> int | None:
    """The default port of a scheme of this class, which declares no form of its own."""
    port: object = cls.default_port
    return port.of(scheme) if isinstance(port, Ports) else cls.default_port


def check(cls: "type[URL]", base: "type[URL]") -> None:
    """Raises TypeError if the class overrides what it has not declared."""
    added = [kind for kind in cls.__mro__ if kind not in base.__mro__]  # with what it has from elsewhere
    for name in (name for kind in added for name in vars(kind)):
        for declaration in _declarations(base, name):
            if not getattr(cls, declaration):
                raise TypeError(f"{cls.__name__} overrides {name}: expected {declaration} = True, got False")
    if not cls.has_own_form:
        for name, value in _data(cls):
            if not value:
                raise TypeError(f"{cls.__name__}.{name} is not a constant: expected {FORM} = True, got False")


_EDITS = ("_again", "_compose", "_divided_path", "_encoded", "_origin", "_replaced", "_segment", "_segment_safe",
          "_with_fields", "_with_path", "_with_tail", "effective_port", "has_dot_segments", "host_ascii",
          "is_hierarchical", "part_names", "query_form")  # fmt: skip


def has_own_edits(cls: "type[URL]", base: "type[URL]") -> bool:
    """Whether an edit or the origin of its URLs takes more than the text."""
    return cls.has_own_form or cls.has_own_join or any(getattr(cls, name) is not getattr(base, name) for name in _EDITS)


def _declarations(base: "type[URL]", name: str) -> "Iterator[str]":
    """What a class declares that has its own attribute of this name."""
    is_part = not name.startswith("__") and name in vars(impl.BaseURL) and name not in ("origin", "replace")
    if is_part or name in ("__str__", "__getattribute__"):
        yield FORM  # the core reads the text and its parts, whatever a class says of them
    found = getattr(base, name, None)
    found = getattr(found, "fget", None) or getattr(found, "__func__", found)
    yield from getattr(found, "declared_by", ())


def _data(cls: "type[URL]") -> "Iterator[tuple[str, bool]]":
    port: object = cls.default_port
    yield "default_port", port is None or isinstance(port, Ports) or (isinstance(port, int) and 0 <= port <= 65535)
    for name in ("has_dot_segments", "needs_host"):
        yield name, isinstance(getattr(cls, name), bool)
