"""Parameters by the rules of forms that the URL Standard has: its section 5."""

from .._backend import impl
from .octets import quoted
from .params import Params, web_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class WebParams(Params):
    """The parameters of a query as browsers read them: octets that are not UTF-8 become U+FFFD, and a parameter without
    "=" has the value "".
    """

    __slots__ = ()

    def items(self) -> tuple[tuple[str, str], ...]:
        """Names and values, in order."""
        found = self._items
        if found is None:
            found = tuple(read(self._raw or ""))
            object.__setattr__(self, "_items", found)
        return found  # type: ignore[return-value]  # no value is None here


def read(text: str) -> list[tuple[str, str]]:
    """Section 5.1: the parser."""
    return [(web_text(name), web_text(value or "")) for name, value in impl.query_fields(text)]


def written(pairs: "Iterable[tuple[str, str]]") -> str:
    """Section 5.2: the serializer."""
    return "&".join(f"{encoded(name)}={encoded(value)}" for name, value in pairs)


def encoded(text: str) -> str:
    """A name or a value as it is written."""
    return quoted(text, "* ").replace(" ", "+").replace("~", "%7E")
