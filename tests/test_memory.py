"""What is kept of memory for later, and the switch."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

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
