"""The fields a column of URLs has: those of every URL, and those of single schemes."""

from typing import get_args, get_type_hints

from .errors import URLError
from .url import URL, _classes

FIELDS = (
    "scheme", "user", "password", "host", "port", "netloc", "path", "query", "fragment", "extension", "depth",
    "registrable_domain", "public_suffix", "error", "error_at",
)  # fmt: skip

_KINDS: dict[object, str] = {str: "text", int: "int", bool: "bool", list[str]: "list"}


class Special:
    """A property of the classes of some schemes."""

    __slots__ = ("kind", "name", "schemes")

    name: str
    kind: str  # "text", "int", "bool" or "list": said by the classes, so that it does not depend on the rows
    schemes: list[str] | None  # None for all

    def __init__(self, name: str) -> None:
        classes = {scheme: cls for scheme, cls in _classes.items() if _is_field(cls, name)}
        if any(hasattr(cls, name) and not _is_field(cls, name) for cls in _classes.values()):
            classes = {}  # it tells of a scheme, not of a URL
        self.name = name
        self.schemes = None if _is_field(URL, name) else list(classes)
        if not classes:
            raise ValueError(f"there is no field {name!r}; there are {', '.join(FIELDS)}, and what single schemes have")
        kinds = {_kind(cls, name) for cls in classes.values()}
        if len(kinds) != 1 or None in kinds:
            raise TypeError(
                f"the field {name!r} is not one that a column can hold: text, a number, a truth value or a list"
            )
        self.kind = next(kind for kind in kinds if kind)

    def of(self, text: str, profile: str) -> object:
        """Its value; None where the class cannot tell."""
        try:
            return getattr(URL(text, profile=profile), self.name, None)
        except URLError:
            return None


def special_fields(names: list[str]) -> list[Special]:
    """The fields of these names."""
    return [Special(name) for name in names]


def _is_field(cls: type[URL], name: str) -> bool:
    if name.startswith("_"):
        return False
    found = getattr(cls, name, None)
    return isinstance(found, property) or type(found).__name__ == "getset_descriptor"


def _kind(cls: type[URL], name: str) -> str | None:
    found = getattr(cls, name)
    if not isinstance(found, property):
        return "text"  # what the backends have is text, but for the port, which is a field of its own
    hint = get_type_hints(found.fget).get("return")
    kinds = [kind for kind in get_args(hint) if kind is not type(None)] if hint not in _KINDS else [hint]
    return _KINDS.get(kinds[0]) if len(kinds) == 1 else None
