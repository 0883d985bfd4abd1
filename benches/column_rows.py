"""What is measured in columns."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from . import column_data
from .column_contenders import sizes, splitters
from .column_functions import function_rows
from .column_row import ColumnRow
from .contenders import COLUMNS, CURVE, STDLIB, native
from .engine_rows import engine_rows

if TYPE_CHECKING:
    from collections.abc import Callable

SPLIT_GOAL, TWO_THREADS_GOAL = 70, 1.7
SPLIT_KEY = "columns-split"


def column_rows(rows: int) -> list[ColumnRow]:
    """None without pyarrow, which carries the columns."""
    if find_spec("pyarrow") is None:
        return []
    return [split_row(rows), *curve_rows(rows), *function_rows(rows // 5), *engine_rows(rows)]


def split_row(rows: int) -> ColumnRow:
    title = "five components, in columns"
    return ColumnRow(
        SPLIT_KEY, title, COLUMNS, SPLIT_GOAL, STDLIB, rows, column_data.urls, splitters(), components_of_objects
    )


def curve_rows(rows: int) -> list[ColumnRow]:
    if not native:
        return []
    title = "five components, by number of rows"
    return [ColumnRow("columns-curve", title, CURVE, None, str(rows), rows, column_data.urls, sizes(rows))]


def components_of_objects() -> Callable[[str], object]:
    import urlmill

    def components(text: str) -> object:
        url = urlmill.URL(text, profile="lenient")
        return url.scheme, url.authority, url.path, url.query, url.fragment

    return components
