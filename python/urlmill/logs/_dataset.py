"""Logs as a dataset of pyarrow, of which an engine asks for some columns and rows only. DuckDB does."""

from __future__ import annotations

from contextlib import closing

import pyarrow as pa
from pyarrow.dataset import Dataset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ._reader import Reader


class LogDataset(Dataset):  # type: ignore[misc]  # pyarrow says nothing of its types
    """DuckDB looks for this class, and then calls `schema` and `scanner`. Nothing else works: there are no files that
    pyarrow knows of. ``bad_lines`` makes what is called with each bad line of a reading, and told its end.
    """

    def __init__(self, reader: Reader, bad_lines: Callable[[], Any] | None = None) -> None:
        self._reader = reader
        self._bad_lines = bad_lines
        self._schema = reader.schema  # at once: what is wrong with the logs is not an error of DuckDB's

    @property
    def schema(self) -> Any:
        """All columns."""
        return self._schema

    def scanner(self, columns: list[str] | None = None, filter: Any = None, **_: Any) -> LogScanner:  # noqa: A002
        """The rows that an expression of pyarrow holds for, and of them these columns."""
        return LogScanner(self._reader, columns, filter, self._bad_lines and self._bad_lines())


class LogScanner:
    """The answer to one query."""

    def __init__(self, reader: Reader, columns: list[str] | None, condition: Any, bad_lines: Any) -> None:
        self._reader = reader
        self._bad_lines = bad_lines
        self._names: list[str] = reader.schema.names if columns is None else columns
        self._condition = condition

    def to_reader(self) -> Any:
        """As a stream."""
        schema = pa.schema([self._reader.schema.field(name) for name in self._names])
        return pa.RecordBatchReader.from_batches(schema, self._batches())

    def _batches(self) -> Iterator[Any]:
        with closing(self._reader._tables(self._needed(), on_bad=self._bad_lines)) as tables:
            try:
                for table in tables:
                    if self._condition is not None:
                        table = table.filter(self._condition)
                    yield from table.select(self._names).to_batches()
            finally:  # also if the query ends early
                if self._bad_lines:
                    self._bad_lines.tell()

    def _needed(self) -> list[str]:
        """Which columns a condition is about, pyarrow does not tell. One that is not named in its text is not."""
        text = "" if self._condition is None else str(self._condition)
        found = [name for name in self._reader.schema.names if name in self._names or name in text]
        return found or self._reader.schema.names[:1]  # to count the rows takes a column
