"""Lines of URLs or lines of logs: whichever it is that is read."""

from __future__ import annotations

import argparse
from itertools import chain
from typing import TYPE_CHECKING

from .._io.rows import Rows
from .._io.usage import UsageError
from ..logs._detect import NAMES, check_name, detect
from ..logs._rows import LogRows, UnknownFormatError, first_lines_of
from .messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .._io.filters import Where
    from .._io.inputs import Block


def add_log_options(parser: argparse.ArgumentParser) -> None:
    """What the lines of a log look like, if they do not tell."""
    parser.add_argument(
        "--format",
        type=_format,
        metavar="NAME",
        help=f"{', '.join(NAMES)}; or nginx's log_format, Apache's LogFormat; default: as the first lines tell",
    )
    parser.add_argument(
        "--regex", metavar="PATTERN",
        help="lines of any other format: named groups (?P<time>...) become columns; time, status, bytes, request, "
        "target, method, referer, agent, client, host and user are what they are elsewhere",
    )  # fmt: skip


def _format(name: str) -> str:
    try:
        check_name(name)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


class CommandLogs:
    """Access logs as the command has them: files from `job.run`, and words for somebody at a terminal."""

    def __init__(self, fields: list[str] | None, where: Where, options: argparse.Namespace) -> None:
        note = _unsaid if options.quiet else say
        self._rows = LogRows(fields, where, name=options.format, regex=options.regex or None, note=note)

    def ahead(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks with their formats."""
        try:
            yield from self._rows.ahead(blocks)
        except UnknownFormatError as error:
            told = f"give --format ({', '.join(NAMES)}) or --regex; first line: {error.line}"
            raise UsageError(f"{error.source}: unknown log format; {told}") from None

    def __call__(self, block: Block) -> Rows:
        """The rows of a block that are wanted."""
        return self._rows(block)

    def counted(self, block: Block) -> Rows:
        """The same for who wants to count them: how often each value occurs does, if that is faster to tell."""
        tally = self._rows.tally(block)
        return self._rows(block) if tally is None else Rows(tally)


def _unsaid(_: str) -> None:
    """For who wants to hear nothing."""


class RowsOfEither:
    """Reads what the first lines are: a log, if they are of a format that is known or that was given, else URLs."""

    def __init__(self, field: str, where: Where, options: argparse.Namespace) -> None:
        self._field = field
        self._where = where
        self._options = options
        self._read: Callable[[Block], Rows] | None = None

    def ahead(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks, or with their formats if they are of logs."""
        first = next(blocks)
        if not first.octets:  # all files are empty, and so could be either
            return
        if self._options.format or self._options.regex or detect(first_lines_of(first)):
            logs = CommandLogs([self._field], self._where, self._options)
            self._read = logs if self._options.limit is not None else logs.counted
            yield from logs.ahead(chain([first], blocks))
        else:
            self._read = self._urls()
            if not self._options.quiet:
                say(f"{first.source}: lines of URLs")
            yield first
            yield from map(self._not_of_a_log, blocks)

    def _urls(self) -> Callable[[Block], Rows]:
        from .lines import url_rows  # with all schemes, which logs may not need

        read = url_rows(list(dict.fromkeys([self._field, *self._where.fields])), self._options)

        def wanted(block: Block) -> Rows:
            rows = read(block)
            return Rows(self._where.filtered(rows.table).select([self._field]), rows.bad)

        return wanted

    def _not_of_a_log(self, block: Block) -> Block:
        if block.first_line == 1 and (form := detect(first_lines_of(block))):
            raise UsageError(f"{block.source}: this is a log ({form.name}), after lines of URLs; read them apart")
        return block

    def __call__(self, block: Block) -> Rows:
        """The rows of a block."""
        if self._read is None:
            raise TypeError("blocks must have gone through `ahead`")
        return self._read(block)
