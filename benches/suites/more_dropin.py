"""The rest of the drop-in, for the table of all interpreters: other functions, other arguments, calls handed over."""

from __future__ import annotations

import inspect
import urllib.parse
from functools import partial
from typing import TYPE_CHECKING, Any

from ..contenders import Contender, dropins
from ..names import HANDED_OVER, MORE, PARTIAL, STDLIB
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

    def zones() -> list[str]:
        return [url.replace("]", "%25eth0]", 1) for url in addresses()]

    def relative() -> list[tuple[str, ...]]:
        return [("http", "", parts.path[1:], "", "") for parts in inputs.splits if parts.path[1:2].isalnum()]

    def separated() -> list[str]:
        return [query.replace("&", ";") for query in inputs.queries]

    def far_apart() -> list[str]:
        return [query.replace("&", "; ") for query in inputs.queries]

    def beyond_queries() -> list[str]:
        return ["\xe9=\xe9&" + query for query in inputs.queries]

    def latin() -> list[str]:
        return [text for text in inputs.unquoted_segments if max(text) <= "\xff"]

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
        row("unquote-other", "`unquote(text, 'mac-roman')`", lambda: inputs.escaped_values, "f(x, 'mac-roman')"),
        row("unquote-mixed-latin", "`unquote(text, 'latin-1')`, not ASCII", mixed, "f(x, 'latin-1')"),
        row("quote-latin", "`quote(text, encoding='latin-1')`", latin, "f(x, encoding='latin-1')"),
        row("urlsplit-ipv6", "`urlsplit`, IPv6 hosts", addresses),
        row("urldefrag-ipv6", "`urldefrag`, IPv6 hosts", addresses),
        row("urldefrag-zone", "`urldefrag`, IPv6 hosts with a zone", zones),
        row("urljoin-dots", "`urljoin(base, '..;a')`", urls, "f(x, '..;a')"),
        row("urlunsplit-relative", "`urlunsplit`, `http` and a relative path", relative),
        row("parse_qsl-separator", "`parse_qsl(query, separator=';')`", separated, "f(x, separator=';')"),
        row("parse_qsl-long", "`parse_qsl(query, separator='; ')`", far_apart, "f(x, separator='; ')"),
        row("parse_qsl-beyond", "`parse_qsl`, not ASCII", beyond_queries),
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
    often answering from its cache, and the few nanoseconds more can be seen. ``functools.partial`` does nothing but
    call it: since 3.11 a call by way of C takes longer than one of Python by Python, whatever else is done.
    """

    def row(key: str, title: str, inputs: list[Any], call: str = "f(x)") -> Row:
        name = key.removeprefix("handed-").partition("-")[0]
        contenders = [*dropins(name, call), Contender(PARTIAL, partial(getattr(urllib.parse, name)), call)]
        return Row(key, title, HANDED_OVER, STDLIB, STDLIB, lambda: inputs, lambda: contenders, repeated=True)

    def few(pattern: str) -> list[str]:
        return [pattern.replace("N", str(number)) for number in range(FEW)]

    def joined(base: str, pattern: str) -> list[tuple[str, str]]:
        return [(base, reference) for reference in few(pattern)]

    base, host = "http://example.org/a/b", "http://b\xfccher.example/N"
    beyond = [("http", "h", path, "", "") for path in few("/\xe9N")]
    params = [("http", "", "", text, "", "") for text in few("N")]
    pairs, lists = [[("a", text)] for text in few("N")], [[("a", [text])] for text in few("N")]
    return [
        row("handed-urlsplit-host", "`urlsplit`, a host beyond ASCII", few(host)),
        row("handed-urlsplit-control", "`urlsplit`, a tab inside", few("http://example.org/a\tb/N")),
        row("handed-urlsplit-bytes", "`urlsplit`, bytes", [text.encode() for text in few("http://example.org/N")]),
        row("handed-urlsplit-scheme", "`urlsplit(url, 'http')`", few("//example.org/N"), "f(x, 'http')"),
        row("handed-urlparse-host", "`urlparse`, a host beyond ASCII", few(host)),
        row("handed-urldefrag-host", "`urldefrag`, a host beyond ASCII", few(host + "#a")),
        row("handed-urlunsplit-beyond", "`urlunsplit`, a path beyond ASCII", beyond),
        row("handed-urlunparse-params", "`urlunparse`, parameters behind an empty path", params),
        row("handed-urljoin-host", "`urljoin`, a base whose host is beyond ASCII", joined(host, "N"), "f(a, b)"),
        row("handed-urljoin-relative", "`urljoin`, a base without a scheme", joined("/a/b", "N"), "f(a, b)"),
        row("handed-urljoin-scheme", "`urljoin`, a reference like `http:a`", joined(base, "http:N"), "f(a, b)"),
        row("handed-urljoin-empty", "`urljoin`, a reference like `a?#b`", joined(base, "N?#b"), "f(a, b)"),
        row("handed-urljoin-dots", "`urljoin`, `../` and what is not ASCII", joined(base, "../\xe9N"), "f(a, b)"),
        row("handed-unquote-escape", "`unquote(text, 'unicode-escape')`", few("a%2FN"), "f(x, 'unicode-escape')"),
        row("handed-parse_qsl-bytes", "`parse_qsl`, bytes", [text.encode() for text in few("a=N")]),
        row("handed-urlencode-encoding", "`urlencode(encoding='cp1252')`", pairs, "f(x, encoding='cp1252')"),
        row("handed-urlencode-list", "`urlencode`, a list as a value", lists),
    ]
