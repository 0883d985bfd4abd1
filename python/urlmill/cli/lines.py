"""Lines of URLs, read as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._fields import FIELDS
from .._io.arrow import pa, pc
from .._io.bad import Bad
from .._io.rows import Rows, lines_of
from .._io.tables import kept
from .._io.usage import UsageError
from ..columns import normalize, split
from ..columns._special import special_fields

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any

    from .._io.inputs import Block
    from .._url.normal import _Level

# Beside what a URL has: the line itself, its number, and its normal form.
_OWN = ("url", "line", "normal")


def check_fields(fields: list[str]) -> None:
    """Whether lines of URLs have them all."""
    try:
        special_fields([field for field in fields if field not in FIELDS and field not in _OWN])
    except ValueError as error:
        raise UsageError(str(error)) from None


def url_rows(fields: list[str], options: argparse.Namespace, level: _Level = "scheme") -> Callable[[Block], Rows]:
    """Reads URLs, one on each line. ``url`` is the line itself, ``line`` its number, ``normal`` its normal form of this
    level.
    """
    check_fields(fields)
    is_lenient = options.profile == "lenient"
    is_judged = not is_lenient or options.bad is not None or options.strict
    asked = [field for field in fields if field not in _OWN]
    asked += [field for field in ("error", "error_at") if is_judged and field not in asked]

    def read(block: Block) -> Rows:
        lines = lines_of(block)
        columns: dict[str, Any] = {"url": lines}
        if asked:
            parts = pa.table(split(lines, asked, profile=options.profile, threads=1))
            columns |= zip(parts.column_names, parts.columns, strict=True)
        if "normal" in fields:
            columns["normal"] = pa.chunked_array(normalize(lines, level, profile=options.profile, threads=1))
        if "line" in fields:
            columns["line"] = pa.array(range(block.first_line, block.first_line + len(lines)), pa.uint64())
        keep = pc.is_valid(lines) if lines.null_count else None
        bad: list[Bad] = []
        if is_judged:
            bad = _bad_of(block, lines, columns["error"], columns["error_at"])
            if bad and not is_lenient:
                keep = pc.and_(pc.is_valid(lines), pc.is_null(columns["error"]))
        table = pa.table({field: columns[field] for field in fields})
        return Rows(table if keep is None else kept(table, keep), bad)

    return read


def _bad_of(block: Block, lines: Any, codes: Any, places: Any) -> list[Bad]:
    """The lines that have an error."""
    rows = pc.indices_nonzero(pc.is_valid(codes)).to_pylist()
    return [Bad(block.first_line + row, codes[row].as_py(), places[row].as_py(), lines[row].as_py()) for row in rows]
