"""A billion URLs through the command: ``python -m tools.hard.billion [COUNT]``.

A process writes blocks of real URLs, each time beginning at another line, into ``urlmill get``. What comes out is
compared, octet by octet, with what ``urllib.parse`` says of the same lines: a row that is lost, changed or out of order
is seen.
Prints the rate and the most memory that the command took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from itertools import accumulate

from tests import corpus

from .texts import ROOT

STEP = 7919  # lines by which a block begins later than the one before
TEMPLATE = "{host}{raw:path}"
CHUNK = 1 << 20


def lines() -> list[str]:
    """Real URLs on which no two readers differ."""
    found = [line for line in corpus.URLS if line.isascii() and line.isprintable() and " " not in line]
    return [line for line in found if line.startswith(("http://", "https://")) and "%" not in line and "\\" not in line]


def expected(line: str) -> str:
    parts = urllib.parse.urlsplit(line)
    return f"{parts.hostname or ''}{parts.path}"


class Blocks:
    """Lines in a buffer, from any line on."""

    def __init__(self, texts: list[str]) -> None:
        self.count = len(texts)
        self.octets = "".join(f"{text}\n" for text in texts).encode()
        self.starts = [0, *accumulate(len(text) + 1 for text in texts)]

    def pieces(self, count: int) -> Iterator[tuple[int, int]]:
        """Where the pieces begin and end whose lines are so many."""
        first = 0
        while count:
            taken = min(count, self.count - first)
            yield self.starts[first], self.starts[first + taken]
            count -= taken
            if count and first:
                taken = min(count, first)
                yield 0, self.starts[taken]
                count -= taken
            first = (first + STEP) % self.count


def generate(count: int) -> None:
    blocks = Blocks(lines())
    view = memoryview(blocks.octets)
    for start, end in blocks.pieces(count):
        while start < end:
            start += os.write(1, view[start : min(end, start + CHUNK)])


def main(count: int) -> int:
    texts = lines()
    wanted = Blocks([expected(line) for line in texts])
    command = [sys.executable, "-m", "urlmill", "get", TEMPLATE, "--quiet"]
    begun = time.monotonic()
    generator = subprocess.Popen(
        [sys.executable, "-m", "tools.hard.billion", "--generate", str(count)], cwd=ROOT, stdout=subprocess.PIPE
    )
    mill = subprocess.Popen(command, cwd=ROOT, stdin=generator.stdout, stdout=subprocess.PIPE)
    assert generator.stdout is not None
    assert mill.stdout is not None
    generator.stdout.close()
    fault = compared(mill.stdout.fileno(), wanted, count)
    mill.stdout.close()
    _, status, usage = os.wait4(mill.pid, 0)
    mill.returncode = os.waitstatus_to_exitcode(status)
    ended = generator.wait()
    seconds = time.monotonic() - begun
    if fault or mill.returncode or ended:
        print(f"billion: {fault or 'no difference'}; urlmill ended with {mill.returncode}, the generator with {ended}")
        return 1
    rate, peak = count / seconds / 1e6, usage.ru_maxrss / 1000
    told = f"{seconds:,.0f} s, {rate:.2f} million a second, {peak:,.0f} MB"
    print(f"billion: {count:,} rows, none lost or changed, {told}")
    return 0


def compared(file: int, wanted: Blocks, count: int) -> str | None:
    """What is wrong with the output; None if it is what was wanted."""
    chunk, place, at = b"", 0, 0
    for start, end in wanted.pieces(count):
        while start < end:
            if place == len(chunk):
                chunk, place = os.read(file, CHUNK), 0
                if not chunk:
                    return f"the output ends after {at:,} octets"
            size = min(end - start, len(chunk) - place)
            # bytes.startswith compares in place.
            if not wanted.octets.startswith(chunk if size == len(chunk) else chunk[place : place + size], start):
                return f"the output differs within the {size:,} octets from {at:,} on"
            start, place, at = start + size, place + size, at + size
    rest = chunk[place:] or os.read(file, CHUNK)
    return f"the output goes on after the last row: {rest[:100]!r}" if rest else None


if __name__ == "__main__":
    if sys.argv[1:2] == ["--generate"]:
        generate(int(sys.argv[2]))
    else:
        sys.exit(main(int(sys.argv[1].replace("_", "")) if len(sys.argv) > 1 else 10**9))
