"""Rows of columns as the URL Standard has them: a row has the parts of its href."""

from ..errors import URLError
from .column_fields import OF_TEXT, not_text
from .url import parts_of_href

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .column_fields import _Fault
    from .parse import Parts

    # The text that fields are made of, its parts unless it is left out, and what is wrong with it.
    _Read = tuple[str | bytes | None, Parts | None, _Fault | None]

_PASSED = "surrogatepass"
_NO_PARTS: "Parts" = (None, None, None, None, None, None, "", None, None)


def rows_read(texts: "list[str | bytes | None]", fields: "list[str]") -> "tuple[list[Any], list[Any], list[Any]]":
    """The texts that fields are made of, their parts, and what is wrong with them, a list of each."""
    one = _reference if OF_TEXT.issuperset(fields) else _url
    found = [one(_decoded(text)) for text in texts]
    return [text for text, _, _ in found], [parts for _, parts, _ in found], [fault for _, _, fault in found]


def _url(text: "str | bytes | None") -> "_Read":
    if not isinstance(text, str):
        return _reference(text)
    from . import web_href  # which the other profiles need not wait for

    try:
        href = web_href(text)
    except URLError as error:
        return text, None, (error.code, error.position)
    return href, parts_of_href(href), None


def _reference(text: "str | bytes | None") -> "_Read":
    """Any text will do where it is seen from a base."""
    if isinstance(text, bytes):
        return text, None, not_text(text, _PASSED)
    return text, None if text is None else _NO_PARTS, None


def _decoded(text: "str | bytes | None") -> "str | bytes | None":
    """Lone surrogates are text here, since the Standard replaces them."""
    if isinstance(text, bytes):
        try:
            return text.decode("utf-8", _PASSED)
        except UnicodeDecodeError:
            pass
    return text
