"""The command as a process of its own: ``urlmill``, and ``python -m urlmill``."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

from ._backend import impl
from ._early import is_command
from ._io.files import remove_unfinished
from .cli.main import main
from .cli.messages import CLEAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class _WithoutPandas:
    """pyarrow would import pandas to know its objects, of which there are none here: it would take longer than all else
    that is done before the first line is read.
    """

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("the command does without pandas", name=name)


def run() -> int:
    """Runs it; the number is the exit status."""
    sys.meta_path.insert(0, _WithoutPandas())
    impl.keep_memory()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _end)
    status = main()
    if is_command:
        _leave(status)
    return status


def _leave(status: int) -> NoReturn:
    """Without a word to each object that goes: that takes longer than to read a small file."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):  # whatever could be said of that, `main` has said
                stream.flush()
    os._exit(status)


def _end(number: int, _: object) -> NoReturn:
    """Ends at once, without waiting for threads in the middle of a block. No half file is left behind."""
    remove_unfinished()
    if sys.stderr is not None:
        said = f"{CLEAR if os.isatty(2) else ''}urlmill: stopped by {signal.Signals(number).name}\n"
        with suppress(OSError):
            os.write(2, said.encode())  # not with print(), in the middle of which we may be
    os._exit(128 + number)


if __name__ == "__main__":
    sys.exit(run())
