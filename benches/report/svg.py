"""What the charts have in common: the card they stand on, its colours, and text."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from ..results import Results

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


def card(width: int, height: int, described: str, title: str) -> list[str]:
    """The beginning of a file: an empty card with a title, readable on any background."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{described}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
        f'<text class="title" x="20" y="32">{title}</text>',
    ]


def caption(results: Results) -> list[tuple[str, str]]:
    """Lines for under a chart, each with its style."""
    return [("soft", line) for line in results.caption] + [("alarm", warning) for warning in results.warnings]


def written(lines: list[tuple[str, str]], top: float) -> list[str]:
    return [text_at(20, top + CAPTION_LINE * index, line, style) for index, (style, line) in enumerate(lines)]


def text_at(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
    styled = f' class="{style}"' if style else ""
    return f'<text x="{x}" y="{y}"{styled}{anchored}>{code_in(text)}</text>'


def code_in(text: str) -> str:
    """Escaped, and what stands between backticks in a fixed width."""
    pieces = escape(text).split("`")
    return "".join(f'<tspan class="code">{piece}</tspan>' if index % 2 else piece for index, piece in enumerate(pieces))
