r"""Templates: text, and in braces what is put there.

template = *( text / "{{" / "}}" / "\t" / "\n" / "\\" / "{" *prefix name [ "|" fallback ] "}" )
prefix   = "must:" / "raw:" / "default:"
name     = a field, "url", "line", "normal", or "query:" or "query-all:" and the name of a field of the query
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .._fields import FIELDS, OF_WEB
from .._io.usage import UsageError
from ..columns._special import special_names, unknown_field

_PIECE = re.compile(
    r"(?P<double>\{\{|\}\})|\{(?P<item>[^{}]*)\}|(?P<brace>[{}])|(?P<escape>\\[tn\\])|[^{}\\]+|\\", re.DOTALL
)
_ESCAPES = {r"\t": "\t", r"\n": "\n", r"\\": "\\"}
_PREFIXES = ("must:", "raw:", "default:")
_OF_QUERY = ("query", "query-all")
OF_LINES = ("url", "line", "normal")  # what a row has besides the parts of its URL


@dataclass(frozen=True)
class Item:
    """What one pair of braces asks for."""

    field: str
    key: str | None = None  # of a field of the query
    is_must: bool = False
    is_raw: bool = False
    is_default: bool = False
    fallback: str | None = None

    @property
    def name(self) -> str:
        """As it is written, without prefixes."""
        return self.field if self.key is None else f"{self.field}:{self.key}"


def parsed(template: str) -> list[str | Item]:
    """The pieces of a template: text as it is to be written, and items."""
    pieces: list[str | Item] = []
    for found in _PIECE.finditer(template):
        if found["brace"]:
            at = found.start()
            raise UsageError(f"the template has a lone {found[0]} at position {at}; write {found[0] * 2} for a brace")
        if found["item"] is not None:
            pieces.append(_item(found["item"]))
        elif found["double"]:
            pieces.append(found[0][0])
        else:
            pieces.append(_ESCAPES.get(found[0], found[0]))
    if not any(isinstance(piece, Item) for piece in pieces):
        raise UsageError("the template names no field; write one in braces, such as {host}")
    return pieces


def _item(text: str) -> Item:
    name, bar, fallback = text.partition("|")
    given = set()
    while prefix := next((each for each in _PREFIXES if name.startswith(each)), None):
        given.add(prefix)
        name = name.removeprefix(prefix)
    field, colon, key = name.partition(":")
    if (colon and field not in _OF_QUERY) or (field in _OF_QUERY and not key and name != "query"):
        raise UsageError(f"{{{text}}}: write {{query:NAME}} for a field of the query; before a field there may be "
                         f"{', '.join(_PREFIXES)}")  # fmt: skip
    if field == "query-all" and "raw:" in given:
        raise UsageError(f"{{{text}}}: all the values of a field are to be had decoded only")
    check_field("query" if key else field)
    if "default:" in given and field != "port":
        raise UsageError(f"{{{text}}}: only a port has a default; for others write {{{name}|VALUE}}")
    if "must:" in given and bar:
        raise UsageError(f"{{{text}}}: what must be there needs no other value")
    return Item(
        field,
        key if colon else None,
        is_must="must:" in given,
        is_raw="raw:" in given,
        is_default="default:" in given,
        fallback=fallback if bar else None,
    )


def check_field(name: str) -> None:
    """Raises UsageError unless rows have such a field, under whatever profile."""
    if name not in FIELDS and name not in OF_WEB and name not in OF_LINES and name not in special_names():
        raise UsageError(unknown_field(name, OF_LINES))
