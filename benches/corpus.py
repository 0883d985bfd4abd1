"""The URLs to measure with: real ones where they are at hand, else generated ones that resemble them.

The real ones are the ``top100.txt`` and ``join_pairs.tsv`` of Ada's collection. The generated ones follow their
statistics: mean length 87, a query in 23% of them, of which a third has escapes (often a whole URL as a value), 2.5
fields a query, 4% http, 1.5% with a fragment.
"""

from __future__ import annotations

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from collections.abc import Iterable

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "urls"
GENERATED = 40_000
GENERATED_PAIRS = 20_000

Pair = tuple[str, str]


@dataclass(frozen=True)
class Corpus:
    source: str
    urls: list[str]  # all different
    pairs: list[Pair]  # base and reference
    real: bool = False


def load() -> Corpus:
    directory = Path(os.environ.get("URLMILL_BENCH_DATA") or SHARED)
    urls, pairs = directory / "top100.txt", directory / "join_pairs.tsv"
    if urls.is_file() and pairs.is_file():
        return _real(urls, pairs)
    return _generated()


def _real(urls_file: Path, pairs_file: Path) -> Corpus:
    urls = _distinct(_lines(urls_file))
    pairs = [(base, reference) for base, tab, reference in (line.partition("\t") for line in _lines(pairs_file)) if tab]
    source = f"{len(urls):,} distinct real URLs (top100.txt) and {len(pairs):,} pairs to join (join_pairs.tsv)"
    return Corpus(source, urls, pairs, real=True)


def _lines(file: Path) -> list[str]:
    # Not splitlines(): some of these URLs contain what Unicode counts as the end of a line.
    return [line for line in file.read_text("utf-8").split("\n") if line.strip() and not line.startswith("#")]


def _distinct(urls: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(urls))


WORDS: list[str] = re.findall(
    r"\w+",
    """
    about account activities analysis annual apple article august author black blog board book business career category
    center city climate cloud code collection community company contact course cover culture data design detail
    developer digital education energy english event family feature film finance food forum future gallery game global
    google green group guide health history home house image index international issue jobs journal kids language latest
    learn library light list local login market media member mobile music national nature network news office online
    open paper people photo picture play policy post press privacy product profile program project public question
    radio recipe report research resource review school science search season security service share shop social
    sport start state store story student style support team technology terms today topic travel university update
    user video view watch water weather week women work world year
    """,
)
TOP_LEVEL = ["com"] * 12 + ["org"] * 4 + ["net", "gov", "edu", "io", "de", "co.uk", "fr", "jp"]
KEYS: list[str] = re.findall(r"\w+", "hl utm_source utm_medium utm_campaign ref id q page lang trk tab v url u")
DECODED = ["C# & more", "größer", "東京 news", "a/b test", "50% off", "día de los niños", "what's new?"]


def _generated() -> Corpus:
    make = _Maker(random.Random(1738))
    urls: dict[str, None] = {}
    while len(urls) < GENERATED:
        urls[make.url()] = None
    bases = [f"{make.origin()}{make.path() if make.chance(0.2) else '/'}" for _ in range(128)]
    pairs = [make.pair(bases) for _ in range(GENERATED_PAIRS)]
    source = f"{len(urls):,} distinct generated URLs and {len(pairs):,} generated pairs to join (no real ones at hand)"
    return Corpus(source, list(urls), pairs)


class _Maker:
    """Makes URLs; the same ones in every run."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def word(self) -> str:
        # Few words are common and many are rare, as in life.
        return WORDS[int(len(WORDS) * self.rng.random() ** 2)]

    def words(self, most: int, between: str) -> str:
        return between.join(self.word() for _ in range(self.rng.randint(1, most)))

    def origin(self) -> str:
        scheme = "http" if self.chance(0.04) else "https"
        prefix = "www." if self.chance(0.6) else f"{self.word()}." if self.chance(0.5) else ""
        return f"{scheme}://{prefix}{self.words(2, '')}.{self.rng.choice(TOP_LEVEL)}"

    def path(self) -> str:
        segments = [self.segment() for _ in range(int(self.rng.triangular(0, 6, 1.5)))]
        return "/" + "/".join(segments) + ("/" if segments and self.chance(0.4) else "")

    def segment(self) -> str:
        if self.chance(0.008):
            return quote(self.rng.choice(DECODED), safe="")
        if self.chance(0.15):
            return str(self.rng.randrange(10 ** self.rng.randint(2, 9)))
        return self.words(9, "-") if self.chance(0.4) else self.words(2, "-")

    def query(self) -> str:
        fields = self.rng.choices((1, 2, 3, 4, 5, 6, 7), weights=(45, 25, 6, 5, 12, 4, 3))[0]
        escapes = self.chance(0.45)
        return "&".join(f"{self.rng.choice(KEYS)}={self.value(escapes)}" for _ in range(fields))

    def value(self, escapes: bool) -> str:
        if escapes and self.chance(0.6):
            nested = f"{self.origin()}{self.path()}" if self.chance(0.8) else self.rng.choice(DECODED)
            return quote_plus(nested)
        if self.chance(0.3):
            return f"{self.rng.getrandbits(self.rng.choice((16, 64, 128))):x}"
        return self.words(3, "_")

    def url(self) -> str:
        query = f"?{self.query()}" if self.chance(0.226) else ""
        fragment = f"#{self.word()}" if self.chance(0.015) else ""
        return f"{self.origin()}{self.path()}{query}{fragment}"

    def pair(self, bases: list[str]) -> Pair:
        base = self.rng.choice(bases)
        kind = self.rng.choices(("absolute", "rooted", "network", "relative", "fragment"), weights=(63, 25, 9, 2, 1))[0]
        path = self.path()
        reference = {
            "absolute": self.url(),
            "rooted": path,
            "network": self.origin().partition(":")[2],
            "relative": "../" * self.rng.randint(0, 2) + path[1:],
            "fragment": f"#{self.word()}",
        }[kind]
        return base, reference
