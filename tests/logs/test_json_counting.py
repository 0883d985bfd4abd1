"""JSON lines: values that are counted without rows, beside the same counted by rows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import backend
from urlmill._backend import impl
from urlmill._io.tallies import Tallies
from urlmill.logs._json_formats import OTHERS
from urlmill.logs.formats.json import JsonLines

from .. import corpus
from .counting import counted, same
from .json_mutations import SAMPLES, mutated

NAMES = ("path", "client", "agent", "user", "referer", "status", "bytes", "query", "host", "method")
# As many as tell what the keys are, whatever stands in the others.
PLAIN = '{"uri":"/","method":"GET","request":"GET / HTTP/1.1","args":"","remote_addr":"192.0.2.1"}\n' * 7


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


STEMS = '{"webaclId":"","httpRequest":{"uri":"/","httpMethod":"GET","args":"","clientIp":"192.0.2.1"}}\n' * 7


@given(st.lists(st.tuples(METHODS, TARGETS, TARGETS), min_size=1, max_size=6))
def test_paths_alone_are_counted_as_those_of_the_rows(some: list[tuple[str, str, str]]) -> None:
    requests = [dict(zip(("httpMethod", "uri", "args"), each, strict=True)) for each in some]
    lines = "\n".join(json.dumps({"webaclId": "", "httpRequest": each}, ensure_ascii=False) for each in requests)
    same((STEMS + lines).encode(), ("path", "client", "query"))


@given(st.lists(lines(), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n", "\n\n"]), st.booleans())
def test_values_that_are_counted_without_rows_are_those_of_the_rows(
    some: list[str], between: str, has_end: bool
) -> None:
    same((PLAIN + between.join(some) + "\n" * has_end).encode(), ("path", "client", "query"))


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_mutated_lines_are_counted_as_their_rows_are(sample: int) -> None:
    chance = random.Random(sample)
    line = SAMPLES[sample]
    some = [each for _ in range(corpus.fewer(40)) for each in (line, mutated(line, chance))]
    same(chance.choice(["\n", "\r\n"]).join([*[line] * 50, *some, "", "x"]).encode(), NAMES)


def left(octets: bytes, name: str = "path") -> tuple[list[tuple[str | None, int]], list[int]]:
    """What is counted without rows, and the lines that are left."""
    head = [json.loads(line) for line in octets.decode("latin-1").splitlines() if line.startswith("{")]
    counter, tallies = JsonLines(OTHERS, head[:1]).counter(name), Tallies()
    assert counter is not None
    _, some = counter.count(octets, 0, tallies.texts)
    return tallies.most(99), [number for number, _, _ in some]


@pytest.mark.skipif(backend == "pure", reason="the pure backend makes rows")
def test_the_usual_lines_are_counted_without_rows() -> None:
    for line, path in (
        ('{"uri":"/a?b","status":200}', "/a"),
        ('{"request":"GET /a?b HTTP/1.1","uri":"/c"}', "/a"),
        ('{"uri":"h:1","method":"CONNECT"}', None),
        ('{"uri":"http://h.example/a#b"}', "/a"),
        ('{"uri":"\\/a\\u00e9"}', "/aé"),
        ('{"request":{"uri":"/a?b"}}', "/a"),
    ):
        assert left(f"{line}\n\r\n{line}".encode()) == ([(path, 2)], [])
    assert left(b'{"uri":"/a","client":"[::1]:80"}\n{"client":"unknown"}', "client") == ([("::1", 1), (None, 1)], [])


@pytest.mark.skipif(backend == "pure", reason="the pure backend makes rows")
def test_lines_that_take_a_closer_look_are_left_to_rows_and_the_others_are_counted() -> None:
    good = '{"uri":"/a","status":200}'
    wrong = ['{"uri":"/a","uri":"/b"}', '{"uri":"/a","status":"x"}', '{"uri":"/\\n"}', '{"uri":"a"}', '{"uri":{}}']
    lines = [line for each in wrong for line in (good, each)]
    assert left("\n".join(lines).encode()) == ([("/a", 5)], [1, 3, 5, 7, 9])
    assert left(good.encode() + b'\n{"uri":"/a","status":200,"x":"\xff"}')[1] == [1]


def test_of_two_as_frequent_the_first_comes_first_and_null_is_one_of_them() -> None:
    # Each is counted where it stands, or left to rows: the order must not tell which.
    paths = ['"/b"', "null", '"/a"', '"a"', '"/\\u0063"', '{"x":1}', '"/d"']
    octets = "\n".join(f'{{"uri":{path},"status":200}}' for path in ['"/b"', *paths, '"/d"', "null"]).encode()
    expected = [("/b", 2), (None, 2), ("/d", 2), ("/a", 1), ("a", 1), ("/c", 1)]
    for is_fast in (True, False):
        most, different, rows, bad = counted(octets, "path", None, is_fast=is_fast)
        assert (most, different, rows) == (expected, 6, 9)
        assert [line for line, *_ in bad] == [7]
    common = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "{}" 200 17'
    requests = ["GET /b HTTP/1.1", "-", "GET /a HTTP/1.1", "-", "GET /d HTTP/1.1", "GET /d HTTP/1.1", "GET /b HTTP/1.1"]
    octets = "\n".join(common.format(each) for each in requests).encode()
    for is_fast in (True, False):
        assert counted(octets, "path", None, is_fast=is_fast)[0] == [("/b", 2), (None, 2), ("/d", 2), ("/a", 1)]


def test_numbers_are_counted_as_numbers() -> None:
    values = ["200", '"200"', "200.0", "-1", '"-"', "404", "true"]
    octets = "\n".join(f'{{"uri":"/a","status":{value}}}' for value in ["200"] * 9 + values).encode()
    for is_fast in (True, False):
        most, _, _, bad = counted(octets, "status", None, is_fast=is_fast)
        assert most == [(200, 12), (None, 2), (404, 1)]
        assert [line for line, *_ in bad] == [16]


def test_what_cannot_be_counted_is_an_error() -> None:
    for fields, name in (([("a", "float64", [["a"]])], "a"), ([], "a"), ([("a", "x", [["a"]])], "a")):
        with pytest.raises(ValueError, match=r"expected one column|there is no kind"):
            impl.ObjectCounter(fields, name)


@pytest.mark.skipif(backend == "pure", reason="the pure backend makes rows")
@pytest.mark.parametrize("more", ["", '{"uri":"/2', "a word", "[" * 9999, "7"])
def test_the_paths_of_json_lines_are_counted_without_pyarrow(more: str, tmp_path: Path) -> None:
    """A line may be no object: the last one often is half a line."""
    log = tmp_path / "access.log"
    log.write_text("".join(f'{{"uri":"/{number % 3}?x","status":200}}\n' for number in range(100)) + more)
    check = "import sys; from urlmill.cli.main import main; main(sys.argv[1:]); sys.exit('pyarrow' in sys.modules)"
    command = [sys.executable, "-c", check, "top", "path", str(log), "--quiet"]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "utf-8"}, check=False)
    assert done.returncode == 0, done.stderr
    found = Counter({line.split()[-1]: int(line.split()[0]) for line in done.stdout.decode().splitlines()})
    assert found == {"/0": 34, "/1": 33, "/2": 33}
