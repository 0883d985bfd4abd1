"""What several subcommands take."""

from __future__ import annotations

import argparse

from .._io.descriptors import output_name
from .._io.inputs import LONGEST
from .._io.late import late
from .._io.outputs import FORMATS
from .._io.terminal import cells_of_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SIZE = late(r"([0-9]{1,9})([KkMm]?)")
_AMOUNT = late(r"([0-9]{1,15})([KkMmGg]?)")
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30}
_MOST = 256 << 20  # what becomes of a line, six times as long with all of it escaped, is still less than 2 GiB


class Examples(argparse.RawDescriptionHelpFormatter):
    """Help that keeps the lines of the examples at its end. One is made for each option, only to look at it."""

    def __init__(
        self, prog: str, indent_increment: int = 2, max_help_position: int = 24, width: int | None = None, **more: Any
    ) -> None:
        super().__init__(prog, indent_increment, max_help_position, width or cells_of_line() - 2, **more)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Files in, and which of their rows."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="files or patterns, plain or packed (gzip, bzip2, zstd); - or none: standard input",
    )
    parser.add_argument(
        "--where", action="append", default=[], metavar="CONDITION",
        help="only such rows: 'host=*.example.com', 'status>=500', 'query!=' (is there), 'path ~ ^/api/', "
        "'agent ~* bot' (without case), 'status in (404, 410)', 'client in 192.0.2.0/24'; may be given again",
    )  # fmt: skip
    parser.add_argument("--limit", type=count, metavar="N", help="stop after so many rows that passed --where")
    parser.add_argument(
        "--bad",
        type=_output,
        metavar="FILE",
        help="write the lines that are not rows to FILE, with line and reason",
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 if there were any such lines")
    add_max_line(parser)
    parser.add_argument("--threads", type=positive, metavar="N", help="default: all processors")
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")


def add_column(parser: argparse.ArgumentParser) -> None:
    """Where the URLs are, in files that have more."""
    parser.add_argument(
        "--column", metavar="NAME", help="the files are CSV, JSON lines or Parquet, and their URLs are in this column"
    )


def add_max_line(parser: argparse.ArgumentParser) -> None:
    """How long a line may be."""
    parser.add_argument(
        "--max-line", type=size, default=LONGEST, metavar="SIZE",
        help="a longer line is a bad one: bytes, or with K, M; default: 16M; 256M at most",
    )  # fmt: skip


def add_writing(parser: argparse.ArgumentParser) -> None:
    """Rows out."""
    parser.add_argument(
        "--to", choices=FORMATS, help="default: what the name of the output ends in; tsv; a table on a terminal"
    )
    add_output(parser)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Where to."""
    parser.add_argument(
        "-o", "--output", type=_output, default="-", metavar="FILE", help="a file; default: standard output"
    )


def _output(path: str) -> str:
    if not path:
        raise argparse.ArgumentTypeError("expected the name of a file, got an empty one")
    return output_name(path)


def count(text: str) -> int:
    """A number from 0 on."""
    return _number(text, 0)


def positive(text: str) -> int:
    """A number from 1 on."""
    return _number(text, 1)


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= least):
        raise argparse.ArgumentTypeError(f"expected a number of {least} or more, got {text!r}")
    return int(text)


def size(text: str) -> int:
    """A number of bytes: 1000, 64K, 16M."""
    found = _SIZE().fullmatch(text)
    number = int(found[1]) << _UNITS[found[2].upper()] if found else 0
    if not 1 <= number <= _MOST:
        raise argparse.ArgumentTypeError(f"expected a size from 1 to 256M, such as 64K or 16M, got {text!r}")
    return number


def amount(text: str) -> int:
    """A number of bytes that may be large: 64K, 16M, 2G."""
    found = _AMOUNT().fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected a size, such as 64K, 16M or 2G, got {text!r}")
    return int(found[1]) << _UNITS[found[2].upper()]


def names(text: str) -> list[str]:
    """Names with commas between them."""
    found = text.replace(",", " ").split()
    if not found:
        raise argparse.ArgumentTypeError("expected a name, got an empty one")
    return found
