"""Lines of URLs or lines of logs: whichever it is that is read."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import chain

from .._io.rows import RowCount, Rows, with_line
from .._io.tallies import counted
from .._io.usage import UsageError
from ..logs._detect import NAMES, check_name, detect
from ..logs._rows import LogRows, UnknownFormatError, first_lines_of
from .messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .._io.filters import Where
    from .._io.inputs import Block
    from .._io.tallies import Tallies


def add_log_options(parser: argparse.ArgumentParser) -> None:
    """What the lines of a log look like, if they do not tell."""
    parser.add_argument(
        "--format",
        type=_format,
        metavar="NAME",
        help=f"{', '.join(NAMES)}; or nginx's log_format, Apache's LogFormat, or the file that has it, as in "
        "nginx.conf:main; default: as the first lines tell",
    )
    parser.add_argument(
        "--regex", metavar="PATTERN",
        help="lines of any other format: named groups (?P<time>...) become columns; time, status, bytes, request, "
        "target, method, referer, agent, client, host and user are what they are elsewhere",
    )  # fmt: skip


def _format(name: str) -> str:
    """As it was given, for `job` to know which file it names."""
    try:
        check_name(name)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


class CommandLogs:
    """Access logs as the command has them: files from `job.run`, and words for somebody at a terminal."""

    def __init__(self, fields: list[str] | None, where: Where, options: argparse.Namespace) -> None:
        self._note = _unsaid if options.quiet else say
        self._rows = LogRows(
            fields,
            where,
            name=options.format and check_name(options.format),
            regex=options.regex or None,
            note=self._note,
            is_numbered=options.limit is not None,
        )

    def ahead(self, blocks: Iterator[Block], *, is_abreast: bool = False) -> Iterator[Block]:
        """The blocks with their formats."""
        try:
            yield from self._rows.ahead(self._watched(blocks), is_abreast=is_abreast)
        except UnknownFormatError as error:
            told = f"give --format ({', '.join(NAMES)}) or --regex; first line: {error.line}"
            raise UsageError(f"{error.source}: unknown log format; {told}") from None

    def _watched(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The same; says so if the first lines of a pipe do not tell the format."""
        is_said = False
        for block in blocks:
            yield block
            if block.is_live and self._rows.form is None and not is_said and block.octets.strip():
                self._note(f"{block.source}: no known format so far; waiting for more lines; --format names one")
                is_said = True

    def __call__(self, block: Block) -> Rows:
        """The rows of a block that are wanted."""
        return self._rows(block)

    def counted(self, block: Block, tallies: Tallies) -> Rows:
        """The same rows, counted instead of returned."""
        return self._rows.counted(block, tallies)


def _unsaid(_: str) -> None:
    """For --quiet."""


def is_counted(options: argparse.Namespace) -> bool:
    """Whether blocks may come in any order: only their numbers matter, and no line is shown."""
    is_plain = options.column is None and not (options.by or options.sum)
    return is_plain and options.limit is None and options.bad is None


class RowsOfEither:
    """Reads what the first lines are: a log, if they are of a format that is known or that was given, else URLs."""

    def __init__(self, fields: list[str], where: Where, options: argparse.Namespace, tallies: Tallies | None) -> None:
        self._fields = fields
        # For rows that are counted where they are read. A limit counts rows, and a column is read file by file.
        self._tallies = tallies if options.limit is None and options.column is None else None
        self._where = where
        self._options = options
        self._read: Callable[[Block], Rows] | None = None

    def ahead(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks, or with their formats if they are of logs."""
        if self._options.column is not None:
            self._read = self._urls()
            yield from blocks
            return
        first = next(blocks)
        if not first.octets:  # all files are empty, and so could be either
            return
        if self._options.format or self._options.regex or detect(first_lines_of(first)):
            logs = CommandLogs(self._fields, self._where, self._options)
            self._read = logs if self._tallies is None else partial(logs.counted, tallies=self._tallies)
            yield from logs.ahead(chain([first], blocks), is_abreast=is_counted(self._options))
        else:
            self._read = self._urls()
            if not self._options.quiet:
                say(f"{first.source}: lines of URLs")
            yield first
            yield from map(self._not_of_a_log, blocks)

    def _urls(self) -> Callable[[Block], Rows]:
        from .lines import url_rows  # with all schemes, which logs may not need

        if self._options.by:
            raise UsageError("lines of URLs have no time; --by takes a log")
        read = url_rows(list(dict.fromkeys([*self._fields, *self._where.fields])), self._options)

        def wanted(block: Block) -> Rows:
            rows = read(block)
            table = with_line(self._where.filtered(rows.table), self._fields)
            if self._tallies is None:
                return Rows(table, rows.bad)
            self._tallies.add_counted(counted(table.column(0)), block.rank)
            return Rows(RowCount(table.num_rows), rows.bad)

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
