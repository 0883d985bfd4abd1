"""Rows as a table that fits the window of a terminal."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from .._printable import printable
from .arrow import pa, types
from .terminal import cells_of_line, cut, padded, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_GAP = 2  # cells between two columns
_LEAST = 8  # cells of text that tell something
_NUMBERS = {"uint16": 5, "uint32": 6}  # cells, so that the numbers of later rows fit too
_NUMBER = 9
_LOOKED_AT = 1000  # rows, to see how wide a column is


@dataclass(frozen=True)
class Column:
    """What there is to show of a column: how wide its name and its values are."""

    name: str
    natural: int
    is_text: bool  # it may be cut, and later rows may need more room
    is_number: bool = False


class Window:
    """Makes lines of rows. The first rows decide how wide the columns are. Later ones get more while there is room, and
    so do all if the window changes: then the names of the columns are written again.
    """

    def __init__(self) -> None:
        self._room = 0
        self._columns: list[Column] = []
        self._widths: list[int] = []
        self.left_out: list[str] = []  # columns for which there is no room

    def lines(self, table: Any, *, is_last: bool = False) -> str:
        """Those of some rows. If there are none, the names of the columns wait for the first row or the end."""
        if not table.num_rows and not (is_last and not self._columns):
            return ""
        cells = [_cells(column) for column in table.columns]
        new = list(map(_column, table.schema, cells))
        old = self._columns or new
        asked = [
            replace(before, natural=max(before.natural, now.natural)) for before, now in zip(old, new, strict=True)
        ]
        room = cells_of_line()
        head = ""
        if room != self._room or (self._has_room and self._is_cut(asked)):
            self._room, self._columns, self._widths = room, asked, widths(asked, room)
            self.left_out = [column.name for column in asked[len(self._widths) :]]
            head = self._line([column.name for column in asked])
        return head + "".join(map(self._line, zip(*cells, strict=True)))

    @property
    def _has_room(self) -> bool:
        return sum(self._widths) + _GAP * (len(self._widths) - 1) < self._room

    def _is_cut(self, columns: list[Column]) -> bool:
        return any(column.natural > cells for column, cells in zip(columns, self._widths, strict=False))

    def _line(self, values: Sequence[str]) -> str:
        shown = []
        for value, cells, column in zip(values, self._widths, self._columns, strict=False):
            text = cut(value, cells)
            shown.append(" " * (cells - width(text)) + text if column.is_number else padded(text, cells))
        return f"{(' ' * _GAP).join(shown).rstrip()}\n"


def widths(columns: Sequence[Column], room: int) -> list[int]:
    """The cells of each column, from the left on as many as there is room for.

    Text that is too long shares what the others leave. What is left over is for later rows: half as much again.
    """
    least = [min(column.natural, _LEAST) if column.is_text else column.natural for column in columns]
    least = [max(cells, width(column.name)) for cells, column in zip(least, columns, strict=True)]
    count, used = 0, -_GAP
    while count < len(columns) and used + _GAP + least[count] <= room:
        used += _GAP + least[count]
        count += 1
    if not count:
        return [room]
    found = least[:count]
    left = room - used
    for halves in (2, 3):
        # The narrowest first: what it does not need is for the others.
        open_ = sorted((column.natural, at) for at, column in enumerate(columns[:count]) if column.is_text)
        for place, (natural, at) in enumerate(open_):
            more = min(max(halves * natural // 2 - found[at], 0), left // (len(open_) - place))
            found[at] += more
            left -= more
    return found


def _column(field: Any, cells: list[str]) -> Column:
    is_number = types.is_integer(field.type) or types.is_floating(field.type) or types.is_decimal(field.type)
    is_text = not is_number and not types.is_temporal(field.type)
    natural = max([width(field.name), *map(width, cells[:_LOOKED_AT])])
    if is_number:
        natural = max(natural, _NUMBERS.get(str(field.type), _NUMBER))
    return Column(field.name, natural, is_text, is_number)


def _cells(column: Any) -> list[str]:
    """As TSV has them: nothing for null, quotes for empty text."""
    if types.is_nested(column.type):
        values = [None if value is None else json.dumps(value, ensure_ascii=False) for value in column.to_pylist()]
    else:
        values = column.cast(pa.large_string()).to_pylist()
    return ["" if value is None else printable(value) or '""' for value in values]
