"""Writes ``LICENSE-THIRD-PARTY``: the licences of the crates inside the native module.

Their licences ask that a binary comes with their notices. ``python -m tools.release.notices`` after a change of
Cargo.lock; ``--check`` only says whether the file is what it would write.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

from .project import ROOT, TARGETS

FILE = ROOT / "LICENSE-THIRD-PARTY"
HEAD = """\
The native module of urlmill contains the crates below, each under the licence that stands under its name. Where a
crate lets one choose, its MIT licence is given. Written by tools/release/notices.py.
"""
RULER = "=" * 100


def linked() -> set[tuple[str, str]]:
    """The crates that end up in the module on some platform, without macros and what only builds."""
    return set.union(*map(linked_on, TARGETS))


def linked_everywhere() -> set[tuple[str, str]]:
    """Those that do on every platform."""
    return set.intersection(*map(linked_on, TARGETS))


@cache
def linked_on(target: str) -> set[tuple[str, str]]:
    command = ["cargo", "tree", "--locked", "--package", "urlmill-py", "--edges", "normal,no-proc-macro"]
    command += ["--prefix", "none", "--format", "{p}", "--target", target]
    found = set()
    for line in output(command).splitlines():
        name, version, *_ = line.split()
        found.add((name, version.removeprefix("v")))
    return {(name, version) for name, version in found if not name.startswith("urlmill-")}


def texts(folder: Path) -> list[str]:
    """The notices of a crate."""
    names = sorted(file for file in folder.iterdir() if file.is_file())
    licences = [file for file in names if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))]
    mit = [file for file in licences if "MIT" in file.name.upper()]
    plain = [file for file in licences if file.stem.upper() in ("LICENSE", "LICENCE")]
    chosen = list(dict.fromkeys(mit + plain)) or licences
    chosen += [file for file in names if file.name.upper().startswith("NOTICE")]
    if not chosen:
        raise FileNotFoundError(f"{folder.name} comes without a licence")
    return [clean(file.read_text("utf-8")) for file in chosen]


def clean(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n\f").splitlines())


def document() -> str:
    """The file: crates with the same words stand together."""
    metadata = json.loads(output(["cargo", "metadata", "--locked", "--format-version", "1"]))
    packages = {(each["name"], each["version"]): each for each in metadata["packages"]}
    together: dict[str, list[str]] = {}
    for crate in sorted(linked()):
        package = packages[crate]
        said = f"{crate[0]} {crate[1]} ({package['license']})"
        for text in texts(Path(package["manifest_path"]).parent):
            together.setdefault(text, []).append(said)
    parts = [f"{RULER}\n" + "\n".join(crates) + f"\n{RULER}\n\n{text}\n" for text, crates in together.items()]
    return "\n".join([HEAD, *parts])


def output(command: list[str]) -> str:
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def main() -> None:
    written = document()
    if "--check" not in sys.argv:
        FILE.write_text(written, "utf-8", newline="\n")
    elif not FILE.exists() or FILE.read_text("utf-8") != written:
        sys.exit(f"{FILE.name} is not up to date: run python -m tools.release.notices")
    print(f"{FILE.name}: {written.count(RULER) // 2} texts")


if __name__ == "__main__":
    main()
