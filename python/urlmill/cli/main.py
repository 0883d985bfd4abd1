"""The subcommands, what ends them, and how."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from .._early import settle
from .._fields import near_to
from .._io.descriptors import STANDARD_OUTPUT
from .._io.files import divert, write_out
from .._io.inputs import InputError, NoFileError
from .._io.late import late
from .._io.usage import UsageError
from .messages import FAILED, begin, masked, say
from .options import Examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, NoReturn

# In the order of the help. Each is a module with `add(parser)`, `command(options)` and EXAMPLES, and `more_help()` if
# there is more to say. Only the one that is called is loaded: most of them bring pyarrow, which takes longer than what
# many a call has to do.
COMMANDS = {
    "show": "one URL for a person: its parts, what they mean, what a client would do",
    "split": "lines of URLs to columns",
    "get": "lines of URLs to lines of what a template asks for",
    "logs": "access logs to columns, their URLs split",
    "extract": "URLs out of free text or HTML, with line and column",
    "normalize": "the RFC 3986 normal form of each line, beside it",
    "dedupe": "the first of each URL, and how many there were",
    "top": "the most frequent values of a field, in lines of URLs or in logs",
    "fetch": "what one URL names, by the plan of its scheme, into a file",
}


_URL = late(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # of one letter, it is a drive


class Parser(argparse.ArgumentParser):
    """Tells if its help cannot be written, which argparse keeps to itself; and its errors repeat no password."""

    more_help: Callable[[], str] | None = None  # asked for only when the help is shown

    @property
    def long_options(self) -> list[str]:
        """Those with two dashes."""
        return [name for name in self._option_string_actions if name.startswith("--")]

    def format_help(self) -> str:
        more = self.more_help() if self.more_help else ""
        return super().format_help() + more

    def print_help(self, file: Any = None) -> None:
        if file is None:
            write_out(self.format_help())
        else:
            super().print_help(file)

    def error(self, message: str) -> NoReturn:
        super().error(masked(message))


class Version(argparse.Action):
    """Says the version, which takes its time to find out."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        write_out(f"urlmill {version('urlmill')}\n")
        parser.exit()


class Completion(argparse.Action):
    """Writes what a shell needs to know to complete the command."""

    def __call__(self, parser_: argparse.ArgumentParser, _: Any, shell: Any, *__: Any) -> None:
        try:
            import shtab
        except ImportError:
            parser_.error("this needs shtab: pip install 'urlmill[cli]'")
        write_out(f"{shtab.complete(parser(COMMANDS)[0], shell)}\n")
        parser_.exit()


_LIKE_ALL: dict[str, Any] = {"formatter_class": Examples, "allow_abbrev": False}


def parser(called: Collection[str]) -> tuple[Parser, dict[str, Parser]]:
    """All there is to say on the command line, and to each subcommand; only those ``called`` have their options."""
    whole = Parser(
        "urlmill",
        description="URLs by the million: logs and crawl lists in, columns out.",
        epilog="urlmill COMMAND --help shows examples.",
        **_LIKE_ALL,
    )
    whole.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    whole.add_argument(
        "--print-completion", action=Completion, choices=("bash", "zsh", "tcsh"), metavar="SHELL",
        help="write what bash, zsh or tcsh needs to complete the command: eval \"$(urlmill --print-completion bash)\"",
    )  # fmt: skip
    commands = whole.add_subparsers(metavar="COMMAND")
    for name, help_ in COMMANDS.items():
        one = commands.add_parser(name, help=help_, **_LIKE_ALL, description=help_)
        if name in called:
            _fill(one, name)
    return whole, commands.choices


def parser_of(command: str) -> Parser:
    """The same of one subcommand, without the others: to make those takes longer than to read what was given."""
    one = Parser(f"urlmill {command}", **_LIKE_ALL, description=COMMANDS[command])
    _fill(one, command)
    return one


def _fill(one: Parser, command: str) -> None:
    module = import_module(f"..commands.{command}", __name__)
    module.add(one)
    one.epilog = f"examples:\n{module.EXAMPLES}"
    one.more_help = getattr(module, "more_help", None)
    one.set_defaults(run=module.command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the number is its exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    begin(arguments)
    try:
        options = _parsed(arguments)
        settle()
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except NoFileError as error:
        say(f"{error}{_advice(error.path, arguments[0])}")
        return FAILED
    except (UsageError, InputError) as error:
        say(str(error))
        return FAILED
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("pyarrow"):
            raise
        say("this needs pyarrow: pip install 'urlmill[cli]'")
        return FAILED
    except OSError as error:
        if isinstance(error, BrokenPipeError) and error.filename in (None, STANDARD_OUTPUT):
            status = 0  # whoever read it has seen enough
        else:
            # One without a name comes from print(): files are named where they are opened.
            say(f"{error.filename or STANDARD_OUTPUT}: {error.strerror}" if error.strerror else str(error))
            status = FAILED
        _let_go_of_output()
    except MemoryError:
        say("there is not enough memory; --threads 1 and a smaller --max-line take less")
        return FAILED
    return status


def _advice(path: str, command: str) -> str:
    """For a URL in the place of a file."""
    if not _URL().match(path):
        return ""
    takes_urls = command not in ("logs", "extract")
    how = "pipe URLs in: echo URL" if takes_urls else "pipe in what the URL names: urlmill fetch URL"
    return f"; this reads files; {how} | urlmill {command}"


def _parsed(arguments: list[str]) -> argparse.Namespace:
    # The first word that does not begin with a dash: what may stand before a subcommand takes no value.
    called = [argument for argument in arguments if not argument.startswith("-")][:1]
    is_first = bool(called) and called == arguments[:1]
    if is_first and called[0] not in COMMANDS:
        near = near_to(called[0], list(COMMANDS))
        raise UsageError(f"unknown subcommand {called[0]!r}; {near}there are {', '.join(COMMANDS)}")
    if is_first:
        one = parser_of(called[0])
        # Files may stand before, between and after the options. Who writes `--` wants them after it.
        parse = one.parse_known_args if "--" in arguments else one.parse_known_intermixed_args
        options, unknown = parse(arguments[1:])
    else:
        one, _ = parser(called)
        options, unknown = one.parse_known_args(arguments)
    if unknown:
        name = unknown[0].partition("=")[0]
        if not name.startswith("-"):  # it is not repeated: it may be a URL with a password
            raise UsageError(f"too many arguments; {one.prog} --help shows what it takes")
        raise UsageError(f"unknown option {name!r}; {near_to(name, one.long_options)}{one.prog} --help lists them")
    if not hasattr(options, "run"):
        one.print_help(sys.stderr)
        raise SystemExit(FAILED)
    _check_text(options)
    return options


def _check_text(options: argparse.Namespace) -> None:
    """File names may be any octets, and so may a URL to be shown; nothing else."""
    for name, value in vars(options).items():
        for each in value if isinstance(value, list) else [value]:
            if name not in ("files", "output", "bad", "urls") and isinstance(each, str):
                try:
                    each.encode()
                except UnicodeEncodeError as error:
                    raise UsageError(f"expected UTF-8, got {each!r}: not UTF-8 at position {error.start}") from None


def _let_go_of_output() -> None:
    """What standard output does not take would be tried again when Python ends."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            divert(sys.stdout)
