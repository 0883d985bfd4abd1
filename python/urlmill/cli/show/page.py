"""What ``urlmill show`` prints about a URL."""

from __future__ import annotations

from ..._io.terminal import padded, width
from ..._printable import printable
from ..._url.octets import text_of
from ..._url.plan import Step
from ...errors import URLError
from .facts import PARTS, plan_fields
from .ruler import ruled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..._io.terminal import Paint
    from ..._url.plan import Plan
    from .facts import Facts

Line = tuple[str, str, str | None]  # a name, what there is to say, and the style of the name

_LONGEST_NAME = 20  # a field of a query may have a longer one, and then stands out
_READERS = {"rfc3986": "RFC 3986", "urllib": "urllib", "browsers": "browsers"}


def page(facts: Facts, paint: Paint, limit: int | None, encoding: str) -> Iterator[str]:
    """Its lines."""
    if facts.error:
        yield from _refusal(facts.text, facts.error, paint, limit, encoding)
        yield ""
    for rows in ruled(facts.text, facts.spans(), limit=limit, encoding=encoding):
        for row in rows:
            yield "".join(paint(text, part) for text, part in row).rstrip()
    yield ""
    lines = [*_parts(facts), *_meaning(facts), *_plan(facts.plan(), facts.error), *_ambiguities(facts)]
    names = [printable(name, encoding) for name, _, _ in lines]
    longest = max(cells for name in names if (cells := width(name)) <= _LONGEST_NAME)
    for name, (_, value, style) in zip(names, lines, strict=True):
        yield f"{paint(padded(name, longest), style)}  {printable(value, encoding)}".rstrip()


def _refusal(text: str, error: URLError, paint: Paint, limit: int | None, encoding: str) -> Iterator[str]:
    """The text with a caret under the position; of a long one, what is around it."""
    start = max(error.position - limit // 2, 0) if limit else 0
    before = printable(text[start : error.position], encoding)
    after = printable(text[error.position :][:limit], encoding)
    yield before + (after if limit is None else after[: max(limit - width(before), 1)])
    yield " " * width(before) + paint("^", "error")
    yield f"{paint('refused:', 'error')} {error}"
    yield ""
    yield "What the lenient profile makes of it:"


def _parts(facts: Facts) -> Iterator[Line]:
    for part in PARTS:
        raw = facts.written(part)
        if raw is not None:
            yield part, _part(facts, part, raw), part
        elif part == "port" and facts.url.effective_port is not None:
            yield part, f"none: {facts.url.effective_port}, as {facts.url.scheme} has it", part
        if part == "query" and raw:
            for name, value in facts.url.query_items():
                yield f"  {name or '(empty)'}", _value(value), None
    for name, value in facts.own_parts().items():
        if value is not None:
            yield name, _value(value), "name"


def _part(facts: Facts, part: str, raw: str) -> str:
    url = facts.url
    if part == "host":
        forms = dict.fromkeys(form for form in (url.host, url.host_ascii, url.host_unicode) if form not in (None, raw))
        kind = "" if url.host_type in (None, "name") else f" ({url.host_type})"
        return " = ".join(map(_value, (raw, *forms))) + kind
    if part == "port":
        default = url.default_port
        note = (
            "" if default is None else f" ({url.scheme} has {default})" if url.port != default else " (the usual one)"
        )
        return _value(raw) + note
    decoded = url.scheme or "" if part == "scheme" else text_of(raw)
    return _value(raw) if decoded == raw else f"{_value(raw)} = {_value(decoded)}"


def _meaning(facts: Facts) -> Iterator[Line]:
    url, normal = facts.url, facts.normal()
    if url.registrable_domain:
        yield "domain", f"{_value(url.registrable_domain)} (registrable, under {_value(url.public_suffix)})", "name"
    if not url.origin.opaque:
        yield "origin", _value(url.origin.serialized), "name"
    if normal != facts.text:
        yield "normal form", "none" if normal is None else _value(normal), "name"


def _plan(plan: Plan | URLError, error: URLError | None) -> Iterator[Line]:
    if isinstance(plan, URLError):
        if error and plan.code == error.code:
            yield "no plan", "for the same reason", "warning"
        elif plan.code != "unsupported-scheme":
            yield "no plan", str(plan), "warning"
        return
    yield "plan", "", "name"
    for name, value in plan_fields(plan).items():
        if name == "connect" and value is not None:
            host, port = value
            yield "  connect", f"{_value(host)} port {port}", None
        elif isinstance(value, tuple) and value:
            for step in value:
                yield f"  {name}", _value(step), None
                name = ""
        elif value not in (None, (), False):  # a plan has every field, also those of what is not done
            yield f"  {name}", _value(value), None


def _ambiguities(facts: Facts) -> Iterator[Line]:
    hosts: dict[str, Any] = {}
    for each in facts.ambiguities:
        yield "beware", f"{each['kind']} at position {each['position']}: {each['why']}", "warning"
        hosts = each["hosts"] or hosts
    if hosts and facts.ambiguities[0]["kind"] != "host":
        yield "beware", "readers of URLs come to different hosts", "warning"
    for reader, host in hosts.items():
        found = "refused" if host is None else _value(host) if host else "no host"
        yield f"  {_READERS.get(reader, reader)}", found, None


def _value(value: Any) -> str:
    """On one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Step):
        return value.kind if value.octets is None else f"{value.kind}: {_value(value.octets)}"
    if isinstance(value, bytes):
        return repr(value)[2:-1]  # line ends are part of what is sent, and so are to be seen
    if isinstance(value, dict):
        return ", ".join(f"{_value(name)}: {_value(each)}" for name, each in value.items()) or "none"
    if isinstance(value, tuple):
        return ": ".join(map(_value, value)) or "none"  # a header, an attribute
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "none"
    return printable(str(value)) or "(empty)"
