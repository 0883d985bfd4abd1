"""Who is trusted together: RFC 6454."""

from __future__ import annotations

from collections.abc import Callable

Triple = tuple[str, str, int]
# Named out here: within the class, `tuple` is the attribute.
_Reduced = tuple[Callable[..., "Origin"], tuple[Triple | None, bool]]


class Origin:
    """Scheme, host and port; or opaque, and then like no other, not even like itself seen from another URL."""

    __slots__ = ("_is_default_port", "tuple")
    __match_args__ = ("tuple",)

    tuple: Triple | None
    _is_default_port: bool

    def __init__(self, parts: Triple | None, *, is_default_port: bool = False) -> None:
        _set_tuple(self, parts)
        _set_is_default_port(self, is_default_port)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("origins do not change")

    def __copy__(self) -> Origin:
        return self  # so that an opaque one stays like itself

    def __deepcopy__(self, memo: object) -> Origin:
        return self

    def __reduce__(self) -> _Reduced:
        return _origin, (self.tuple, self._is_default_port)

    @property
    def opaque(self) -> bool:
        """Whether there is no server to go by."""
        return self.tuple is None

    @property
    def serialized(self) -> str:
        """As in an Origin header: RFC 6454 section 6.2."""
        if self.tuple is None:
            return "null"
        scheme, host, port = self.tuple
        return f"{scheme}://{host}" if self._is_default_port else f"{scheme}://{host}:{port}"

    def __str__(self) -> str:
        return self.serialized

    def __repr__(self) -> str:
        return f"Origin({self.tuple!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Origin):
            return NotImplemented
        return self is other or (self.tuple is not None and self.tuple == other.tuple)

    def __hash__(self) -> int:
        return id(self) if self.tuple is None else hash(self.tuple)


# Faster than ``object.__setattr__``, which looks for them first.
_set_tuple = vars(Origin)["tuple"].__set__
_set_is_default_port = vars(Origin)["_is_default_port"].__set__


def _origin(parts: Triple | None, is_default_port: bool) -> Origin:
    return Origin(parts, is_default_port=is_default_port)
