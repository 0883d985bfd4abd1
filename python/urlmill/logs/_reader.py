"""Logs as a stream of Arrow record batches."""

from __future__ import annotations

import os
from contextlib import closing
from itertools import chain

from .._io.arrow import pa, types
from .._io.bad import bad_by_file, cut_off
from .._io.filters import Where
from .._io.inputs import LONGEST
from .._io.live import Live
from .._io.ordered import in_order
from .._io.outputs import plain
from .._io.rows import share
from .._io.usage import UsageError
from .._typing import NamedTuple
from ._rows import LogRows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from typing import Any

    from .._io.bad import Bad
    from .._io.inputs import Block, Broken
    from .._io.rows import Rows

    _Told = Callable[["BadLine"], object]
    # Blocks of lines from their beginning, whenever it is called; told of a packed file that ends too early, and of how
    # lines of a pipe are waited for.
    _Source = Callable[[Callable[[Broken], None], Live], Iterator[Block]]

KEPT = 1000  # bad lines


class BadLine(NamedTuple):
    """A line that could not be read as a row. The text may hold a password, so ``repr`` does not show it."""

    source: str  #: the file
    line: int  #: its number, from 1 on
    reason: str  #: ``bad-line``, ``too-long`` or ``cut-off``
    at: int  #: the character where it stops making sense
    text: str  #: the line, or how it begins if it is too long or cut off

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True) if name != "text")
        return f"BadLine({', '.join(shown)})"


class _Scan:
    """What is known of one reading of the logs: there may be several at once."""

    def __init__(self) -> None:
        self.bad: list[BadLine] = []
        self.bad_count = 0
        self.notes: list[str] = []

    def keep(self, source: str, some: list[Bad], on_bad: _Told | None) -> None:
        """Counts bad lines, and keeps the first."""
        self.bad_count += len(some)
        wanted = some if on_bad else some[: KEPT - len(self.bad)]
        found = [BadLine(source, each.line, each.reason, each.at, each.text) for each in wanted]
        self.bad.extend(found[: KEPT - len(self.bad)])
        if on_bad:
            for each in found:
                on_bad(each)


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
        self._asked = fields
        self._where = where
        self._lines_are: dict[str, Any] = {"name": name, "regex": regex}
        self._threads = threads or os.cpu_count() or 1
        self._known: LogRows | None = None
        self._schema: Any = None
        self._last = _Scan()
        self._rows(self._last)  # so that what is wrong with the arguments is told at once

    @property
    def format(self) -> str | None:
        """The format of the first log; None if no log has a line. It takes a look at the logs."""
        form = self._looked().form
        return None if form is None else form.name

    @property
    def fields(self) -> list[str]:
        """The names of the columns. It takes a look at the logs, unless you have named them."""
        return list(self._asked or self._looked().fields)

    @property
    def schema(self) -> Any:
        """The columns and their types, a ``pyarrow.Schema``. It takes a look at the logs."""
        if self._schema is None:
            self._look()
        return self._schema

    @property
    def bad(self) -> list[BadLine]:
        """The first 1,000 lines that were not rows when the logs were read last."""
        return list(self._last.bad)

    @property
    def bad_count(self) -> int:
        """How many lines were not rows when the logs were read last."""
        return self._last.bad_count

    @property
    def notes(self) -> list[str]:
        """What the command would have said when the logs were read last: the format of each, and what it lacks."""
        return list(self._last.notes)

    def __iter__(self) -> Iterator[Any]:
        """Record batches of pyarrow, in the order of the lines."""
        return (batch for table in self._tables() for batch in table.to_batches())

    def to_pyarrow(self) -> Any:
        """All of it, as a ``pyarrow.Table``."""
        return pa.concat_tables(self._tables())

    def to_polars(self) -> Any:
        """All of it, as a ``polars.DataFrame``; `urlmill.engines.polars.scan_logs` has a ``LazyFrame``."""
        return _library("polars").DataFrame(self)

    def to_pandas(self) -> Any:
        """All of it, as a ``pandas.DataFrame`` whose columns stay in Arrow, text as ``large_string``."""
        pandas = _library("pandas")
        table = self.to_pyarrow()
        large = [each.with_type(pa.large_string()) if types.is_string(each.type) else each for each in table.schema]
        return table.cast(pa.schema(large)).to_pandas(types_mapper=pandas.ArrowDtype)

    def to_duckdb(self, connection: Any = None) -> Any:
        """A relation of DuckDB, of this connection or of the default one. Each query reads the logs, and of them only
        the columns that it needs.
        """
        duckdb = _library("duckdb")
        from ._dataset import LogDataset  # it takes long to import

        return (duckdb if connection is None else connection).from_arrow(LogDataset(self))

    def __arrow_c_schema__(self) -> object:
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        tables = self._tables()
        first = next(tables)
        batches = (batch for table in chain([first], tables) for batch in table.to_batches())
        reader = pa.RecordBatchReader.from_batches(first.schema, batches)
        return reader.__arrow_c_stream__(requested_schema)

    def _tables(
        self, fields: Sequence[str] | None = None, where: Sequence[str] = (), on_bad: _Told | None = None
    ) -> Generator[Any, None, None]:
        """One for each block, and at least one. An engine may want some of the columns only, and may have further
        conditions.
        """
        self._last = scan = _Scan()
        rows = self._rows(scan, fields, where)
        schema = None
        cut: list[Broken] = []
        fitting = 0

        def work(block: Block) -> tuple[Block, Rows]:
            found = rows(block)
            found.table = plain(found.table)
            return block, found

        with (
            Live() as live,
            closing(in_order(rows.ahead(self._source(cut.append, live)), work, self._threads, live.stop)) as results,
        ):
            for block, found in results:
                if schema is None:
                    schema = found.table.schema
                    if fields is None:
                        self._known, self._schema = rows, schema
                fitting += found.fitting
                for source, some in bad_by_file(block, found.bad, LONGEST):
                    scan.keep(source, some, on_bad)
                yield _of_types(found.table, schema, block.source)
        for broken in cut:
            scan.notes.append(str(broken))
            scan.keep(broken.source, [cut_off(broken)], on_bad)
        if scan.bad_count:
            scan.notes.append(share(fitting, scan.bad_count))

    def _rows(self, scan: _Scan, fields: Sequence[str] | None = None, where: Sequence[str] = ()) -> LogRows:
        conditions = Where([*self._where, *where])
        return LogRows(fields or self._asked, conditions, **self._lines_are, note=scan.notes.append)

    def _looked(self) -> LogRows:
        """Has read as far as the first format."""
        return self._known or self._look()

    def _look(self) -> LogRows:
        rows = self._rows(_Scan())
        with Live() as live, closing(rows.ahead(self._source(lambda _: None, live))) as blocks:
            first = next(blocks)
        self._known = rows
        self._schema = plain(rows(first._replace(octets=b"", too_long=())).table).schema
        return rows

    def __repr__(self) -> str:
        return f"<urlmill.logs.Reader {self.fields}>" if self._known else "<urlmill.logs.Reader>"


def _of_types(table: Any, schema: Any, source: str) -> Any:
    """With the types of the first log: another may have text where that has numbers."""
    if table.schema == schema:
        return table
    try:
        return table.cast(schema)
    except pa.ArrowInvalid as error:
        raise UsageError(
            f"{source}: a column is not what it is in the first log ({error}); read it by itself"
        ) from None


def _library(name: str) -> Any:
    from ..columns._results import _library as library  # with all schemes, which few logs need

    return library(name)
