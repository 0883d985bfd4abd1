"""The command as a process of its own, as a shell starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import urlmill

from .subcommands import line_of

PATIENCE = 60
COMMAND = [sys.executable, "-m", "urlmill"]
# As on a system that cannot make a file without a name.
WITHOUT_TMPFILE = [
    sys.executable,
    "-c",
    "import os, sys; vars(os).pop('O_TMPFILE', None); from urlmill.__main__ import run; sys.exit(run())",
]
# Where this is set, Python writes at once, and writes what there is room for.
UNBUFFERED = os.environ | {"URLMILL_BACKEND": urlmill.backend, "PYTHONUNBUFFERED": "1"}
ENVIRONMENT = {name: value for name, value in UNBUFFERED.items() if name != "PYTHONUNBUFFERED"}


def call(*arguments: str | bytes | Path, program: list[str] = COMMAND, **more: Any) -> tuple[int, bytes, bytes]:
    """Runs it to its end: status, output, and what was said."""
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "input": b"", "env": ENVIRONMENT, **more}
    done = subprocess.run([*program, *arguments], timeout=PATIENCE, check=False, **more)
    return done.returncode, done.stdout or b"", done.stderr or b""


def start(*arguments: str | bytes | Path, program: list[str] = COMMAND, **more: Any) -> subprocess.Popen[bytes]:
    """Starts it."""
    more = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([*program, *arguments], env=ENVIRONMENT, **more)


def with_closed(closed: str, *arguments: str) -> tuple[int, str, str]:
    """Status, output, and what was said, with a descriptor closed as a shell closes it."""
    command = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-m", "urlmill", *arguments]
    line = line_of(arguments[0], "http://h/path") + "\n"
    done = subprocess.run(
        command, input=line.encode(), capture_output=True, env=ENVIRONMENT, timeout=PATIENCE, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
