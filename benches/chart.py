"""The bar chart for the README, of the rows against urllib.parse.

Plain SVG, on a card of its own so that it is readable on any background.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from .contenders import NATIVE, STDLIB
from .results import Measured, Results, times

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTH, LEFT, RIGHT = 880, 244, 84
TOP, ROW, BOTTOM = 84, 34, 20
CAPTION_LINE = 17

STYLE = """
  .card { fill: #ffffff; stroke: #d0d7de }
  text { font: 12px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
  .value { font-weight: 600 }
  .soft { fill: #59636e; font-size: 11px }
  .alarm { fill: #d1242f; font-weight: 600 }
  .native { fill: #0969da }
  .peer { fill: #afb8c1 }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .one { stroke: #59636e; stroke-width: 1; stroke-dasharray: 3 3 }
  .goal { stroke: #bc4c00; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .soft { fill: #9198a1 }
    .alarm { fill: #ff7b72 }
    .native { fill: #4493f8 }
    .peer { fill: #656c76 }
    .grid { stroke: #2a313c }
    .one { stroke: #9198a1 }
    .goal { stroke: #f0883e }
  }
"""


def svg(results: Results) -> str:
    rows = results.against(STDLIB)
    step, top = _scale(max(max(row.goal, row.ratio(NATIVE) or 0, *row.peers.values()) for row in rows))
    plot = WIDTH - LEFT - RIGHT
    axis = TOP + ROW * len(rows)
    notes = [("soft", line) for line in results.caption]
    notes += [("alarm", warning) for warning in results.warnings]
    height = axis + 34 + CAPTION_LINE * len(notes) + BOTTOM

    def x(ratio: float) -> float:
        return round(LEFT + plot * ratio / top, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">',
        "<title>How many times faster than urllib.parse urlmill is, by operation</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
        '<text class="title" x="20" y="32">Times faster than urllib.parse</text>',
        *_legend(),
    ]
    for tick in range(0, int(top) + 1, step):
        parts.append(f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{TOP - 6}" y2="{axis}"/>')
        parts.append(_text(x(tick), axis + 15, f"{tick}x", "soft", "middle"))
    parts.append(f'<line class="one" x1="{x(1)}" x2="{x(1)}" y1="{TOP - 6}" y2="{axis}"/>')
    for index, row in enumerate(rows):
        parts += _bars(row, TOP + ROW * index, x)
    for index, (style, line) in enumerate(notes):
        parts.append(_text(20, axis + 40 + CAPTION_LINE * index, line, style))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _scale(largest: float) -> tuple[int, float]:
    """The distance between grid lines and the end of the axis."""
    step = next((step for step in (1, 2, 5, 10, 20, 50) if largest / step <= 10), 100)
    return step, math.ceil(largest / step) * step


def _legend() -> list[str]:
    y = 58
    return [
        f'<rect class="native" x="20" y="{y - 10}" width="22" height="12" rx="2"/>',
        _text(48, y, "urlmill"),
        f'<rect class="peer" x="108" y="{y - 8}" width="22" height="8" rx="2"/>',
        _text(136, y, "best peer (often with other semantics)"),
        f'<line class="goal" x1="388" x2="388" y1="{y - 12}" y2="{y + 3}"/>',
        _text(396, y, "goal"),
        f'<line class="one" x1="446" x2="468" y1="{y - 4}" y2="{y - 4}"/>',
        _text(476, y, "urllib.parse itself"),
    ]


def _bars(row: Measured, y: int, x: Callable[[float], float]) -> list[str]:
    """The name, our bar with the goal across it, and the best peer's bar below."""
    native, goal = row.ratio(NATIVE) or 0, x(row.goal)
    parts = [
        _text(20, y + 14, row.title),
        f'<rect class="native" x="{LEFT}" y="{y + 3}" width="{x(native) - LEFT:.1f}" height="13" rx="2"/>',
        f'<line class="goal" x1="{goal}" x2="{goal}" y1="{y}" y2="{y + 19}"/>',
    ]
    value = times(native)
    at = x(native) + 6
    if at - 4 < goal < at + 8 * len(value) + 6:  # the goal would run through the figure
        at = goal + 6
    parts.append(_text(at, y + 14, value, "value"))
    if peer := row.best_peer:
        end = x(row.peers[peer])
        parts.append(f'<rect class="peer" x="{LEFT}" y="{y + 18}" width="{end - LEFT:.1f}" height="8" rx="2"/>')
        parts.append(_text(end + 6, y + 26, f"{times(row.peers[peer])} {peer}", "soft"))
    return parts


def _text(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
    styled = f' class="{style}"' if style else ""
    return f'<text x="{x}" y="{y}"{styled}{anchored}>{_code(text)}</text>'


def _code(text: str) -> str:
    """Escaped, and what stands between backticks in a fixed width."""
    pieces = escape(text).split("`")
    return "".join(f'<tspan class="code">{piece}</tspan>' if index % 2 else piece for index, piece in enumerate(pieces))
