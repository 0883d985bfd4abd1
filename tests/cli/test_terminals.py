"""No terminal obeys a URL: what is not seen is named there. Into a file or a pipe, octets stay as they are."""

from __future__ import annotations

import os
import subprocess

import pytest

from .shell import PATIENCE, call, start

pty = pytest.importorskip("pty")
pytestmark = pytest.mark.once

# Clears the screen; ends a string; the same as ESC [; turns the direction; goes back to the start of the line.
HOSTILE = ["\x1b[2J", "\x07", "\x9b2J", "\u202e", "a\rb"]
COMMANDS = {
    "split": ["split", "--fields", "path"],
    "split as CSV": ["split", "--fields", "url,path", "--to", "csv"],
    "split as JSON": ["split", "--fields", "path", "--to", "jsonl"],
    "get": ["get", "{url}"],
    "get, as it is": ["get", "{raw:path}"],
    "normalize": ["normalize"],
    "normalize only": ["normalize", "--only", "--level", "string"],
    "dedupe": ["dedupe"],
    "dedupe without counts": ["dedupe", "--no-counts"],
    "top": ["top", "path"],
    "top as TSV": ["top", "path", "--to", "tsv"],
    "logs": ["logs", "--quiet", "--regex", "(?P<all>.*)"],
    "extract": ["extract", "--profile", "lenient"],
    "show": ["show", "--color", "never", "-"],
    "show as JSON": ["show", "--json", "-"],
    "bad lines": ["split", "--fields", "host", "--bad", "/dev/stdout", "-o", os.devnull, "--to", "tsv", "--quiet"],
}
EXACT = [name for name in COMMANDS if not name.startswith(("show", "top", "extract")) or name == "top as TSV"]


def on_terminal(*arguments: str, lines: bytes = b"") -> str:
    """What a terminal gets, with its own line ends taken away."""
    ours, theirs = pty.openpty()
    with start(*arguments, stdout=theirs, stderr=subprocess.DEVNULL) as process:
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


@pytest.mark.parametrize("command", COMMANDS)
def test_a_terminal_gets_nothing_to_obey(command: str) -> None:
    lines = "".join(f"http://h:x/{each}\n" for each in HOSTILE).encode()
    found = on_terminal(*COMMANDS[command], lines=lines)
    assert found.strip()
    assert {each for each in found if not each.isprintable()} <= {"\n", "\t"}
    if command in EXACT and "JSON" not in command:
        assert "<U+001B>[2J" in found


@pytest.mark.parametrize("command", ["split", "logs", "extract", "show"])
@pytest.mark.parametrize("typed", [b"http://h/\n\x04", b"http://h/\x04\x04", b"\x04"], ids=["lines", "half", "nothing"])
def test_the_end_is_typed_once(typed: bytes, command: str) -> None:
    """After half a line the first Ctrl-D hands over that half, and the second is the end."""
    ours, theirs = pty.openpty()
    os.write(ours, typed)
    with start(*COMMANDS[command], stdin=theirs) as process:
        try:
            process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0


@pytest.mark.parametrize("command", EXACT)
def test_a_pipe_gets_what_there_is(command: str) -> None:
    _, out, _ = call(*COMMANDS[command], input="".join(f"http://h:x/{each}\n" for each in HOSTILE).encode())
    for each in HOSTILE[:4]:
        shown = each.replace("\x1b", r"\u001b").replace("\x07", r"\u0007") if "JSON" in command else each
        assert shown in out.decode()
