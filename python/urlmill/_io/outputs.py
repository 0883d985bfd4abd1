"""What is written: CSV, TSV, JSON lines, Parquet or Arrow; to a file, or to standard output."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from .files import NewFile
from .rows import Texts
from .usage import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any

    from typing_extensions import Self

    from .window import Window

FORMATS = ("csv", "tsv", "jsonl", "parquet", "arrow", "lines")
_ENDINGS = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet",
            ".arrow": "arrow", ".feather": "arrow", ".txt": "lines"}  # fmt: skip


def format_of(to: str | None, path: str, *, usual: str = "tsv") -> str:
    """The format that was asked for, or the one that the name of the file tells. On a terminal, it is a table."""
    if to:
        return to
    if path == "-":
        return "table" if usual == "tsv" and sys.stdout is not None and sys.stdout.isatty() else usual
    ending = os.path.splitext(path)[1].lower()
    if ending not in _ENDINGS:
        raise UsageError(f"{path}: give --to, one of {', '.join(FORMATS)}")
    return _ENDINGS[ending]


class Output:
    """A sink that writes rows to a file. Beside the formats, its kind may be a table on a terminal, or text whose rows
    may have line breaks.
    """

    def __init__(self, path: str, kind: str, note: Callable[[str], object] | None = None) -> None:
        self._note = note  # is told what a person should know
        self._new = NewFile(path)
        if kind in ("parquet", "arrow") and self._new.file.isatty():
            raise UsageError(f"{kind} is nothing for a terminal; give -o FILE")
        self._kind = kind
        self._window = _window() if kind == "table" else None
        self._schema: Any = None  # of a table
        self._left_out: list[str] = []  # columns of it that were told of
        self._writer: Any = None  # made with the first rows, which know the columns

    @property
    def is_live(self) -> bool:
        """Whether rows can be seen before the last one is written."""
        return self._new.is_stream

    @property
    def is_terminal(self) -> bool:
        """Whether the rows go to a terminal."""
        return self._new.file.isatty()

    def prepare(self, table: Any) -> Any:
        """Text is put together beside other blocks; the formats in binary are for one writer."""
        if self._kind in ("csv", "tsv"):
            return table.schema, _delimited(table, "," if self._kind == "csv" else "\t")
        if self._kind == "jsonl":
            return table.schema, _json_lines(table)
        if isinstance(table, Texts):
            return None, "".join(f"{line}\n" for line in table.lines).encode()
        if self._kind == "lines":
            return table.schema, _lines(table)
        if self._kind == "text":
            return table.schema, _ended(_only(table))
        return table.schema, plain(table)

    def write(self, prepared: Any) -> None:
        schema, rows = prepared
        if self._window:
            self._schema = schema
            self._show(self._window.lines(rows))
        elif self._kind in ("csv", "tsv"):
            if self._writer is None:
                self._writer = self._new
                self._new.write(_header(schema.names, "," if self._kind == "csv" else "\t"))
            self._new.write(rows)
        elif self._kind in ("jsonl", "lines", "text"):
            self._new.write(rows)
        else:
            with self._new.named_in_errors():
                if self._writer is None:
                    self._writer = _writer(self._kind, self._new, rows.schema)
                if rows.num_rows:
                    self._writer.write_table(rows)
        if self._new.is_stream:  # it may be read meanwhile
            with self._new.named_in_errors():
                self._new.file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if value is None:
            with self._new, self._new.named_in_errors():
                self._close()
            return
        if self._has_writer:
            # Its end would make what is there look whole. And without an end it would write one when Python ends.
            self._new.divert()
            with suppress(Exception):
                self._close()
        self._new.give_up()

    @property
    def _has_writer(self) -> bool:
        return self._writer is not None and self._writer is not self._new

    def _show(self, lines: str) -> None:
        left_out = self._window.left_out if self._window else []
        if self._note and left_out != self._left_out:
            self._note(f"no room for {', '.join(left_out)}; --fields chooses columns, --to tsv shows all")
        self._left_out = left_out
        self._new.write(lines.encode())

    def _close(self) -> None:
        if self._window and self._schema is not None:
            self._show(self._window.lines(self._schema.empty_table(), is_last=True))
        if self._has_writer:
            self._writer.close()


def _window() -> Window:
    from .window import Window  # few rows go to a terminal

    return Window()


def plain(table: Any) -> Any:
    """With text as every reader of files knows it: views are for memory."""
    import pyarrow as pa

    def of(kind: Any) -> Any:
        if pa.types.is_string_view(kind) or pa.types.is_dictionary(kind):
            return pa.string()
        if pa.types.is_list(kind):
            return pa.list_(of(kind.value_type))
        if pa.types.is_struct(kind):
            return pa.struct([field.with_type(of(field.type)) for field in kind])
        return kind

    schema = pa.schema([field.with_type(of(field.type)) for field in table.schema])
    return table if schema == table.schema else table.cast(schema)


def _writer(kind: str, new: NewFile, schema: Any) -> Any:
    if kind == "parquet":
        import pyarrow.parquet as pq

        return pq.ParquetWriter(new.file, schema, compression="zstd")
    import pyarrow as pa

    return pa.ipc.new_stream(new.file, schema) if new.is_stream else pa.ipc.new_file(new.file, schema)


def _header(names: list[str], delimiter: str) -> bytes:
    import pyarrow as pa

    cells = _cells(pa.chunked_array([pa.array(names, pa.large_string())]), delimiter)
    return (delimiter.join(cells.to_pylist()) + "\n").encode()


def _delimited(table: Any, delimiter: str) -> bytes:
    """Quoted is what has to be, and empty text, for it to be told from null. pyarrow's own writer quotes all text."""
    import pyarrow.compute as pc

    if not table.num_rows:
        return b""
    cells = [_cells(column, delimiter) for column in table.columns]
    lines = pc.binary_join_element_wise(*cells, _text(delimiter), null_handling="replace", null_replacement="")
    return _ended(lines)


def _lines(table: Any) -> bytes:
    """The text of the one column, a line for each row: a line break within would begin another."""
    import pyarrow.compute as pc

    column = _only(table)
    lines = _ended(column)
    if lines.count(b"\n") > table.num_rows:
        lines = _ended(pc.replace_substring(column, "\n", "%0A"))
    return lines


def _only(table: Any) -> Any:
    import pyarrow as pa

    if table.num_columns != 1:
        raise UsageError(
            f"lines have room for one column, and there are {', '.join(table.column_names)}; --to takes other formats"
        )
    return table.column(0).cast(pa.large_string())


def _ended(lines: Any) -> bytes:
    import pyarrow.compute as pc

    if not len(lines):
        return b""
    ends = (_text(""), _text("\n"))
    ended = pc.binary_join_element_wise(lines, *ends, null_handling="replace", null_replacement="").combine_chunks()
    # The text of a column is one after the other.
    octets: bytes = ended.buffers()[2].to_pybytes()
    return octets


def _cells(column: Any, delimiter: str) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_nested(column.type):
        values = (None if value is None else _dumped(value) for value in column.to_pylist())
        column = pa.chunked_array([pa.array(values, pa.large_string())])
    text = column.cast(pa.large_string())
    if pa.types.is_integer(column.type):
        return text
    special = pc.match_substring_regex(text, f'["\r\n{delimiter}]|^$')
    if not pc.any(special).as_py():
        return text
    quoted = pc.binary_join_element_wise(_text('"'), pc.replace_substring(text, '"', '""'), _text('"'), _text(""))
    return pc.if_else(special, quoted, text)


def _text(value: str) -> Any:
    import pyarrow as pa

    return pa.scalar(value, pa.large_string())


def _json_lines(table: Any) -> bytes:
    """A column at a time: half the work of a dictionary for each row."""
    columns = []
    for name, column in zip(table.column_names, table.columns, strict=True):
        encode = _encoder(column.type)
        key = _dumped(name)
        columns.append([f"{key}:{'null' if value is None else encode(value)}" for value in column.to_pylist()])
    return "".join(f"{{{','.join(row)}}}\n" for row in zip(*columns, strict=True)).encode()


def _encoder(kind: Any) -> Callable[[Any], str]:
    import pyarrow as pa

    if pa.types.is_integer(kind) or pa.types.is_decimal(kind):  # decimals are whole numbers beyond 64 bits
        return str
    if pa.types.is_temporal(kind):
        return lambda value: f'"{value.isoformat()}"'
    return _dumped


def _dumped(value: Any) -> str:
    from json import dumps  # other outputs need none

    return dumps(value, ensure_ascii=False)
