"""What is said beside the output: on standard error, one line each; and the exit statuses."""

import os
import sys

from .._io.files import divert
from .._io.shown import without_passwords_of
from .._printable import printable

FAILED, BAD_ROWS = 2, 1  # exit statuses
CLEAR = "\r\x1b[K"  # the line of the progress
END = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"

_arguments: list[str] = []  # of the command, whose passwords no message repeats


def begin(arguments: list[str]) -> None:
    """What is said from now on is of a command with these arguments."""
    _arguments[:] = arguments


def masked(text: str) -> str:
    """A message without the passwords of the arguments."""
    return without_passwords_of(_arguments, text)


def say_waiting() -> None:
    """What is waited for, if standard input is a terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        say(f"reading from the terminal; end with {END}")


def say(text: str) -> None:
    """One line for a person, above the progress if there is any. What standard error does not take is lost."""
    if sys.stderr is None:
        return
    clear = CLEAR if sys.stderr.isatty() else ""
    try:
        print(f"{clear}urlmill: {printable(masked(text), sys.stderr.encoding or 'utf-8')}", file=sys.stderr, flush=True)
    except OSError:
        divert(sys.stderr)
