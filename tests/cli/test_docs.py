"""What docs/cli.md shows of the command is what a shell shows."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import urlmill

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
URLS = BLOCKS[0].split("\n", 1)[1]  # what the first example shows is what the others read


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shell")
    (folder / "urls.txt").write_text(URLS, "utf-8")
    shutil.copy(ROOT / "demo" / "access.log", folder)
    command = folder / "bin" / "urlmill"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m urlmill "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return folder


def transcript(block: str, folder: Path) -> str:
    """The commands of a block, each with what it says now."""
    environment = os.environ | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    found = ""
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        done = subprocess.run(
            ["sh", "-c", f"{command} 2>&1"], cwd=folder, env=environment, capture_output=True, check=False, timeout=60
        )
        found += f"$ {command}\n{done.stdout.decode()}"
    return found


@pytest.mark.once
@pytest.mark.skipif(urlmill.backend == "pure", reason="the pages show the native backend")
@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_shell_shows_what_the_page_shows(number: int, folder: Path) -> None:
    assert transcript(BLOCKS[number], folder) == BLOCKS[number]
