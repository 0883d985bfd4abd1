"""The first row of each fingerprint, in order, however many there are.

Fingerprints are held in memory up to a bound. From then on, rows whose fingerprint is not among them go to a temporary
file, in parts by some bits of it. All rows of a fingerprint are in one part, so that at the end each part is read by
itself in the same way, and what it gives is merged with the others by the numbers of the rows.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from contextlib import closing

import pyarrow as pa
import pyarrow.compute as pc

from .._backend import impl
from .._io.temporary import TemporaryRows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from .._io.temporary import Place

_WIDTH = 16  # octets of a fingerprint
_PARTS = 64
_OF_PART = bytes(octet % _PARTS for octet in range(256))
_SCHEMA = pa.schema([("url", pa.large_string()), ("fingerprint", pa.binary(_WIDTH)), ("number", pa.uint64())])
_COUNTED = _SCHEMA.append(pa.field("count", pa.uint64()))
# The fingerprints take half of the bound; rows that wait to be written, which are copied to be sorted, a sixteenth.
_OF_KNOWN, _OF_WAITING, _OF_MERGED = 2, 16, 16 * _PARTS
_LEAST = 1 << 14  # octets of rows that are written at a time, to be merged
_MOST = 1 << 28  # octets of rows that come together: of more than 2 GiB the output could make no column


def numbered(urls: Any, fingerprints: Any, first: int) -> Any:
    """Rows as they are compared here, of which the first has this number."""
    octets = pa.py_buffer(array("Q", range(first, first + len(urls))))  # four times as fast as pa.array
    numbers = pa.Array.from_buffers(pa.uint64(), len(urls), [None, octets])
    return pa.record_batch([urls, fingerprints, numbers], schema=_SCHEMA)


def no_rows() -> Any:
    """What `Firsts.finish` gives where there is nothing."""
    return pa.RecordBatch.from_pylist([], schema=_COUNTED)


class Firsts:
    """The first row of each fingerprint, of rows that come in order; if they are counted, with how often each came."""

    def __init__(self, bound: int, threads: int, *, are_counted: bool, depth: int = 0) -> None:
        self._bound, self._threads, self._are_counted, self._depth = bound, threads, are_counted, depth
        self._known = impl.FingerprintSet(are_counted)
        self._is_full = False
        self._file = TemporaryRows()
        self._kept = _Waiting(self._file, bound)
        self._others = _Waiting(self._file, bound, _WIDTH - 1 - depth % _WIDTH)

    def add(self, rows: Any, *, are_kept: bool = True) -> Any:
        """Those that are known to be the first of theirs. If they are kept, `finish` gives them again."""
        fingerprints = _octets(rows)
        if not self._is_full:
            firsts = _chosen(rows, self._known.add(fingerprints, self._threads))
            self._is_full = self._known.size() > self._bound // _OF_KNOWN
            if are_kept:
                self._kept.add(firsts)
            return firsts
        flags = self._known.find(fingerprints)
        if self._are_counted:
            self._known.add(_octets(_chosen(rows, flags)), self._threads)
        self._others.add(_chosen(rows, flags, 0))
        return rows.slice(0, 0)

    def finish(self) -> Iterator[Any]:
        """Those that were kept, and then those that had no room in memory, in order and with their counts."""
        for rows in self._kept.taken():
            yield self._with_counts(rows)
        self._known = impl.FingerprintSet()  # the parts need its memory
        runs = [self._run_of(part) for part in self._others.parts()]
        yield from _merged(runs)

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _with_counts(self, rows: Any) -> Any:
        counts = self._known.counts(_octets(rows)) if self._are_counted else [1] * rows.num_rows
        return pa.record_batch([*rows.columns, pa.array(counts, pa.uint64())], schema=_COUNTED)

    def _run_of(self, part: int) -> Iterator[Any]:
        """What `finish` gives of a part. It goes to the file again: there is room for one part at a time."""
        most = max(min(self._bound // _OF_MERGED, _MOST // _PARTS), _LEAST)
        with closing(Firsts(self._bound, self._threads, are_counted=self._are_counted, depth=self._depth + 1)) as inner:
            for rows in self._others.taken(part):
                inner.add(rows)
            places = [self._file.write(rows) for rows in _cut(inner.finish(), most)]
        return (self._file.read(place, _COUNTED) for place in places)


class _Waiting:
    """Rows that are written to a file when they are many, if an octet of their fingerprints is given by parts."""

    def __init__(self, file: TemporaryRows, bound: int, octet: int | None = None) -> None:
        self._file, self._most, self._octet = file, min(bound // _OF_WAITING, _MOST), octet
        self._rows: list[Any] = []
        self._size = 0
        self._places: defaultdict[int, list[Place]] = defaultdict(list)

    def add(self, rows: Any) -> None:
        if not rows.num_rows:
            return
        self._rows.append(rows)
        self._size += rows.nbytes
        if self._size > self._most:
            self._flush()

    def _flush(self) -> None:
        rows = _joined(self._rows)
        self._rows, self._size = [], 0
        if self._octet is None:
            self._places[0].append(self._file.write(rows))
            return
        parts = _octets(rows)[self._octet :: _WIDTH].translate(_OF_PART)
        in_order, start = rows.take(pc.array_sort_indices(_numbers(parts))), 0  # those of a part stay in order
        for part in range(_PARTS):
            if count := parts.count(part):
                self._places[part].append(self._file.write(in_order.slice(start, count)))
                start += count

    def parts(self) -> list[int]:
        """Those that have rows, all of which are in the file then."""
        if self._rows:
            self._flush()
        return sorted(self._places)

    def taken(self, part: int = 0) -> Iterator[Any]:
        """The rows of a part, in order."""
        for place in self._places.pop(part, []):
            yield self._file.read(place, _SCHEMA)
        yield from self._rows


def _merged(runs: list[Iterator[Any]]) -> Iterator[Any]:
    """Rows by their numbers, of runs that are in this order each."""
    heads = [(rows, run) for run in runs for rows in [next(run, None)] if rows is not None]
    while heads:
        # Up to here all are at hand.
        end = min(rows.column("number")[-1].as_py() for rows, _ in heads)
        taken, left = [], []
        for rows, run in heads:
            count = pc.sum(pc.less_equal(rows.column("number"), end), min_count=0).as_py()
            taken.append(rows.slice(0, count))
            rest = rows.slice(count) if count < rows.num_rows else next(run, None)
            if rest is not None:
                left.append((rest, run))
        heads = left
        together = _joined(taken)
        yield together.take(pc.array_sort_indices(together.column("number")))


def _cut(batches: Iterable[Any], most: int) -> Iterator[Any]:
    """The same rows, about so many octets at a time."""
    for rows in batches:
        step = max(rows.num_rows * most // max(rows.nbytes, 1), 1)
        for start in range(0, rows.num_rows, step):
            yield rows.slice(start, step)


def _chosen(rows: Any, flags: bytes, wanted: int = 1) -> Any:
    return rows.filter(pc.equal(_numbers(flags), wanted))


def _octets(rows: Any) -> bytes:
    """The fingerprints, one behind the other."""
    column = rows.column("fingerprint")
    start = column.offset * _WIDTH
    octets: bytes = column.buffers()[1][start : start + len(column) * _WIDTH].to_pybytes() if len(column) else b""
    return octets


def _numbers(octets: bytes) -> Any:
    return pa.Array.from_buffers(pa.uint8(), len(octets), [None, pa.py_buffer(octets)])


def _joined(batches: list[Any]) -> Any:
    if len(batches) == 1:
        return batches[0]
    (rows,) = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return rows
