"""``urlmill split``: lines of URLs to columns."""

from __future__ import annotations

from textwrap import fill

from ..._fields import FIELDS, OF_WEB, USUAL
from ..._io.filters import Where
from ..._profiles import PROFILES
from ...columns._special import special_names
from ..job import output_of, run
from ..lines import url_rows
from ..options import add_column, add_reading, add_writing, names
from ..summary import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  urlmill split urls.txt.gz --fields host,path -o parts.parquet
  zcat crawl/*.gz | urlmill split --fields registrable_domain,depth --to csv
  urlmill split urls.txt --profile strict --bad refused.tsv --to jsonl
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--fields", type=names, default=["url", *USUAL], metavar="NAMES",
        help=f"url, {', '.join(FIELDS)}, query:NAME, with --profile web {' and '.join(OF_WEB)}, or those below; "
        "with commas between",
    )  # fmt: skip
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; default: lenient")
    add_column(parser)
    add_reading(parser)
    add_writing(parser)


def more_help() -> str:
    """The fields that the classes of the schemes have."""
    listed = fill(", ".join(special_names()), 78, initial_indent="  ", subsequent_indent="  ")
    return f"\nfields of single schemes, which are slower:\n{listed}\n"


def command(options: argparse.Namespace) -> int:
    """Writes the parts of each line."""
    where = Where(options.where)
    read = url_rows(list(dict.fromkeys([*options.fields, *where.fields])), options)
    with output_of(options) as output:
        done = run(options, read, where, output, options.fields)
    return told(done, options)
