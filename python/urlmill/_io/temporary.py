"""Rows that have no room in memory, in a temporary file."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from typing import NamedTuple

import pyarrow as pa

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO


class Place(NamedTuple):
    """Where rows stand in the file."""

    start: int
    length: int


class TemporaryRows:
    """A file of record batches.

    It has no name, so that nothing is left of it however the process ends. Windows has it removed when it is closed.
    """

    def __init__(self) -> None:
        self._file: BinaryIO | None = None  # made with the first rows
        self._end = 0

    def write(self, rows: Any) -> Place:
        """Appends a record batch."""
        octets = rows.serialize()
        with _named_in_errors():
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="urlmill-", buffering=0)  # noqa: SIM115  # it is closed with this
            self._file.seek(self._end)
            left = memoryview(octets)
            while left:
                left = left[self._file.write(left) :]
        place = Place(self._end, len(octets))
        self._end += len(octets)
        return place

    def read(self, place: Place, schema: Any) -> Any:
        """The record batch at a place."""
        octets = bytearray(place.length)
        left = memoryview(octets)
        with _named_in_errors():
            if self._file is None:
                raise ValueError("nothing was written")
            self._file.seek(place.start)
            while left:
                count = self._file.readinto(left)  # type: ignore[attr-defined]
                if not count:
                    raise OSError(0, "it has become shorter")
                left = left[count:]
        return pa.ipc.read_record_batch(pa.py_buffer(octets), schema)

    def close(self) -> None:
        """Lets go of the file, and with it of its room on the disk."""
        if self._file is not None:
            self._file.close()
            self._file = None


@contextmanager
def _named_in_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = f"a temporary file in {tempfile.gettempdir()}", None
        raise
