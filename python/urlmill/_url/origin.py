"""Who is trusted together: RFC 6454."""

from __future__ import annotations

Triple = tuple[str, str, int]
# Named out here: within the class, `tuple` is the attribute.
_Reduced = tuple[type["Origin"], tuple[Triple | None, bool]]


class Origin:
    """Scheme, host and port; or opaque, and then like no other, not even like itself seen from another URL."""

    __slots__ = ("_is_default_port", "_tuple")
    __match_args__ = ("tuple",)

    def __init__(self, parts: Triple | None, is_default_port: bool = False) -> None:
        self._tuple = parts
        self._is_default_port = is_default_port

    @property
    def tuple(self) -> Triple | None:
        """Scheme, host and port; None if it is opaque."""
        return self._tuple

    def __copy__(self) -> Origin:
        return self  # so that an opaque one stays like itself

    def __deepcopy__(self, memo: object) -> Origin:
        return self

    def __reduce__(self) -> _Reduced:
        return Origin, (self._tuple, self._is_default_port)

    @property
    def opaque(self) -> bool:
        """Whether there is no server to go by."""
        return self._tuple is None

    @property
    def serialized(self) -> str:
        """As in an Origin header: RFC 6454 section 6.2."""
        if self._tuple is None:
            return "null"
        scheme, host, port = self._tuple
        return f"{scheme}://{host}" if self._is_default_port else f"{scheme}://{host}:{port}"

    def __str__(self) -> str:
        return self.serialized

    def __repr__(self) -> str:
        return f"Origin({self._tuple!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Origin):
            return NotImplemented
        return self is other or (self._tuple is not None and self._tuple == other._tuple)

    def __hash__(self) -> int:
        return id(self) if self._tuple is None else hash(self._tuple)
