"""``python -m tools.release.dist dist``: are all files of a release there, none but them, and as they should be?

For the folder into which ``release.yml`` gathers what its runners have built, before anything is published.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from . import contents, expected, project

# A wheel may ask for these at most: those of cibuildwheel's images, and MACOSX_DEPLOYMENT_TARGET.
NEWEST = {"manylinux": (2, 28), "musllinux": (1, 2), "macosx": (11, 0)}
PLATFORM = re.compile(r"(manylinux|musllinux|macosx)_(\d+)_(\d+)_(\w+)")
OLD_NAME = re.compile(r"manylinux(1|2010|2014)_\w+")  # of one that stands beside it


def faults(folder: Path) -> list[str]:
    """What is wrong with the files of a folder. A file with a wrong name is not opened."""
    files = sorted(folder.iterdir())
    if found := name_faults(file.name for file in files):
        return found
    for file in files:
        look = contents.wheel_faults if file.suffix == ".whl" else contents.sdist_faults
        found += [f"{file.name}: {fault}" for fault in look(file)]
    return found


def name_faults(names: Iterable[str], wheels: set[str] | None = None) -> list[str]:
    """What is too much and what is missing: one sdist, one pure wheel, and these native wheels (default: all)."""
    base = f"urlmill-{project.version()}"
    wanted = {f"{base}.tar.gz", f"{base}-py3-none-any.whl", *(expected.all_wheels() if wheels is None else wheels)}
    found: dict[str, str] = {}
    twice = []
    for name in names:
        what = identifier(name) or name
        if what in found:
            twice.append(f"{name} and {found[what]} are for the same interpreter")
        found[what] = name
    return contents.compared("the release", {*found}, wanted) + twice


def identifier(name: str) -> str | None:
    """What cibuildwheel calls a native wheel: ``cp314t-manylinux_x86_64``. None if it is not one that we publish."""
    form = rf"urlmill-{re.escape(project.version())}-(cp3\d+)-\1(t?)-([\w.]+)\.whl"
    if not (parts := re.fullmatch(form, name)):
        return None
    platforms = {platform(each) for each in parts[3].split(".") if not OLD_NAME.fullmatch(each)}
    return f"{parts[1]}{parts[2]}-{platforms.pop()}" if len(platforms) == 1 and None not in platforms else None


def platform(tag: str) -> str | None:
    """``manylinux_x86_64`` for ``manylinux_2_17_x86_64``; None if it asks for a newer system than it may."""
    if tag.startswith("win"):
        return tag
    if not (parts := PLATFORM.fullmatch(tag)):
        return None
    system, major, minor, processor = parts.groups()
    return f"{system}_{processor}" if (int(major), int(minor)) <= NEWEST[system] else None


def main(folder: Path) -> None:
    if found := faults(folder):
        sys.exit("\n".join(found))
    print(f"{len([*folder.iterdir()])} files, all that a release consists of")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
