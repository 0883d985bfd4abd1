"""What is measured in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...contenders import is_installed, native
from ...inputs import source
from ...names import COLUMNS, CURVE, STDLIB
from ..engines.rows import engine_rows
from . import data as column_data
from .contenders import sizes, splitters
from .functions import function_rows
from .row import ColumnRow
from .web import web_rows

if TYPE_CHECKING:
    from collections.abc import Callable

SPLIT_KEY = "columns-split"


def column_size() -> int:
    """How many rows a column has."""
    return column_data.how_many(source())


def column_rows(rows: int) -> list[ColumnRow]:
    """None without pyarrow, which carries the columns."""
    if not is_installed("pyarrow"):
        return []
    return [split_row(rows), *curve_rows(rows), *function_rows(rows // 5), *web_rows(rows), *engine_rows(rows)]


def split_row(rows: int) -> ColumnRow:
    title = "five components, in columns"
    return ColumnRow(SPLIT_KEY, title, COLUMNS, STDLIB, rows, column_data.urls, splitters(), components_of_objects)


def curve_rows(rows: int) -> list[ColumnRow]:
    if not native:
        return []
    title = "five components, by number of rows"
    return [ColumnRow("columns-curve", title, CURVE, str(rows), rows, column_data.urls, sizes(rows))]


def components_of_objects() -> Callable[[str], object]:
    import urlmill

    def components(text: str) -> object:
        url = urlmill.URL(text, profile="lenient")
        return url.scheme, url.authority, url.path, url.query, url.fragment

    return components
