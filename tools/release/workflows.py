"""The workflows of GitHub Actions: their form, their safety, and what they would build."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from . import project
from .project import ROOT
from .steps import Failed, Log

FOLDER = ROOT / ".github" / "workflows"
FREE_THREADED = ["cp314t", "cp315t"]


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
    """What cibuildwheel would build is what the classifiers promise."""
    minors = re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', project.read("pyproject.toml"))
    expected = {*(f"cp3{minor}" for minor in minors), *FREE_THREADED}
    count = 0
    for platform, archs in (("linux", "x86_64,aarch64"), ("macos", "x86_64,arm64"), ("windows", "AMD64,ARM64")):
        command = [program("cibuildwheel"), "--print-build-identifiers", "--platform", platform, "--archs", archs]
        names = re.findall(r"(?m)^(cp\d+t?)-(\w+)$", log.run([*command, str(ROOT)]))
        for suffix in {suffix for _, suffix in names}:
            if (found := {tag for tag, each in names if each == suffix}) != expected:
                raise Failed(f"{suffix}: cibuildwheel builds {sorted(found)}, not {sorted(expected)}")
        count += len(names)
    return f"{count} wheels"


def program(name: str) -> str:
    return str(Path(sys.executable).parent / name)
