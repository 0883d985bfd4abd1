"""What edits of single parts have in common: all that they do not name stays as it is written, octet for octet."""

from ..errors import URLError
from .components import Components
from .resolve import compose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self


class Editable(Components):
    """A URL that others can be made from."""

    __slots__ = ()

    def _again(self, text: str) -> "Any":
        """Another URL, read in the same way. URL has it."""
        raise NotImplementedError

    def _edited(self, text: str) -> "Self":
        """Another URL of the same scheme, and so of the same class."""
        url: Self = self._again(text)
        return url

    def _with_tail(self, path: str, query: str | None, fragment: str | None) -> "Self":
        """With another path, query and fragment, as they are to be written; and read back as such, or refused."""
        known = self._known_replaced(path=path, query=query, fragment=fragment)
        if known is not None:
            return known
        start = self._start_of("path")
        text = str(self)[:start] + compose(None, None, path, query, fragment)
        if text == str(self):
            return self
        url = self._edited(text)
        if (url.path, url.query, url.fragment, url.authority) != (path, query, fragment, self.authority):
            raise URLError("read-otherwise", start, text)
        return url

    def _as_url(self, name: str, given: "Components | str") -> "Any":
        """The URL that an argument is; text is read as this URL was."""
        if isinstance(given, Components):
            return given
        if not isinstance(given, str):
            raise TypeError(f"{name}: expected a URL or str, got {type(given).__name__}")
        return self._again(given)
