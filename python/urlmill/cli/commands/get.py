"""``urlmill get``: lines of URLs to lines of what a template asks for."""

from __future__ import annotations

from ..._io.arrow import pa, pc
from ..._io.bad import Bad
from ..._io.filters import Where
from ..._io.outputs import Output
from ..._io.rows import LINE, Rows
from ..._io.tables import kept
from ..._profiles import PROFILES
from ..few import FEW, is_plain, texts_of
from ..job import run
from ..lines import is_of_query, url_rows
from ..options import add_column, add_output, add_reading
from ..summary import told
from ..template import Item, check_field, parsed
from ..values import source_of, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any

    from ..._io.inputs import Block

EXAMPLES = """\
  urlmill get '{host} {query:utm_source}' urls.txt.gz
  urlmill get '{scheme}://{host}:{default:port}{raw:path}' urls.txt
  urlmill get '{registrable_domain|none}\\t{path}' urls.txt --where 'query!=' -o paths.tsv
  urlmill get '{must:query:id}' urls.txt --bad without-id.tsv --strict

in braces:
  {host}           a part: what --fields of split takes, url for the line itself, line for its number
  {query:NAME}     the value of the first field of the query that has this name
  {query-all:NAME} the values of all that have it, with commas between them
  {host|none}      another value where there is none; else nothing is written
  {must:host}      a line without it is a bad one: left out, and written to --bad
  {raw:path}       as it is written; else path, query, fragment and values of the query are decoded
  {default:port}   the port, or that of the scheme
  {{ }} \\t \\n \\\\   braces, a tab, a line break, a backslash
Control characters in what was decoded, line breaks among them, stay escaped: %0A.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("template", metavar="TEMPLATE", help="text with fields in braces, see below")
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; default: lenient")
    add_output(parser)
    add_column(parser)
    add_reading(parser)


def command(options: argparse.Namespace) -> int:
    """Writes a line for each line."""
    pieces = parsed(options.template)
    where = Where(options.where)
    for field in where.fields:
        check_field("query" if is_of_query(field) else field)
    with Output(options.output, "text") as sink:
        # The conditions are for the reader here: a row that is filtered out lacks nothing.
        read = text_rows(pieces, where, options)
        done = run(options, read, Where([]), sink, ["text"], takes_pyarrow=not is_plain(pieces, where, options))
    return told(done, options)


def text_rows(pieces: list[str | Item], where: Where, options: argparse.Namespace) -> Callable[[Block], Rows]:
    """Reads URLs, one on each line, as what the template makes of them."""
    items = [piece for piece in pieces if isinstance(piece, Item)]
    musts = [item for item in items if item.is_must]
    sources = [name for item in items for name in source_of(item, options.profile)]
    read_urls = url_rows(list(dict.fromkeys([*sources, *where.fields, *(("line", "url") if musts else ())])), options)

    can_do_without = is_plain(pieces, where, options)

    def read(block: Block) -> Rows:
        if can_do_without and len(block.octets) <= FEW:
            return texts_of(pieces, block)
        rows = read_urls(block)
        table = where.filtered(rows.table)
        values = {item: value_of(item, table, options.profile) for item in items}
        for item in musts:
            missing = pc.is_null(values[item])
            if pc.any(missing).as_py():
                rows.bad += _lacking(item, kept(table.select(["line", "url"]), missing))
                there = pc.invert(missing)
                table = kept(table, there)
                values = {item: value.filter(there) for item, value in values.items()}
        rows.bad.sort(key=lambda bad: bad.line)
        columns = {"text": _joined(pieces, values)}
        if LINE in table.column_names:
            columns[LINE] = table.column(LINE)
        return Rows(pa.table(columns), rows.bad)

    return read


def _lacking(item: Item, table: Any) -> list[Bad]:
    lines, urls = (table.column(name).to_pylist() for name in ("line", "url"))
    return [Bad(line, f"no {item.name}", 0, url) for line, url in zip(lines, urls, strict=True)]


def _joined(pieces: list[str | Item], values: dict[Item, Any]) -> Any:
    text = [_filled(piece, values) if isinstance(piece, Item) else _constant(piece) for piece in pieces]
    return pc.binary_join_element_wise(*text, _constant(""), null_handling="replace", null_replacement="")


def _filled(item: Item, values: dict[Item, Any]) -> Any:
    value = values[item]
    return value if item.fallback is None else pc.fill_null(value, _constant(item.fallback))


def _constant(text: str) -> Any:
    return pa.scalar(text, pa.large_string())
