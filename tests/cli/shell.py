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
    more = {
        "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": ENVIRONMENT, **more
    }  # fmt: skip
    return subprocess.Popen([*program, *arguments], **more)


def on_terminal(*arguments: str, lines: bytes = b"", columns: int = 80) -> str:
    """What a terminal with this window gets, with its own line ends taken away."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "COLUMNS"}
    with start(*arguments, stdout=theirs, stderr=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(lines)
        process.stdin.close()
        found = b""
        while octets := _read(ours):
            found += octets
    os.close(ours)
    return found.decode().replace("\r\n", "\n")


def _read(number: int) -> bytes:
    try:
        return os.read(number, 1 << 16)
    except OSError:  # nobody writes to it any more
        return b""


def with_closed(closed: str, *arguments: str) -> tuple[int, str, str]:
    """Status, output, and what was said, with a descriptor closed as a shell closes it."""
    command = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-m", "urlmill", *arguments]
    line = line_of(arguments[0], "http://h/path") + "\n"
    done = subprocess.run(
        command, input=line.encode(), capture_output=True, env=ENVIRONMENT, timeout=PATIENCE, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
