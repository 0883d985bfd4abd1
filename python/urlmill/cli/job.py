"""The work, block by block: read ahead, done on all processors, and taken in order.

What a subcommand does with a block of lines is a function; what becomes of the rows is a *sink*, whose `prepare` runs
beside the others and whose `write` sees the blocks in order.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from .bad import Bad, BadFile
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

    with Progress(size_of(paths), is_shown=not options.quiet) as progress, BadFile(options.bad) as bad:
        for block, rows, prepared in in_order(arrange(blocks(paths, on_broken)), work, threads):
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
        for each in cut:
            text = each.octets.decode("utf-8", "replace")
            bad.write(each.source, [Bad(each.line, "cut-off", len(text), text)])
            done.bad += 1
    return done


def _check_apart(paths: list[str], options: argparse.Namespace) -> None:
    """What is written replaces what was there: it must be nothing that is read, and not twice the same."""
    taken = {os.path.realpath(path): path for path in paths if os.path.isfile(path)}
    for path in (options.output, options.bad):
        if path in (None, "-") or (os.path.exists(path) and not os.path.isfile(path)):
            continue
        if other := taken.get(os.path.realpath(path)):
            raise UsageError(f"{path}: this is {other}, which is read or written already; give it another name")
        taken[os.path.realpath(path)] = path


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
