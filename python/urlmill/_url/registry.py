"""Which class the URLs of a scheme have."""

import atexit

from .._backend import impl
from . import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from .url import URL

    _Class = TypeVar("_Class", bound="type[URL]")

_classes: "dict[str, type[URL]]" = {}
_base: "list[type[URL]]" = []  # URL itself, the class of every other scheme
_known_options: dict[str, object] = {}


def register_base(cls: "type[URL]") -> None:
    """Makes ``cls`` the class of the URLs whose scheme has no class of its own."""
    impl.register(cls, [])
    _base.append(cls)
    _known_options.update(cls.option_defaults)


def known_classes() -> "dict[str, type[URL]]":
    """The class of each scheme, as they are now: while somebody goes through them, another thread may add one."""
    return _classes.copy()


def class_of(scheme: str) -> "type[URL]":
    """The class of the URLs of ``scheme``."""
    if not isinstance(scheme, str):
        raise TypeError(f"scheme: expected str, got {type(scheme).__name__}")
    return _classes.get(scheme.lower(), _base[0])


def _forget(cls: "type[URL]") -> None:
    """Lets go of a program's class at exit: the native module holds this one, and the collector cannot see that."""
    for scheme, known in known_classes().items():
        if known is cls:
            del _classes[scheme]


def register(cls: "_Class") -> "_Class":
    """Makes ``cls`` the class of the URLs whose scheme is one of its ``scheme_names``; usable as a decorator."""
    base = _base[0]
    if not (isinstance(cls, type) and issubclass(cls, base)):
        raise TypeError("register() takes a subclass of urlmill.URL")
    names: object = cls.scheme_names
    if not names or isinstance(names, str):
        raise TypeError(f"{cls.__name__}.scheme_names is a tuple of the schemes whose URLs are its own")
    if cls.__new__ is not base.__new__ or cls.__init__ is not base.__init__:
        raise TypeError(f"{cls.__name__} has a constructor of its own, but URL() makes its objects; use _check()")
    for name in cls.scheme_names:
        scheme, authority, path, _, _ = impl.split(f"{name}:")
        if scheme != name or name != name.lower() or authority is not None or path:
            raise ValueError(f"{name!r} is not a scheme in lower case")
    impl.register(cls, [declared.port_of(cls, name) for name in cls.scheme_names])
    if not cls.__module__.startswith("urlmill."):
        atexit.register(_forget, cls)
    _classes.update(dict.fromkeys(cls.scheme_names, cls))
    _known_options.update(cls.option_defaults)
    return cls
