"""``urlmill top``: the most frequent values of a field."""

from __future__ import annotations

import os

from ..._fields import FIELDS
from ..._io.arrow import pa
from ..._io.files import standard_output
from ..._io.filters import Where
from ..._io.inputs import BLOCK
from ..._io.terminal import cells_of_line, cut
from ..._io.usage import UsageError
from ..._printable import can_show, printable
from ...logs._columns import ALL
from ..counts import PERIODS, Counts, Sums, names_of, whole
from ..job import output_of, run
from ..options import add_column, add_reading, add_writing, positive
from ..rows import RowsOfEither, add_log_options, is_counted
from ..summary import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

EXAMPLES = """\
  urlmill top host urls.txt.gz
  urlmill top path access.log --where 'status>=500' -n 20
  urlmill top registrable_domain crawl/*.zst --to csv -o domains.csv
  urlmill top path access.log --sum bytes
  urlmill top --by hour access.log
  urlmill top status --by day access.log --to csv
"""
_BAR = 24
COUNTED = 1 << 20  # octets of a block: what is counted and not kept stays in a cache of the processor


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "field", nargs="?", metavar="FIELD",
        help="as for split, or for logs if that is what is read; with --by it may be left out",
    )  # fmt: skip
    parser.add_argument(
        "-n", type=positive, default=10, metavar="N", help="how many, of each period if there are any; default: 10"
    )
    parser.add_argument(
        "--sum", metavar="FIELD", help="add up this field of each row, such as bytes, instead of counting"
    )
    parser.add_argument("--by", choices=PERIODS, help="by periods of the times in a log, in their order; in UTC")
    parser.set_defaults(profile="lenient")
    add_log_options(parser)
    add_column(parser)
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Counts, and shows the largest numbers."""
    is_chart = options.to is None and options.output == "-"
    if is_chart:
        standard_output()  # before anything is read
    _settle(options)
    is_plain = not (options.by or options.sum)
    counts = Counts() if is_plain else Sums(options.field, options.by, options.sum)
    fields = [*(("time",) if options.by else ()), *filter(None, [options.field, options.sum])]
    read = RowsOfEither(list(dict.fromkeys(fields)), Where(options.where), options, counts.tallies)
    size = COUNTED if is_plain else BLOCK
    done = run(options, read, Where([]), counts, None, read.ahead, size, is_ordered=not is_counted(options))
    most, total = counts.most(options.n), counts.total
    if is_chart:
        print(*chart(most if is_plain else _named(most, options), total, len(counts)), sep="\n")
    else:
        with output_of(options) as output:
            output.write(output.prepare(_table(most, total, options)))
    return told(done, options)


def _settle(options: argparse.Namespace) -> None:
    """Whether the first word is a field."""
    is_known = options.field in (None, *FIELDS, *ALL)
    if options.by and not is_known and (options.field == "-" or os.path.lexists(options.field)):
        options.files.insert(0, options.field)
        options.field = None
    if options.field is None and not options.by:
        raise UsageError("expected a FIELD, such as host, or --by hour")


def _table(most: list[tuple[Any, Any]], total: Any, options: argparse.Namespace) -> Any:
    """What programs read of it."""
    keys, numbers = [key for key, _ in most], [number for _, number in most]
    columns: dict[str, Any] = {}
    if options.by:
        seconds = pa.array([period for period, _ in keys], pa.int64())
        columns[options.by] = seconds.cast(pa.timestamp("s", "UTC"))
    if options.field:
        columns[options.field] = [value for _, value in keys] if options.by or options.sum else keys
    if options.sum:
        columns["sum"] = _sums(numbers)
    else:
        columns["count"] = pa.array(numbers, pa.uint64())
    columns["share"] = pa.array([_share(number, total) for number in numbers], pa.float64())
    return pa.table(columns)


def _sums(numbers: list[Any]) -> Any:
    """Whole numbers are of 64 bits if all fit."""
    if not all(isinstance(number, int) for number in numbers):
        return pa.array(numbers, pa.float64())
    return pa.array(numbers, pa.uint64() if all(0 <= number < 1 << 64 for number in numbers) else whole())


def _named(most: list[tuple[Any, Any]], options: argparse.Namespace) -> list[tuple[Any, Any]]:
    """With one text for each key."""
    if not options.by:
        return [(value, number) for (_, value), number in most]
    periods = names_of([period for (period, _), _ in most], options.by)
    if not options.field:
        return [(period, number) for period, (_, number) in zip(periods, most, strict=True)]
    values = ["(none)" if value is None else value for (_, value), _ in most]
    pairs = zip(periods, values, most, strict=True)
    return [(f"{period or '(none)'}  {value}", number) for period, value, (_, number) in pairs]


def chart(most: list[tuple[Any, Any]], total: Any, different: int) -> list[str]:
    """Lines for a person: number, share, bar and value; then how much is not shown."""
    if not most:
        return ["no rows"]
    out = standard_output()
    room = cells_of_line() if out.isatty() else 1 << 20
    encoding = out.encoding or "utf-8"
    largest = max(number for _, number in most)
    digits = max(*(len(_written(number)) for _, number in most), 5)
    lines = []
    for value, number in most:
        bar = _bar(_share(number, largest), has_blocks=can_show("█▏", encoding))
        text = "(none)" if value is None else printable(str(value), encoding) or '""'
        lines.append(cut(f"{_written(number):>{digits}}  {_share(number, total):6.1%}  {bar:{_BAR}}  {text}", room))
    left = total - sum(number for _, number in most)
    if different > len(most):
        others = _others(different - len(most))
        lines.append(f"{_written(left):>{digits}}  {_share(left, total):6.1%}  in {others}")
    return lines


def _written(number: Any) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:,.3f}"


def _share(number: Any, total: Any) -> float:
    return number / total if total else 0.0


def _bar(share: float, *, has_blocks: bool) -> str:
    """To an eighth of a character, where there are such."""
    eighths = max(round(share * _BAR * 8), 1) if share else 0
    if not has_blocks:
        return "#" * -(-eighths // 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _others(number: int) -> str:
    return "another one" if number == 1 else f"{number:,} others"
