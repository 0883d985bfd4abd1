"""What several subcommands take."""

from __future__ import annotations

import argparse

from .outputs import FORMATS


class Examples(argparse.RawDescriptionHelpFormatter):
    """Help that keeps the lines of the examples at its end."""


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Files in, and which of their rows."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="files or patterns, plain or packed (gzip, bzip2, zstd); - or none: standard input",
    )
    parser.add_argument(
        "--where", action="append", default=[], metavar="FIELD=VALUE",
        help="only such rows: host=*.example.com, status>=500, query!= (is there); may be given again",
    )  # fmt: skip
    parser.add_argument("--limit", type=count, metavar="N", help="stop after so many rows of what is read")
    parser.add_argument("--bad", metavar="FILE", help="write the lines that are no rows to FILE, with line and reason")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if there were any such lines")
    parser.add_argument("--threads", type=positive, metavar="N", help="all processors, if not said")
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")


def add_writing(parser: argparse.ArgumentParser) -> None:
    """Rows out."""
    parser.add_argument("--to", choices=FORMATS, help="tsv, or what the name of the output ends in")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="a file; standard output, if not said")


def count(text: str) -> int:
    """A number from 0 on."""
    return _number(text, 0)


def positive(text: str) -> int:
    """A number from 1 on."""
    return _number(text, 1)


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= least):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} on")
    return int(text)


def names(text: str) -> list[str]:
    """Names with commas between them."""
    found = text.replace(",", " ").split()
    if not found:
        raise argparse.ArgumentTypeError("there is no name in it")
    return found
