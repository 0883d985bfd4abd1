"""A URL with its parts underlined and named below.

https://example.org/a?b#c
└─┬─┘   └────┬────┘├┘ ┬ ┬
  │          │     │  │ fragment
  │          │     │  query
  scheme     host  path
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from ..._io.terminal import width
from ..._printable import can_show, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Row = list[tuple[str, str | None]]  # pieces of a line, each with the part it belongs to

_FINE = ("└", "─", "┬", "┘", "├", "│")
_PLAIN = ("`", "-", "+", "'", "|", "|")  # for terminals that cannot draw boxes


@dataclass(frozen=True)
class Span:
    """A part: its name, and where it stands, in characters of the text or in cells of a line."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class _Label:
    name: str
    column: int
    row: int


def ruled(
    text: str, spans: Sequence[Span], *, limit: int | None = None, encoding: str = "utf-8"
) -> Iterator[list[Row]]:
    """The text in lines of at most ``limit`` cells, and below each what rules it. Spans are in order, apart."""
    signs = _FINE if can_show("".join(_FINE), encoding) else _PLAIN
    pieces = [printable(char, encoding) for char in text]
    for start, end in _lines([width(piece) for piece in pieces], limit):
        columns = list(accumulate((width(piece) for piece in pieces[start:end]), initial=0))
        clipped = [Span(span.name, max(span.start, start), min(span.end, end)) for span in spans]
        inside = [span for span in clipped if span.start < span.end]
        cells = [Span(span.name, columns[span.start - start], columns[span.end - start]) for span in inside]
        written = _written(pieces, inside, start, end)
        yield [written, *_ruler([span for span in cells if span.start < span.end], signs)]


def _lines(widths: list[int], limit: int | None) -> Iterator[tuple[int, int]]:
    start = taken = 0
    for at, cells in enumerate(widths):
        if limit is not None and taken + cells > limit and at > start:
            yield start, at
            start, taken = at, 0
        taken += cells
    yield start, len(widths)


def _written(pieces: list[str], spans: list[Span], start: int, end: int) -> Row:
    row: Row = []
    for span in spans:
        row += [("".join(pieces[start : span.start]), None), ("".join(pieces[span.start : span.end]), span.name)]
        start = span.end
    return [*row, ("".join(pieces[start:end]), None)]


def _ruler(spans: list[Span], signs: Sequence[str]) -> list[Row]:
    if not spans:
        return []
    *_, bar = signs
    labels = _placed(spans)
    rows = [_row([(span.start, _bracket(span.end - span.start, signs), span.name) for span in spans])]
    for row in range(max(label.row for label in labels) + 1):
        seen = [label for label in labels if label.row >= row]
        rows.append(_row([(each.column, each.name if each.row == row else bar, each.name) for each in seen]))
    return rows


def _placed(spans: list[Span]) -> list[_Label]:
    """From the right, each on the highest row where it ends before whatever is there: names, and lines that lead down
    to names. Its own line leads down on the left of all that was placed before.
    """
    free: list[int] = []  # where the first thing of each row begins, as far as names have been placed
    labels = []
    for span in reversed(spans):
        column = span.start + _middle(span.end - span.start)
        after = column + len(span.name) + 1
        row = next((row for row, start in enumerate(free) if after <= start), len(free))
        if row == len(free):
            free.append(column)
        free[: row + 1] = [column] * (row + 1)
        labels.append(_Label(span.name, column, row))
    return labels[::-1]


def _middle(cells: int) -> int:
    return (cells - 1) // 2


def _bracket(cells: int, signs: Sequence[str]) -> str:
    left, line, drop, right, left_drop, _ = signs
    if cells == 1:
        return drop
    middle = _middle(cells)
    if middle == 0:
        return left_drop + right
    return left + line * (middle - 1) + drop + line * (cells - middle - 2) + right


def _row(pieces: list[tuple[int, str, str]]) -> Row:
    row: Row = []
    end = 0
    for column, text, name in pieces:
        row += [(" " * (column - end), None), (text, name)]
        end = column + len(text)
    return row
