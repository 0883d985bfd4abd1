"""The work, block by block: blocks are read ahead, worked on by all processors, and taken in order.

What a subcommand does with a block of lines is a function; what becomes of the rows is a *sink*, whose `prepare` runs
beside the others and whose `write` sees the blocks in order.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .._io.bad import BadFile, bad_by_file, cut_off
from .._io.descriptors import file_of, is_descriptor, label
from .._io.inputs import Block, Broken, blocks, paths_of, size_of
from .._io.ordered import in_order
from .._io.usage import UsageError
from .messages import say
from .progress import Progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from .._io.filters import Where
    from .._io.rows import Rows


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
    shown: list[str] | None,
    arrange: Callable[[Iterator[Block]], Iterator[Block]] = iter,
) -> Done:
    """Reads the files that ``options`` name, and puts the columns ``shown`` of the rows wanted into ``sink``; all
    of them, if it is None.

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
        rows.table = where.filtered(rows.table)
        if shown is not None:
            rows.table = rows.table.select(shown)
        return block, rows, None if options.limit is not None else sink.prepare(rows.table)

    arranged = arrange(blocks(paths, on_broken, longest=options.max_line))
    with Progress(size_of(paths), is_shown=not options.quiet) as progress, BadFile(options.bad) as bad:
        for block, rows, prepared in in_order(arranged, work, threads):
            for source, some in bad_by_file(block, rows.bad, options.max_line):
                bad.write(source, some)
                done.bad += len(some)
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
            bad.write(broken.source, [cut_off(broken)])
            done.bad += 1
    return done


def _check_apart(paths: list[str], options: argparse.Namespace) -> None:
    """Raises UsageError if a file would be read and written, or written twice."""
    read = {file_of(path, 0): "standard input" if path == "-" else path for path in paths}
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
