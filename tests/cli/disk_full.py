"""Runs the command again and again with room for one more byte of output each time, and tells how it ended.

A program of its own: the limit holds for all that a process writes. It stands for a full disk, at any chosen byte; the
system says EFBIG instead of ENOSPC, and all else is the same.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys

from urlmill.cli.main import main


def limited(room: int, folder: str, arguments: list[str]) -> tuple[int, str, list[str]]:
    """The status, what was said, and what is in the folder then."""
    said = sys.stderr = io.StringIO()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        status = main(arguments)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        sys.stderr = sys.__stderr__
    return status, said.getvalue(), sorted(os.listdir(folder))


if __name__ == "__main__":
    is_nameless, folder, *arguments = sys.argv[1:]
    sys.dont_write_bytecode = True  # before Python 3.14 the limit would cut what is imported late, without an error
    if is_nameless == "no":
        vars(os).pop("O_TMPFILE", None)
    for room in map(int, sys.stdin.read().split()):
        print(json.dumps(limited(room, folder, arguments)), flush=True)
