"""URLs in a column of Parquet."""

from __future__ import annotations

import os
import stat

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import types

from ..._io.inputs import Block, InputError, name_of, standard_input
from ..._io.kinds import PARQUET, not_text
from ..._io.usage import UsageError
from .block import Records, no_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_BATCH = 1 << 16  # rows


def is_parquet(path: str) -> bool:
    """Of a file on disk; what comes through a pipe cannot be read, as what it has stands at its end."""
    if path == "-":
        file = standard_input()
        is_on_disk = stat.S_ISREG(os.fstat(file.fileno()).st_mode) and hasattr(os, "pread")
        return is_on_disk and not_text(os.pread(file.fileno(), 4, 0)) == (PARQUET, "")
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as opened:
            return not_text(opened.read(4)) == (PARQUET, "")
    except OSError as error:
        raise InputError(f"{name_of(path)}: {error.strerror or error}") from None


def parquet_blocks(column: str, path: str) -> Iterator[Block]:
    """The URLs in a column of a file."""
    name = "standard input" if path == "-" else name_of(path)
    try:
        with pq.ParquetFile(standard_input().buffer if path == "-" else path) as file:
            names = file.schema_arrow.names
            if column not in names:
                raise UsageError(no_column(name, column, names))
            if names.count(column) > 1:
                raise UsageError(f"{name}: expected one column {column!r}, got {names.count(column)}")
            kind = file.schema_arrow.field(column).type
            number = 1
            for batch in file.iter_batches(_BATCH, columns=[column]):
                urls = _as_text(batch.column(0), kind, f"{name}: {column}")
                records = Records(urls, list(range(number, number + len(urls))))
                yield Block(b"", name, number, 0, records=records)
                number += len(urls)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{name}: {str(error).splitlines()[0]}") from None
    if number == 1:
        yield Block(b"", name, 1, 0, records=Records(pa.array([], pa.string()), []))


def _as_text(column: Any, kind: Any, name: str) -> Any:
    """Text, whatever its layout; nothing is null, as it is among lines."""
    kind = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_binary(kind) or types.is_large_binary(kind):
        values = [None if value is None else _decoded(value) for value in column.to_pylist()]
        column = pa.array(values, pa.large_string())
    elif not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)):
        raise UsageError(f"{name}: expected a column of text, got {kind}")
    column = column.cast(pa.large_string())
    return pc.if_else(pc.equal(column, ""), pa.scalar(None, column.type), column)


def _decoded(octets: bytes) -> str:
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("latin-1")
