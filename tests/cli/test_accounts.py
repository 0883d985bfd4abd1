"""Every line is a row, a bad line with a reason, a blank line or a comment, or filtered out: the sum always fits."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from urlmill._io import inputs
from urlmill.cli.main import main

from .. import corpus, strategies
from ..logs.samples import FOLDER, WITH_TARGETS, format_of
from .access_logs import bad_of, cut_small
from .subcommands import sample

SAMPLES = sorted(FOLDER.glob("*.log"))
COMMENTED = ("w3c", "cloudfront")  # formats whose lines may be comments
SMALL = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
NASTY = [
    b"\0",
    b"\xff",
    b'"',
    b"\\",
    b"\t",
    b"\r",
    b" ",
    b"-",
    b"",
    b"9" * 30,
    b"\xe2\x80\xa8",
    b"{",
    b"}",
    b"[",
    b"]",
    b"%",
]
URL_COMMANDS = {
    "split": ["split", "--profile", "strict"],
    "get": ["get", "{must:host} {url}", "--profile", "superset"],
    "normalize": ["normalize", "--profile", "strict"],
    "dedupe": ["dedupe", "--profile", "strict"],
}


@dataclass
class Account:
    """What became of the lines."""

    rows: list[dict[str, object]]
    bad: list[list[str]]

    @property
    def lines(self) -> int:
        """How many lines of the input there must be for it."""
        return sum(int(str(row.get("count", 1))) for row in self.rows) + len(self.bad)


def account(
    arguments: list[str], octets: bytes, folder: Path, *, size: int = inputs.BLOCK, expected: int = 0
) -> Account:
    """Runs the command on a file of these octets, in blocks of about this size; the status must be as expected."""
    (folder / "in").write_bytes(octets)
    to = [] if arguments[0] == "get" else ["--to", "jsonl"]
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, size)
        status = main(
            [*arguments, str(folder / "in"), *to, "-o", str(folder / "out"), "--bad", str(folder / "bad"), "--quiet"]
        )
    assert status == expected
    out = (folder / "out").read_bytes().split(b"\n")[:-1]
    return Account([json.loads(line) if to else {"text": line} for line in out], bad_of(folder / "bad"))


def lines_of(octets: bytes, *, without_comments: bool = False) -> int:
    """How many lines there are that are not blank."""
    *ended, last = octets.split(b"\n")
    lines = [*(line.removesuffix(b"\r") for line in ended), last]  # a line break is needed to end a line with CR LF
    return sum(bool(line) and not (without_comments and line.startswith(b"#")) for line in lines)


def mutants(log: bytes, count: int, seed: int) -> Iterator[bytes]:
    """The same log with octets, pieces and lines put in, taken out and doubled. Its first lines stay: they tell the
    format.
    """
    chance = random.Random(seed)
    lines = log.split(b"\n")[:-1]
    for _ in range(count):
        others = [chance.choice(lines) for _ in range(20)]
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(others))
            line = others[at]
            start, end = sorted(chance.choices(range(len(line) + 1), k=2))
            others[at] = chance.choice(
                [
                    line[:start] + chance.choice(NASTY) + line[start:],
                    line[:start] + line[end:],
                    line[:end],
                    b"",
                    line * 2,
                ]
            )
        last = chance.choice([b"\n", b"", b"\r\n", b"\n\n"])
        yield log * 3 + b"\n".join(others) + last


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_mutated_logs(path: Path, tmp_path: Path) -> None:
    name, field = format_of(path), "path" if path in WITH_TARGETS else "client"
    count = corpus.fewer(6)
    for number, octets in enumerate(mutants(path.read_bytes(), count, seed=zlib.crc32(path.stem.encode()))):
        whole = account(["logs", "--format", name], octets, tmp_path, size=(1 << 22, 400)[number % 2])
        expected = lines_of(octets, without_comments=name in COMMENTED)
        assert whole.lines == expected
        numbers = [int(line) for line, *_ in whole.bad]
        assert numbers == sorted(set(numbers))
        assert all(reason for _, reason, *_ in whole.bad)
        # A condition and its opposite share the rows, and leave the bad lines as they are.
        some = account(["logs", "--format", name, "--where", f"{field} ~ [a1]"], octets, tmp_path)
        others = account(["logs", "--format", name, "--where", f"{field} !~ [a1]"], octets, tmp_path)
        assert some.bad == others.bad == whole.bad
        assert len(some.rows) + len(others.rows) == len(whole.rows)
        counted = account(["top", field, "-n", "999", "--format", name], octets, tmp_path)
        assert counted.lines == expected


@SMALL
@pytest.mark.parametrize("command", URL_COMMANDS)
@given(
    octets=st.lists(st.one_of(strategies.octets, st.sampled_from(NASTY)), max_size=12).map(b"\n".join),
    size=st.integers(1, 99),
    end=st.sampled_from([b"", b"\n", b"\r\n"]),
)
def test_lines_of_urls(command: str, octets: bytes, size: int, end: bytes, tmp_path: Path) -> None:
    octets = b"http://h/first\n" + octets + end
    assert account(URL_COMMANDS[command], octets, tmp_path, size=size).lines == lines_of(octets)


@SMALL
@given(urls=st.lists(strategies.text, max_size=9), longest=st.integers(20, 60), size=st.integers(1, 99))
def test_lines_that_are_too_long(urls: list[str], longest: int, size: int, tmp_path: Path) -> None:
    octets = b"http://h/first\n" + "\n".join(urls).encode("utf-8", "replace")
    found = account([*URL_COMMANDS["split"], "--max-line", str(longest)], octets, tmp_path, size=size)
    assert found.lines == lines_of(octets)
    long = [str(number) for number, line in enumerate(octets.split(b"\n"), 1) if len(line) > longest]
    assert [line for line, reason, *_ in found.bad if reason == "too-long"] == long


@pytest.mark.parametrize("part", [0.3, 0.6, 0.99])
@pytest.mark.parametrize(
    "arguments", [["logs", "--format", "combined"], ["split", "--profile", "strict"]], ids=" ".join
)
def test_what_a_truncated_archive_has(arguments: list[str], part: float, tmp_path: Path) -> None:
    line = (FOLDER / "combined.log").read_bytes().split(b"\n")[0] if arguments[0] == "logs" else b"http://h/"
    octets = b"".join(b"%s%d\n" % (line, random.Random(number).getrandbits(64)) for number in range(9000))
    if arguments[0] == "logs":
        octets = b"".join(
            line.replace(b"GET /", b"GET /%d" % random.Random(n).getrandbits(64)) + b"\n" for n in range(9000)
        )
    packed = gzip.compress(octets)
    packed = packed[: int(len(packed) * part)]
    there = zlib.decompressobj(31).decompress(packed)
    found = account(arguments, packed, tmp_path, expected=2)
    *_, (line_number, reason, _, text) = found.bad
    assert (reason, int(line_number)) == ("cut-off", there.count(b"\n") + 1)
    assert len(found.bad) == 1
    assert found.lines == there.count(b"\n") + 1
    assert len(text) <= len(there.rpartition(b"\n")[2]) + 3  # what is masked may be longer


# Limits


@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize("size", [200, 1 << 22])
def test_a_limit_ends_what_is_counted(size: int, threads: str, tmp_path: Path) -> None:
    good = (FOLDER / "common.log").read_bytes().split(b"\n")[0]
    lines = [b"bad" if number % 4 == 1 else b"" if number % 7 == 2 else good for number in range(60)]
    octets = b"".join(line + b"\n" for line in lines)
    rows = [number for number, line in enumerate(lines, 1) if line == good]
    for limit in (0, 1, 2, 3, 10, 30, len(rows), 99):
        arguments = ["logs", "--format", "common", "--limit", str(limit), "--threads", threads]
        found = account(arguments, octets, tmp_path, size=size)
        assert len(found.rows) == min(limit, len(rows))
        last = 0 if not limit else rows[limit - 1] if limit <= len(rows) else len(lines)
        assert [int(line) for line, *_ in found.bad] == [
            number for number, line in enumerate(lines, 1) if line == b"bad" and number <= last
        ]


@pytest.mark.parametrize("command", [*URL_COMMANDS, "top", "extract"])
def test_every_command_knows_limits(command: str, tmp_path: Path) -> None:
    arguments = URL_COMMANDS.get(command, sample(command))
    octets = b"http://h/1\nhttp://h:x/\n\nhttp://h/2\nhttp://h:y/\nhttp://h/3\nhttp://h:z/\n"
    if command == "extract":
        arguments = ["extract", "--profile", "strict"]
    for limit, bad in ((0, []), (1, []), (2, ["2"]), (3, ["2", "5"]), (4, ["2", "5", "7"])):
        found = account([*arguments, "--limit", str(limit)], octets, tmp_path)
        if command == "top":  # whose profile keeps all lines
            assert sum(int(str(row["count"])) for row in found.rows) == limit
            continue
        assert found.lines - len(found.bad) == min(limit, 3)
        assert [line for line, *_ in found.bad] == bad


def test_rows_that_a_condition_takes_out_do_not_count_for_the_limit(tmp_path: Path) -> None:
    octets = b"".join(b"http://%s/%d\n" % (b"ab"[number % 2 : number % 2 + 1], number) for number in range(99))
    found = account(["split", "--where", "host=b", "--limit", "5", "--fields", "path"], octets, tmp_path, size=50)
    assert [row["path"] for row in found.rows] == ["/1", "/3", "/5", "/7", "/9"]


def test_what_is_broken_after_the_limit_is_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    octets = gzip.compress(b"http://h/\n" * 9)[:-6]
    found = account(["split", "--profile", "strict", "--limit", "3"], octets, tmp_path, size=10)
    assert (len(found.rows), found.bad, capsys.readouterr().err) == (3, [], "")
