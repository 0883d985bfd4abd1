"""What is said at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .messages import say

if TYPE_CHECKING:
    import argparse

    from .job import Done


def told(done: Done, options: argparse.Namespace) -> int:
    """The exit status; and on standard error, how many lines were bad."""
    if done.bad and not options.quiet:
        where = f", see {options.bad}" if options.bad else "; --bad FILE shows them"
        say(f"{done.bad:,} bad line{'s' * (done.bad != 1)} beside {done.rows:,} rows{where}")
    return 1 if done.bad and options.strict else 0
