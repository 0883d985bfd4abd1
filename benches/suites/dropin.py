"""What is measured, one call at a time: urllib.parse's functions, a row for each line of the goals."""

from __future__ import annotations

import random
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..contenders import Contender, accepts, dropins, joiners, query_parsers, splitters, yarl_quoter
from ..inputs import Inputs
from ..names import CAN_ADA, DROP_IN, EMPTY, STDLIB
from ..row import Row
from .canonical import canonical_rows
from .crawl import crawl_rows
from .edits import edit_rows, profile_rows
from .links import link_rows
from .more_dropin import handed_over_rows, more_rows
from .objects import object_rows
from .web import web_rows

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATED = 100
ATTRIBUTES = "hostname port username"
PEER_ATTRIBUTES = {
    CAN_ADA: ATTRIBUTES,
    "ada_url": ATTRIBUTES,
    "pydantic_core": "host port username",
    "yarl": "host port user",
}


def all_rows() -> list[Row]:
    inputs = Inputs()
    rows = dropin_rows(inputs) + object_rows(inputs) + crawl_rows(inputs) + edit_rows(inputs) + profile_rows(inputs)
    rows += web_rows(inputs) + canonical_rows(inputs) + link_rows(inputs)
    return rows + more_rows(inputs) + handed_over_rows()


def dropin_rows(inputs: Inputs) -> list[Row]:
    def row(
        key: str, title: str, make_inputs: Callable[[], list[Any]], peers: list[Contender], asked: str = "", **more: Any
    ) -> Row:
        name = key.partition("-")[0]
        contenders = dropins(name, "f(a, b)" if name == "urljoin" else "f(x)", asked) + peers
        return Row(key, title, DROP_IN, STDLIB, STDLIB, make_inputs, lambda: contenders, **more)

    def readable() -> list[str]:
        return [url for url in inputs.urls if accepts(lambda url: urlsplit(url).port, url)]

    def with_attributes(result: Any) -> object:
        return result, attrgetter(*ATTRIBUTES.split())(result)

    empty = [Contender(EMPTY, len, "pass")]
    unquoter = yarl_quoter("_Unquoter")
    unquoter_plus = yarl_quoter("_Unquoter", plus=True, replace_invalid=True)
    quoter = yarl_quoter("_Quoter", safe="/", requote=False)
    quoter_plus = yarl_quoter("_Quoter", qs=True, requote=False)
    parsers = query_parsers()
    return [
        row("urlsplit-unique", "`urlsplit`, unique", lambda: inputs.urls, splitters() + empty),
        row(
            "urlsplit-repeated",
            "`urlsplit`, repeated (cache hits)",
            lambda: random.Random(1738).sample(inputs.urls, REPEATED),
            splitters(),
            repeated=True,
        ),
        row(
            "urlsplit-attributes",
            "`urlsplit` + host, port, user",
            readable,
            splitters(PEER_ATTRIBUTES),
            ATTRIBUTES,
            compared=with_attributes,
        ),
        row("urlparse-unique", "`urlparse`, unique", lambda: inputs.urls, []),
        row("unquote-escapes", "`unquote`, values with escapes", lambda: inputs.escaped_values, unquoter),
        row("unquote-paths", "`unquote`, paths with escapes", lambda: inputs.escaped_paths, unquoter),
        row("unquote-wide", "`unquote`, paths beyond Latin-1", lambda: inputs.wide_paths, unquoter),
        row("unquote-clean", "`unquote`, nothing to do", lambda: inputs.plain_urls, unquoter),
        row("unquote_plus", "`unquote_plus`, query strings", lambda: inputs.queries, unquoter_plus),
        row("quote-clean", "`quote`, clean path", lambda: inputs.plain_paths, quoter),
        row("quote-escapes", "`quote`, needs escaping", lambda: inputs.unquoted_segments, quoter),
        row("quote_plus", "`quote_plus`, query values", lambda: inputs.values, quoter_plus),
        row("parse_qsl-all", "`parse_qsl`, all", lambda: inputs.queries, parsers),
        row("parse_qsl-escapes", "`parse_qsl`, with escapes", lambda: inputs.escaped_queries, parsers),
        row("urlencode", "`urlencode`, 2.5 pairs", lambda: inputs.fields, []),
        # As of the links of a page, one after the other: they have the base in common.
        row("urljoin", "`urljoin`", lambda: inputs.pairs, joiners(), run=100),
    ]
