"""What the project says of itself, and what its releases are built with."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target" / "release-check"
# The platforms of the wheels, as Rust names them; deny.toml has the same.
TARGETS = [
    f"{processor}-{system}"
    for system in ("unknown-linux-gnu", "unknown-linux-musl", "apple-darwin", "pc-windows-msvc")
    for processor in ("x86_64", "aarch64")
]


def version() -> str:
    """That of the Cargo workspace: the one place that has it."""
    found = re.search(r'(?m)^\[workspace\.package\]\nversion = "(.+?)"', read("Cargo.toml"))
    assert found, "Cargo.toml has no version in [workspace.package]"
    return found[1]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def cargo_home() -> Path:
    return Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")


def environment() -> dict[str, str]:
    """For a wheel that does not tell where and when it was built; ``[tool.cibuildwheel]`` says the same."""
    return os.environ | {
        "RUSTFLAGS": f"--remap-path-prefix={cargo_home()}=/cargo",
        "CARGO_PROFILE_RELEASE_STRIP": "symbols",
        "SOURCE_DATE_EPOCH": commit("%ct"),
    }


@cache  # a commit while the check runs does not change what it checks
def commit(form: str) -> str:
    """The last commit, in a form that ``git log`` knows."""
    command = ["git", "log", "-1", f"--format={form}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def tracked(folder: str) -> set[str]:
    """The files of a folder that are in git, by their names within it."""
    command = ["git", "ls-files", "-z", folder]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return {name.removeprefix(f"{folder}/") for name in names if name}
