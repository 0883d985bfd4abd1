"""Which format a log has, as its first lines tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .formats import ENOUGH, delimited, json, w3c

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .formats import Family, Format

_FAMILIES: tuple[Family, ...] = (w3c, json, delimited)  # in the order in which they are asked
NAMES = (*delimited.NAMES, *json.NAMES, *w3c.NAMES)
_PART = 5  # one line in so many must make sense, where the first lines of a log are not all its own


def detect(first_lines: Sequence[str]) -> Format | None:
    """The format of a log that begins with these lines; None if it is none that we know."""
    head = [line for line in first_lines if line]
    size = len(head[:ENOUGH])
    best = None
    for seen in (each for family in _FAMILIES for each in family.seen(head)):
        if 2 * seen.count > size:  # of several that most lines fit, the first is meant
            return seen.form
        if best is None or seen.count > best.count:
            best = seen
    return best.form if best and best.count and _PART * best.count >= size else None


def named(name: str, first_lines: Sequence[str]) -> Format:
    """The format of this name, as these lines have it: some have more than one shape."""
    family = next(family for family in _FAMILIES if name in family.NAMES)
    return family.named(name, [line for line in first_lines if line])
