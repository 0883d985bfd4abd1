"""curl as a second client, where it is installed."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess

import pytest

from .loopback import PATIENCE


@functools.cache
def _protocols() -> frozenset[str]:
    if shutil.which("curl") is None:
        return frozenset()
    about = subprocess.run(["curl", "--version"], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    return frozenset(about.partition("\nProtocols:")[2].partition("\n")[0].split())


def needs_curl(protocol: str) -> pytest.MarkDecorator:
    """For tests that need a curl that speaks ``protocol``."""
    reason = f"there is no curl here that speaks {protocol}"
    return pytest.mark.skipif(protocol not in _protocols(), reason=reason)


def curl(url: str | bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    """What curl gets from ``url``. Its exit status is for the test to look at."""
    # -q: a ~/.curlrc is not part of the test. Nor is a proxy, which curl would ask for loopback addresses too.
    command = ["curl", "-q", "--silent", "--show-error", "--globoff", "--noproxy", "*", "--max-time", f"{PATIENCE:.0f}"]
    return subprocess.run([*command, *options, "--", os.fsdecode(url)], capture_output=True, timeout=2 * PATIENCE)
