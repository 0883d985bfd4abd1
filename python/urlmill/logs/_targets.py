"""The parts of request targets, which are not quite references: RFC 9112 3.2.

| form | such as | its parts |
|---|---|---|
| origin | ``/a?b`` | path and query; ``//a/b`` is a path too, though a reference would have a host there |
| absolute | ``http://host/a?b`` | those of the URL: somebody took the server for a proxy |
| authority | ``host:443`` after CONNECT | host and port, and nothing else |
| asterisk | ``*`` | a path |
"""

from __future__ import annotations

from .._backend import impl
from .._fields import OF_QUERY, fields_of
from .._io.arrow import pa, pc, types
from .._io.tables import kept, replaced, taken
from ._columns import OF_REQUEST, TEXT, array_of
from ._values import only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OF_AUTHORITY = fields_of("authority", "domain")
_OF_TAIL = fields_of("tail")


def parts_of_targets(targets: Any, methods: Any, wanted: list[str]) -> dict[str, Any]:
    """The parts of an array of targets, by name."""
    columns = parts(targets, list(dict.fromkeys([*wanted, "scheme", "netloc"])))
    connects = pc.fill_null(pc.equal(methods.cast(pa.string()), "CONNECT"), False)
    # What a reference has after two slashes is an authority.
    slashes = pc.and_not(pc.and_(pc.is_null(columns["scheme"]), pc.is_valid(columns["netloc"])), connects)
    columns = {name: columns[name] for name in wanted}
    for mask, before, has in ((connects, "//", _OF_AUTHORITY), (slashes, "http://host", _OF_TAIL)):
        if pc.any(mask, min_count=0).as_py():
            chosen = array_of(kept(pa.table([targets], names=["target"]), mask).column("target"))
            some = parts(prefixed(before, chosen.cast(pa.large_string())), wanted)
            for name, column in columns.items():
                right = some[name] if name in has else pa.nulls(len(some[name]), column.type)
                columns[name] = replaced(column, mask, right)
    return columns


def parts_of_hosts(hosts: Any, wanted: list[str]) -> dict[str, Any]:
    """The parts of names of hosts."""
    return parts(prefixed("//", hosts.cast(pa.large_string())), wanted)


def values_of_queries(queries: Any, names: list[str]) -> dict[str, Any]:
    """The values that queries have: ``query:q`` is the first of those that are called ``q``."""
    from ..columns import query_value

    urls = prefixed("?", queries.cast(pa.large_string()))
    found = {name: query_value(urls, name.removeprefix(OF_QUERY), threads=1) for name in names}
    return {name: array_of(pa.chunked_array(values)) for name, values in found.items()}


def parts(urls: Any, wanted: list[str]) -> dict[str, Any]:
    """The parts of references, by name."""
    from ..columns import split  # imports all schemes, which take time: only where parts are needed

    table = taken(split(urls, wanted, threads=1))
    return {name: array_of(table.column(name)) for name in wanted}


def prefixed(before: str, texts: Any) -> Any:
    """The same text before each."""
    return pc.binary_join_element_wise(pa.scalar(before, texts.type), texts, pa.scalar("", texts.type))


def first_of(columns: list[Any]) -> Any:
    """In each row the first value that is there."""
    first, *others = columns
    for other in others:
        if first.null_count and other.null_count < len(other):
            kind = first.type
            if types.is_string_view(kind):
                first, other = first.cast(pa.large_string()), other.cast(pa.large_string())
            first = pc.coalesce(first, other).cast(kind)
    return first


def with_request(columns: dict[str, Any], *, is_first: bool = False) -> dict[str, Any]:
    """With what is in the request, behind or before what there is."""
    table = taken(impl.read_records(columns["request"], [("", "request", "request"), ("", "", "")]))
    columns = dict(columns)
    for name in OF_REQUEST:
        both = [columns[name]] if name in columns else []
        both.insert(0 if is_first else len(both), array_of(table.column(name)).cast(TEXT))
        columns[name] = first_of(both)
    return columns


def with_query(targets: Any, queries: Any, *, is_stem: bool) -> Any:
    """Targets with queries that were written apart. A stem is a path alone: its ``?`` and ``#`` are escaped."""
    targets, queries = targets.cast(pa.large_string()), queries.cast(pa.large_string())
    between, nothing = pa.scalar("?", targets.type), pa.scalar("", targets.type)
    tails = nothing
    if pc.any(pc.match_substring_regex(targets, "[?#]"), min_count=0).as_py():
        # Some write both the query and the target with it.
        has_query = pc.match_substring_regex(targets, r"^[^#?]*\?")
        if is_stem:
            own = pc.replace_substring_regex(targets, r"^[^?]*\?", "")
            has_query = pc.and_(has_query, pc.fill_null(pc.equal(own, queries), False))
            escaped = pc.replace_substring(pc.replace_substring(targets, "?", "%3F"), "#", "%23")
            targets = pc.if_else(has_query, targets, escaped)
        else:  # the query comes before the fragment
            tails = pc.replace_substring_regex(targets, r"^[^#]*", "")
            targets = pc.replace_substring_regex(targets, r"(?s)#.*", "")
        queries = only(queries, pc.invert(has_query))
    queries = pc.replace_substring(queries, "#", "%23")
    whole = pc.coalesce(pc.binary_join_element_wise(targets, queries, between), targets)
    return pc.binary_join_element_wise(whole, tails, nothing).cast(TEXT)
