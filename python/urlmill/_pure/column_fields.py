"""What columns say of a row, one function for each field; the name is that of the field."""

from operator import itemgetter
from urllib.parse import quote, quote_plus, unquote, unquote_plus, unquote_to_bytes

from .blake2 import fingerprint
from .query import query_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .parse import Parts

    _Fault = tuple[str, int]

FIELDS: "dict[str, Callable[[Row, Any], object]]" = {}
# Those that follow from the parts, which all but nulls have: for them no Row is made.
OF_PARTS: "dict[str, Callable[[Parts], object]]" = {}
OF_TEXT = frozenset(
    ("joined", "unquoted", "quoted", "canonical", "key", "fingerprint")
)  # those that any text has, be it a URL or not


class Row:
    """A row: its text, or octets that are none; its parts unless it is left out; what is wrong with it."""

    __slots__ = ("asked", "fault", "number", "parts", "text")

    def __init__(
        self, number: int, text: "str | bytes | None", parts: "Parts | None", fault: "_Fault | None", asked: "Any"
    ) -> None:
        self.number = number
        self.text = text
        self.parts = parts
        self.fault = fault
        self.asked = asked


def _of_parts(name: str, make: "Callable[[Parts], object]") -> None:
    OF_PARTS[name] = make
    FIELDS[name] = lambda row, _: None if row.parts is None else make(row.parts)


def _of_text(name: str, make: "Callable[[str, Any, Row], object]") -> None:
    # Only what has parts is text that counts.
    FIELDS[name] = lambda row, argument: None if row.parts is None else make(str(row.text), argument, row)


def _number(port: str | None) -> int | None:
    if not port or not (port.isascii() and port.isdigit()) or len(port := port.lstrip("0") or "0") > 5:
        return None
    number = int(port)
    return number if number <= 65535 else None


def _unquoted(raw: str | None) -> str | None:
    if raw is None or "%" not in raw:
        return raw
    try:
        return unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        return None


def _extension(scheme: str | None, path: str) -> str | None:
    if scheme is not None and not path.startswith("/"):
        return None  # "mailto:a@b.example" has no path of names
    name = path.rpartition("/")[2].partition(";")[0].lstrip(".")
    _, dot, extension = name.rpartition(".")
    return extension.lower() if dot and extension else None


def _items(parts: "Parts") -> list[dict[str, str | None]]:
    fields = query_fields(parts[7] or "")
    form = [(_unquoted(name.replace("+", " ")), _unquoted((value or "").replace("+", " "))) for name, value in fields]
    return [{"name": name, "value": value} for name, value in form]


def _value(row: Row, key: str) -> str | None:
    if row.parts is None:
        return None
    return next((item["value"] for item in _items(row.parts) if item["name"] == key), None)


def _joined(reference: str, base: "Any", row: Row) -> object:
    text = base if isinstance(base, str) else base.text(row.number)
    return None if text is None else row.asked.joined(text, reference)


def _fingerprint(text: str, how: "tuple[str, int, str, str]", row: Row) -> bytes | None:
    form = row.asked.canonical(text)
    return None if form is None else fingerprint(form, *how[2:])


def _quoted(text: str, how: tuple[str, bool], row: Row) -> str:  # noqa: ARG001
    safe, is_plus = how
    return quote_plus(text, safe) if is_plus else quote(text, safe)


_of_parts("scheme", lambda parts: parts[0] and parts[0].lower())
_of_parts("netloc", itemgetter(1))
_of_parts("user", lambda parts: _unquoted(parts[2]))
_of_parts("password", lambda parts: _unquoted(parts[3]))
_of_parts("host", lambda parts: parts[4] and parts[4].lower())
_of_parts("port", lambda parts: _number(parts[5]))
_of_parts("path", itemgetter(6))
_of_parts("query", itemgetter(7))
_of_parts("fragment", itemgetter(8))
_of_parts("depth", lambda parts: sum(map(bool, parts[6].split("/"))))
_of_parts("extension", lambda parts: _extension(parts[0], parts[6]))
_of_parts("query_items", _items)
_of_text("registrable_domain", lambda text, private, row: row.asked.registrable_domain(text, private is not False))
_of_text("public_suffix", lambda text, private, row: row.asked.public_suffix(text, private is not False))
_of_text("normal", lambda text, level, row: row.asked.normal(text, level))
_of_text("href", lambda text, *_: text)
_of_text("origin", lambda text, _, row: row.asked.origin(text))
_of_text("canonical", lambda text, _, row: row.asked.canonical(text))
_of_text("key", lambda text, _, row: row.asked.canonical(text))
_of_text("fingerprint", _fingerprint)
_of_text("joined", _joined)
_of_text("unquoted", lambda text, is_plus, _: unquote_plus(text) if is_plus else unquote(text))
_of_text("quoted", _quoted)
FIELDS["query_value"] = _value
FIELDS["error"] = lambda row, _: row.fault and row.fault[0]
FIELDS["error_at"] = lambda row, _: row.fault and row.fault[1]
FIELDS["valid"] = lambda row, _: None if row.text is None else row.parts is not None


def not_text(octets: bytes, errors: str = "strict") -> "_Fault":
    """What is wrong with octets that cannot be decoded."""
    try:
        octets.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        return "bad-char", len(octets[: error.start].decode("utf-8", errors))
    raise AssertionError("it is text")
