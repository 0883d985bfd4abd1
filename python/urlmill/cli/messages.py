"""What is said beside the output: on standard error, one line each."""

import sys


def say(text: str) -> None:
    """A line for a person, above the progress if there is any."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    print(f"{clear}urlmill: {text}", file=sys.stderr, flush=True)
