"""A large access log from a small one: its lines again and again, with other clients, times and queries."""

from __future__ import annotations

import random
import re
from pathlib import Path

HERE = Path(__file__).resolve()
SAMPLES = (
    HERE.parents[4] / "shared" / "data" / "logs" / "apache_combined.log",
    HERE.parents[3] / "tests" / "data" / "access.log",
)
_LINE = re.compile(rb'\S+( .* \[)\d\d(/\w+/\d+:\d\d:\d\d:)\d\d( [^]]*\] "\w+ )([^ ?]*)(\S*)(.*)', re.DOTALL)


def sample() -> Path:
    return next(path for path in SAMPLES if path.is_file())


def generate(path: Path, size: int) -> None:
    """At least ``size`` bytes; always the same ones."""
    chance = random.Random(7)
    templates = [
        match.groups() for line in sample().read_bytes().splitlines(keepends=True) if (match := _LINE.match(line))
    ]
    written = turn = 0
    with path.open("wb") as file:
        while written < size:
            turn += 1
            lines = []
            for before, clock, request, target, query, rest in templates:
                number = chance.getrandbits(32)
                day, second, path_number = number % 28 + 1, number % 60, number >> 8
                if path_number % 8 == 0 and not query:
                    query = b"?utm_source=news&id=%d" % path_number
                client = b"%d.%d.%d.%d" % (number >> 24, number >> 16 & 255, number >> 8 & 255, turn & 255)
                lines.append(
                    b"%s%s%02d%s%02d%s%s%s%s" % (client, before, day, clock, second, request, target, query, rest)
                )
            octets = b"".join(lines)
            file.write(octets)
            written += len(octets)
