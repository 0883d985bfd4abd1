"""The chart of what a URL costs by the number of rows: it should be flat."""

from __future__ import annotations

import math

from ..names import CURVE
from ..results import Measured, Results
from .svg import CAPTION_LINE, caption, card, text_at, written

WIDTH, LEFT, RIGHT = 880, 60, 40
TOP, PLOT, BOTTOM = 60, 160, 20
DESCRIBED = "What a URL costs urlmill in columns, by the number of rows"
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def costs(row: Measured) -> list[tuple[int, float]]:
    """The number of rows, and the nanoseconds of one of them."""
    return [(int(name), row.ns(name) or 0) for name in row.contenders]


def curve_svg(results: Results) -> str:
    (row,) = results.of(CURVE)
    points = costs(row)
    most = max(cost for _, cost in points)
    step = next((step for step in STEPS if most / step <= 4), STEPS[-1])
    top = math.ceil(most / step) * step
    notes = caption(results)
    axis = TOP + PLOT
    first, last = math.log10(points[0][0]), math.log10(points[-1][0])

    def x(rows: int) -> float:
        return round(LEFT + 20 + (WIDTH - LEFT - RIGHT - 40) * (math.log10(rows) - first) / (last - first), 1)

    def y(cost: float) -> float:
        return round(axis - PLOT * cost / top, 1)

    height = axis + 34 + CAPTION_LINE * len(notes) + BOTTOM
    parts = card(WIDTH, height, DESCRIBED, "Nanoseconds a URL, by the number of rows (five components, one thread)")
    for tick in range(0, top + 1, step):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick)}" y2="{y(tick)}"/>')
        parts.append(text_at(LEFT - 8, y(tick) + 4, str(tick), "soft", "end"))
    line = " ".join(f"{x(rows)},{y(cost)}" for rows, cost in points)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    for rows, cost in points:
        parts.append(f'<circle class="native" cx="{x(rows)}" cy="{y(cost)}" r="4"/>')
        parts.append(text_at(x(rows), y(cost) - 10, f"{cost:.0f}", "value", "middle"))
        parts.append(text_at(x(rows), axis + 15, f"{rows:,}", "soft", "middle"))
    parts += [*written(notes, axis + 40), "</svg>"]
    return "\n".join(parts) + "\n"
