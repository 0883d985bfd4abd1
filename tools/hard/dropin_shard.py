"""One shard of ``dropin_calls``: seeded rounds, each of which is counted when it is done.

``python -m tools.hard.dropin_shard SEED CALLS FILE``. A chunk is some texts for one function with the same options.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import urllib.parse
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import urlmill.parse
from tests.outcome import RESULTS, outcome

from .dropin_options import KINDS, OPTIONS, OTHERS, VALUES, drawn
from .texts import Texts

TEXTS = 2000  # of a round
CHUNK = 50
# Every so often a chunk is compared in all that there is: words, warnings, hashes, causes.
WHOLE = 40
SIZES = {"urlunsplit": 5, "urlunparse": 6}
ATTRIBUTES = ("hostname", "port", "username", "password")


class Differs(Exception):  # noqa: N818  # it is what is looked for
    """The call that shows it."""


def main(seed: str, calls: int, file: Path) -> int:
    missing = [name for name in urllib.parse.__all__ if name[0].islower() and name not in OPTIONS]
    if missing:
        sys.exit(f"urllib.parse has functions that nothing is known of here: {', '.join(missing)}")
    warnings.simplefilter("ignore")
    state: dict[str, Any] = {"seed": seed, "round": 0, "calls": 0, "differences": 0, "seconds": 0.0}
    if file.exists():
        state = json.loads(file.read_text("utf-8"))
    while state["calls"] < calls and not state["differences"]:
        begun = time.monotonic()
        try:
            state["calls"] += one_round(random.Random(f"{seed}/{state['round']}"))
        except Differs as found:
            state["differences"] = 1
            print(f"shard {seed}, round {state['round']}: {found}", file=sys.stderr)
        state["round"] += 1
        state["seconds"] += time.monotonic() - begun
        written = file.with_suffix(".part")
        written.write_text(json.dumps(state), "utf-8")
        os.replace(written, file)
    return int(state["differences"])


def one_round(rng: random.Random) -> int:
    """Every function, each text several times; how many calls that were."""
    texts = Texts(rng).batch(TEXTS)
    calls = 0
    for start in range(0, TEXTS, CHUNK):
        chunk = texts[start : start + CHUNK]
        for name in OPTIONS:
            for _ in range(2):
                in_order, by_name = drawn(rng, name)
                arguments = [[*given, *in_order] for given in arguments_of(rng, name, chunk)]
                calls += compared(name, arguments, by_name, is_whole=rng.random() < 1 / WHOLE)
        calls += attributes_compared(chunk)
    return calls


def arguments_of(rng: random.Random, name: str, texts: list[str]) -> Iterator[list[Any]]:
    kind = rng.choice(KINDS)
    if rng.random() < 0.02:
        yield from ([other] * (1 + (name == "urljoin")) for other in OTHERS)
    elif name == "urljoin":
        bases = texts[1:] + texts[:1]
        yield from ([kind(base), kind(text)] for base, text in zip(bases, texts, strict=True))
        yield from ([kind(base), kind(text.rpartition("/")[2])] for base, text in zip(bases, texts, strict=True))
    elif name in SIZES:
        for text in texts:
            parts = [kind(part) for part in getattr(split_or_empty(text), "_replace", tuple)()][: SIZES[name]]
            parts += [kind("")] * (SIZES[name] - len(parts))
            if rng.random() < 0.5:
                parts[int(rng.random() * len(parts))] = rng.choice([kind(text), None, 1, kind("//h"), kind("x")])
            yield [tuple(parts) if rng.random() < 0.8 else parts]
    elif name == "urlencode":
        yield from ([fields] for fields in forms(rng, [kind(text) for text in texts]))
    elif name.startswith("parse_qs"):
        yield from ([kind(text.partition("?")[2] or text)] for text in texts)
    else:
        yield from ([kind(text)] for text in texts)


def split_or_empty(text: str) -> Any:
    try:
        return urllib.parse.urlsplit(text)
    except ValueError:
        return urllib.parse.urlsplit("")


def forms(rng: random.Random, texts: list[Any]) -> Iterator[Any]:
    for start in range(0, len(texts) - 4, 2):
        some = texts[start : start + int(rng.random() * 4)]
        values = [rng.choice(VALUES) if rng.random() < 0.3 else text for text in texts[start + 1 :]]
        pairs = list(zip(some, values, strict=False))
        if rng.random() < 0.2 and values:
            pairs.append((texts[start], [values[0], texts[start]]))
        try:
            yield dict(pairs) if rng.random() < 0.4 else pairs
        except TypeError:  # a bytearray cannot be a key
            yield tuple(pairs)
    yield from texts[:2]


def compared(name: str, arguments: list[list[Any]], options: dict[str, Any], *, is_whole: bool) -> int:
    """How many calls; raises Differs at the first that differs."""
    theirs, ours = getattr(urllib.parse, name), getattr(urlmill.parse, name)
    if is_whole:
        for given in arguments:
            expected, got = outcome(theirs, *given, **options), outcome(ours, *given, **options)
            if got != expected and got[0] == expected[0]:
                expected = outcome(theirs, *given, **options)  # 3.15 warns of a codec's name once
            if got != expected:
                raise Differs(told(name, given, options, expected, got))
        return len(arguments)
    for given in arguments:
        wanted: Any
        got_: Any
        try:
            wanted = theirs(*given, **options)
        except Exception as error:
            wanted = (type(error), str(error))
        try:
            got_ = ours(*given, **options)
        except Exception as error:
            got_ = (type(error), str(error))
        if wanted != got_ or not alike(wanted, got_):
            raise Differs(told(name, given, options, wanted, got_))
    return len(arguments)


def alike(wanted: Any, got: Any) -> bool:
    """Whether two that are equal are of the same types: ``Text("a")`` equals ``"a"``."""
    kind = type(wanted)
    if kind is not type(got) and not (kind in RESULTS and isinstance(got, kind)):
        return False
    if kind is list or kind in RESULTS:
        return [*map(type, wanted)] == [*map(type, got)]
    return True


def attributes_compared(texts: list[str]) -> int:
    calls = 0
    for name in ("urlsplit", "urlparse"):
        for text in texts:
            try:
                expected = getattr(urllib.parse, name)(text)
            except ValueError:
                continue
            got = getattr(urlmill.parse, name)(text)
            for attribute in ATTRIBUTES:
                wanted, found = attribute_of(expected, attribute), attribute_of(got, attribute)
                if wanted != found or type(wanted) is not type(found):
                    raise Differs(told(name, [text], {}, wanted, found, f".{attribute}"))
            if expected.geturl() != got.geturl():
                raise Differs(told(name, [text], {}, expected.geturl(), got.geturl(), ".geturl()"))
            calls += len(ATTRIBUTES) + 1
    return calls


def attribute_of(result: Any, name: str) -> object:
    try:
        return getattr(result, name)
    except ValueError as error:
        return (type(error), str(error))


def told(name: str, given: list[Any], options: dict[str, Any], wanted: Any, got: Any, after: str = "") -> str:
    arguments = [f"{type(each).__name__}({each!r})" if type(each).__name__ == "Text" else repr(each) for each in given]
    arguments += [f"{option}={value!r}" for option, value in options.items()]
    return f"{name}({', '.join(arguments)}){after}\n  urllib.parse: {wanted!r}\n  urlmill.parse: {got!r}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
