"""The rest of the drop-in, for the table of all interpreters: other functions, other arguments, calls handed over."""

from __future__ import annotations

import inspect
import urllib.parse
from typing import TYPE_CHECKING, Any

from ..contenders import dropins
from ..names import HANDED_OVER, MORE, STDLIB
from ..row import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..inputs import Inputs

FEW = 10  # that all interpreters keep in their caches


def more_rows(inputs: Inputs) -> list[Row]:
    """Functions that have no goal but not to be slower; new arguments where the interpreter knows them."""

    def row(key: str, title: str, make_inputs: Callable[[], list[Any]], call: str = "f(x)", made_by: str = "") -> Row:
        contenders = dropins(key.partition("-")[0], call, made_by=made_by)
        return Row(key, title, MORE, STDLIB, STDLIB, make_inputs, lambda: contenders)

    def urls() -> list[str]:
        return inputs.urls

    def tuples() -> list[tuple[str, ...]]:
        return list(map(tuple, inputs.splits))

    def files() -> list[tuple[str, ...]]:
        return [("file", "", parts.path, "", "") for parts in inputs.splits if parts.path.startswith("/")]

    def beyond() -> list[str]:
        return ["\xe9" + text for text in inputs.unquoted_segments if "%" not in text]

    def mixed() -> list[str]:
        return ["\xe9" + text for text in inputs.escaped_values]

    def addresses() -> list[str]:
        paths = [parts.path for parts in inputs.splits if parts.path.startswith("/")]
        return [f"http://[2001:db8::{number % 0x10000:x}]{path}#f" for number, path in enumerate(paths)]

    def relative() -> list[tuple[str, ...]]:
        return [("http", "", parts.path[1:], "", "") for parts in inputs.splits if parts.path[1:2].isalnum()]

    def separated() -> list[str]:
        return [query.replace("&", ";") for query in inputs.queries]

    def strict() -> list[str]:
        return [query for query in inputs.queries if all("=" in field for field in query.split("&"))]

    found = [
        row("urlunsplit", "`urlunsplit`, results", urls, made_by="urlsplit"),
        row("urlunsplit-tuples", "`urlunsplit`, tuples", tuples),
        row("urlunparse", "`urlunparse`, results", urls, made_by="urlparse"),
        row("urldefrag", "`urldefrag`", urls),
        row("parse_qs", "`parse_qs`", lambda: inputs.queries),
        row("quote_from_bytes", "`quote_from_bytes`", lambda: [text.encode() for text in inputs.unquoted_segments]),
        row("urlencode-doseq", "`urlencode(pairs, doseq=True)`", lambda: inputs.fields, "f(x, doseq=True)"),
        row("unquote_to_bytes", "`unquote_to_bytes`", lambda: inputs.escaped_values),
        row("urljoin-nothing", "`urljoin(url, '')`", urls, "f(x, '')"),
        row("urljoin-params", "`urljoin(base, 'a;b')`", urls, "f(x, 'a;b')"),
        row("urlunsplit-file", "`urlunsplit`, `file` without an authority", files),
        row("urlencode-tuple", "`urlencode`, a tuple of pairs", lambda: [tuple(pairs) for pairs in inputs.fields]),
        row("unquote-beyond", "`unquote`, not ASCII and no escapes", beyond),
        row("unquote-latin", "`unquote(text, 'latin-1')`", lambda: inputs.escaped_values, "f(x, 'latin-1')"),
        row("unquote-mixed", "`unquote`, escapes beside what is not ASCII", mixed),
        row("unquote-cp1252", "`unquote(text, 'cp1252')`", lambda: inputs.escaped_values, "f(x, 'cp1252')"),
        row("urlsplit-ipv6", "`urlsplit`, IPv6 hosts", addresses),
        row("urldefrag-ipv6", "`urldefrag`, IPv6 hosts", addresses),
        row("urlunsplit-relative", "`urlunsplit`, `http` and a relative path", relative),
        row("parse_qsl-separator", "`parse_qsl(query, separator=';')`", separated, "f(x, separator=';')"),
        row("parse_qsl-strict", "`parse_qsl(query, strict_parsing=True)`", strict, "f(x, strict_parsing=True)"),
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


def handed_over_rows() -> list[Row]:
    """Calls that the fast path does not answer itself: what does it cost to have asked it first?

    The same few short inputs over and over, so that the interpreter's own function takes as little as it can, most
    often answering from its cache, and the few nanoseconds more can be seen.
    """

    def row(key: str, title: str, inputs: list[Any], call: str = "f(x)") -> Row:
        name = key.removeprefix("handed-").partition("-")[0]
        contenders = dropins(name, call)
        return Row(key, title, HANDED_OVER, STDLIB, STDLIB, lambda: inputs, lambda: contenders, repeated=True)

    def few(pattern: str) -> list[str]:
        return [pattern.replace("N", str(number)) for number in range(FEW)]

    bases = [("http://example.org/a/b;c", reference) for reference in few("..;e=N")]
    beyond = [("http", "h", path, "", "") for path in few("/\xe9N")]
    return [
        row("handed-urlsplit-zone", "`urlsplit`, an IPv6 host with a zone", few("http://[fe80::N%25a]/path")),
        row("handed-urlsplit-host", "`urlsplit`, a host beyond ASCII", few("http://b\xfccher.example/N")),
        row("handed-urlsplit-control", "`urlsplit`, a tab inside", few("http://example.org/a\tb/N")),
        row("handed-urlsplit-bytes", "`urlsplit`, bytes", [text.encode() for text in few("http://example.org/N")]),
        row("handed-urldefrag-zone", "`urldefrag`, an IPv6 host with a zone", few("http://[fe80::N%25a]/#a")),
        row("handed-urlunsplit-beyond", "`urlunsplit`, a path beyond ASCII", beyond),
        row("handed-urljoin-params", "`urljoin`, a reference with dots before `;params`", bases, "f(a, b)"),
        row("handed-unquote-other", "`unquote`, `encoding='mac-roman'`", few("a%2FbN"), "f(x, encoding='mac-roman')"),
        row("handed-unquote-mixed", "`unquote(text, 'latin-1')`, not ASCII", few("\xe9%2FN"), "f(x, 'latin-1')"),
        row("handed-parse_qsl-separator", "`parse_qsl`, `separator='; '`", few("a=N"), "f(x, separator='; ')"),
    ]
