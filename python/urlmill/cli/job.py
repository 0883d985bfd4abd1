"""The work, block by block: read ahead, done on all processors, and taken in order.

What a subcommand does with a block of lines is a function; what becomes of the rows is a *sink*, whose `prepare` runs
beside the others and whose `write` sees the blocks in order.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, TypeVar

from .bad import Bad, BadFile
from .descriptors import file_of, is_descriptor, label
from .inputs import Block, Broken, blocks, paths_of, size_of
from .messages import say
from .progress import Progress
from .usage import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from .where import Where

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


@dataclass
class Rows:
    """What was read from a block: a pyarrow table, and the lines that are no rows."""

    table: Any
    bad: list[Bad] = field(default_factory=list)


class Sink(Protocol):
    """Where rows go."""

    def prepare(self, table: Any, /) -> Any:
        """Whatever can be done to some rows by themselves, on any thread."""

    def write(self, prepared: Any, /) -> None:
        """Takes what was prepared, in order."""


@dataclass
class Done:
    """How it went."""

    rows: int = 0
    bad: int = 0


def run(
    options: argparse.Namespace,
    read: Callable[[Block], Rows],
    where: Where,
    sink: Sink,
    shown: list[str],
    arrange: Callable[[Iterator[Block]], Iterator[Block]] = iter,
) -> Done:
    """Reads the files that ``options`` name, and puts the columns ``shown`` of the rows wanted into ``sink``.

    ``arrange`` sees the blocks in order, and may give others: put together, cut, or with what a file begins with.
    """
    paths = paths_of(options.files)
    _check_apart(paths, options)
    threads = options.threads or os.cpu_count() or 1
    done = Done()
    cut: list[Broken] = []

    def on_broken(broken: Broken) -> None:
        say(f"{broken.source}: {broken.reason}; all lines before that were read")
        cut.append(broken)

    def work(block: Block) -> tuple[Block, Rows, Any]:
        rows = read(block)
        rows.table = where.filtered(rows.table).select(shown)
        return block, rows, None if options.limit is not None else sink.prepare(rows.table)

    arranged = arrange(blocks(paths, on_broken, longest=options.max_line))
    with Progress(size_of(paths), is_shown=not options.quiet) as progress, BadFile(options.bad) as bad:
        for block, rows, prepared in in_order(arranged, work, threads):
            for source, group in groupby(block.too_long, lambda each: each.source):
                too_long = [_cut(each.line, "too-long", options.max_line, each.octets) for each in group]
                if source == block.source:
                    rows.bad = sorted([*rows.bad, *too_long], key=lambda each: each.line)
                else:  # a file that has nothing else
                    bad.write(source, too_long)
                    done.bad += len(too_long)
            bad.write(block.source, rows.bad)
            done.bad += len(rows.bad)
            table = rows.table
            if options.limit is not None:
                table = table.slice(0, options.limit - done.rows)
                prepared = sink.prepare(table)
            sink.write(prepared)
            done.rows += table.num_rows
            progress.update(done.rows, block.consumed, len(block.octets))
            if done.rows == options.limit:
                break
        for broken in cut:
            bad.write(broken.source, [_cut(broken.line, "cut-off", None, broken.octets)])
            done.bad += 1
    return done


def _cut(line: int, reason: str, at: int | None, octets: bytes) -> Bad:
    """A line of which this is the beginning; ``at`` its end, if not said."""
    text = octets.decode("utf-8", "replace")
    return Bad(line, reason, len(text) if at is None else at, text, is_cut=True)


def _check_apart(paths: list[str], options: argparse.Namespace) -> None:
    """What is written is nothing that is read, and not twice the same. Two descriptors may be of one file: so the shell
    was told.
    """
    taken = {file_of(path, 0): "standard input" if path == "-" else path for path in paths}
    output, bad = options.output, options.bad
    for path in (output, bad):
        if path is not None and (file := file_of(path, 1)) is not None and file in taken:
            raise UsageError(_taken(path, taken[file]))
    if bad is not None and file_of(output, 1) == file_of(bad, 1):
        are_descriptors = is_descriptor(output) and is_descriptor(bad)
        if output == bad if are_descriptors else file_of(output, 1) is not None:
            raise UsageError(_taken(bad, label(output)))


def _taken(path: str, other: str) -> str:
    return f"{label(path)}: this is {other}, which is read or written already; give it another name"


def in_order(items: Iterator[_Item], work: Callable[[_Item], _Result], threads: int) -> Iterator[_Result]:
    """``work`` of each item, in the order of the items; a few more are read and worked on meanwhile."""
    if threads == 1:
        yield from map(work, items)
        return
    reader = ThreadPoolExecutor(1, "urlmill-reader")
    workers = ThreadPoolExecutor(threads, "urlmill-worker")
    ahead: deque[Future[_Result]] = deque()
    try:
        reading = reader.submit(next, items, None)
        while (item := reading.result()) is not None:
            reading = reader.submit(next, items, None)
            ahead.append(workers.submit(work, item))
            if len(ahead) > threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        for executor in (reader, workers):
            executor.shutdown(cancel_futures=True)
