"""``--regex``: what the kernel finds, beside Python's `re`."""

from __future__ import annotations

import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import backend, logs
from urlmill._backend import impl
from urlmill._io.tallies import Tallies
from urlmill.logs._patterns import group_name, parsed_pattern, translated
from urlmill.logs._rows import LogRows
from urlmill.logs.formats.pattern import Pattern

from .counting import in_blocks
from .mutations import TEXT, mutated

# What stays with `re`, and what the kernel takes.
LEFT = [
    r"(?P<a>a)(?=b)", r"(?P<a>a)(?!b)", r"(?<=a)(?P<a>b)", r"(?<!a)(?P<a>b)", r"(?P<a>a|b)(?P=a)", r"(?P<a>.)\1",
    r"(?P<a>a)?(?(a)b|c)", r"(?P<a>\Bb)", r"(?P<a>(?:a*)*)b", r"(?P<a>(a|b*)+)", r"(?a)(?P<a>\w+)", r"(?a:(?P<a>\s))",
    r"(?i)(?P<a>ß)", r"(?i)(?P<a>[é-ü]+)",
]  # fmt: skip
TAKEN = [
    r"(?P<a>a+)",
    r"^(?P<a>\S+) (?P<b>\S+)$",
    r"(?P<a>\d+)",
    r"(?P<a>\D+)",
    r"(?P<a>\w+)\Z",
    r"(?P<a>\W+)",
    r"(?P<a>\s)",
    r"(?P<a>\S)",
    r"(?P<a>.)",
    r"(?s)(?P<a>.+)$",
    r"(?m)^(?P<a>.*?)$",
    r"(?i)(?P<a>k+)",
    r"(?i)(?P<a>[^k]s)",
    r"(?i:(?P<a>A))b",
    r"(?P<a>[^\d\s]+)",
    r"(?P<a>[\w.-]+)",
    r"\b(?P<a>\w+)\b",
    r"(?P<a>a|ab)(?P<b>c|bcd)",
    r"(?P<a>(?:a|b)*?)c",
    r"(?P<a>a{2,3})(?P<b>a*)",
    r"(?P<a>a{2,3}?)(?P<b>a*)",
    r"(?:(?P<a>a)|(?P<b>b))+",
    r"(?P<a>é+)",
    r"(?P<a>[à-ü]+)",
    r"(?P<a>[^a-z]+)",
    r"(?P<a>\x1c|\x85)",
    r"(?P<a>\u2028?)x",
    r"(?P<a>)",
    r"(?P<a>a?)b",
    r"(?x) (?P<a> a b ) # a note",
    r"(?P<a>\[[^\]]*\])",
    r'"(?P<a>[^"\\]*(?:\\.[^"\\]*)*)"',
    r"(?P<a>[]a-])",
    r"(?P<a>[^^]+)",
    r"(?P<a>\.\*\+\?\{\}\|\(\)\$\^)",
    r"(?P<a>[a&&b]+)",
    r"(?P<a>[a~~b]+)",
    r"(?P<a>[[a]+)",
    r"(?P<a>[(?P<]+)",
    r"(?P<a>^a|b$)",
    r"(?P<a>#|\ )",
    r"(?P<a>\t|\v|\f|\a)",
    r"(?P<a>[\b])",
    r"(?P<a>x*?)$",
    r"(?P<a>(b+)+)c",
    r"(?i)(?P<a>[Z-a]+)",
]
CHARACTERS = 'abcdkKsSAZ019 _-.*+?{}|()[]$^"\\\t\x0b\x0c\x1c\x1f\x7f\x85\xa0éüßſKı²٣\u2028\ud7ff\U0001f600&~#<P'


def expected(pattern: str, line: str) -> list[str | None] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = re.search(pattern, line)
    return None if found is None else list(found.groupdict().values())


@pytest.mark.parametrize("pattern", [r"(?P<target>/[[a]+)", r"(?P<target>/[a&&b]+)", r"(?P<target>/[a~~b]+)"])
def test_python_does_not_warn_of_a_pattern_that_is_read_as_it_is_written(pattern: str, tmp_path: Path) -> None:
    """`re` warns that ``[[`` may mean something else one day, in the middle of what the command says."""
    with pytest.warns(FutureWarning, match="Possible"):
        re.compile(f"^{pattern}")  # a pattern that it has not seen before
    log = tmp_path / "log"
    log.write_text("/aa\n", "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        re.purge()
        assert logs.read(log, regex=pattern, fields="path").to_pyarrow().to_pylist() == [{"path": "/aa"}]


def by_kernel(pattern: str, lines: list[str]) -> list[tuple[bool, list[str | None] | None]]:
    """For each line, whether it is left, and the groups; None if it does not match."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        groups = re.compile(pattern).groupindex
        found = translated(parsed_pattern(pattern), groups)
    assert found is not None
    kernel = impl.Pattern(found.pattern, [group_name(number) for number in groups.values()], found.is_for_ascii)
    table = kernel.read(lines)
    names = table.names[:-2]
    return [
        (
            table.value("left", row),
            None if table.value("error_at", row) is not None else [table.value(name, row) for name in names],
        )
        for row in range(len(lines))
    ]


@pytest.mark.parametrize("pattern", LEFT)
def test_patterns_that_mean_something_else_stay_with_re(pattern: str) -> None:
    assert translated(parsed_pattern(pattern), re.compile(pattern).groupindex) is None


@pytest.mark.skipif(backend == "pure", reason="the pure backend has no kernel")
@pytest.mark.parametrize("pattern", TAKEN)
def test_the_kernel_finds_what_re_finds(pattern: str) -> None:
    chance = random.Random(pattern)
    lines = [
        "",
        "a",
        "ab",
        "aab c",
        "abcd",
        "K",
        "s",
        "ſ",
        " a b ",
        '"a\\"b"',
        "a\x1cb",
        "[a]",
        "bbbc",
        "aaaa",
        "é à",
        "x",
    ]
    lines += ["".join(chance.choices(CHARACTERS, k=chance.randrange(12))) for _ in range(300)]
    done = 0
    for line, (is_left, found) in zip(lines, by_kernel(pattern, lines), strict=True):
        if not is_left:
            assert found == expected(pattern, line), line
            done += 1
        assert not is_left or not line.isascii()
    assert done > 20


atoms = st.sampled_from(
    ["a", "b", ".", r"\d", r"\w", r"\s", "[ab]", "[^a]", "é", r"\b", "(?:a|ab)", "(b|ba)", r"[^\W1]"]
)
quantified = st.tuples(atoms, st.sampled_from(["", "", "?", "*", "+", "*?", "+?", "??", "{1,2}", "{2}"])).map("".join)
sequences = st.lists(quantified, min_size=1, max_size=4).map("".join)
patterns = st.one_of(
    st.tuples(sequences, sequences, sequences).map(lambda three: "{}(?P<x>{})(?P<y>{})?".format(*three)),
    st.tuples(sequences, sequences).map(lambda two: "^(?:(?P<x>{})|(?P<y>{}))+$".format(*two)),
    sequences.map(lambda one: f"(?i)(?P<x>{one})$"),
)


@pytest.mark.skipif(backend == "pure", reason="the pure backend has no kernel")
@given(patterns, st.lists(st.text("abAB1 é_\x1c", max_size=9), max_size=5))
def test_any_pattern_that_the_kernel_takes_means_the_same(pattern: str, lines: list[str]) -> None:
    try:
        if translated(parsed_pattern(pattern), re.compile(pattern).groupindex) is None:
            return
    except re.error:  # \b cannot be repeated on every interpreter
        return
    for line, (is_left, found) in zip(lines, by_kernel(pattern, lines), strict=True):
        assert is_left or found == expected(pattern, line), line


PATTERN = (
    r'^(?P<client>\S+) \S+ \S+ \[(?P<time>[^\]]+)\] "(?P<request>[^"]*)" (?P<status>\d+) (?P<bytes>\S+)'
    r'(?: "(?P<referer>[^"]*)" "(?P<agent>[^"]*)")?'
)
APART = r'"(?P<method>[A-Z]+) (?P<target>\S*)[^"]*" (?P<status>[0-9x]*)'


@pytest.mark.parametrize("pattern", [PATTERN, APART, r" (?P<target>/[^ ]*)(?= HTTP)"])
@pytest.mark.parametrize("name", ["path", "client", "agent", "status", "method", "target", "query"])
def test_mutated_lines_are_counted_as_their_rows_are(pattern: str, name: str) -> None:
    chance = random.Random(name)
    lines = TEXT["combined"]
    if name not in Pattern(pattern).columns and name not in ("path", "query"):
        return
    octets = "\n".join([*lines, *(mutated(chance.choice(lines), chance) for _ in range(150)), "é"]).encode()
    answers: list[Any] = []
    for is_fast in (True, False):
        rows = LogRows([name], _where(), regex=pattern, note=lambda _: None)
        tallies, bad = Tallies(), []
        for block in in_blocks(rows, octets):
            found = rows.counted(block, tallies) if is_fast else rows._counted_by_rows(block, tallies)
            bad += [(each.line, each.at, each.text) for each in found.bad]
        answers.append((tallies.most(999), bad))
    assert answers[0] == answers[1]
    assert answers[0][0]


@pytest.mark.parametrize("pattern", [r"^(?P<a>x*)(?P<b>y)?(?P<bytes>\d*)$", r"^(?P<a>x*)(?P<b>y)?(?P<bytes>\d*)(?!z)$"])
def test_an_empty_group_is_empty_and_an_absent_one_is_null(pattern: str) -> None:
    lines = ["", "xy1", "y", "x", "7", "é"]
    table = logs.parse(lines, regex=pattern, fields=["a", "b", "bytes"])
    expected = [("x", "y", 1), ("", "y", None), ("x", None, None), ("", None, 7)]
    assert [tuple(row.values()) for row in table.to_pylist()] == expected
    rows = LogRows(["a"], _where(), regex=pattern, note=lambda _: None)
    tallies = Tallies()
    for block in in_blocks(rows, "\n".join(lines).encode()):
        rows.counted(block, tallies)
    assert tallies.most(9) == [("x", 2), ("", 2)]


def _where() -> Any:
    from urlmill._io.filters import Where

    return Where([])
