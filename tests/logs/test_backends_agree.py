"""Lines and records on the native module against the same on its pure-Python twin."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import _pure
from urlmill._pure.record_kinds import KINDS

from .. import corpus
from .records import COMBINED, rows

_native = pytest.importorskip("urlmill._native", reason="installed without the native module, as from the pure wheel")


def both(call: str, *arguments: Any) -> None:
    ours, theirs = (getattr(module, call)(*arguments) for module in (_native, _pure))
    assert (ours.names, ours.types, len(ours)) == (theirs.names, theirs.types, len(theirs))
    assert rows(ours) == rows(theirs)


octet_pieces = st.sampled_from([b"\n", b"\r", b"\r\n", b"\0", b"a", b"\xc3\xa9", b"\xff", b"\xc3", b"x" * 20, b" "])


@given(st.one_of(st.lists(octet_pieces).map(b"".join), st.binary()))
def test_lines_are_the_same_on_both_backends(octets: bytes) -> None:
    both("read_lines", octets)


line_pieces = st.sampled_from(
    ["-", " ", '"', "\\", '" "', '] "', " [", "é", "\0", "GET / HTTP/1.1", "1", "200", "65536", "0.5", "x" * 20,
     "17/May/2015:10:05:03 +0000", "Mar  5 10:05:03", ", ", ",", " : ", ":", ":80", "  ", "::1", "192.0.2.1", "[", "]",
     "30/Feb/2015:10:05:60 -0930", "18446744073709551616", "\ud800", '""', '"a b"', "2015-05-17", "10:05"]
)  # fmt: skip
line_texts = st.one_of(st.none(), st.lists(line_pieces, max_size=16).map("".join), st.text(max_size=20))
literals = st.sampled_from([" ", '"', '" "', '] "', " [", "é", "-", "\\", '"\\', '""', "x", "\0"])
bounds = st.sampled_from(["", "", "", "quoted ", "doubled ", "padded ", "list "])
kinds = st.builds(str.__add__, bounds, st.sampled_from(list(KINDS)))


@st.composite
def formats(draw: st.DrawFn) -> list[tuple[str, str, str]]:
    first, last = draw(st.sampled_from(["", "-", '"', "é"])), draw(st.sampled_from(["", '"', " ", "é"]))
    others = draw(st.lists(literals, max_size=4))
    fields = [
        (literal, draw(st.sampled_from(["", "f"])) and f"f{index}", draw(kinds))
        for index, literal in enumerate([first, *others])
    ]
    return [*draw(st.sampled_from([fields, fields[:0]])), (last, "", "")]


@given(st.lists(line_texts, max_size=5), formats())
def test_records_are_the_same_on_both_backends(lines: list[str | None], pieces: list[tuple[str, str, str]]) -> None:
    both("read_records", lines, pieces)


values_of = {
    "text": st.text(st.sampled_from("ab-é\\"), max_size=20),
    "uint16": st.one_of(st.just("-"), st.integers(0, 70_000).map(str)),
    "uint64": st.one_of(st.just("-"), st.integers(0, 2**64 + 9).map(str)),
    "float64": st.floats(allow_nan=False, allow_infinity=False).map(lambda number: f"{number:.20f}"),
    "clock": st.from_regex(
        r"[0-3]\d/(Jan|Feb|Apr|Dec|Mai)/\d{4}:[0-2]\d:[0-6]\d:[0-6]\d [+-][0-2]\d[0-6]\d", fullmatch=True
    ),
    "request": st.from_regex(r"[A-Z-]{0,3} [/a ]{0,4} (HTTP/1\.[01]|x)?", fullmatch=True),
    "": st.text(st.sampled_from("ab-"), max_size=3),
    "time": st.one_of(
        st.from_regex(
            r"[0-3]\d/(Jan|Feb|Apr|Dec)/\d{4}:[0-2]\d:[0-6]\d:[0-6]\d(\.\d{1,9})?( ?([+-][0-2]\d(:?[0-6]\d)?|Z))?",
            fullmatch=True,
        ),
        st.from_regex(
            r"[0-9]{4}[-/][01]\d[-/][0-3]\d[ Tt][0-2]\d:[0-6]\d:[0-6]\d([.,]\d{1,9})?(Z|z|[+-][0-2]\d(:?[0-6]\d)?)?",
            fullmatch=True,
        ),
        st.integers(0, 2**64).map(str),
        st.floats(0, 1e19, allow_nan=False).map(lambda number: f"{number:.7f}"),
    ),
    "date": st.from_regex(r"[0-9]{4}[-/][01]\d-[0-3]\d", fullmatch=True),
    "day_time": st.from_regex(r"[0-2]\d:[0-6]\d(:[0-6]\d(\.\d{0,9})?)?", fullmatch=True),
    "status": st.sampled_from(["-", "-1", "0", "000", "200", "20", "2000", "+20", "٣٣٣"]),
    "method": st.sampled_from(["GET", "", "G T", "M-SEARCH", "É"]),
    "word": st.text(st.sampled_from("a \t"), max_size=3),
    "user": st.text(st.sampled_from("a- "), max_size=5),
    "syslog_time": st.from_regex(r"(Jan|Feb|Apr|Mai) [ 0-3]\d [0-2]\d:[0-6]\d:[0-6]\d", fullmatch=True),
    "structured": st.lists(st.sampled_from(["[", "]", "a", '"', "\\", "-", " "]), max_size=12).map("".join),
    **dict.fromkeys(
        ("seconds", "milliseconds", "microseconds"), st.sampled_from(["-", "-1", "-1.0", "1.5", "17", "x"])
    ),
    **dict.fromkeys(
        ("host", "full_host", "address", "client", "authority", "endpoint", "forwarded"),
        st.lists(
            st.sampled_from(["192.0.2.1", "1", "256", ".", "::", ":", "1:2:3:4:5:6:7", "[", "]", "a", "-", "_", "%",
                             "eth0", ",", " ", "80", "localhost", "unknown", "unix:", "é", "fe80", "01"]),
            max_size=7,
        ).map("".join),
    ),
}  # fmt: skip


@given(st.data(), formats())
def test_lines_that_nearly_fit_are_the_same_on_both_backends(
    data: st.DataObject, pieces: list[tuple[str, str, str]]
) -> None:
    def line() -> str:
        fields = [literal + data.draw(values_of[kind.split(" ")[-1]]) for literal, _, kind in pieces[:-1]]
        return "".join(fields) + pieces[-1][0]

    both("read_records", [line() for _ in range(data.draw(st.integers(0, 3)))], pieces)


def test_real_lines_are_the_same_on_both_backends() -> None:
    octets = corpus.LOG.read_bytes()
    both("read_lines", octets)
    both("read_records", octets.decode().split("\n")[:2000], COMBINED)
