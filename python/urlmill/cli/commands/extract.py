"""``urlmill extract``: URLs out of free text or HTML."""

from __future__ import annotations

import re
from bisect import bisect_right

import pyarrow as pa
import pyarrow.compute as pc

from ..._io.bad import Bad
from ..._io.filters import Where
from ..._io.inputs import paths_of
from ..._io.rows import LINE, Rows
from ..._io.tables import kept, valid_rows
from ..._io.usage import UsageError
from ..._profiles import PROFILES
from ..._url.extract import candidates
from ..._url.url import URL
from ...columns import join, split
from ...crawl import decode
from ...errors import URLError
from ..html.links import OF_LINKS, SHOWN, LinkFinder
from ..html.references import is_absolute, references
from ..job import output_of, run
from ..lines import check_fields, is_of_query, values_of_query
from ..messages import say
from ..options import add_reading, add_writing, names
from ..summary import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from ..._io.inputs import Block

EXAMPLES = """\
  urlmill extract notes.txt mail/*.txt
  urlmill extract page.html --base https://example.org/dir/ --fields host,path
  urlmill extract --links page.html --base https://example.org/ --only | urlmill dedupe --by crawl
  curl -s https://example.org/ | urlmill extract --where 'scheme=http*' --to jsonl
  urlmill extract notes.txt --profile strict --bad refused.tsv
  urlmill extract --links pages/*.html --base https://example.org/ --fields rel,host --to jsonl

A file is HTML if it begins like it. Of HTML, the attributes that hold URLs are read, and the text; neither comments nor
scripts nor styles. In free text a URL is on one line. What looks like a URL and is refused is a bad line.
--links gives what browsers follow, and nothing that merely stands in the text; a link that leads nowhere is a bad line.
"""
_OWN = ("file", "line", "column", "url")
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]", re.I | re.S)
_HEAD = 1024

Found = tuple[int, int, str]  # line and column, both counted from 1, and a URL


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("--html", action="store_true", help="all files are HTML, however they begin")
    parser.add_argument(
        "--links",
        action="store_true",
        help=f"the links of HTML pages, as browsers read them; more for --fields: {', '.join(OF_LINKS)}",
    )
    parser.add_argument("--base", metavar="URL", help="where the HTML comes from, to complete relative references")
    parser.add_argument(
        "--fields", type=names, default=[], metavar="NAMES", help="parts beside line, column and url, as in split"
    )
    parser.add_argument("--only", action="store_true", help="the URLs, and --fields, without where they stand")
    parser.add_argument("--profile", choices=PROFILES, default="superset", help="what is a URL; default: superset")
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes the URLs of each file."""
    where = Where(options.where)
    if options.links and options.profile not in ("superset", "web"):
        raise UsageError(f"--links reads URLs as browsers do, and not by --profile {options.profile}")
    usual = SHOWN if options.links else ("line", "column", "url")
    where_from = ("file",) if len(paths_of(options.files)) > 1 else ()
    shown = [*(("url",) if options.only else (*where_from, *usual)), *options.fields]
    asked = list(dict.fromkeys([*shown, *where.fields]))
    finder = Finder(["url"] if options.links else asked, options)
    pages = LinkFinder(asked, finder.base, is_limited=options.limit is not None) if options.links else None
    rows = finder.rows if pages is None else pages.rows
    with output_of(options, usual="lines" if shown == ["url"] else "tsv") as output:
        done = run(options, rows, where, output, list(dict.fromkeys(shown)), arrange=finder.whole_documents)
    left_out = sum(finder.left_out)
    if left_out and not options.quiet:
        say(f"{left_out:,} relative reference{'s' * (left_out != 1)} left out; --base URL completes them")
    return told(done, options)


class Finder:
    """Finds URLs in blocks of lines."""

    def __init__(self, fields: list[str], options: argparse.Namespace) -> None:
        self._fields = fields
        self._parts = [field for field in fields if field not in _OWN]
        self._profile = options.profile
        check_fields(self._parts, self._profile)
        self._is_judged = options.profile != "lenient" or options.bad is not None or options.strict
        self._is_limited = options.limit is not None
        self._all_html = options.html or options.links
        self.base = options.base and str(_base(options.base))
        self.left_out: list[int] = []  # how many relative references, of each document: threads can add to a list

    def _is_html(self, block: Block) -> bool:
        return block.first_line == 1 and (self._all_html or _HTML.match(block.octets[: 4 * _HEAD]) is not None)

    def whole_documents(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The same blocks, but HTML as one block for each file: a tag may go over lines."""
        held: list[Block] = []
        for block in blocks:
            if block.first_line == 1 and held:
                yield _merged(held)
                held = []
            if held or self._is_html(block):
                held.append(block)
            else:
                yield block
        if held:
            yield _merged(held)

    def rows(self, block: Block) -> Rows:
        """What is found in a block."""
        found = self._in_html(_decoded(block.octets)) if self._is_html(block) else list(_in_text(block))
        lines, columns, urls = (list(each) for each in zip(*found, strict=True)) if found else ([], [], [])
        asked = [field for field in self._parts if not is_of_query(field)]
        asked += [field for field in ("error", "error_at") if self._is_judged and field not in asked]
        own = {
            "file": pa.array([block.source] * len(found), pa.string()),
            "line": pa.array(lines, pa.uint64()),
            "column": pa.array(columns, pa.uint32()),
            "url": pa.array(urls, pa.string()),
            **values_of_query(urls, self._parts, self._profile),
        }
        parts: Any = pa.table(split(urls, asked, profile=self._profile, threads=1)) if asked else None
        wanted = {name: own[name] if name in own else parts.column(name) for name in self._fields}
        if self._is_limited:
            wanted[LINE] = own["line"]
        table = pa.table(wanted)
        if not self._is_judged:
            return Rows(table)
        codes, places = parts.column("error").combine_chunks(), parts.column("error_at")
        bad = [Bad(lines[row], codes[row].as_py(), places[row].as_py(), urls[row]) for row in valid_rows(codes)]
        if bad and self._profile != "lenient":
            table = kept(table, pc.is_null(codes))
        return Rows(table, bad)

    def _in_html(self, source: str) -> list[Found]:
        found, own_base = references(source)
        base = self._base_of(own_base)
        relative = [each for each in found if not is_absolute(each.text)]
        if relative and base is None:
            self.left_out.append(len(relative))
            found, relative = [each for each in found if is_absolute(each.text)], []
        joined = iter(self._joined(base, [each.text for each in relative]) if relative else [])
        place_of = _Places(source)
        return [(*place_of(each.at), each.text if is_absolute(each.text) else next(joined)) for each in found]

    def _joined(self, base: str | None, references: list[str]) -> list[str]:
        """Complete URLs. What browsers refuse is completed all the same, and refused after that with a reason."""
        complete: list[str] = join(base, references).to_pylist()
        if self._profile != "web":
            return complete
        hrefs = join(base, references, profile="web")
        return [other if href is None else href for href, other in zip(hrefs, complete, strict=True)]

    def _base_of(self, given: str | None) -> str | None:
        """Where a document that names this base starts from; None if that cannot be said."""
        if given is None:
            return self.base
        try:
            base = URL(given, profile="lenient") if is_absolute(given) else URL(self.base or "").join(given)
        except URLError:
            return self.base
        return str(base) if base.is_hierarchical else self.base


def _base(text: str) -> URL:
    try:
        base = URL(text)
    except URLError as error:
        raise UsageError(f"--base: {error}") from None
    if not base.is_hierarchical:
        raise UsageError(f"--base: no reference is relative to a URL of {base.scheme}")
    return base


def _merged(held: list[Block]) -> Block:
    too_long = tuple(each for block in held for each in block.too_long)
    return held[-1]._replace(octets=b"".join(block.octets for block in held), first_line=1, too_long=too_long)


def _in_text(block: Block) -> Iterator[Found]:
    for number, octets in enumerate(block.octets.split(b"\n"), block.first_line):
        if b":" in octets:
            try:
                line = octets.decode()
            except UnicodeDecodeError:
                line = octets.decode("latin-1")
            for url, start, _ in candidates(line):
                yield number, start + 1, url


def _decoded(octets: bytes) -> str:
    """Most pages are UTF-8, whatever they say."""
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return decode(octets)


class _Places:
    """Lines and columns of a document."""

    def __init__(self, source: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", source))]

    def __call__(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
