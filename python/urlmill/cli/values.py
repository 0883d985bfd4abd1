"""The values that a template asks for, by the column."""

from __future__ import annotations

import re

from .._fields import FIELDS, OF_WEB
from .._io.arrow import pa, pc, types
from .._url.registry import known_classes
from .._url.url import URL
from ..columns import query_items, query_value, unquote
from .few import ENCODED, RAW
from .template import OF_LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .template import Item

_CONTROLS = [bytes([code]) for code in (*range(0x20), 0x7F)]


def source_of(item: Item, profile: str) -> list[str]:
    """The columns it takes to know it."""
    if item.key is not None:
        return ["query"] if item.is_raw else [_url_under(profile)]
    if item.is_default:
        return ["effective_port"] if profile == "web" else ["port", "scheme", "url"]
    return [RAW.get(item.field, item.field) if item.is_raw else item.field]


def _url_under(profile: str) -> str:
    """The column that has the URL as the profile reads it."""
    return "href" if profile == "web" else "url"


def value_of(item: Item, table: Any, profile: str) -> Any:
    """It, for each row: a column of text. Null where there is none."""
    if item.key is not None:
        if item.is_raw:
            return _without_breaks(_written_value(_text(table.column("query")), item.key))
        values = _all_values if item.field == "query-all" else _first_value
        return _on_one_line(values(table.column(_url_under(profile)), item.key))
    if item.is_default and profile != "web":
        return _text(_effective_port(table))
    (source,) = source_of(item, profile)
    column = table.column(source)
    if item.is_raw or source in OF_LINES:
        return _without_breaks(_text(column))
    if source in ENCODED:
        column = pa.chunked_array(unquote(column, layout="large_string", threads=1))
    # Of what every URL has, the columns decode the login only.
    is_decoded = source in ("user", "password", *ENCODED) or source not in (*FIELDS, *OF_WEB)
    return _on_one_line(_text(column)) if is_decoded else _without_breaks(_text(column))


def _text(column: Any) -> Any:
    if types.is_list(column.type):
        return pc.binary_join(column.cast(pa.list_(pa.string())), ",").cast(pa.large_string())
    if types.is_integer(column.type) or types.is_boolean(column.type):
        column = column.cast(pa.string())
    return column.cast(pa.large_string())


def _on_one_line(column: Any) -> Any:
    """With control characters escaped again: a line break would begin another row."""
    if any(map(_has_controls, column.chunks)):
        for control in _CONTROLS:
            column = pc.replace_substring(column, control.decode(), f"%{ord(control):02X}")
    return column


def _without_breaks(column: Any) -> Any:
    """As it is written, but for line breaks: a URL in a column of JSON or CSV may have some."""
    if any(b"\n" in _octets(chunk) for chunk in column.chunks):
        return pc.replace_substring(column, "\n", "%0A")
    return column


def _has_controls(chunk: Any) -> bool:
    octets = _octets(chunk)
    return len(octets.translate(None, b"".join(_CONTROLS))) < len(octets)


def _octets(chunk: Any) -> bytes:
    """All the text at once, rows or not: to look at it is many times faster than a pattern for each row."""
    text = chunk.buffers()[2]
    octets: bytes = text.to_pybytes() if text is not None else b""
    return octets


def _first_value(urls: Any, key: str) -> Any:
    return _text(pa.chunked_array(query_value(urls, key, threads=1)))


def _all_values(urls: Any, key: str) -> Any:
    """The values of all fields of that name, with commas between them."""
    items = pa.chunked_array(query_items(urls, layout="large_string", threads=1)).combine_chunks()
    fields = pc.list_flatten(items)
    wanted = pc.equal(fields.field("name"), key)
    rows, values = pc.list_parent_indices(items).filter(wanted), fields.field("value").filter(wanted)
    found = pa.table({"row": rows, "value": values}).group_by("row", use_threads=False).aggregate([("value", "list")])
    texts = pc.binary_join(found.column("value_list"), pa.scalar(",", pa.large_string())).combine_chunks()
    places = pc.index_in(pa.array(range(len(items)), rows.type), found.column("row").combine_chunks())
    return pa.chunked_array([pc.take(texts, places)])


def _written_value(query: Any, key: str) -> Any:
    """The value of the first field of that name, whatever way the name is escaped."""
    pattern = f"(?:^|&){''.join(map(_octet_pattern, key.encode()))}(?:=(?P<value>[^&]*))?(?:&|$)"
    return pc.struct_field(pc.extract_regex(query, pattern), "value")


def _octet_pattern(octet: int) -> str:
    escaped = "%" + "".join(f"[{digit.lower()}{digit}]" for digit in f"{octet:02X}")
    if octet == 0x20:
        return rf"(?:\+|\x20|{escaped})"
    return f"(?:{re.escape(chr(octet))}|{escaped})" if octet < 0x80 and chr(octet) != "+" else escaped


def _effective_port(table: Any) -> Any:
    samples = {scheme: URL(f"{scheme}:", profile="lenient") for scheme in known_classes()}
    known = pc.index_in(table.column("scheme").cast(pa.large_string()), pa.array(samples, pa.large_string()))
    usual = pc.take(pa.array([sample.default_port for sample in samples.values()], pa.uint16()), known)
    found = pc.coalesce(table.column("port"), usual)
    # Some schemes say it themselves: a list of hosts has no port.
    rules = pa.array([type(sample).effective_port is not URL.effective_port for sample in samples.values()])
    own = pc.fill_null(pc.take(rules, known), False)
    if not pc.any(own).as_py():
        return found
    rows = zip(table.column("url").to_pylist(), own.to_pylist(), strict=True)
    ports = [URL(text, profile="lenient").effective_port for text, is_own in rows if is_own]
    return pc.replace_with_mask(found.combine_chunks(), own.combine_chunks(), pa.array(ports, pa.uint16()))
