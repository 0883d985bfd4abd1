"""The links of pages, as ``urlmill.crawl.links`` finds them, for ``extract --links``."""

from __future__ import annotations

from bisect import bisect_right

import pyarrow as pa
import pyarrow.compute as pc

from ..._io.bad import Bad
from ..._io.rows import LINE, Rows
from ..._io.tables import kept, valid_rows
from ...columns import split
from ...crawl import decode, links
from ..lines import check_fields, is_of_query, values_of_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._io.inputs import Block

# Of the columns of crawl.links; "url" is the href.
OF_LINKS = ("written", "tag", "attribute", "rel", "anchor", "nofollow", "same_site")
SHOWN = ("line", "column", "url", "tag", "attribute", "anchor", "nofollow")
_OWN = ("file", "line", "column", "url", *OF_LINKS)
_NOWHERE = ""  # without the URL of its page a relative link leads nowhere


class LinkFinder:
    """Finds the links of whole pages: rows with the parts of their hrefs, as browsers have them."""

    def __init__(self, fields: list[str], base: str | None, *, is_limited: bool) -> None:
        self._fields = fields
        self._parts = [field for field in fields if field not in _OWN]
        check_fields(self._parts, "web")
        self._base = base or _NOWHERE
        self._is_limited = is_limited

    def rows(self, block: Block) -> Rows:
        """Those of a page, which the block is. A link that leads nowhere is a bad line."""
        text = decode(block.octets)
        found: Any = pa.table(links(text, self._base))
        lines, columns = _places(text.encode("utf-8", "replace"), found.column("position").to_pylist())
        hrefs = found.column("href").combine_chunks()
        own = {
            "file": pa.array([block.source] * len(lines), pa.string()),
            "line": pa.array(lines, pa.uint64()),
            "column": pa.array(columns, pa.uint32()),
            "url": hrefs,
            **{name: found.column(name) for name in OF_LINKS},
            **values_of_query(hrefs.to_pylist(), self._parts, "web"),
        }
        asked = [field for field in self._parts if not is_of_query(field)]
        parts: Any = pa.table(split(hrefs, asked, profile="web", threads=1)) if asked else None
        wanted = {name: own[name] if name in own else parts.column(name) for name in self._fields}
        if self._is_limited:
            wanted[LINE] = own["line"]
        codes, written = found.column("error").combine_chunks(), found.column("written")
        bad = [Bad(lines[row], codes[row].as_py(), 0, written[row].as_py()) for row in valid_rows(codes)]
        table = pa.table(wanted)
        return Rows(kept(table, pc.is_null(codes)) if bad else table, bad)


def _places(octets: bytes, positions: list[int]) -> tuple[list[int], list[int]]:
    """The line and the column of each, counted from 1: columns in characters."""
    starts, at = [0], octets.find(b"\n")
    while at >= 0:
        starts.append(at + 1)
        at = octets.find(b"\n", at + 1)
    lines, columns = [], []
    line = before = characters = 0  # where the one before it was
    for position in positions:
        now = bisect_right(starts, position)
        if now != line:
            line, before, characters = now, starts[now - 1], 0
        if position >= before:
            characters += len(octets[before:position].decode("utf-8", "replace"))
        else:
            characters = len(octets[starts[now - 1] : position].decode("utf-8", "replace"))
        before = position
        lines.append(line)
        columns.append(characters + 1)
    return lines, columns
