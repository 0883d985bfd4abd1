"""The fields that the classes of single schemes have, beside those of every URL."""

from typing import get_args, get_type_hints

from .._fields import FIELDS, near_to
from .._url.registry import known_classes
from .._url.url import URL
from ..errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS: dict[object, str] = {str: "text", int: "int", bool: "bool", list[str]: "list"}

_CLASSES: "dict[str, Any]" = {"text": str, "int": int, "bool": bool, "list": (list, tuple)}
_WORDS = {"text": "text", "int": "a number", "bool": "a truth value", "list": "a list of text"}
_LONGEST = 60  # characters of a name that is not known


class Special:
    """A property of the classes of some schemes."""

    __slots__ = ("kind", "name", "schemes")

    name: str
    kind: str  # "text", "int", "bool" or "list": said by the classes, so that it does not depend on the rows
    schemes: list[str] | None  # None for all

    def __init__(self, name: str) -> None:
        classes = _classes_with(name)
        if not classes:
            raise ValueError(unknown_field(name))
        kind = _kind_of_all(classes, name)
        if kind is None:
            raise TypeError(
                f"the field {name!r} is not one that a column can hold: "
                "it must be text, a number, a truth value or a list"
            )
        self.name = name
        self.kind = kind
        self.schemes = None if _is_field(URL, name) else list(classes)

    def check(self, profile: str) -> None:
        """Raises ValueError for one that the profile does not have."""
        if profile == "web" and self.schemes is not None:
            raise ValueError(f"the field {self.name!r} is of single schemes, whose parts the web profile does not have")

    def of(self, text: str, profile: str, row: int) -> object:
        """Its value; None where the class cannot tell."""
        try:
            value: object = getattr(URL(text, profile=profile), self.name, None)
        except URLError:
            return None
        return value if value is None else self._checked(value, row)

    def _checked(self, value: "Any", row: int) -> object:
        """The value if it is of its kind, which a class may say without its being so."""
        if not isinstance(value, _CLASSES[self.kind]):
            raise TypeError(f"row {row}: the field {self.name!r} is {_WORDS[self.kind]}, not {type(value).__name__}")
        if self.kind == "list":
            wrong = [type(item).__name__ for item in value if not isinstance(item, str)]
            if wrong:
                raise TypeError(f"row {row}: the field {self.name!r} is a list of text, not of {wrong[0]}")
        if self.kind != "int":
            return value
        if not -(1 << 63) <= value < 1 << 63:
            raise OverflowError(f"row {row}: the field {self.name!r} is a number that 64 bits cannot hold")
        return int(value)


def special_fields(names: list[str], profile: str = "lenient") -> list[Special]:
    """The fields of these names."""
    found = [Special(name) for name in names]
    for field in found:
        field.check(profile)
    return found


def special_names() -> list[str]:
    """All that there are, sorted."""
    names = {name for cls in known_classes().values() for name in dir(cls)}.difference(FIELDS)
    return sorted(name for name in names if _kind_of_all(_classes_with(name), name))


def unknown_field(name: str, more: tuple[str, ...] = ()) -> str:
    """What to say of a field that there is none of; ``more`` is what there is beside the fields of columns."""
    text = f"unknown field {name if len(name) <= _LONGEST else name[:_LONGEST] + '...'!r}"
    if name.startswith(("query:", "query-all:")):
        return f"{text}; query_value(urls, NAME) and urlmill get '{{query:NAME}}' give it"
    return f"{text}; {near_to(name, [*FIELDS, *more, *special_names()])}urlmill split --help lists the fields"


def _classes_with(name: str) -> dict[str, type[URL]]:
    if any(hasattr(cls, name) and not _is_field(cls, name) for cls in known_classes().values()):
        return {}  # it tells of a scheme, not of a URL
    return {scheme: cls for scheme, cls in known_classes().items() if _is_field(cls, name)}


def _kind_of_all(classes: dict[str, type[URL]], name: str) -> str | None:
    kinds = {_kind(cls, name) for cls in classes.values()}
    return kinds.pop() if len(kinds) == 1 else None


def _is_field(cls: type[URL], name: str) -> bool:
    if name.startswith("_"):
        return False
    found = getattr(cls, name, None)
    return isinstance(found, property) or type(found).__name__ == "getset_descriptor"


def _kind(cls: type[URL], name: str) -> str | None:
    found = getattr(cls, name)
    if not isinstance(found, property):
        # What the backends have is text, but for the port, which is a field of its own, and the origin.
        return None if name == "origin" else "text"
    try:
        hint = get_type_hints(found.fget).get("return")
    except NameError:  # a type that is there for type checkers only, which none of the kinds is
        return None
    kinds = [kind for kind in get_args(hint) if kind is not type(None)] if hint not in _KINDS else [hint]
    return _KINDS.get(kinds[0]) if len(kinds) == 1 else None
