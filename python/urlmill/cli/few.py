"""Few URLs, read for a template without pyarrow: to import it takes longer than all that there is to do."""

from __future__ import annotations

from .._backend import impl
from .._fields import FIELDS
from .._io.rows import Rows, Texts
from ..columns import query_value, split, unquote
from .template import Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from .._io.filters import Where
    from .._io.inputs import Block

FEW = 1 << 16  # octets
ENCODED = ("path", "query", "fragment")  # which the columns have as they are written
RAW = {name: f"raw_{name}" for name in ("user", "password", "host", "port")}
_ESCAPED = {code: f"%{code:02X}" for code in (*range(0x20), 0x7F)}


def is_plain(pieces: list[str | Item], where: Where, options: argparse.Namespace) -> bool:
    """Whether rows are all that is asked for, of parts that every URL has."""
    items = [piece for piece in pieces if isinstance(piece, Item)]
    is_all = not (where.fields or options.bad or options.strict or options.limit is not None or options.column)
    return is_all and options.profile == "lenient" and all(map(_is_plain, items))


def _is_plain(item: Item) -> bool:
    if item.is_must or item.is_default:
        return False
    if item.key is not None:
        return item.field == "query" and not item.is_raw
    return item.field in (*FIELDS, "url", "line")


def texts_of(pieces: list[str | Item], block: Block) -> Rows:
    """A text for each line of the block that is not blank."""
    table = impl.read_lines(block.octets)
    numbered = [(row, line) for row, line in enumerate(table.values("line")) if line is not None]
    lines = [line for _, line in numbered]
    columns = []
    for piece in pieces:
        if isinstance(piece, str):
            columns.append([piece] * len(lines))
        elif piece.field == "line":
            columns.append([str(block.first_line + row) for row, _ in numbered])
        else:
            columns.append([_filled(piece, value) for value in _values(piece, lines)])
    return Rows(Texts(["".join(row) for row in zip(*columns, strict=True)]))


def _values(item: Item, lines: list[str]) -> list[Any]:
    if item.field == "url":
        return lines
    if item.key is not None:
        return query_value(lines, item.key, threads=1).to_pylist()
    name = RAW.get(item.field, item.field) if item.is_raw else item.field
    values = split(lines, [name], profile="lenient", threads=1)[name]
    return (unquote(values, threads=1) if name in ENCODED and not item.is_raw else values).to_pylist()


def _filled(item: Item, value: Any) -> str:
    if value is None:
        return item.fallback or ""
    if isinstance(value, bool):
        return str(value).lower()
    # Of what every URL has, the columns decode the login only.
    is_decoded = item.key is not None or (not item.is_raw and item.field in ("user", "password", *ENCODED))
    return str(value).translate(_ESCAPED) if is_decoded else str(value)
