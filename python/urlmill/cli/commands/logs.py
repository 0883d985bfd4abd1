"""``urlmill logs``: access logs to columns."""

from __future__ import annotations

from ..._io.filters import Where
from ...logs._columns import MAIN, OF_TARGET
from ..job import output_of, run
from ..options import add_reading, add_writing, names
from ..rows import CommandLogs, add_log_options
from ..summary import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  urlmill logs /var/log/nginx/access.log* -o access.parquet
  urlmill logs access.log --where 'status>=500' --fields time,path,referer_host,agent
  urlmill logs iis/*.log --bad refused.tsv --to jsonl
  tail -f access.log | urlmill logs --where 'client in 192.0.2.0/24' --where 'agent !~* bot'
  urlmill logs app.log --regex '^(?P<time>\\S+) (?P<method>[A-Z]+) (?P<target>\\S+) (?P<took>\\d+)ms$'
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--fields", type=names, default=[], metavar="NAMES",
        help=f"{', '.join(MAIN)}; of the target {', '.join(name for name in OF_TARGET if name not in MAIN)}; the same "
        "of the referer with referer_ before; query:NAME; and what else the format has; with commas between",
    )  # fmt: skip
    add_log_options(parser)
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes the columns of each line."""
    read = CommandLogs(options.fields or None, Where(options.where), options)
    with output_of(options) as output:
        done = run(options, read, Where([]), output, None, read.ahead)
    return told(done, options)
