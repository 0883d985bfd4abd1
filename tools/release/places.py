"""Where interpreters are: on this machine, and where the newest ones have been put."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .project import ROOT, WORK
from .steps import Log

NEWEST = ROOT.parent / "shared" / "tools" / "newest-pythons"


@dataclass(frozen=True)
class Place:
    """A set of interpreters; the command in front leads there."""

    name: str
    front: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        """The folder for cargo. Each place has its own, since each has its own C library."""
        return str(WORK / f"cargo-{self.name}")

    def listed(self, log: Log) -> str:
        """What tools/every_python.py finds there: a line for each interpreter, its name and its path."""
        first = sys.executable
        if self.front:
            look = "for v in 3.16 3.15 3.14 3.13; do command -v python$v && exit; done"
            first = log.run([*self.front, "sh", "-c", look]).split()[0]
        return log.run([*self.front, first, "tools/every_python.py", "--list"])

    def cpythons(self, listed: str) -> list[Interpreter]:
        """Those that native wheels are for."""
        lines = re.findall(r"(?m)^(\d+)\.(\d+)\.(\d+)(t?)\s+(\S+)$", listed)
        return sorted(
            Interpreter(self, (int(major), int(minor), int(micro)), free_threaded, path)
            for major, minor, micro, free_threaded, path in lines
        )

    def pypys(self, listed: str, log: Log) -> list[tuple[str, str]]:
        """The name and the path of each PyPy; if none is listed, of the one on the PATH."""
        if found := re.findall(r"(?m)^(pypy-\d+\.\d+\.\d+)\s+(\S+)$", listed):
            return found
        path = log.run([*self.front, "sh", "-c", "command -v pypy3 || true"]).strip()
        return [("pypy3", path)] if path else []


@dataclass(frozen=True, order=False)
class Interpreter:
    """A CPython."""

    place: Place
    version: tuple[int, int, int]
    free_threaded: str  # "t" or nothing
    executable: str

    def __lt__(self, other: Interpreter) -> bool:
        return (self.version, self.free_threaded) < (other.version, other.free_threaded)

    @property
    def name(self) -> str:
        return ".".join(map(str, self.version)) + self.free_threaded

    @property
    def tag(self) -> str:
        """What the names of its wheels say."""
        major, minor, _ = self.version
        return f"cp{major}{minor}-cp{major}{minor}{self.free_threaded}"


def places() -> Iterator[Place]:
    yield Place("here")
    if NEWEST.exists():
        yield Place("newest", (str(NEWEST),))


def empty_environment(place: Place, executable: str, log: Log) -> list[str]:
    """A virtual environment with nothing in it, and how its interpreter is run."""
    folder = WORK / "venv"
    shutil.rmtree(folder, ignore_errors=True)
    log.run([*place.front, executable, "-m", "venv", str(folder)])
    return [*place.front, str(folder / "bin" / "python")]


def install_and_try(place: Place, executable: str, wheel: Path, log: Log) -> str:
    """The wheel and its dependency into an empty environment, and the smoke test there."""
    python = empty_environment(place, executable, log)
    backend = "pure" if wheel.name.endswith("-py3-none-any.whl") else "native"
    log.run([*python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)])
    return log.run([*python, str(ROOT / "tools" / "release" / "smoke.py"), backend]).strip().splitlines()[-1]
