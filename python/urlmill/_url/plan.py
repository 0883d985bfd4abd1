"""What a client would do with a URL: where to connect, what to send. Nothing here opens anything."""

import re

from ..errors import URLError

Connect = tuple[str, int]


class Plan:
    """Where to connect, as ``socket.create_connection`` takes it; the subclasses say what to send.

    Plans are read, compared and printed; they do not change. What is printed has no password in it.
    """

    __slots__ = ("connect",)
    __match_args__: tuple[str, ...] = ("connect",)

    connect: Connect | None

    def __init__(self, **fields: object) -> None:
        for name in self.__match_args__:
            object.__setattr__(self, name, fields[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("plans do not change")

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self._shown(name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), dict(zip(self.__match_args__, self._fields(), strict=True)))

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def _shown(self, name: str) -> object:
        """A field as it may be printed."""
        return getattr(self, name)


def _restore(kind: type[Plan], fields: dict[str, object]) -> Plan:
    return kind(**fields)


# What would end a command or a request early, or be cut off by a C string: RFC 1738 section 6.
LINE_ENDS = b"\r\n\0"


def on_the_wire(octets: bytes, position: int, url: str, refused: bytes = LINE_ENDS) -> bytes:
    """``octets``, unless one of them would be taken for a delimiter of the protocol."""
    if not set(refused).isdisjoint(octets):
        # The first of them that stands behind the start of the part, as an escape or as it is.
        written = "|".join(f"%{octet:02x}|{re.escape(chr(octet))}" for octet in refused)
        found = re.compile(written, re.IGNORECASE).search(url, position)
        raise URLError("control-char", found.start() if found else position, url)
    return octets
