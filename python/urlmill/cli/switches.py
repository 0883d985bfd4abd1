"""The options for the rules of the level ``crawl``."""

from __future__ import annotations

import argparse

from .._fields import near_to
from .._io.usage import UsageError
from .._url.canonical.switches import SWITCHES
from .options import names


def add_switches(parser: argparse.ArgumentParser) -> None:
    """Which rules of the level crawl are followed."""
    for name, words in (("--with", "more rules of the level crawl"), ("--without", "without these rules of it")):
        parser.add_argument(
            name, type=_switches, default=[], metavar="NAMES", dest=name[2:], help=f"{words}: {', '.join(SWITCHES)}"
        )


def switches_of(options: argparse.Namespace, level: str) -> dict[str, bool]:
    """What was chosen with those."""
    chosen = dict.fromkeys(getattr(options, "with"), True) | dict.fromkeys(options.without, False)
    if chosen and level != "crawl":
        raise UsageError(f"--with and --without are for the level crawl, got {level}")
    return chosen


def _switches(text: str) -> list[str]:
    found = names(text)
    for name in found:
        if name not in SWITCHES:
            raise argparse.ArgumentTypeError(
                f"there is no rule {name!r}; {near_to(name, [*SWITCHES])}there are {', '.join(SWITCHES)}"
            )
    return found
