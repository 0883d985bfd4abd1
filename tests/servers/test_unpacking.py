"""tools/debian_servers, with an apt that fails, or whose packages cannot be unpacked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from .debian import ROOT

DOWNLOADS = """\
for each; do case $each in Dir::Cache::archives=*) touch "${each#*=}/a.deb";; esac; done
"""


@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("timeout") is None, reason="it needs bash and timeout")
@pytest.mark.parametrize(
    ("apt", "dpkg", "is_ready"),
    [(DOWNLOADS, "exit 0", True), ("exit 100", "exit 0", False), (DOWNLOADS, "exit 2", False)],
    ids=["all well", "no download", "no archive"],
)
def test_servers_are_ready_only_if_all_were_unpacked(apt: str, dpkg: str, is_ready: bool, tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "bin").mkdir()
    script = shutil.copy(ROOT / "tools" / "debian_servers", tmp_path / "tools")
    for name, does in {"apt-get": apt, "dpkg-deb": dpkg, "id": "echo 0"}.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", script], env=os.environ | {"PATH": path}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert (tmp_path / "target" / "servers" / "ready").exists() is is_ready
    assert ("could not be had" in done.stderr) is not is_ready
