"""Text for a terminal: how wide it is, in what colour, and without anything that a terminal would obey."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from .._printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_STYLES = {
    "scheme": "36", "user": "33", "password": "33", "host": "1;32", "port": "35", "path": "34", "query": "1;35",
    "fragment": "1;36", "error": "1;31", "warning": "1;33", "name": "1", "quiet": "2",
}  # fmt: skip


def for_terminal(octets: bytes) -> bytes:
    """Lines and their columns with all else that is not seen named."""
    lines = octets.decode("utf-8", "surrogateescape").split("\n")
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in lines).encode()


def cells_of_line() -> int:
    """How many cells a line of the terminal has, as `shutil.get_terminal_size` tells; that comes with all that packs
    files.
    """
    try:
        wanted = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        wanted = 0
    if wanted <= 0 and sys.__stdout__ is not None:
        with suppress(OSError, ValueError):  # it is none, or closed
            wanted = os.get_terminal_size(sys.__stdout__.fileno()).columns
    return wanted if wanted > 0 else 80


def width(text: str) -> int:
    """How many cells of a terminal a printable text takes."""
    if text.isascii():
        return len(text)
    try:
        from wcwidth import wcwidth
    except ImportError:  # the extra `cli` brings it, and `show` needs no extra
        from unicodedata import category, east_asian_width

        marks = sum(category(char) in ("Mn", "Me") for char in text)  # they stand on the character before
        return len(text) - marks + sum(east_asian_width(char) in ("W", "F") for char in text)
    return sum(map(wcwidth, text))


def padded(text: str, cells: int) -> str:
    """The text, and spaces up to so many cells."""
    return text + " " * (cells - width(text))


def cut(text: str, cells: int) -> str:
    """The text if it fits into so many cells, else how it begins and an ellipsis."""
    if 2 * len(text) <= cells or width(text) <= cells:  # no character takes more than two
        return text
    room, end = cells - 1, 0
    for end, char in enumerate(text):  # noqa: B007  # where it ends is wanted
        room -= width(char)
        if room < 0:
            break
    return f"{text[:end]}…"


class Paint:
    """Colours, or none."""

    def __init__(self, *, is_on: bool) -> None:
        self._is_on = is_on

    def __call__(self, text: str, style: str | None) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._is_on and style and text.strip() else text


def wants_colour(choice: str, file: TextIO) -> bool:
    """Whether to use colours: if asked to, or for a terminal whose owner has nothing against it."""
    if choice != "auto":
        return choice == "always"
    return file.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
