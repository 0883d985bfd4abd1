"""``urlmill split``: lines of URLs to columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..settings import PROFILES
from .job import run
from .lines import url_rows
from .options import add_reading, add_writing, names
from .outputs import Output, format_of
from .summary import told
from .where import Where

if TYPE_CHECKING:
    import argparse

USUAL = ["url", "scheme", "host", "port", "path", "query", "fragment"]
EXAMPLES = """\
  urlmill split urls.txt.gz --fields host,path -o parts.parquet
  zcat crawl/*.gz | urlmill split --fields registrable_domain,depth --to csv
  urlmill split urls.txt --profile strict --bad refused.tsv --to jsonl
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--fields", type=names, default=USUAL, metavar="NAMES",
        help="url, scheme, user, password, host, port, netloc, path, query, fragment, extension, depth, "
        "registrable_domain, public_suffix, error, error_at, or what a scheme has; with commas between",
    )  # fmt: skip
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; lenient, if not said")
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes the parts of each line."""
    where = Where(options.where)
    read = url_rows(list(dict.fromkeys([*options.fields, *where.fields])), options)
    with Output(options.output, format_of(options.to, options.output)) as output:
        done = run(options, read, where, output, options.fields)
    return told(done, options)
