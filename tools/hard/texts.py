"""Texts by the thousand: real URLs, with a few pieces put in, taken out or replaced."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from tests import corpus
from tests.nasty import CHARACTERS, PIECES

ROOT = Path(__file__).resolve().parent.parent.parent
_LONGEST = 300
_STARTS = ["", "http:", "https://", "HTTP://", "ftp://", "file:", "mailto:", "zz:", "1z:", "é:", "//", "/", "?", "#"]


class Texts:
    """A pool that changes a little with each batch, so that what was changed once is changed again."""

    def __init__(self, rng: random.Random, more: Sequence[str] = ()) -> None:
        self._rng = rng
        self._real = corpus.URLS
        self._pieces = PIECES + CHARACTERS + [*more]
        self._pool = rng.sample(self._real, min(2000, len(self._real)))

    def batch(self, size: int) -> list[str]:
        """So many texts: most of them a text of the pool with one more change, some made of pieces alone."""
        rng, pool = self._rng, self._pool
        found = []
        for _ in range(size):
            dice = rng.random()
            if dice < 0.15:
                text = rng.choice(_STARTS) + "".join(rng.choices(self._pieces, k=int(dice * 60)))
            else:
                at = int(rng.random() * len(pool))
                text = self._changed(pool[at])
                # Most changes are kept; now and then a real URL comes back.
                pool[at] = text if dice > 0.3 and len(text) < _LONGEST else rng.choice(self._real)
            found.append(text)
        return found

    def _changed(self, text: str) -> str:
        rng = self._rng
        at, dice = int(rng.random() * (len(text) + 1)), rng.random()
        if dice < 0.5:
            return text[:at] + rng.choice(self._pieces) + text[at:]
        if dice < 0.7:
            return text[:at] + rng.choice(self._pieces) + text[at + 1 :]
        if dice < 0.85:
            return text[:at] + text[at + int(rng.random() * 8) :]
        return text[:at] + rng.choice(self._pool)[-at - 1 :]
