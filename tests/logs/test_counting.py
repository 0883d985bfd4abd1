"""Values of text logs that are counted where they stand, beside the same counted by rows."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import _pure, backend
from urlmill._backend import impl
from urlmill.logs._columns import OF_REQUEST, OF_TARGET

from .. import corpus
from .counting import NAMES, counted, same
from .mutations import TEXT, mutated
from .records import COMBINED


@pytest.mark.parametrize("sample", TEXT)
def test_mutated_lines_are_counted_as_their_rows_are(sample: str) -> None:
    chance = random.Random(sample)
    lines = TEXT[sample]
    # A load balancer that sees no requests has none of the others.
    names = NAMES if sample != "nlb" else tuple(name for name in NAMES if name not in (*OF_REQUEST, *OF_TARGET))
    head = [line for line in lines if line.startswith("#")]
    good = [line for line in lines if not line.startswith("#")]
    for ending in ("\n", "\r\n"):
        changed = [mutated(chance.choice(good), chance) for _ in range(corpus.fewer(60))]
        some = [*good * 3, *changed, *good, "", "#", "# note"]
        octets = ending.join([*head, *good * corpus.fewer(20), *some]).encode()
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


# Each takes milliseconds to import.
NOT_NEEDED = ("pyarrow", "wcwidth", "concurrent.futures", "urlmill._url.url", "urlmill._url.masking")
CHECK = f"""
import sys
from urlmill.cli.main import main
main(sys.argv[1:])
sys.exit(", ".join(name for name in {NOT_NEEDED} if name in sys.modules) or 0)
"""


@pytest.mark.skipif(backend == "pure", reason="the pure backend takes pyarrow for columns")
@pytest.mark.parametrize("name", ["combined", "vhost_combined", "w3c", "cloudfront", "nginx"])
def test_paths_are_counted_without_what_takes_long_to_import(name: str, tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_text("\n".join([*TEXT[name]]), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHECK, "top", "path", str(log), "--quiet"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"/a" in done.stdout


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
