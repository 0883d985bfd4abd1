"""What is said beside the output: on standard error, one line each."""

import sys

from .terminal import printable


def say(text: str) -> None:
    """Some lines for a person, above the progress if there is any."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    shown = "\n".join(printable(line, sys.stderr.encoding or "utf-8") for line in text.split("\n"))
    print(f"{clear}urlmill: {shown}", file=sys.stderr, flush=True)
