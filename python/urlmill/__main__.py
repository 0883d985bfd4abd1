"""The command as a process of its own: ``urlmill``, and ``python -m urlmill``."""

from __future__ import annotations

import signal
import sys
from importlib.abc import MetaPathFinder
from typing import NoReturn

from .cli.main import main


class _WithoutPandas(MetaPathFinder):
    """pyarrow would import pandas to know its objects, of which there are none here: it would take longer than all else
    that is done before the first line is read.
    """

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("the command does without pandas", name=name)


def run() -> int:
    """Runs it; the number is the exit status."""
    sys.meta_path.insert(0, _WithoutPandas())
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _end)
    return main()


def _end(number: int, _: object) -> NoReturn:
    """Ends as Ctrl-C does: no half file is left behind."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(run())
