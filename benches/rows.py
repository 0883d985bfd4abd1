"""What is measured: one row for each line of the goals, with its inputs and its contenders."""

from __future__ import annotations

import random
from functools import cache
from operator import attrgetter
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import urlmill

from . import column_data, corpus
from .contenders import (
    CAN_ADA,
    DROP_IN,
    EMPTY,
    NATIVE,
    OBJECTS,
    PURE,
    STDLIB,
    Contender,
    asking,
    can_ada,
    dropins,
    joiners,
    objects,
    query_parsers,
    splitters,
    yarl_quoter,
)
from .crawl_rows import crawl_rows
from .row import Row, accepts

REPEATED = 100
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


@cache
def source() -> corpus.Corpus:
    return corpus.load()


def column_size() -> int:
    """How many rows a column has."""
    return column_data.how_many(source())


def all_rows() -> list[Row]:
    return dropin_rows() + object_rows() + crawl_rows(source().urls)


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
        return Row(key, title, DROP_IN, goal, STDLIB, STDLIB, inputs, dropins(name, call) + peers, **more)

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
            OBJECTS,
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
