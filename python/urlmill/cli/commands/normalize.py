"""``urlmill normalize``: the normal or canonical form beside the original."""

from __future__ import annotations

from ..._io.filters import Where
from ..._io.usage import UsageError
from ..._profiles import PROFILES
from ..._url.canonical import KEYED
from ..._url.canonical import LEVELS as FORMS
from ..._url.normal import LEVELS
from ..job import output_of, run
from ..lines import url_rows
from ..options import add_column, add_reading, add_writing
from ..summary import told
from ..switches import add_switches, switches_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  urlmill normalize urls.txt
  urlmill normalize urls.txt --level syntax --only | sort -u
  urlmill normalize urls.txt --level crawl --without www,trailing_slash
  urlmill normalize urls.txt --level crawl --key --only | sort
  urlmill normalize urls.txt --level surt --key -o keys.parquet
  urlmill normalize urls.txt --where 'host=*.example.com' -o forms.parquet
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--level", choices=[*LEVELS, *KEYED], default="scheme", metavar="LEVEL",
        help=f"how far it may go: {', '.join(LEVELS)}; or a level of canonical form: {', '.join(FORMS)}; "
        "with --key also surt; default: scheme",
    )  # fmt: skip
    add_switches(parser)
    parser.add_argument("--key", action="store_true", help="the key of the canonical form, which sorts by site")
    parser.add_argument("--only", action="store_true", help="without the original")
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; default: lenient")
    add_column(parser)
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes lines and their forms."""
    where = Where(options.where)
    switches = switches_of(options, options.level)
    if options.key and options.level not in KEYED:
        raise UsageError(f"--key takes a level that has keys ({', '.join(KEYED)}), got {options.level}")
    if not options.key and options.level not in (*LEVELS, *FORMS):
        raise UsageError(f"the level {options.level} has keys only; give --key")
    form = "key" if options.key else "normal"
    shown = [form] if options.only else ["url", form]
    read = url_rows(list(dict.fromkeys([*shown, *where.fields])), options, options.level, switches)
    usual = "lines" if options.only else "tsv"
    with output_of(options, usual=usual) as output:
        done = run(options, read, where, output, shown)
    return told(done, options)
