"""``urlmill show``: one URL, for a person."""

from __future__ import annotations

import json
import sys
from contextlib import suppress

from ..._io.files import standard_output
from ..._io.inputs import standard_input
from ..._io.lines import without_long_lines
from ..._io.terminal import Paint, cells_of_line, wants_colour
from ..._printable import can_show
from ..._profiles import PROFILES
from ..messages import say, say_waiting
from ..options import add_max_line
from ..show.facts import as_json, facts_of
from ..show.page import page

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any, BinaryIO

EXAMPLES = """\
  urlmill show 'https://example.org/a%20b?q=caf%C3%A9'
  urlmill show ftp://joe:secret@ftp.example.org/%2Fetc/motd
  urlmill show 'http://example.org\\@evil.example/'
  tail -1 urls.txt | urlmill show -
  urlmill show --json --profile strict http://example.org/ | jq .plan
"""
_LABELS = 12  # cells that the name of a part may take to the right of the URL


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("urls", nargs="+", metavar="URL", help="a URL, or - for those on the lines of standard input")
    parser.add_argument("--profile", choices=PROFILES, default="superset", help="what is a URL; default: superset")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object per line for each URL; passwords are masked here too"
    )
    parser.add_argument("--show-password", action="store_true", help="show passwords instead of ***")
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="default: auto, on a terminal unless NO_COLOR is set",
    )  # fmt: skip
    parser.add_argument("--strict", action="store_true", help="exit with 1 if any of them is refused")
    add_max_line(parser)


def command(options: argparse.Namespace) -> int:
    """Shows each URL."""
    out = standard_output()
    encoding = out.encoding or "utf-8"
    limit = max(cells_of_line() - _LABELS, 20) if out.isatty() else None
    paint = Paint(is_on=wants_colour(options.color, out))
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
    """The URLs that are given, and for ``-`` the lines of standard input; None for a line that is too long."""
    for each in given:
        if each != "-":
            yield _given(each)
            continue
        say_waiting()
        lines = without_long_lines(_lines(standard_input().buffer, longest), longest)
        for line, (octets, heads) in enumerate(lines, 1):
            if heads:
                say(f"standard input: line {line} is longer than {longest:,} bytes; --max-line allows for more")
                yield None
            elif text := octets.removesuffix(b"\n").removesuffix(b"\r"):
                yield _decoded(text)


def _given(argument: str) -> str:
    """An argument of which the locale could not decode some octets, read as a line of a file is."""
    if not any("\udc80" <= char <= "\udcff" for char in argument):
        return argument
    with suppress(UnicodeEncodeError):  # on Windows they are half characters, and not octets
        return _decoded(argument.encode(sys.getfilesystemencoding(), "surrogateescape"))
    return argument


def _lines(file: BinaryIO, longest: int) -> Iterator[bytes]:
    """Each as soon as it is there. A line without an end is the last: a terminal would have to end the input again."""
    is_over = False
    while not is_over:
        line = file.readline(longest + 1)
        is_over = len(line) <= longest and not line.endswith(b"\n")
        yield line


def _decoded(octets: bytes) -> str:
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("latin-1")


def _json(value: Any, encoding: str) -> str:
    """Escapes only what a terminal would obey, or all that is not ASCII if the encoding lacks any of it."""
    text = json.dumps(value, ensure_ascii=False)
    if not can_show(text, encoding):
        text = json.dumps(value)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
