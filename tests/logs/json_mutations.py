"""Lines of JSON logs, and the same with something changed."""

from __future__ import annotations

import random

from .samples import FOLDER, format_of

# The first line of each; not of envelopes, whose lines are those of others.
SAMPLES = [
    line
    for path in sorted(FOLDER.glob("*.log"))
    for line in path.read_text("utf-8").splitlines()[:1]
    if line.startswith("{") and " in " not in format_of(path)
]
PIECES = [*'{}[]",:\\ -+.0159eEtfnu/\t\r\x00\x1f\x7f', "é", "\U0001f600", "\ufeff", "null", "NaN", "\\u", "\\ud800",
          '":"', '","status":', '"uri":"/b",', "[" * 70, "0" * 20, "e9", "-1",
          '"unknown"', "ms", ":8080", "192.0.2.7, "]  # fmt: skip


def mutated(line: str, chance: random.Random) -> str:
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, length = chance.randrange(len(line) + 1), chance.choice((0, 0, 1, 1, 2, 8))
        other = chance.choice(SAMPLES)
        start = chance.randrange(len(other))
        piece = chance.choice([*PIECES, "", other[start : start + chance.randrange(40)]])
        line = line[:at] + piece + line[at + length :]
    return line
