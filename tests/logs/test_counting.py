"""Values of text logs that are counted where they stand, beside the same counted by rows."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import _pure, backend
from urlmill._backend import impl
from urlmill._io.filters import Where
from urlmill._io.inputs import Block
from urlmill._io.tallies import Tallies
from urlmill.logs._columns import OF_REQUEST, OF_TARGET
from urlmill.logs._rows import LogBlock, LogRows
from urlmill.logs.formats import Format

from .mutations import SAMPLES, TEXT, mutated
from .records import COMBINED

NAMES = ("path", "query", "client", "user", "method", "target", "protocol", "status", "bytes", "referer", "request",
         "x_forwarded_for", "host", "time", "agent", "request_time")  # fmt: skip


def in_blocks(rows: LogRows, octets: bytes) -> list[LogBlock]:
    """Cut into three, so that what is counted must be put together."""
    cuts = [octets.find(b"\n", len(octets) * part // 3) + 1 or len(octets) for part in (1, 2, 3)]
    pieces, line, start = [], 1, 0
    for cut in [*cuts[:2], len(octets)]:
        if cut > start:
            pieces.append(Block(octets[start:cut], "lines", line, 0, rank=start))
            line += octets[start:cut].count(b"\n")
            start = cut
    found = list(rows.ahead(iter(pieces)))
    assert all(isinstance(block, LogBlock) for block in found)
    return found  # type: ignore[return-value]


def form_of(octets: bytes) -> Format | None:
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
    form = form_of(octets)
    for name in names:
        fast, slow = (counted(octets, name, form, is_fast=is_fast) for is_fast in (True, False))
        assert fast == slow, name
        assert sum(count for _, count in fast[0]) == fast[2]


# JSON lines, which are counted in another way, are the subject of test_json_tally.py; here, how they are put together.
@pytest.mark.parametrize("sample", [*TEXT, "gcp", "traefik_json"])
def test_mutated_lines_are_counted_as_their_rows_are(sample: str) -> None:
    chance = random.Random(sample)
    lines = SAMPLES[sample]
    # A load balancer that sees no requests has none of the others.
    names = NAMES if sample != "nlb" else tuple(name for name in NAMES if name not in (*OF_REQUEST, *OF_TARGET))
    head = [line for line in lines if line.startswith("#")]
    good = [line for line in lines if not line.startswith("#")]
    for ending in ("\n", "\r\n"):
        some = [*good * 3, *(mutated(chance.choice(good), chance) for _ in range(60)), *good, "", "#", "# note"]
        octets = ending.join([*head, *good * 20, *some]).encode()
        same(octets, names)
        same(octets.replace(b"\xc3", b"\xff"), tuple(name for name in ("path", "client", "agent") if name in names))


def test_an_order_is_that_in_which_values_are_first_seen() -> None:
    line = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "{}" 200 17'
    requests = ["GET /b HTTP/1.1", "-", "GET /a HTTP/1.1", "GET  HTTP/1.1", "GET a HTTP/1.1", "GET /c HTTP/1.1"]
    octets = "\n".join(line.format(request) for request in requests).encode()
    assert counted(octets, "path", None, is_fast=True)[0] == [(None, 2), ("/b", 1), ("/a", 1), ("a", 1), ("/c", 1)]


def test_numbers_are_numbers_however_they_are_written() -> None:
    line = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "-" {} {}'
    pairs = [("200", "017"), ("-1", "17"), ("000", "-"), ("0", "0"), ("007", "18446744073709551615")]
    octets = "\n".join(line.format(*pair) for pair in pairs).encode()
    assert counted(octets, "status", None, is_fast=True)[0] == [(0, 2), (200, 1), (None, 1), (7, 1)]
    assert counted(octets, "bytes", None, is_fast=True)[0] == [(17, 2), (None, 1), (0, 1), (18446744073709551615, 1)]
    same(octets)


line_pieces = st.sampled_from(
    ["192.0.2.1", " - ", "-", '"', "\\", " [", '] "', '" ', '" "', "17/May/2015:10:05:03 +0000", "GET /a?b#c HTTP/1.1",
     "CONNECT h:1 HTTP/1.1", "GET http://h.example/a?b HTTP/1.1", "GET http://h HTTP/1.1", "GET /\t HTTP/1.1", "200",
     " 17", "\n", "\r\n", "\r", "é", "GET /a", "GET * HTTP/1.0", "x y"]
)  # fmt: skip
whole = st.tuples(
    st.sampled_from(["GET /a?b#c HTTP/1.1", "-", "GET //a/b", "CONNECT h:1 HTTP/1.1", "G T x",
                     "GET http://h/a HTTP/1.1",
                     "GET /a\x01 HTTP/1.1", "GET /é?è HTTP/1.1", "GET * HTTP/1.1", "GET a:b HTTP/1.1", ""]),
    st.sampled_from(["200", "000", "-", "-1", "20", "x"]),
).map(lambda two: '192.0.2.1 - u [17/May/2015:10:05:03 +0000] "{}" {} 17 "-" "a"\n'.format(*two))  # fmt: skip
parts = st.sampled_from(["path", "query", "method", "target", "protocol", "status", "bytes", "host", "user", "request"])


@pytest.mark.skipif(backend == "pure", reason="it compares the two")
@given(st.lists(line_pieces | whole, max_size=30), parts, st.binary(max_size=2))
def test_what_is_counted_and_what_is_left_is_the_same_on_both_backends(
    pieces: list[str], name: str, end: bytes
) -> None:
    octets = "".join(pieces).encode() + end
    found = []
    for module in (impl, _pure):
        tally = module.Tally()
        done = module.RecordCounter([COMBINED, [*COMBINED[:7], ("", "", "")]], name).count(octets, 5, tally)
        found.append((done, tally.most(99), tally.most(1), tally.nulls, tally.total, len(tally)))
    assert found[0] == found[1]


def test_what_cannot_be_counted_is_an_error() -> None:
    for shape, name in (
        (COMBINED, "x"),
        (COMBINED, ""),
        ([*COMBINED[:5], *COMBINED[4:]], "path"),
        (COMBINED[-1:], "a"),
    ):
        with pytest.raises(ValueError, match="expected one column"):
            impl.RecordCounter([shape], name)
    with pytest.raises(ValueError, match="there is no kind"):
        impl.RecordCounter([[("", "a", "x"), ("", "", "")]], "a")
    with pytest.raises(ValueError, match="as many"):
        impl.Tally().add(["a"], [], [])


@pytest.mark.skipif(backend == "pure", reason="the pure backend takes pyarrow for columns")
@pytest.mark.parametrize("name", ["combined", "vhost_combined", "w3c", "cloudfront", "nginx"])
@pytest.mark.parametrize("more", [[], ["nothing of the kind"]], ids=["good", "bad"])
def test_paths_are_counted_without_pyarrow(name: str, more: list[str], tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_text("\n".join([*TEXT[name], *more]), "utf-8")
    check = "import sys; from urlmill.cli.main import main; main(sys.argv[1:]); sys.exit('pyarrow' in sys.modules)"
    command = [sys.executable, "-c", check, "top", "path", str(log), "--quiet"]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "utf-8"}, check=False)
    assert done.returncode == 0, done.stderr
    assert b"/a" in done.stdout
