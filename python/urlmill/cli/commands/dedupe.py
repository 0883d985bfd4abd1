"""``urlmill dedupe``: the first of each."""

from __future__ import annotations

import pyarrow as pa

from ..._io.filters import Where
from ..._io.outputs import plain
from ..._io.tables import as_text
from ..._profiles import PROFILES
from ..._typing import TYPE_CHECKING
from ..job import output_of, run
from ..lines import url_rows
from ..options import add_column, add_reading, add_writing
from ..summary import told

if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..._io.outputs import Output

EXAMPLES = """\
  urlmill dedupe urls.txt
  urlmill dedupe urls.txt --by normal --no-counts > unique.txt
  urlmill dedupe urls.txt --by registrable_domain -o one-of-each.parquet
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--by",
        default="url",
        metavar="FIELD",
        help="what must be the same: url (the text), normal, or a field of split",
    )
    parser.add_argument(
        "--no-counts",
        dest="counts",
        action="store_false",
        help="write each as it comes, and not at the end with a count",
    )
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; default: lenient")
    add_column(parser)
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes the first line of each kind."""
    where = Where(options.where)
    shown = list(dict.fromkeys([options.by, "url"]))
    read = url_rows(list(dict.fromkeys([*shown, *where.fields])), options)
    usual = "tsv" if options.counts else "lines"
    with output_of(options, usual=usual) as output:
        firsts = Firsts(None if options.counts else output)
        done = run(options, read, where, firsts, shown)
        if options.counts:
            output.write(output.prepare(firsts.table()))
    return told(done, options)


class Firsts:
    """A sink that keeps the first row of each key, compared as a whole: a hash would be smaller, and not exact.

    Given an output it writes them as they come.
    """

    def __init__(self, output: Output | None) -> None:
        self._output = output
        self.is_live = output is not None and output.is_live
        self._counts: dict[Any, int] = {}
        self._urls: list[str] = []

    def prepare(self, table: Any) -> tuple[list[Any], list[int], list[str]]:
        """The keys of a block, each once and in order, how many of each there are, and the first URL that has it."""
        table = plain(table)
        keys = as_text(table.column(0)).combine_chunks().dictionary_encode(null_encoding="encode")
        rows = pa.table({"key": keys.indices, "row": pa.array(range(len(keys)), pa.int64())})
        found = rows.group_by("key", use_threads=False).aggregate([("row", "min"), ("row", "count")])
        found = found.sort_by("row_min")
        return (
            keys.dictionary.take(found.column("key").combine_chunks()).to_pylist(),
            found.column("row_count").to_pylist(),
            table.column("url").take(found.column("row_min")).to_pylist(),
        )

    def write(self, prepared: tuple[list[Any], list[int], list[str]]) -> None:
        """Those that were not seen before."""
        counts, new = self._counts, []
        for key, count, url in zip(*prepared, strict=True):
            if key in counts:
                counts[key] += count
            else:
                counts[key] = count
                new.append(url)
        if self._output is None:
            self._urls += new
        else:
            self._output.write(self._output.prepare(pa.table({"url": pa.array(new, pa.string())})))

    def table(self) -> Any:
        """All of them, with counts."""
        return pa.table(
            {"url": pa.array(self._urls, pa.string()), "count": pa.array(self._counts.values(), pa.uint64())}
        )
