"""The bar chart for the README, of the rows against urllib.parse."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..names import DROP_IN, NATIVE
from ..results import Measured, Results
from .svg import CAPTION_LINE, caption, card, text_at, written
from .tables import SAME, times

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..interval import Estimate

WIDTH, LEFT, RIGHT = 880, 244, 84
TOP, ROW, BOTTOM = 84, 34, 20
DESCRIBED = "How many times faster than urllib.parse urlmill is, by operation"


def svg(results: Results) -> str:
    rows = results.of(DROP_IN)
    step, top = _scale(max(max(row.goal or 0, native(row), *_values(row.peers)) for row in rows))
    plot = WIDTH - LEFT - RIGHT
    axis = TOP + ROW * len(rows)
    notes = caption(results)
    height = axis + 34 + CAPTION_LINE * len(notes) + BOTTOM

    def x(ratio: float) -> float:
        return round(LEFT + plot * ratio / top, 1)

    parts = [
        *card(WIDTH, height, DESCRIBED, "Times faster than urllib.parse"),
        *_legend(),
    ]
    for tick in range(0, int(top) + 1, step):
        parts.append(f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{TOP - 6}" y2="{axis}"/>')
        parts.append(text_at(x(tick), axis + 15, f"{tick}x", "soft", "middle"))
    parts.append(f'<line class="one" x1="{x(1)}" x2="{x(1)}" y1="{TOP - 6}" y2="{axis}"/>')
    for index, row in enumerate(rows):
        parts += _bars(row, TOP + ROW * index, x)
    parts += [*written(notes, axis + 40), "</svg>"]
    return "\n".join(parts) + "\n"


def native(row: Measured) -> float:
    """1 where the function is the interpreter's own."""
    ratio = row.ratio(NATIVE)
    return ratio.value if ratio else 1


def _values(peers: dict[str, Estimate]) -> list[float]:
    return [ratio.value for ratio in peers.values()]


def _scale(largest: float) -> tuple[int, float]:
    """The distance between grid lines and the end of the axis."""
    step = next((step for step in (1, 2, 5, 10, 20, 50) if largest / step <= 10), 100)
    return step, math.ceil(largest / step) * step


def _legend() -> list[str]:
    y = 58
    return [
        f'<rect class="native" x="20" y="{y - 10}" width="22" height="12" rx="2"/>',
        text_at(48, y, "urlmill"),
        f'<rect class="peer" x="108" y="{y - 8}" width="22" height="8" rx="2"/>',
        text_at(136, y, "best peer (often with other semantics)"),
        f'<line class="goal" x1="388" x2="388" y1="{y - 12}" y2="{y + 3}"/>',
        text_at(396, y, "goal"),
        f'<line class="one" x1="446" x2="468" y1="{y - 4}" y2="{y - 4}"/>',
        text_at(476, y, "urllib.parse itself"),
    ]


def _bars(row: Measured, y: int, x: Callable[[float], float]) -> list[str]:
    """The name, our bar with the goal across it, and the best peer's bar below."""
    ratio, goal = native(row), x(row.goal or 0)
    parts = [
        text_at(20, y + 14, row.title),
        f'<rect class="native" x="{LEFT}" y="{y + 3}" width="{x(ratio) - LEFT:.1f}" height="13" rx="2"/>',
        f'<line class="goal" x1="{goal}" x2="{goal}" y1="{y}" y2="{y + 19}"/>',
    ]
    value = times(row.ratio(NATIVE)) or SAME
    at = x(ratio) + 6
    if at - 4 < goal < at + 8 * len(value) + 6:  # the goal would run through the figure
        at = goal + 6
    parts.append(text_at(at, y + 14, value, "value"))
    if peer := row.best_peer:
        end = x(row.peers[peer].value)
        parts.append(f'<rect class="peer" x="{LEFT}" y="{y + 18}" width="{end - LEFT:.1f}" height="8" rx="2"/>')
        parts.append(text_at(end + 6, y + 26, f"{times(row.peers[peer])} {peer}", "soft"))
    return parts
