"""``urlmill show``: one URL, for a person."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

from ..settings import PROFILES
from .facts import as_json, facts_of
from .inputs import InputError, without_long_lines
from .messages import say
from .options import add_max_line
from .page import page
from .terminal import Paint, can_show, wants_colour

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

EXAMPLES = """\
  urlmill show 'https://example.org/a%20b?q=caf%C3%A9'
  urlmill show ftp://joe:secret@ftp.example.org/%2Fetc/motd
  urlmill show 'http://example.org\\@evil.example/'
  tail -1 urls.txt | urlmill show -
  urlmill show --json --profile strict http://example.org/ | jq .plan
"""
_LABELS = 12  # how far a name may stand out on the right


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("urls", nargs="+", metavar="URL", help="a URL, or - for those on the lines of standard input")
    parser.add_argument("--profile", choices=PROFILES, default="superset", help="what is a URL; superset, if not said")
    parser.add_argument(
        "--json", action="store_true", help="an object for each URL, on a line; passwords are masked there too"
    )
    parser.add_argument("--show-password", action="store_true", help="passwords as they are; else *** stands for them")
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="auto, if not said: on a terminal, unless NO_COLOR is set",
    )  # fmt: skip
    parser.add_argument("--strict", action="store_true", help="exit with 1 if any of them is refused")
    add_max_line(parser)


def command(options: argparse.Namespace) -> int:
    """Shows each URL."""
    encoding = sys.stdout.encoding or "utf-8"
    limit = max(shutil.get_terminal_size().columns - _LABELS, 20) if sys.stdout.isatty() else None
    paint = Paint(is_on=wants_colour(options.color, sys.stdout))
    refused = False
    for count, text in enumerate(_texts(options.urls, options.max_line)):
        if text is None:
            refused = True
            continue
        facts = facts_of(text, options.profile, shows_password=options.show_password)
        refused = refused or facts.error is not None
        if options.json:
            print(_json(as_json(facts), encoding))
            continue
        if count:
            print()
        for line in page(facts, paint, limit, encoding):
            print(line)
    return 1 if refused and options.strict else 0


def _texts(given: list[str], longest: int) -> Iterator[str | None]:
    """Those that are given, and for ``-`` the lines of standard input; None for one that is too long."""
    for each in given:
        if each != "-":
            yield each
            continue
        if sys.stdin is None:
            raise InputError("standard input: it is closed")
        lines = without_long_lines(iter(lambda: sys.stdin.buffer.readline(longest + 1), b""), longest)
        for line, (octets, heads) in enumerate(lines, 1):
            if heads:
                say(f"standard input: line {line} is longer than {longest:,} bytes; --max-line allows for more")
                yield None
            elif text := octets.removesuffix(b"\n").removesuffix(b"\r"):
                yield _decoded(text)


def _decoded(octets: bytes) -> str:
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("latin-1")


def _json(value: Any, encoding: str) -> str:
    """With characters as they are, but for those that a terminal would obey, and those that no encoding has."""
    text = json.dumps(value, ensure_ascii=False)
    if not can_show(text, encoding):
        text = json.dumps(value)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
