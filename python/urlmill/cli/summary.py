"""What is said at the end."""

from __future__ import annotations

import sys

from .._io.descriptors import label
from .._io.rows import share
from .messages import BAD_ROWS, FAILED, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from .job import Done


def told(done: Done, options: argparse.Namespace) -> int:
    """The exit status; and on standard error, how many lines were bad."""
    if done.bad and not options.quiet:
        where = f", see {label(options.bad)}" if options.bad else "; --bad FILE shows them"
        fit = f" ({share(done.fitting, done.bad)})" if done.fitting and options.limit is None else ""
        say(f"{_counted(done.bad, 'bad line')} beside {_counted(done.rows, 'row')}{fit}{where}")
    elif not options.quiet and options.output != "-" and sys.stderr is not None and sys.stderr.isatty():
        say(f"{_counted(done.rows, 'row')}, see {options.output}")
    if not done.is_whole:
        return FAILED
    return BAD_ROWS if done.bad and options.strict else 0


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
