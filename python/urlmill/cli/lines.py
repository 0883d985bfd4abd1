"""Lines of URLs, read as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from .._backend import impl
from ..columns import split
from .bad import Bad
from .job import Rows
from .tables import kept

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any

    from .inputs import Block


def lines_of(block: Block) -> Any:
    """The lines of a block as a pyarrow array, without their ends; a blank one is null.

    A line that is no UTF-8 is read as Latin-1, in which anything can be read.
    """
    (column,) = pa.table(impl.read_lines(block.octets)).columns
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def url_rows(fields: list[str], options: argparse.Namespace) -> Callable[[Block], Rows]:
    """Reads URLs, one on each line; ``url`` is the line itself, ``line`` its number."""
    parts = [field for field in fields if field not in ("url", "line")]
    is_lenient = options.profile == "lenient"
    is_judged = not is_lenient or options.bad is not None or options.strict
    asked = list(dict.fromkeys([*parts, *(("error", "error_at") if is_judged else ())]))

    def read(block: Block) -> Rows:
        lines = lines_of(block)
        parsed = pa.table(split(lines, asked, profile=options.profile, threads=1)) if asked else None
        bad = bad_of(block, lines, parsed) if is_judged else []
        table = pa.table([_column(field, block, lines, parsed) for field in fields], names=fields)
        keep = pc.is_valid(lines) if lines.null_count else None
        if bad and not is_lenient:
            keep = pc.and_(pc.is_valid(lines), pc.is_null(parsed.column("error")))
        return Rows(table if keep is None else kept(table, keep), bad)

    return read


def _column(field: str, block: Block, lines: Any, parsed: Any) -> Any:
    if field == "line":
        return pa.array(range(block.first_line, block.first_line + len(lines)), pa.uint64())
    return lines if field == "url" else parsed.column(field)


def bad_of(block: Block, lines: Any, table: Any) -> list[Bad]:
    """The lines that have an error."""
    codes = table.column("error").combine_chunks()
    rows = pc.indices_nonzero(pc.is_valid(codes)).to_pylist()
    places = table.column("error_at")
    return [Bad(block.first_line + row, codes[row].as_py(), places[row].as_py(), lines[row].as_py()) for row in rows]
