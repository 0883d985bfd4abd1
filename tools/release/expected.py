"""The wheels of a release, by the names that cibuildwheel has for them, such as ``cp314t-manylinux_x86_64``."""

from __future__ import annotations

import re

from . import project

FREE_THREADED = ("cp314t", "cp315t")
# What a runner builds, by its system and its processor. Each runner builds for its own processor.
PLATFORMS = {
    ("linux", "x86_64"): ("manylinux_x86_64", "musllinux_x86_64"),
    ("linux", "aarch64"): ("manylinux_aarch64", "musllinux_aarch64"),
    ("macos", "x86_64"): ("macosx_x86_64",),
    ("macos", "aarch64"): ("macosx_arm64",),
    ("windows", "x86_64"): ("win_amd64",),
    ("windows", "aarch64"): ("win_arm64",),
}


def pythons() -> list[str]:
    """What the classifiers promise, and the free-threaded ones."""
    minors = re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', project.read("pyproject.toml"))
    return [*(f"cp3{minor}" for minor in minors), *FREE_THREADED]


def wheels(system: str, processor: str) -> set[str]:
    """Those of one runner."""
    return {f"{python}-{platform}" for platform in PLATFORMS[system, processor] for python in pythons()}


def all_wheels() -> set[str]:
    return {wheel for runner in PLATFORMS for wheel in wheels(*runner)}
