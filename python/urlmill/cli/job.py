"""The work, block by block: blocks are read ahead, worked on by all processors, and taken in order.

What a subcommand does with a block of lines is a function; what becomes of the rows is a *sink*, whose `prepare` runs
beside the others and whose `write` sees the blocks in order.
"""

from __future__ import annotations

import os
from contextlib import closing
from importlib import import_module

from .._io.bad import BadFile, bad_by_file, cut_off
from .._io.descriptors import file_of, is_descriptor, label
from .._io.inputs import (
    BLOCK,
    Block,
    Broken,
    InputError,
    NotTextError,
    TooLong,
    blocks,
    paths_of,
    size_of,
    standard_input,
)
from .._io.kinds import PARQUET
from .._io.live import Live
from .._io.ordered import in_order
from .._io.outputs import Output, format_of
from .._io.rows import LINE, with_line
from .._io.usage import UsageError
from .._typing import Protocol
from .messages import say, say_waiting
from .progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from .._io.filters import Where
    from .._io.rows import Rows


class Sink(Protocol):
    """Where rows go. It may have ``is_live`` and ``is_terminal``: rows are seen before the last one, by a person."""

    def prepare(self, table: Any, /) -> Any:
        """Whatever can be done to some rows by themselves, on any thread."""

    def write(self, prepared: Any, /) -> None:
        """Takes what was prepared, in order."""


class Done:
    """How it went."""

    def __init__(self) -> None:
        self.rows = 0
        self.bad = 0
        self.fitting = 0  # lines of logs
        self.is_whole = True  # whether all inputs could be read to their end


def output_of(options: argparse.Namespace, *, usual: str = "tsv") -> Output:
    """The file that rows go to."""
    kind = format_of(options.to, options.output, usual=usual)
    return Output(options.output, kind, None if options.quiet else say)


def run(
    options: argparse.Namespace,
    read: Callable[[Block], Rows],
    where: Where,
    sink: Sink,
    shown: list[str] | None,
    arrange: Callable[[Iterator[Block]], Iterator[Block]] = iter,
    size: int = BLOCK,
    *,
    is_ordered: bool = True,
    takes_pyarrow: bool = True,
) -> Done:
    """Reads the files that ``options`` name, and puts the columns ``shown`` of the rows wanted into ``sink``; all
    of them, if it is None.

    ``arrange`` sees the blocks in order, and may give others: put together, cut, or with what a file begins with. A
    block has about ``size`` octets. If they need not be ordered, several files are read abreast.

    With a limit, rows have the number of their line, so that what is told of bad lines ends with the last row.
    """
    paths = paths_of(options.files)
    _check_apart(paths, options)
    # If rows are not seen before the end, blocks are full even where lines come slowly.
    live = Live(waits=options.limit is None and not getattr(sink, "is_live", False))
    if not live.waits and takes_pyarrow:
        import_module("pyarrow.compute")  # rows need it: better while the first line is still to come
    threads = options.threads or os.cpu_count() or 1
    done = Done()
    cut: list[Broken] = []

    def work(block: Block) -> tuple[Block, Rows, Any]:
        rows = read(block)
        rows.table = where.filtered(rows.table)
        if shown is not None:
            rows.table = with_line(rows.table, shown)
        return block, rows, None if options.limit is not None else sink.prepare(rows.table)

    if "-" in paths and not options.quiet:
        say_waiting()
    # Of two pipes, one may stay empty until the other is read.
    are_files = size_of(paths) is not None
    reading = {"size": size, "is_ahead": threads > 1, "abreast": 1 if is_ordered or not are_files else threads}
    arranged = arrange(_read_blocks(paths, cut.append, options, live, reading))
    is_shown = not options.quiet and not getattr(sink, "is_terminal", False)  # it would stand among the rows
    with (
        live,
        Progress(size_of(paths), is_shown=is_shown) as progress,
        BadFile(options.bad) as bad,
        closing(in_order(arranged, work, threads, live.stop)) as results,
    ):
        for block, rows, prepared in results:
            if options.limit is not None:
                block, rows = _limited(block, rows, options.limit - done.rows)
                prepared = sink.prepare(rows.table)
            for source, some in bad_by_file(block, rows.bad, options.max_line):
                bad.write(source, some)
                done.bad += len(some)
            done.fitting += rows.fitting
            sink.write(prepared)
            done.rows += rows.table.num_rows
            progress.update(done.rows, block.consumed, len(block.octets))
            if done.rows == options.limit:
                return done
        for broken in cut:
            say(str(broken))
            bad.write(broken.source, [cut_off(broken)])
            done.bad += 1
            done.is_whole = False
    return done


def _read_blocks(
    paths: list[str],
    on_broken: Callable[[Broken], None],
    options: argparse.Namespace,
    live: Live,
    reading: dict[str, Any],
) -> Iterator[Block]:
    more = {"longest": options.max_line, "live": live, **reading}
    column = getattr(options, "column", None)
    try:
        if column is None:
            yield from _told_of_records(blocks(paths, on_broken, **more), options)
        else:
            from .records import record_blocks

            yield from record_blocks(column, blocks, paths, on_broken, **more)
    except NotTextError as error:
        if error.kind != PARQUET or not hasattr(options, "column"):
            raise
        advice = "--column NAME reads its URLs" if column is None else "it can be read from a file, not from a pipe"
        raise InputError(f"{error}; {advice}") from None


def _told_of_records(read: Iterator[Block], options: argparse.Namespace) -> Iterator[Block]:
    """The same blocks. Records in place of lines of URLs are a mistake that is worth a word."""
    if not hasattr(options, "column") or hasattr(options, "format") or options.quiet:
        yield from read
        return
    from .records import is_like_csv  # logs do not need it

    for block in read:
        if block.first_line == 1:
            if block.octets.startswith(b'{"'):
                say(f"{block.source}: its lines are JSON; --column NAME reads the URLs in them")
            elif is_like_csv(block.octets):
                say(f"{block.source}: its first lines are like CSV; --column NAME reads the URLs in a column")
        yield block


def _limited(block: Block, rows: Rows, most: int) -> tuple[Block, Rows]:
    """At most so many rows, and of the lines that are not rows those before the last one."""
    table, bad = rows.table.slice(0, most), rows.bad
    if rows.table.num_rows >= most:
        last = table.column(LINE)[-1].as_py() if most else 0
        block = block._replace(too_long=tuple(each for each in block.too_long if _is_before(each, block, last)))
        bad = [each for each in bad if each.line <= last]
    rows.table, rows.bad = table.drop_columns([LINE]), bad
    return block, rows


def _is_before(line: TooLong, block: Block, last: int) -> bool:
    return bool(last) and (line.source != block.source or line.line <= last)


def _check_apart(paths: list[str], options: argparse.Namespace) -> None:
    """Raises UsageError if a file would be read and written, or written twice."""
    if "-" in paths:
        standard_input()  # if it is closed, its number is that of whatever was opened next
    read = {file_of(path, 0): "standard input" if path == "-" else path for path in paths}
    if getattr(options, "format", None):
        from ..logs._detect import config_of  # only commands that read logs need it

        if config := config_of(options.format):
            read[file_of(config, 0)] = config
    output, bad = options.output, options.bad
    written = {path: file_of(path, 1) for path in (output, bad) if path is not None}
    for path, file in written.items():
        if file is not None and file in read:
            raise UsageError(_taken(path, read[file]))
    if bad is None:
        return
    if is_descriptor(output) and is_descriptor(bad):
        is_same = output == bad  # two descriptors may be of one file, if the shell was told so
    else:
        is_same = written[output] is not None and written[output] == written[bad]
    if is_same:
        raise UsageError(_taken(bad, label(output)))


def _taken(path: str, other: str) -> str:
    return f"{label(path)}: this is {other}, which is read or written already; give it another name"
