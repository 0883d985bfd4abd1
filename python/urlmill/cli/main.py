"""The subcommands, what ends them, and how."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from .. import __version__
from .inputs import InputError
from .messages import say
from .options import Examples
from .usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

# In the order of the help. Each has `add(commands)`.
COMMANDS = ("show", "split", "get", "logs", "extract", "normalize", "dedupe", "top")
USAGE, BAD_ROWS = 2, 1


def parser() -> argparse.ArgumentParser:
    """All there is to say on the command line."""
    whole = argparse.ArgumentParser(
        "urlmill",
        description="URLs by the million: logs and crawl lists in, columns out.",
        epilog="urlmill COMMAND --help shows examples.",
        formatter_class=Examples,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"urlmill {__version__}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    for name in COMMANDS:
        import_module(f"..{name}", __name__).add(commands)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the number is its exit status."""
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except (UsageError, InputError) as error:
        say(str(error))
        return USAGE
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("pyarrow"):
            raise
        say("this needs pyarrow: pip install 'urlmill[cli]'")
        return USAGE
    except BrokenPipeError:
        # Whoever read it has seen enough. What is still in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        say(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return USAGE
    except KeyboardInterrupt:
        say("stopped")
        return 130
    return status
