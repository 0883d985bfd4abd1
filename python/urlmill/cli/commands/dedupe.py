"""``urlmill dedupe``: the first of each."""

from __future__ import annotations

import argparse
import os
from contextlib import closing

import pyarrow as pa

from ..._io.filters import Where
from ..._io.outputs import plain
from ..._io.tables import as_text
from ..._io.usage import UsageError
from ..._profiles import PROFILES
from ..._url.canonical import KEYED, LEVELS
from ..firsts import Firsts, no_rows, numbered
from ..job import output_of, run
from ..lines import FINGERPRINT, url_rows
from ..options import add_column, add_reading, add_writing, amount
from ..summary import told
from ..switches import add_switches, switches_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._io.outputs import Output

EXAMPLES = """\
  urlmill dedupe urls.txt
  urlmill dedupe urls.txt --by normal --no-counts > unique.txt
  urlmill dedupe crawl/*.gz --by crawl --without www --memory 4G -o unique.parquet
  urlmill dedupe urls.txt --by registrable_domain -o one-of-each.parquet
"""

# Octets. With fewer than the least, most of the time would go into the file.
_USUAL, _LEAST = 1 << 30, 1 << 20


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--by",
        default="url",
        metavar="FIELD",
        help="what must be the same: url (the text), normal, or a field of split; "
        f"or the canonical form of a level: {', '.join(LEVELS)}; or surt: its key",
    )
    add_switches(parser)
    parser.add_argument(
        "--memory", type=_memory, metavar="SIZE",
        help="for the levels of canonical form: what needs more than that goes to a temporary file; 1M or more; "
        "default: 1G",
    )  # fmt: skip
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


def _memory(text: str) -> int:
    number = amount(text)
    if number < _LEAST:
        raise argparse.ArgumentTypeError(f"expected a size of 1M or more, got {text!r}")
    return number


def command(options: argparse.Namespace) -> int:
    """Writes the first line of each kind."""
    if options.by in LEVELS:
        return _by_level(options)
    switches_of(options, options.by)
    if options.memory is not None:
        raise UsageError(f"--memory is for the levels of canonical form ({', '.join(LEVELS)}), got {options.by}")
    where = Where(options.where)
    by, level = ("key", options.by) if options.by in KEYED else (options.by, "scheme")
    shown = list(dict.fromkeys([by, "url"]))
    read = url_rows(list(dict.fromkeys([*shown, *where.fields])), options, level)
    with _output(options) as output:
        firsts = FirstsOfKeys(None if options.counts else output)
        done = run(options, read, where, firsts, shown)
        if options.counts:
            output.write(output.prepare(firsts.table()))
    return told(done, options)


def _by_level(options: argparse.Namespace) -> int:
    where = Where(options.where)
    shown = ["url", FINGERPRINT]
    fields = list(dict.fromkeys([*shown, *where.fields]))
    read = url_rows(fields, options, options.by, switches_of(options, options.by))
    with _output(options) as output, closing(FirstsOfForms(output, options)) as firsts:
        done = run(options, read, where, firsts, shown)
        firsts.finish()
    return told(done, options)


def _output(options: argparse.Namespace) -> Output:
    return output_of(options, usual="tsv" if options.counts else "lines")


class FirstsOfForms:
    """A sink that keeps the first row of each canonical form, compared by their fingerprints.

    Without counts it writes them as they come, as long as there is room for their fingerprints in memory.
    """

    def __init__(self, output: Output, options: argparse.Namespace) -> None:
        self._output, self._are_counted = output, options.counts
        self.is_live = not self._are_counted and output.is_live
        threads = options.threads or os.cpu_count() or 1
        self._firsts = Firsts(options.memory or _USUAL, threads, are_counted=self._are_counted)
        self._next = 0

    def prepare(self, table: Any) -> tuple[Any, Any]:
        """The URLs of a block, and their fingerprints."""
        urls = table.column("url").cast(pa.large_string()).combine_chunks()
        return urls, table.column(FINGERPRINT).combine_chunks()

    def write(self, prepared: tuple[Any, Any]) -> None:
        """Those that were not seen before."""
        rows = numbered(*prepared, self._next)
        self._next += rows.num_rows
        new = self._firsts.add(rows, are_kept=self._are_counted)
        if not self._are_counted:
            self._write(new)

    def finish(self) -> None:
        """Those that are still to be written."""
        is_written = not self._are_counted
        for rows in self._firsts.finish():
            self._write(rows)
            is_written = True
        if not is_written:  # what is empty has a header, too
            self._write(no_rows())

    def close(self) -> None:
        """Lets go of the temporary file."""
        self._firsts.close()

    def _write(self, rows: Any) -> None:
        columns = {"url": rows.column("url").cast(pa.string())}
        if self._are_counted:
            columns["count"] = rows.column("count")
        self._output.write(self._output.prepare(pa.table(columns)))


class FirstsOfKeys:
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
