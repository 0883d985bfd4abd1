"""Gopher servers that are bad. A text is whatever comes until the connection ends: only a menu can be wrong."""

from __future__ import annotations

from ..servers import drips, resets, says, says_forever, stalls
from .case import Bad, Kind

TEXT, MENU = "gopher://{}/0a", "gopher://{}/"
ITEM = b"0a\tb\thost\t70\r\n"

CASES: dict[Kind, dict[str, Bad]] = {
    "lies": {
        "a text for a menu": Bad(MENU, says(ITEM + b"Hello there.\r\n", after=1), "bad-reply", is_listing=True),
        "a table for a menu": Bad(MENU, says(b"a\tb\r\n", after=1), "bad-reply", is_listing=True),
        "a page for a search": Bad(
            "gopher://{}/7a%09b", says(b"<!DOCTYPE html>\n", after=1), "bad-reply", is_listing=True
        ),
    },
    "stalls": {
        "it says nothing": Bad(TEXT, stalls(after=1), "timeout"),
        "a text that stops": Bad(TEXT, stalls(b"hel", after=1), "timeout"),
        "drop by drop": Bad(TEXT, drips(b"x", after=1), "timeout"),
        "a menu drop by drop": Bad(MENU, drips(ITEM, after=1), "timeout"),
    },
    "never ends": {
        "a text": Bad(TEXT, says_forever(b"x", after=1), "too-large"),
        "a menu": Bad(MENU, says_forever(ITEM, after=1), "too-large"),
        "a menu after its end": Bad(MENU, says_forever(b".\r\n", after=1), "too-large"),
    },
    "ends early": {
        "reset": Bad(TEXT, resets(b"hel", after=1), "truncated"),
        "reset before a word": Bad(TEXT, resets(b"", after=1), "truncated"),
        "half an item": Bad(MENU, says(ITEM + b"0a\tb\tho", after=1), "truncated", is_listing=True),
    },
    "control characters": {
        "in a name": Bad(MENU, says(b"0c\x07\td\thost\t70\r\n.\r\n", after=1), "bad-reply", is_listing=True),
        "in words": Bad(MENU, says(ITEM + b"i\x1b[2J\t\t\t\r\n", after=1), "bad-reply", is_listing=True),
        "a bare return": Bad(MENU, says(ITEM[:-2] + b"\r0b\tc\thost\t70\r\n", after=1), "bad-reply", is_listing=True),
    },
}
