"""``urlmill normalize``: the normal form beside the original."""

from __future__ import annotations

from ..._io.filters import Where
from ..._profiles import PROFILES
from ..._typing import TYPE_CHECKING
from ..._url.normal import LEVELS
from ..job import output_of, run
from ..lines import url_rows
from ..options import add_column, add_reading, add_writing
from ..summary import told

if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  urlmill normalize urls.txt
  urlmill normalize urls.txt --level syntax --only | sort -u
  urlmill normalize urls.txt --where 'host=*.example.com' -o forms.parquet
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("--level", choices=LEVELS, default="scheme", help="how far it may go; default: scheme")
    parser.add_argument("--only", action="store_true", help="without the original")
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; default: lenient")
    add_column(parser)
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes lines and their normal forms."""
    where = Where(options.where)
    shown = ["normal"] if options.only else ["url", "normal"]
    read = url_rows(list(dict.fromkeys([*shown, *where.fields])), options, options.level)
    usual = "lines" if options.only else "tsv"
    with output_of(options, usual=usual) as output:
        done = run(options, read, where, output, shown)
    return told(done, options)
