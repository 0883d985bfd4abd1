"""Many URLs through the web profile and through Ada, the parser of Node: the same href, or both refuse.

``python -m tools.hard.web_ada 10_000_000`` (needs ``pip install ada-url``). Each shard keeps what it has done in a file
after each round, so a run that was ended goes on where it was. Differences that are explained are counted by their
reason; the first that is not ends the run and is printed. ``URLMILL_BACKEND`` chooses the backend.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import urlmill
from tests.web import ada
from tests.web.texts import BASES, PIECES
from urlmill import URLError, _backend

from .texts import ROOT, Texts

ROUND = 5000

impl: Any = _backend.impl


class Differs(Exception):  # noqa: N818  # it is what is looked for
    """The URL that shows it."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", type=int, help="how many")
    parser.add_argument("--seed", default="1", help="another one, other URLs (default: 1)")
    parser.add_argument("--state", type=Path, default=ROOT / "target" / "web-ada", help="where shards are kept")
    options = parser.parse_args(arguments)
    options.state.mkdir(parents=True, exist_ok=True)
    file = options.state / f"{urlmill.backend}-{options.seed}.json"
    state: dict[str, Any] = {"seed": options.seed, "round": 0, "urls": 0, "refused": 0, "explained": {}, "seconds": 0.0}
    if file.exists():
        state = json.loads(file.read_text("utf-8"))
    while state["urls"] < options.urls:
        begun = time.monotonic()
        try:
            refused, explained = one_round(random.Random(f"{options.seed}/{state['round']}"))
        except Differs as found:
            print(f"seed {options.seed}, round {state['round']}: {found}", file=sys.stderr)
            return 1
        state["round"] += 1
        state["urls"] += ROUND
        state["refused"] += refused
        for reason in explained:
            state["explained"][reason] = state["explained"].get(reason, 0) + 1
        state["seconds"] += time.monotonic() - begun
        written = file.with_suffix(".part")
        written.write_text(json.dumps(state), "utf-8")
        os.replace(written, file)
    print(f"{urlmill.backend}, seed {options.seed}: {json.dumps(state)}")
    return 0


def one_round(rng: random.Random) -> tuple[int, list[str]]:
    """How many are refused by both, and the reasons of the differences; Differs if there is none for one."""
    refused = 0
    reasons = []
    for text, base in urls(rng):
        try:
            ours = impl.web_href(text, base)
        except URLError:
            ours = None
        theirs = ada.href(text, base)
        if ours == theirs:
            refused += ours is None
            continue
        reason = ada.explanation(text, base, ours, theirs)
        if reason is None:
            raise Differs(f"{text!a} with the base {base!a}\n  urlmill: {ours!a}\n  Ada: {theirs!a}")
        reasons.append(reason)
    return refused, reasons


def urls(rng: random.Random) -> Iterator[tuple[str, str | None]]:
    """Half of them with a base."""
    bases = BASES * 10
    for text in Texts(rng, PIECES).batch(ROUND):
        base = rng.choice(bases) if rng.random() < 0.5 else None
        bases[int(rng.random() * len(bases))] = text if rng.random() < 0.1 else rng.choice(BASES)
        yield text, base


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
