"""What is kept of memory for later, and the switch."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import urlmill

pytestmark = pytest.mark.skipif(
    urlmill.backend == "pure" or platform.libc_ver()[0] != "glibc", reason="for the native backend and glibc"
)

# Views of 64 MiB: more than glibc itself keeps.
PROGRAM = """
from urlmill._backend import impl

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 >> 20

before = resident()
table = impl.read_lines(b"/a\\n" * (4 << 20))
del table
print(resident() - before > 32, impl.keep_memory())
"""

# As many as are kept of the memory of a hundred URLs; a few blocks are the interpreter's own.
URLS = """
import sys
from urlmill import URL

def allocated(count):
    urls = [URL("http://h/a") for _ in range(count)]
    del urls
    return sys.getallocatedblocks()

before = allocated(0)
print(allocated(100) - before)
"""

COMMAND = """
import sys
from urlmill.__main__ import run

sys.argv[0] = "urlmill"
status = run()
with open("/proc/self/status") as file:
    print(status, next(line.split()[1] for line in file if line.startswith("VmHWM")))
"""
LOG_LINE = '192.0.2.1 - - [18/May/2026:06:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "Mozilla/5.0 (X11; Linux x86_64)"\n'


def run(program: str = PROGRAM, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name != "URLMILL_KEEP_MEMORY"}
    return subprocess.run(
        [sys.executable, "-c", program], env={**inherited, **environment}, capture_output=True, text=True
    )


@pytest.mark.parametrize("value", [None, "", "1"])
def test_memory_is_kept_for_the_next_column(value: str | None) -> None:
    environment = {} if value is None else {"URLMILL_KEEP_MEMORY": value}
    assert run(**environment).stdout == "True True\n"


def test_the_switch_has_all_of_it_given_back() -> None:
    assert run(URLMILL_KEEP_MEMORY="0").stdout == "False False\n"


def test_the_memory_of_some_urls_is_kept_for_the_next_ones() -> None:
    assert 64 <= int(run(URLS).stdout) < 84
    assert int(run(URLS, URLMILL_KEEP_MEMORY="0").stdout) < 20


def test_another_value_of_the_switch_is_refused() -> None:
    assert "URLMILL_KEEP_MEMORY is 'no'; it must be '0', '1' or not set" in run(URLMILL_KEEP_MEMORY="no").stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "first", "short", "usual"),
    [
        (["logs"], LOG_LINE, "\n", LOG_LINE),
        (["logs"], LOG_LINE, "\n" * 50 + "-\n", LOG_LINE),
        (["split"], "", "a\n", "http://www.example.com/a/path/to/a/page?with=a&query=1\n"),
    ],
    ids=["blank lines of a log", "blank lines among bad ones", "short URLs"],
)
def test_short_lines_take_about_as_much_memory_as_usual_ones(
    command: list[str], first: str, short: str, usual: str, tmp_path: Path
) -> None:
    def peak(line: str) -> int:
        path = tmp_path / "in"
        path.write_text(first + line * (16_000_000 // len(line)))
        arguments = [*command, str(path), "-o", str(tmp_path / "out.arrow"), "--threads", "2", "--quiet"]
        done = subprocess.run([sys.executable, "-c", COMMAND, *arguments], capture_output=True, text=True)
        status, octets = done.stdout.split()
        assert status == "0"
        return int(octets)

    assert peak(short) < 3 * peak(usual)
