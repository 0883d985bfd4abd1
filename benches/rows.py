"""What is measured: one row for each line of the goals, with its inputs and its contenders."""

from __future__ import annotations

import random
import timeit
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from . import corpus
from .contenders import (
    EMPTY,
    Contender,
    Loop,
    dropins,
    joiners,
    make_loop,
    query_parsers,
    splitters,
    yarl_quoter,
)

# Timed at once: as many calls as urllib.parse does in this time, for every contender. Much less than a scheduler's time
# slice, or urllib.parse would hardly ever be timed undisturbed on a busy machine, and the others would, being faster.
STRETCH_SECONDS = 0.0004
REPEATED, TIMES = 100, 200
PURE_GOAL = 0.9  # the pure twin, on every row
IMPORT_GOAL_MS = 3.0

ATTRIBUTES = "hostname port username"
PEER_ATTRIBUTES = {
    "can_ada": ATTRIBUTES,
    "ada_url": ATTRIBUTES,
    "pydantic_core": "host port username",
    "yarl": "host port user",
}


@dataclass(frozen=True)
class Row:
    key: str
    title: str
    goal: float
    inputs: list[Any]
    contenders: list[Contender]
    attributes: str = ""  # also asked of each result
    pairs: bool = False  # the function takes two arguments
    repeated: bool = False  # the same objects over and over, after a warm-up

    @property
    def names(self) -> str:
        return "a, b" if self.pairs else "x"

    @cached_property
    def stretch(self) -> int:
        """How many calls to time at once."""
        first = self.contenders[0]
        loop, items = make_loop(first.call, self.names), self.inputs[:500]
        seconds = min(timeit.repeat(lambda: loop(first.function, items), number=1, repeat=9))
        return max(20, round(STRETCH_SECONDS / seconds * len(items)))

    def answer(self, contender: Contender, item: Any) -> object:
        """What a contender with urllib.parse's interface says, to be compared."""
        result = contender.function(*item) if self.pairs else contender.function(item)
        return result, [getattr(result, attribute) for attribute in self.attributes.split()]


def fresh(item: Any) -> Any:
    """An equal object, made of new strings: no hash known yet, and not interned."""
    if isinstance(item, str):
        return item.encode().decode()
    return type(item)(map(fresh, item))


class Race:
    """One contender on one row: its own loop, and the inputs that it accepts."""

    def __init__(self, row: Row, contender: Contender) -> None:
        self.row, self.contender = row, contender
        self.loop: Loop = make_loop(contender.call, row.names)
        # Peers are spared what they refuse, which is counted in the report. The others must take everything.
        spare = not contender.exact and contender is not row.contenders[0]
        self.inputs = [item for item in row.inputs if not spare or self._accepts(item)]

    def _accepts(self, item: Any) -> bool:
        try:
            self.loop(self.contender.function, self._converted([item]))
        except ValueError:
            return False
        return True

    def _converted(self, items: list[Any]) -> list[Any]:
        convert = self.contender.convert
        return items if convert is None else list(map(convert, items))

    def prepare(self) -> list[list[Any]]:
        """What the loop will be given, stretch by stretch: made anew for each round, in no cache but as the row says.

        All of it is made before any of it is timed, so that it is not all in the processor's nearest cache.
        """
        items = self._converted([fresh(item) for item in self.inputs])
        self.contender.forget()
        if self.row.repeated:
            for _ in range(3):  # a cache may wait to see something twice
                self.loop(self.contender.function, items)
            items *= TIMES
        size = self.row.stretch
        return [items[start : start + size] for start in range(0, len(items), size)]

    def check(self) -> None:
        """A wrong answer is worth nothing, however fast."""
        if self.contender.exact:
            for item in self.inputs:
                expected = self.row.answer(self.row.contenders[0], item)
                if self.row.answer(self.contender, item) != expected:
                    raise AssertionError(f"{self.contender.name} differs on {self.row.key}: {item!r}")


def _port_is_readable(url: str) -> bool:
    try:
        return urlsplit(url).port is not False
    except ValueError:
        return False


@cache
def source() -> corpus.Corpus:
    return corpus.load()


def all_rows() -> list[Row]:
    urls = source().urls
    splits = [urlsplit(url) for url in urls]
    paths = [parts.path for parts in splits if parts.path]
    queries = [parts.query for parts in splits if parts.query]
    fields = [pairs for pairs in map(parse_qsl, queries) if pairs]
    raw_values = [field.partition("=")[2] for query in queries for field in query.split("&")]
    values = [value for pairs in fields for _, value in pairs]
    segments = [unquote(segment) for path in paths for segment in path.split("/")]

    def row(key: str, title: str, goal: float, inputs: list[Any], peers: list[Contender], **more: Any) -> Row:
        names = "a, b" if more.get("pairs") else "x"
        call = f"f({names})"
        if attributes := more.get("attributes"):
            call = f"r = {call}; " + "; ".join(f"r.{name}" for name in attributes.split())
        name = key.partition("-")[0]
        return Row(key, title, goal, inputs, dropins(name, call) + peers, **more)

    empty = [Contender(EMPTY, len, "pass")]
    some = random.Random(1738).sample(urls, REPEATED)
    readable = list(filter(_port_is_readable, urls))
    unquoter = yarl_quoter("_Unquoter")
    unquoter_plus = yarl_quoter("_Unquoter", plus=True, replace_invalid=True)
    quoter = yarl_quoter("_Quoter", safe="/", requote=False)
    quoter_plus = yarl_quoter("_Quoter", qs=True, requote=False)
    asked = splitters(PEER_ATTRIBUTES)
    escaped_values = [value for value in raw_values if "%" in value]
    escaped_queries = [query for query in queries if "%" in query]
    plain_urls = [url for url in urls if "%" not in url]
    plain_paths = [path for path in paths if quote(path) == path]
    unquoted = [segment for segment in segments if quote(segment) != segment]
    parsers = query_parsers()
    return [
        row("urlsplit-unique", "`urlsplit`, unique", 15, urls, splitters() + empty),
        row("urlsplit-repeated", "`urlsplit`, repeated (cache hits)", 1.0, some, splitters(), repeated=True),
        row("urlsplit-attributes", "`urlsplit` + host, port, user", 10, readable, asked, attributes=ATTRIBUTES),
        row("urlparse-unique", "`urlparse`, unique", 15, urls, []),
        row("unquote-escapes", "`unquote`, with escapes", 18, escaped_values, unquoter),
        row("unquote-clean", "`unquote`, nothing to do", 4, plain_urls, unquoter),
        row("unquote_plus", "`unquote_plus`, query strings", 12, queries, unquoter_plus),
        row("quote-clean", "`quote`, clean path", 14, plain_paths, quoter),
        row("quote-escapes", "`quote`, needs escaping", 11, unquoted, quoter),
        row("quote_plus", "`quote_plus`, query values", 13, values, quoter_plus),
        row("parse_qsl-all", "`parse_qsl`, all", 10, queries, parsers),
        row("parse_qsl-escapes", "`parse_qsl`, with escapes", 13, escaped_queries, parsers),
        row("urlencode", "`urlencode`, 2.5 pairs", 17, fields, []),
        row("urljoin", "`urljoin`", 40, source().pairs, joiners(), pairs=True),
    ]
