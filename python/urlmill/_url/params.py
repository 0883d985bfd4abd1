"""The parameters of a query: ``name=value&name=value``.

By the rules of forms a "+" is a space and a space is written "+"; by those of percent alone a "+" is a plus. Those of
the URL Standard are for forms too, and let less stand as it is. A class says by ``query_form`` which of them it has.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from .._backend import impl
from ..errors import URLError
from .elsewhere import called_in_params
from .octets import encoded, scalars, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal, TypeAlias, overload

    _QueryForm = Literal["form", "percent", "web"]
    _Value: TypeAlias = str | bytes | int | float | None
    _Values: TypeAlias = _Value | Sequence[_Value]
    _Query: TypeAlias = "str | Params | Mapping[str, _Values] | Iterable[tuple[str | bytes, _Values]]"

# What may stand as it is. Not "'", which browsers escape, nor ";", at which some readers divide.
_SAFE = {"form": "!$()*,/:?@", "percent": "!$()*,:@", "web": "*"}
_FEW = 16  # parameters that are looked at one by one
_OLD_SAFE = "!$()*,:@"  # RFC 1738 section 5: httpurl has neither "/" nor "?" in its search


class Params:
    """The parameters of a query, in order: a sequence of pairs of name and value, decoded, and a mapping from a name to
    its first value; it never changes.

    A parameter without "=" has the value None, one with nothing after its "=" has "".
    """

    __slots__ = ("_by_name", "_items", "_plus", "_raw", "_semicolons")

    _raw: str | None
    _plus: bool
    _semicolons: bool
    _items: "tuple[tuple[str, str | None], ...] | None"
    _by_name: "dict[str, list[str | None]] | None"

    def __init__(self, query: str | None, *, plus: bool = True, semicolons: bool = False) -> None:
        if query is not None and not isinstance(query, str):
            raise TypeError(f"query: expected str or None, got {type(query).__name__}")
        object.__setattr__(self, "_raw", query)
        object.__setattr__(self, "_plus", plus)
        object.__setattr__(self, "_semicolons", semicolons)
        object.__setattr__(self, "_items", None)
        object.__setattr__(self, "_by_name", None)

    if not TYPE_CHECKING:  # type checkers would take every name for an attribute

        def __getattr__(self, name: str) -> object:
            other = called_in_params(name)
            if other is None:
                return object.__getattribute__(self, name)
            raise AttributeError(f"Params has no attribute {name!r}; it is called {other!r}", name=name, obj=self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("the parameters of a URL do not change; with_query() and the like make another URL")

    def using(self, *, plus: bool | None = None, semicolons: bool | None = None) -> "Params":
        """The same query read by other rules: whether a "+" is a space, and whether a ";" divides parameters too."""
        return Params(
            self._raw,
            plus=self._plus if plus is None else plus,
            semicolons=self._semicolons if semicolons is None else semicolons,
        )

    def items(self) -> "tuple[tuple[str, str | None], ...]":
        """Names and values, in order."""
        found = self._items
        if found is None:
            raw = self._raw or ""
            fields = impl.query_fields(raw.replace(";", "&") if self._semicolons else raw)
            plus = self._plus
            if "%" in raw or (plus and "+" in raw):
                fields = [
                    (decoded(name, plus=plus), None if value is None else decoded(value, plus=plus))
                    for name, value in fields
                ]
            found = tuple(fields)
            object.__setattr__(self, "_items", found)
        return found

    def keys(self) -> tuple[str, ...]:
        """The names, in order, each as often as it stands there."""
        return tuple(name for name, _ in self.items())

    def values(self) -> tuple[str | None, ...]:
        """The values, in order."""
        return tuple(value for _, value in self.items())

    def get_all(self, name: str) -> list[str | None]:
        """Every value of a parameter, in order."""
        return [*self._values_of(name)]

    def get(self, name: str, default: str | None = None) -> str | None:
        """The first value of a parameter, or ``default`` if there is no such parameter."""
        return next(iter(self._values_of(name)), default)

    def _values_of(self, name: str) -> "Sequence[str | None]":
        """Every value of a parameter. Many are sorted out once: ``dict(params)`` asks for each of its names."""
        items = self.items()
        if len(items) <= _FEW:
            return [value for found, value in items if found == name]
        if self._by_name is None:
            by_name: dict[str, list[str | None]] = {}
            for found, value in items:
                by_name.setdefault(found, []).append(value)
            object.__setattr__(self, "_by_name", by_name)
        return (self._by_name or {}).get(name, ())

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: str) -> str | None: ...
        @overload
        def __getitem__(self, key: int) -> tuple[str, str | None]: ...
        @overload
        def __getitem__(self, key: slice) -> tuple[tuple[str, str | None], ...]: ...

    def __getitem__(self, key: str | int | slice) -> object:
        """By a name its first value, by an index a pair."""
        if not isinstance(key, str):
            return self.items()[key]
        values = self._values_of(key)
        if not values:
            raise KeyError(key)
        return values[0]

    def __contains__(self, item: object) -> bool:
        """Whether there is a parameter of this name, or this pair."""
        if isinstance(item, str):
            return bool(self._values_of(item))
        return item in self.items()

    def __iter__(self) -> "Iterator[tuple[str, str | None]]":
        return iter(self.items())

    def __len__(self) -> int:
        return len(self.items())

    def __eq__(self, other: object) -> bool:
        return self.items() == other.items() if isinstance(other, Params) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.items())

    def __str__(self) -> str:
        """The query as written; "" if there is none."""
        return self._raw or ""

    def __repr__(self) -> str:
        return f"Params({list(self.items())})"

    def __copy__(self) -> "Params":
        return self

    def __deepcopy__(self, memo: object) -> "Params":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _params, (self._raw, self._plus, self._semicolons)


def _params(query: str | None, plus: bool, semicolons: bool) -> Params:
    return Params(query, plus=plus, semicolons=semicolons)


def decoded(raw: str, *, plus: bool) -> str:
    """What a name or a value stands for."""
    return text_of(raw.replace("+", " ") if plus else raw)


def name_of(field: str, form: "_QueryForm") -> str:
    """The name of a field as written."""
    raw = field.partition("=")[0]
    return web_text(raw) if form == "web" else decoded(raw, plus=form == "form")


def web_text(raw: str) -> str:
    """What a name or a value stands for by the URL Standard, section 5.1."""
    return impl.unquote_to_bytes(scalars(raw).replace("+", " ").encode("utf-8")).decode("utf-8", "replace")


def query_text(query: "_Query", form: "_QueryForm", profile: str) -> str | None:
    """The query that these parameters are written as; None if there are none. Text is as written already."""
    if isinstance(query, str):
        return str.__str__(query)
    if isinstance(query, Params) and _is_written(query, form):
        return query._raw
    return "&".join(field for _, fields in named_fields(query, form, profile) for field in fields) or None


def named_fields(query: "_Query", form: "_QueryForm", profile: str) -> "Iterator[tuple[str, list[str]]]":
    """The names of parameters, decoded, and what they are written as; a sequence is one field for each value."""
    if _is_written(query, form):
        for field in filter(None, (query_text(query, form, profile) or "").split("&")):
            yield name_of(field, form), [field]
        return
    for name, value in _pairs(query):
        written = _written(name, "a name", form, profile)
        if isinstance(value, (Iterator, AbstractSet)):  # it is used up by one reader, or has no order
            raise TypeError(f"query: expected a list or a tuple of values, got {type(value).__name__}")
        values = value if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) else (value,)
        yield name_of(written, form), [_field(written, each, form, profile) for each in values]


def _is_written(query: "_Query", form: "_QueryForm") -> bool:
    """Whether it is as it is to be written: text, or the parameters of a query that has the same rules."""
    return isinstance(query, str) or (
        isinstance(query, Params) and query._plus == (form != "percent") and not query._semicolons
    )


def _pairs(query: "_Query") -> "Iterable[tuple[str | bytes, _Values]]":
    given: Any = query
    items = getattr(given, "items", None)
    if callable(items):
        given = items()
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise TypeError(f"query: expected str, a mapping, pairs or None, got {type(query).__name__}")
    for pair in given:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"query: expected pairs of a name and a value, got {type(pair).__name__}")
        yield pair[0], pair[1]


def _field(name: str, value: "_Value", form: "_QueryForm", profile: str) -> str:
    """A name as written and a value as meant."""
    if value is not None:
        return f"{name}={_written(_as_text(value), 'a value', form, profile)}"
    if not name:
        raise URLError("bad-parameter", 0, "")  # nothing between two "&" is not a parameter
    return name


def _as_text(value: "_Value") -> "_Value":
    if isinstance(value, bool):  # "True", "true", "1" or ""? The caller knows
        raise TypeError("query: expected str, bytes, int, float or None as a value, got bool")
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if value - value != 0:
            raise URLError("bad-parameter", 0, float.__repr__(value))
        return float.__repr__(value)
    return value


def _written(value: "_Value", what: str, form: "_QueryForm", profile: str) -> str:
    if not isinstance(value, (str, bytes)):
        expected = "str or bytes" if what == "a name" else "str, bytes, int, float or None"
        raise TypeError(f"query: expected {expected} as {what}, got {type(value).__name__}")
    raw = encoded(value, _OLD_SAFE if profile == "rfc1738" else _SAFE[form])
    if profile == "rfc1738" or form == "web":
        raw = raw.replace("~", "%7E")  # C-13; URL Standard section 1.3
    # An escape that stands in the value itself is "%2520" by now.
    return raw if form == "percent" else raw.replace("%20", "+")
