"""The rest of the drop-in, for the table of all interpreters: other functions, other arguments, calls handed over."""

from __future__ import annotations

import inspect
import urllib.parse
from typing import TYPE_CHECKING, Any

from .contenders import accepts, dropins
from .names import HANDED_OVER, MORE, STDLIB
from .row import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from .inputs import Inputs

MADE_UP = 5000  # inputs of a kind that the corpus does not have


def more_rows(inputs: Inputs) -> list[Row]:
    """Functions that have no goal but not to be slower; new arguments where the interpreter knows them."""

    def row(key: str, title: str, make_inputs: Callable[[], list[Any]], call: str = "f(x)", made_by: str = "") -> Row:
        contenders = dropins(key.partition("-")[0], call, made_by=made_by)
        return Row(key, title, MORE, STDLIB, STDLIB, make_inputs, lambda: contenders)

    def urls() -> list[str]:
        return inputs.urls

    def tuples() -> list[tuple[str, ...]]:
        return list(map(tuple, inputs.splits))

    found = [
        row("urlunsplit", "`urlunsplit`, results", urls, made_by="urlsplit"),
        row("urlunsplit-tuples", "`urlunsplit`, tuples", tuples),
        row("urlunparse", "`urlunparse`, results", urls, made_by="urlparse"),
        row("urldefrag", "`urldefrag`", urls),
        row("parse_qs", "`parse_qs`", lambda: inputs.queries),
        row("quote_from_bytes", "`quote_from_bytes`", lambda: [text.encode() for text in inputs.unquoted_segments]),
        row("unquote_to_bytes", "`unquote_to_bytes`", lambda: inputs.escaped_values),
    ]
    if "missing_as_none" in inspect.signature(urllib.parse.urlsplit).parameters:
        absent, kept = "f(x, missing_as_none=True)", "f(x, keep_empty=True)"
        found += [
            row("urlsplit-none", "`urlsplit(url, missing_as_none=True)`", urls, absent),
            row("urlparse-none", "`urlparse(url, missing_as_none=True)`", urls, absent),
            row("urldefrag-none", "`urldefrag(url, missing_as_none=True)`", urls, absent),
            row("urlunsplit-keep", "`urlunsplit(parts, keep_empty=True)`", tuples, kept),
        ]
    return found


def handed_over_rows(inputs: Inputs) -> list[Row]:
    """Calls that the fast path does not answer itself: what does it cost to have asked it first?"""

    def row(key: str, title: str, make_inputs: Callable[[], list[Any]], call: str = "f(x)", **more: Any) -> Row:
        name = key.removeprefix("handed-").partition("-")[0]
        return Row(key, title, HANDED_OVER, STDLIB, STDLIB, make_inputs, lambda: dropins(name, call), **more)

    def ipv6(number: int) -> list[str]:
        return [f"http://[2001:db8::{n:x}]/path/{n}" for n in range(number)]

    def octets() -> list[bytes]:
        return [url.encode() for url in inputs.urls if url.isascii()]

    def strict() -> list[str]:
        return [query for query in inputs.queries if accepts(parse_strictly, query)]

    return [
        row("handed-urlsplit-ipv6", "`urlsplit`, an IPv6 host", lambda: ipv6(MADE_UP)),
        row("handed-urlsplit-repeated", "`urlsplit`, an IPv6 host, repeated", lambda: ipv6(100), repeated=True),
        row(
            "handed-urlsplit-host",
            "`urlsplit`, a host beyond ASCII",
            lambda: [f"http://b\xfccher.example/{n}" for n in range(MADE_UP)],
        ),
        row(
            "handed-urlsplit-control",
            "`urlsplit`, a tab inside",
            lambda: [f"http://example.org/a\tb/{n}" for n in range(MADE_UP)],
        ),
        row("handed-urlsplit-bytes", "`urlsplit`, bytes", octets),
        row(
            "handed-urljoin-params",
            "`urljoin`, a reference with `;params`",
            lambda: [("http://example.org/a/b;c", f"d;e={n}") for n in range(MADE_UP)],
            "f(a, b)",
        ),
        row(
            "handed-unquote-latin",
            "`unquote`, `encoding='latin-1'`",
            lambda: inputs.escaped_values,
            "f(x, encoding='latin-1')",
        ),
        row("handed-parse_qsl-strict", "`parse_qsl`, `strict_parsing=True`", strict, "f(x, strict_parsing=True)"),
        row("handed-urlencode-doseq", "`urlencode`, `doseq=True`", lambda: inputs.fields, "f(x, doseq=True)"),
    ]


def parse_strictly(query: str) -> object:
    return urllib.parse.parse_qsl(query, strict_parsing=True)
