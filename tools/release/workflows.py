"""The workflows of GitHub Actions: their form, their safety, and what they would build."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from . import contents, expected
from .project import ROOT
from .steps import Failed, Log

FOLDER = ROOT / ".github" / "workflows"
# cibuildwheel as it runs on another processor. No --archs: that would hide what is configured. It calls the processor
# what this system calls it, and finds the word of the other system by itself.
ON_MACHINE = """
import platform, sys
machine = sys.argv.pop(1)
platform.machine = lambda: machine
from cibuildwheel.__main__ import main
main()
"""


def form(log: Log) -> str:
    """After the schema that comes with check-jsonschema; no network."""
    files = sorted(str(file) for file in FOLDER.iterdir())
    log.run([program("check-jsonschema"), "--builtin-schema", "vendor.github-workflows", *files])
    return f"{len(files)} files"


def safety(log: Log) -> str:
    """By zizmor: permissions, pinned actions, credentials that stay, text that becomes code."""
    said = log.run([program("zizmor"), "--offline", "--persona", "pedantic", "--no-progress", str(FOLDER)])
    return said.strip().splitlines()[-1]


def identifiers(log: Log) -> str:
    """What cibuildwheel would build on each runner, by the settings in pyproject.toml, is what a release needs."""
    count = 0
    for system, processor in expected.PLATFORMS:
        machine = "arm64" if (sys.platform, processor) == ("darwin", "aarch64") else processor
        command = [sys.executable, "-c", ON_MACHINE, machine, "--print-build-identifiers", "--platform", system]
        found = set(re.findall(r"(?m)^cp\d+t?-\w+$", log.run([*command, str(ROOT)])))
        if faults := contents.compared(f"{system} on {processor}", found, expected.wheels(system, processor)):
            raise Failed("\n  ".join(["", *faults]))
        count += len(found)
    return f"{count} wheels"


def program(name: str) -> str:
    return str(Path(sys.executable).parent / name)
