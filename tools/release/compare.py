"""Two builds of one wheel: are they the same, byte by byte?"""

from __future__ import annotations

import zipfile
from pathlib import Path


def differences(first: Path, first_tree: Path, second: Path, second_tree: Path) -> list[str]:
    """The files in which two wheels differ, each built in a source tree of its own.

    The list of crates names the tree it was made in; with that name taken out it must be the same too. RECORD has the
    digests of all others, so it follows.
    """
    if first.name != second.name:
        return [f"{first.name} and {second.name}"]
    old, new = contents(first, first_tree), contents(second, second_tree)
    if [*old] != [*new]:
        return [f"{name} is in one of them, or at another place" for name in sorted({*old} ^ {*new}) or ["a file"]]
    return [f"{name} differs" for name in old if old[name] != new[name]]


def contents(wheel: Path, tree: Path) -> dict[str, tuple[object, ...]]:
    """By name and in order: what is said of each file, and its bytes."""
    found: dict[str, tuple[object, ...]] = {}
    with zipfile.ZipFile(wheel) as archive:
        for item in archive.infolist():
            data = archive.read(item)
            if "/sboms/" in item.filename:
                data = data.replace(tree.as_uri().encode(), b"file:///urlmill")
            elif item.filename.endswith(".dist-info/RECORD"):
                data = b"\n".join(line for line in data.splitlines() if b"/sboms/" not in line)
            found[item.filename] = (item.date_time, item.external_attr, item.compress_type, data)
    return found
