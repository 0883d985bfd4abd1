"""What is measured: one row for each line of the goals, with its inputs and its contenders."""

from __future__ import annotations

import random
import timeit
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import urlmill

from . import corpus
from .contenders import (
    CAN_ADA,
    EMPTY,
    NATIVE,
    PURE,
    STDLIB,
    Contender,
    Loop,
    asking,
    can_ada,
    dropins,
    joiners,
    make_loop,
    objects,
    query_parsers,
    splitters,
    yarl_quoter,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Timed at once: as many calls as the baseline does in this time, for every contender. Much less than a scheduler's time
# slice, or the baseline would hardly ever be timed undisturbed on a busy machine, and urlmill would, being faster.
STRETCH_SECONDS = 0.0004
REPEATED, TIMES = 100, 200
PURE_GOAL = 0.9  # the pure twin, on every row whose baseline is urllib.parse
IMPORT_GOAL_MS = 3.0

ATTRIBUTES = "hostname port username"
PEER_ATTRIBUTES = {
    CAN_ADA: ATTRIBUTES,
    "ada_url": ATTRIBUTES,
    "pydantic_core": "host port username",
    "yarl": "host port user",
}

HOST_AND_PATH = {
    CAN_ADA: "hostname pathname",  # its `host` has the port in it
    NATIVE: "host path",
    PURE: "host path",
    "pydantic_core": "host path",
    "yarl": "host path",
}


@dataclass(frozen=True)
class Row:
    key: str
    title: str
    goal: float
    baseline: str  # the contender whose time is divided by those of the others
    oracle: str  # the contender whose answers urlmill's must be
    inputs: list[Any]
    contenders: list[Contender]
    compared: Callable[[Any], object] = lambda result: result  # what of a result the oracle's must be equal to
    left_out: int = 0  # inputs that nobody is given
    pairs: bool = False  # the function takes two arguments
    repeated: bool = False  # the same objects over and over, after a warm-up

    @property
    def names(self) -> str:
        return "a, b" if self.pairs else "x"

    @cached_property
    def stretch(self) -> int:
        """How many calls to time at once."""
        baseline = self.contender(self.baseline)
        loop, items = make_loop(baseline.call, self.names), self.inputs[:500]
        seconds = min(timeit.repeat(lambda: loop(baseline.function, items), number=1, repeat=9))
        return max(20, round(STRETCH_SECONDS / seconds * len(items)))

    def contender(self, name: str) -> Contender:
        return next(contender for contender in self.contenders if contender.name == name)

    def answer(self, contender: Contender, item: Any) -> object:
        """What urlmill or the oracle says, to be compared."""
        return self.compared(contender.function(*item) if self.pairs else contender.function(item))


def fresh(item: Any) -> Any:
    """An equal object, made of new strings: no hash known yet, and not interned."""
    if isinstance(item, str):
        return item.encode().decode()
    return type(item)(map(fresh, item))


def accepts(function: Callable[[Any], object], item: Any) -> bool:
    try:
        function(item)
    except ValueError:
        return False
    return True


class Race:
    """One contender on one row: its own loop, and the inputs that it accepts."""

    def __init__(self, row: Row, contender: Contender) -> None:
        self.row, self.contender = row, contender
        self.loop: Loop = make_loop(contender.call, row.names)
        # Peers are spared what they refuse, which is counted in the report. The others must take everything.
        spare = not contender.is_ours and contender.name != row.baseline
        self.inputs = [item for item in row.inputs if not spare or accepts(self._run_one, item)]

    def _run_one(self, item: Any) -> None:
        self.loop(self.contender.function, self._converted([item]))

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
        oracle = self.row.contender(self.row.oracle)
        if self.contender.is_ours and self.contender is not oracle:
            for item in self.inputs:
                if self.row.answer(self.contender, item) != self.row.answer(oracle, item):
                    raise AssertionError(
                        f"{self.contender.name} differs from {oracle.name} on {self.row.key}: {item!r}"
                    )


@cache
def source() -> corpus.Corpus:
    return corpus.load()


def all_rows() -> list[Row]:
    return dropin_rows() + object_rows()


def dropin_rows() -> list[Row]:
    """urllib.parse's functions."""
    urls = source().urls
    splits = [urlsplit(url) for url in urls]
    paths = [parts.path for parts in splits if parts.path]
    queries = [parts.query for parts in splits if parts.query]
    fields = [pairs for pairs in map(parse_qsl, queries) if pairs]
    raw_values = [field.partition("=")[2] for query in queries for field in query.split("&")]
    values = [value for pairs in fields for _, value in pairs]
    segments = [unquote(segment) for path in paths for segment in path.split("/")]

    def row(
        key: str,
        title: str,
        goal: float,
        inputs: list[Any],
        peers: list[Contender],
        attributes: str = "",
        **more: Any,
    ) -> Row:
        names = "a, b" if more.get("pairs") else "x"
        call = asking(attributes, f"f({names})")
        name = key.partition("-")[0]
        return Row(key, title, goal, STDLIB, STDLIB, inputs, dropins(name, call) + peers, **more)

    def with_attributes(result: Any) -> object:
        return result, attrgetter(*ATTRIBUTES.split())(result)

    empty = [Contender(EMPTY, len, "pass")]
    some = random.Random(1738).sample(urls, REPEATED)
    readable = [url for url in urls if accepts(lambda url: urlsplit(url).port, url)]
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
        row(
            "urlsplit-attributes",
            "`urlsplit` + host, port, user",
            10,
            readable,
            asked,
            ATTRIBUTES,
            compared=with_attributes,
        ),
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


def object_rows() -> list[Row]:
    """URL objects; none without can_ada, which they are measured against."""
    if can_ada is None:
        return []
    everything = source().urls
    urls = [url for url in everything if accepts(urlmill.URL, url) and accepts(can_ada.parse, url)]

    def row(key: str, title: str, goal: float, attributes: dict[str, str]) -> Row:
        # can_ada means other things by its parts, so the oracle is the pure twin.
        return Row(
            key,
            title,
            goal,
            CAN_ADA,
            PURE,
            urls,
            objects(attributes),
            compared=attrgetter("host", "path"),
            left_out=len(everything) - len(urls),
        )

    return [
        row("URL", "`URL(text)`", 3, dict.fromkeys(HOST_AND_PATH, "")),
        row("URL-host-path", "`URL(text)` then host and path", 3.5, HOST_AND_PATH),
    ]
