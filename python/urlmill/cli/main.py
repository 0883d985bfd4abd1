"""The subcommands, what ends them, and how."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from .inputs import InputError
from .messages import say
from .options import Examples
from .usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# In the order of the help. Each is a module with `add(commands)`, and only the one that is called is loaded: most of
# them bring pyarrow, which takes longer than what many a call has to do.
COMMANDS = {
    "show": "one URL for a person: its parts, what they mean, what a client would do",
    "split": "lines of URLs to columns",
    "get": "lines of URLs to lines of what a template asks for",
    "logs": "access logs to columns, their URLs split",
    "extract": "URLs out of free text or HTML, with line and column",
    "normalize": "lines of URLs, and the normal form of each",
    "dedupe": "the first of each URL, with counts",
    "top": "the most frequent values of a field",
}
USAGE, BAD_ROWS = 2, 1


class Version(argparse.Action):
    """Says the version, which takes its time to find out."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from .. import __version__

        print(f"urlmill {__version__}")
        parser.exit()


def parser(called: str | None) -> argparse.ArgumentParser:
    """All there is to say on the command line; of the subcommands, only ``called`` has its options."""
    whole = argparse.ArgumentParser(
        "urlmill",
        description="URLs by the million: logs and crawl lists in, columns out.",
        epilog="urlmill COMMAND --help shows examples.",
        formatter_class=Examples,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    for name, help_ in COMMANDS.items():
        if name == called:
            import_module(f"..{name}", __name__).add(commands)
        else:
            commands.add_parser(name, help=help_)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the number is its exit status."""
    if arguments is None:
        arguments = sys.argv[1:]
    try:
        # None of the options that may stand before a subcommand has a value.
        called = next((argument for argument in arguments if not argument.startswith("-")), None)
        options = parser(called).parse_args(arguments)
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
