"""Values of logs that are counted where they stand, and the same counted by rows."""

from __future__ import annotations

from typing import Any

from urlmill._io.filters import Where
from urlmill._io.inputs import Block
from urlmill._io.tallies import Tallies
from urlmill.logs._rows import LogRows
from urlmill.logs.formats import Format

NAMES = ("path", "query", "client", "user", "method", "target", "protocol", "status", "bytes", "referer", "request",
         "x_forwarded_for", "host", "time", "agent", "request_time")  # fmt: skip


def in_blocks(rows: LogRows, octets: bytes) -> list[Block]:
    """Cut into three, so that what is counted must be put together."""
    cuts = [octets.find(b"\n", len(octets) * part // 3) + 1 or len(octets) for part in (1, 2, 3)]
    pieces, line, start = [], 1, 0
    for cut in [*cuts[:2], len(octets)]:
        if cut > start:
            pieces.append(Block(octets[start:cut], "lines", line, 0, rank=start))
            line += octets[start:cut].count(b"\n")
            start = cut
    found = list(rows.ahead(iter(pieces)))
    assert all(block.form for block in found)
    return found


def form_of(octets: bytes) -> Format | None:
    """As it is detected."""
    rows = LogRows(None, Where([]), note=lambda _: None)
    in_blocks(rows, octets)
    return rows.form


def counted(octets: bytes, name: str, form: Format | None, *, is_fast: bool) -> tuple[list[Any], int, int, list[Any]]:
    """The counts, how many different values and rows there are, and the bad lines."""
    rows = LogRows([name], Where([]), form=form, note=lambda _: None)
    tallies, bad, count = Tallies(), [], 0
    blocks = in_blocks(rows, octets)
    for block in reversed(blocks):  # in any order
        found = rows.counted(block, tallies) if is_fast else rows._counted_by_rows(block, tallies)
        count += found.table.num_rows
        bad += [(each.line, each.reason, each.text) for each in found.bad]
    return tallies.most(1000), len(tallies), count, sorted(bad)


def same(octets: bytes, names: tuple[str, ...] = NAMES) -> None:
    """The same values in the same order, the same rows and the same bad lines, with rows and without them."""
    form = form_of(octets)
    for name in names:
        fast, slow = (counted(octets, name, form, is_fast=is_fast) for is_fast in (True, False))
        assert fast == slow, name
        assert sum(count for _, count in fast[0]) == fast[2]
