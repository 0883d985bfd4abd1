"""``urlmill top``: the most frequent values of a field."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from ..._io.arrow import pa
from ..._io.files import standard_output
from ..._io.filters import Where
from ..._io.outputs import Output, format_of
from ..._printable import can_show, printable
from ..counts import Counts
from ..job import run
from ..options import add_reading, add_writing, positive
from ..rows import RowsOfEither, add_log_options
from ..summary import told

if TYPE_CHECKING:
    import argparse
    from typing import Any

EXAMPLES = """\
  urlmill top host urls.txt.gz
  urlmill top path access.log --where 'status>=500' -n 20
  urlmill top registrable_domain crawl/*.zst --to csv -o domains.csv
"""
_BAR = 24


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("field", metavar="FIELD", help="as for split, or for logs if that is what is read")
    parser.add_argument("-n", type=positive, default=10, metavar="N", help="how many; default: 10")
    parser.set_defaults(profile="lenient")
    add_log_options(parser)
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Counts, and shows the largest numbers."""
    is_chart = options.to is None and options.output == "-"
    if is_chart:
        standard_output()  # before anything is read
    where, counts = Where(options.where), Counts()
    read = RowsOfEither(options.field, where, options)
    done = run(options, read, Where([]), counts, None, read.ahead)
    most, total = counts.most(options.n), counts.total
    if is_chart:
        print(*chart(most, total, len(counts.of)), sep="\n")
    else:
        values, numbers = [value for value, _ in most], [number for _, number in most]
        shares = [number / total for number in numbers]
        table = pa.table({options.field: values, "count": pa.array(numbers, pa.uint64()), "share": shares})
        with Output(options.output, format_of(options.to, options.output)) as output:
            output.write(output.prepare(table))
    return told(done, options)


def chart(most: list[tuple[Any, int]], total: int, different: int) -> list[str]:
    """Lines for a person: count, share, bar and value; then how much is not shown."""
    if not most:
        return ["no rows"]
    out = standard_output()
    room = shutil.get_terminal_size().columns if out.isatty() else 1 << 20
    encoding = out.encoding or "utf-8"
    digits = max(len(f"{most[0][1]:,}"), 5)
    lines = []
    for value, number in most:
        bar = _bar(number / most[0][1], has_blocks=can_show("█▏", encoding))
        text = "(none)" if value is None else printable(str(value), encoding) or '""'
        line = f"{number:>{digits},}  {number / total:6.1%}  {bar:{_BAR}}  {text}"
        lines.append(line if len(line) <= room else f"{line[: room - 1]}…")
    shown = sum(number for _, number in most)
    if different > len(most):
        lines.append(f"{total - shown:>{digits},}  {(total - shown) / total:6.1%}  in {_others(different - len(most))}")
    return lines


def _bar(share: float, *, has_blocks: bool) -> str:
    """To an eighth of a character, where there are such."""
    eighths = max(round(share * _BAR * 8), 1)
    if not has_blocks:
        return "#" * -(-eighths // 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _others(number: int) -> str:
    return "another one" if number == 1 else f"{number:,} others"
