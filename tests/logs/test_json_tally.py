"""JSON lines: values that are counted without rows, beside the same counted by rows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import backend
from urlmill._backend import impl
from urlmill._io.filters import Where
from urlmill._io.inputs import Block
from urlmill._io.rows import Tally
from urlmill._io.tallies import Tallies
from urlmill._io.tallies import counted as values_of
from urlmill.logs._json_formats import OTHERS
from urlmill.logs._rows import LogBlock, LogRows
from urlmill.logs.formats import Format
from urlmill.logs.formats.json import JsonLines

from .. import corpus
from .json_mutations import SAMPLES, mutated

NAMES = ("path", "client", "agent", "user", "referer")
# As many as tell what the keys are, whatever stands in the others.
PLAIN = '{"uri":"/","method":"GET","request":"GET / HTTP/1.1","args":"","remote_addr":"192.0.2.1"}\n' * 7


def form_of(octets: bytes) -> Format | None:
    rows = LogRows(None, Where([]), note=lambda _: None)
    list(rows.ahead(iter([Block(octets, "lines", 1, 0)])))
    return rows.form


def counted(octets: bytes, name: str, form: Format | None = None) -> tuple[Tally | None, list[tuple[Any, int]], int]:
    """Without rows, if that can be; by rows; and how many lines are bad."""
    rows = LogRows([name], Where([]), form=form, note=lambda _: None)
    (block,) = rows.ahead(iter([Block(octets, "lines", 1, 0)]))
    assert isinstance(block, LogBlock)
    found, tallies = rows(block), Tallies()
    column = found.table.column(0)
    tallies.add_counted(values_of(column), 0)
    # In the order in which they were first seen, but for null, which is last.
    values = column.to_pylist()
    places = {value: place for place, value in reversed([*enumerate(values)]) if value is not None}
    expected = sorted(tallies.most(len(tallies)), key=lambda item: places.get(item[0], len(values)))
    return block.form.tally(octets, name), expected, len(found.bad)


def same(octets: bytes) -> int:
    """The same counts in the same order, or none; how many columns were counted without rows."""
    done = 0
    form = form_of(octets)
    for name in NAMES:
        tally, expected, bad = counted(octets, name, form)
        if tally is not None:
            assert bad == 0
            assert list(zip(tally.values, tally.counts, strict=True)) == expected, name
            assert tally.num_rows == sum(count for _, count in expected)
            done += 1
    return done


TARGETS = st.sampled_from(
    ["/a", "/a?b", "/a#b?c", "//a/b?c", "/", "*", "", "-", "/é", "/a b", "/a;b", "http://h/a?b", "http://h", "http://h:1/a",
     "https://H.example/%zz#x", "ftp://h/a", "a:443", "x", "?a", "#a", "/\x7f", "/\t", "http://h/é", "http://[::1]/a",
     "//", "///", "/a\\b", "http://a_b/", "http:///a", "/\u2028", "http://h/\x7f", "http://-/a", "http://../a"]
)  # fmt: skip
METHODS = st.sampled_from(["GET", "CONNECT", "connect", "-", "", "OPTIONS", "CON\\u004eECT"])
REQUESTS = st.one_of(
    st.tuples(METHODS, TARGETS).map(" ".join), st.tuples(METHODS, TARGETS).map(lambda two: " ".join(two) + " HTTP/1.1")
)


@st.composite
def lines(draw: st.DrawFn) -> str:
    values = {
        "uri": TARGETS,
        "method": METHODS,
        "request": REQUESTS,
        "args": TARGETS,
        "remote_addr": st.just("192.0.2.1"),
    }
    chosen = draw(st.lists(st.sampled_from(list(values)), unique=True))
    pairs = {key: draw(st.none() | values[key]) for key in chosen}
    return json.dumps(pairs, ensure_ascii=draw(st.booleans()))


@given(st.lists(lines(), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n", "\n\n"]), st.booleans())
def test_values_that_are_counted_without_rows_are_those_of_the_rows(
    some: list[str], between: str, has_end: bool
) -> None:
    same((PLAIN + between.join(some) + "\n" * has_end).encode())


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_mutated_lines_are_counted_as_their_rows_are(sample: int) -> None:
    chance = random.Random(sample)
    done, count = 0, corpus.fewer(60)
    for _ in range(count):
        some = [SAMPLES[sample]] * 3 + [mutated(SAMPLES[sample], chance)] + [SAMPLES[sample]]
        done += same("\n".join(some).encode())
    assert done > count // 10 or backend == "pure" or '"attributes":[' in SAMPLES[sample]


@pytest.mark.skipif(backend == "pure", reason="the pure backend makes rows")
def test_the_usual_lines_are_counted_without_rows() -> None:
    for line, path in (
        ('{"uri":"/a?b","status":200}', "/a"),
        ('{"request":"GET /a?b HTTP/1.1","uri":"/c"}', "/a"),
        ('{"request":"nothing","uri":"/c"}', "/c"),
        ('{"uri":"h:1","method":"CONNECT"}', None),
        ('{"uri":"http://h.example/a#b"}', "/a"),
        ('{"uri":"\\/a\\u00e9"}', "/aé"),
        ('{"httpRequest":{"requestUrl":"https://h.example/a?b","latency":"0.01s"}}', "/a"),
        ('{"@timestamp":"2026-03-10T10:05:03Z","url":{"original":"/a?b"}}', "/a"),
        ('{"date":"2026-03-10","time":"10:05:03","cs-uri-stem":"/a","x-edge-location":"F"}', "/a"),
    ):
        tally, expected, _ = counted(f"{line}\n\r\n{line}".encode(), "path")
        assert expected == [(path, 2)]
        assert tally == Tally([path], [2])
    assert counted(b'{"uri":"/a"}\n{"uri":null}', "path")[0] == Tally(["/a", None], [1, 1])
    assert counted(b'{"uri":"/a","client":"[::1]:80"}\n{"client":"unknown"}', "client")[0] == Tally(
        ["::1", None], [1, 1]
    )


@pytest.mark.skipif(backend == "pure", reason="the pure backend makes rows")
def test_lines_that_take_a_closer_look_are_left_to_rows() -> None:
    for line in ('{"uri":"/a","uri":"/b"}', "x", '{"uri":"/a","status":"x"}', '{"uri":"/\\n"}', '{"uri":"a"}'):
        assert counted(('{"uri":"/a","status":200}\n' * 2 + line).encode(), "path")[0] is None
    assert counted(b'{"uri":"/a","remote_addr":"\xff"}', "client")[0] is None
    assert JsonLines(OTHERS, [{"status": "200"}]).tally(b'{"status":200}', "status") is None


def test_what_cannot_be_counted_is_an_error() -> None:
    if backend == "pure":
        pytest.skip("the pure backend makes rows")
    for fields, name in (([("a", "uint16", [["a"]])], "a"), ([], "a"), ([("a", "x", [["a"]])], "a")):
        with pytest.raises(ValueError, match="there is no"):
            impl.tally_objects(b"", fields, name)


@pytest.mark.skipif(backend == "pure", reason="the pure backend makes rows")
def test_the_paths_of_json_lines_are_counted_without_pyarrow(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_text("".join(f'{{"uri":"/{number % 3}?x","status":200}}\n' for number in range(100)))
    check = "import sys; from urlmill.cli.main import main; main(sys.argv[1:]); sys.exit('pyarrow' in sys.modules)"
    command = [sys.executable, "-c", check, "top", "path", str(log), "--quiet"]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "utf-8"}, check=False)
    assert done.returncode == 0, done.stderr
    found = Counter({line.split()[-1]: int(line.split()[0]) for line in done.stdout.decode().splitlines()})
    assert found == {"/0": 34, "/1": 33, "/2": 33}
