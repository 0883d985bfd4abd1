"""Logs as a stream of Arrow record batches."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from .._io.arrow import pa
from .._io.bad import bad_by_file, cut_off
from .._io.filters import Where
from .._io.inputs import LONGEST
from .._io.ordered import in_order
from .._io.outputs import plain
from ._rows import LogRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from .._io.bad import Bad
    from .._io.inputs import Block, Broken
    from .._io.rows import Rows

    # Blocks of lines from their beginning, whenever it is called; told of a packed file that ends too early.
    _Source = Callable[[Callable[[Broken], None]], Iterator[Block]]

KEPT = 1000  # bad lines


@dataclass(frozen=True)
class BadLine:
    """A line that could not be read as a row. The text may hold a password, so ``repr`` does not show it."""

    source: str  #: the file
    line: int  #: its number, from 1 on
    reason: str  #: ``bad-line``, ``too-long`` or ``cut-off``
    at: int  #: the character where it stops making sense
    text: str = field(repr=False)  #: the line, or how it begins if it is too long or cut off


class Reader:
    """Access logs, read while you take record batches from it; `read` makes it.

    Whatever knows the Arrow PyCapsule interface takes it as it is: ``pyarrow.table(reader)``,
    ``polars.DataFrame(reader)``, ``duckdb.sql("from reader")``. Each time, the logs are read from their beginning.
    """

    def __init__(
        self,
        source: _Source,
        fields: Sequence[str] | None,
        where: Sequence[str],
        *,
        name: str | None,
        regex: str | None,
        threads: int | None,
    ) -> None:
        if threads is not None and threads < 1:
            raise ValueError(f"threads: expected 1 or more, got {threads}")
        self._source = source
        self._asked = (fields, Where(where))
        self._lines_are: dict[str, Any] = {"name": name, "regex": regex}
        self._threads = threads or os.cpu_count() or 1
        self._known: LogRows | None = None
        self._bad: list[BadLine] = []
        self._bad_count = 0
        self._notes: list[str] = []
        self._rows(self._notes)  # so that what is wrong with the arguments is told at once

    @property
    def format(self) -> str | None:
        """The format of the first log; None if no log has a line. It takes a look at the logs."""
        form = self._looked().form
        return None if form is None else form.name

    @property
    def fields(self) -> list[str]:
        """The names of the columns. It takes a look at the logs, unless you have named them."""
        return list(self._asked[0] or self._looked().fields)

    @property
    def bad(self) -> list[BadLine]:
        """The first 1,000 lines that were no rows when the logs were read last."""
        return list(self._bad)

    @property
    def bad_count(self) -> int:
        """How many lines were no rows when the logs were read last."""
        return self._bad_count

    @property
    def notes(self) -> list[str]:
        """What the command would have said when the logs were read last: the format of each, and what it lacks."""
        return list(self._notes)

    def __iter__(self) -> Iterator[Any]:
        """Record batches of pyarrow, in the order of the lines."""
        return (batch for table in self._tables() for batch in table.to_batches())

    def to_pyarrow(self) -> Any:
        """All of it, as a ``pyarrow.Table``."""
        return pa.concat_tables(self._tables())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        tables = self._tables()
        first = next(tables)
        batches = (batch for table in chain([first], tables) for batch in table.to_batches())
        reader = pa.RecordBatchReader.from_batches(first.schema, batches)
        return reader.__arrow_c_stream__(requested_schema)

    def _tables(self) -> Iterator[Any]:
        """One for each block, and at least one."""
        bad: list[BadLine] = []
        notes: list[str] = []
        self._bad, self._bad_count, self._notes = bad, 0, notes
        rows = self._rows(notes)
        cut: list[Broken] = []

        def work(block: Block) -> tuple[Block, Rows]:
            found = rows(block)
            found.table = plain(found.table)
            return block, found

        for block, found in in_order(rows.ahead(self._source(cut.append)), work, self._threads):
            self._known = rows
            for source, some in bad_by_file(block, found.bad, LONGEST):
                self._keep(bad, source, some)
            yield found.table
        for broken in cut:
            notes.append(f"{broken.source}: {broken.reason}; all lines before that were read")
            self._keep(bad, broken.source, [cut_off(broken)])

    def _keep(self, kept: list[BadLine], source: str, some: list[Bad]) -> None:
        self._bad_count += len(some)
        few = some[: KEPT - len(kept)]
        kept.extend(BadLine(source, each.line, each.reason, each.at, each.text) for each in few)

    def _rows(self, notes: list[str]) -> LogRows:
        return LogRows(*self._asked, **self._lines_are, note=notes.append)

    def _looked(self) -> LogRows:
        """Has read as far as the first format."""
        if self._known is None:
            rows = self._rows([])
            next(rows.ahead(self._source(lambda _: None)))
            self._known = rows
        return self._known

    def __repr__(self) -> str:
        return f"<urlmill.logs.Reader {self.fields}>" if self._known else "<urlmill.logs.Reader>"
