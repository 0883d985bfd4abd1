"""Lines of URLs or lines of logs: whichever it is that is read."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from .lines import url_rows
from .log_detect import detect
from .log_rows import first_lines_of, log_rows
from .messages import say
from .usage import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from .inputs import Block
    from .job import Rows


class RowsOfEither:
    """Reads what the first lines are: a log, if they are of a format that is known or that was given, else URLs."""

    def __init__(self, fields: list[str], options: argparse.Namespace) -> None:
        self._fields = fields
        self._options = options
        self._read: Callable[[Block], Rows] | None = None

    def ahead(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks, or with their formats if they are of logs."""
        first = next(blocks)
        if not first.octets:  # all files are empty, and so could be either
            return
        if self._options.format or self._options.regex or detect(first_lines_of(first)):
            logs = self._read = log_rows(self._fields, self._options)
            yield from logs.ahead(chain([first], blocks))
        else:
            self._read = url_rows(self._fields, self._options)
            if not self._options.quiet:
                say(f"{first.source}: lines of URLs")
            yield first
            yield from map(self._not_of_a_log, blocks)

    def _not_of_a_log(self, block: Block) -> Block:
        if block.first_line == 1 and (form := detect(first_lines_of(block))):
            raise UsageError(f"{block.source}: this is a log ({form.name}), after lines of URLs; read them apart")
        return block

    def __call__(self, block: Block) -> Rows:
        """The rows of a block."""
        if self._read is None:
            raise TypeError("blocks must have gone through `ahead`")
        return self._read(block)
