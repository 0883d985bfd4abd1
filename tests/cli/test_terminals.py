"""No terminal obeys a URL: what is not seen is named there. Into a file or a pipe, octets stay as they are."""

from __future__ import annotations

import os
import subprocess

import pytest

from .shell import PATIENCE, call, on_terminal, start
from .subcommands import LOCAL, line_of, sample

pty = pytest.importorskip("pty")
pytestmark = [pytest.mark.long, pytest.mark.once]

# Clears the screen; ends a string; the same as ESC [; turns the direction; goes back to the start of the line.
HOSTILE = ["\x1b[2J", "\x07", "\x9b2J", "\u202e", "a\rb"]
COMMANDS = {
    **{name: sample(name) for name in LOCAL},
    "split as CSV": ["split", "--fields", "url,path", "--to", "csv"],
    "split as JSON": ["split", "--fields", "path", "--to", "jsonl"],
    "get, as it is": ["get", "{raw:path}"],
    "normalize only": ["normalize", "--only", "--level", "string"],
    "dedupe without counts": ["dedupe", "--no-counts"],
    "top as TSV": ["top", "path", "--to", "tsv"],
    "logs by a pattern": ["logs", "--quiet", "--regex", "(?P<all>.*)"],
    "show as JSON": ["show", "--json", "-"],
    "bad lines": ["split", "--fields", "host", "--bad", "/dev/stdout", "-o", os.devnull, "--to", "tsv", "--quiet"],
}
EXACT = [name for name in COMMANDS if not name.startswith(("show", "top", "extract")) or name == "top as TSV"]


def lines_for(command: str) -> bytes:
    """The hostile URLs as its input has them."""
    return "".join(f"{line_of(command, f'http://h:x/{each}')}\n" for each in HOSTILE).encode()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_terminal_gets_nothing_to_obey(command: str) -> None:
    found = on_terminal(*COMMANDS[command], lines=lines_for(command))
    assert found.strip()
    assert {each for each in found if not each.isprintable()} <= {"\n", "\t"}
    if command in EXACT and "JSON" not in command:
        assert "<U+001B>[2J" in found


@pytest.mark.parametrize("command", LOCAL)
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
    _, out, _ = call(*COMMANDS[command], input=lines_for(command))
    for each in HOSTILE[:4]:
        shown = each.replace("\x1b", r"\u001b").replace("\x07", r"\u0007") if "JSON" in command else each
        assert shown in out.decode()
