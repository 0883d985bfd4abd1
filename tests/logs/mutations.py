"""Lines of text logs, and the same with something changed."""

from __future__ import annotations

import random

from .samples import FOLDER, format_of

TEXT = {
    path.stem: lines
    for path in sorted(FOLDER.glob("*.log"))
    if " in " not in format_of(path) and not (lines := path.read_text("utf-8").splitlines())[0].startswith("{")
}
PIECES = [*'"\\ []-:/?#%.,0159+\t\r\x00\x1f\x7f', "é", "\U0001f600", "\ufeff", " - ", '" "', "  ", '""', "CONNECT ",
          "http://h.example/", "https://h", "//", "*", " HTTP/1.1", "200", "-1", "000", "::1", "/a b", "\x85", "\u2028",
          "0" * 20]  # fmt: skip


def mutated(line: str, chance: random.Random) -> str:
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, length = chance.randrange(len(line) + 1), chance.choice((0, 0, 1, 1, 2, 8))
        start = chance.randrange(len(line) + 1)
        piece = chance.choice([*PIECES, "", line[start : start + chance.randrange(40)]])
        line = line[:at] + piece + line[at + length :]
    return line.replace("\n", "")
