"""Interpreters to measure on, and for each a virtual environment with urlmill built for it.

``python -m benches.environment`` makes the one of the distribution's interpreter ready, for ``make bench-logs``.

The newest interpreters are run through a tool beside the repository, if it is there: what belongs to them lives in a
file system of its own, and a virtual environment made there runs only through that tool.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT.parent / "shared" / "tools" / "newest-pythons"
NEEDED = ["maturin>=1.9.4,<2", "pytest>=8", "pytest-benchmark>=5"]
SOURCES = ("Cargo.toml", "Cargo.lock", "pyproject.toml", "rust", "python")
SUFFIXES = {".rs", ".toml", ".lock", ".py", ".pyi", ".dat"}
LOOK = """
if command -v pyenv >/dev/null; then
    for folder in "$(pyenv root)"/versions/*/bin; do PATH="$PATH:$folder"; done
fi
for minor in $(seq 10 30); do which -a "python3.$minor"; done
true
"""
ASK = """
import importlib.util, json, sys
complete = importlib.util.find_spec("venv") is not None and importlib.util.find_spec("ensurepip") is not None
is_cpython = sys.implementation.name == "cpython"
if complete and is_cpython and sys.version_info[3] == "final" and not sys.abiflags:
    print(json.dumps([list(sys.version_info[:3]), sys._base_executable]))
"""


# What has been seen to end the process on some interpreter, tried on the corpus.
TRIALS = {
    "pydomainextractor": """
from contextlib import suppress
from benches.inputs import source
from pydomainextractor import DomainExtractor
extract = DomainExtractor().extract_from_url
for url in source().urls:
    with suppress(ValueError):
        extract(url)
""",
}


@dataclass(frozen=True, order=True)
class Interpreter:
    version: tuple[int, ...]
    executable: str
    prefix: tuple[str, ...] = ()  # of a command that runs it

    @property
    def name(self) -> str:
        return ".".join(map(str, self.version))


def interpreters(prefix: tuple[str, ...] = ()) -> list[Interpreter]:
    """Every CPython of a final release that can make a virtual environment, the oldest first; one for each version."""
    looked = subprocess.run([*prefix, "sh", "-c", LOOK], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[tuple[int, ...], Interpreter] = {}
    for file in looked.stdout.split():
        asked = subprocess.run([*prefix, file, "-c", ASK], cwd=ROOT, capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout:
            version, executable = json.loads(asked.stdout)
            found.setdefault(tuple(version), Interpreter(tuple(version), executable, prefix))
    return sorted(found.values())


def newest() -> list[Interpreter]:
    """Those of the tool, if it is there."""
    if os.access(TOOL, os.X_OK):
        return interpreters((str(TOOL),))
    print("no interpreters newer than this machine's: the tool that has them is not beside this repository", flush=True)
    return []


def distribution() -> Interpreter:
    """BENCH_PYTHON, or the distribution's: it is built with optimisations, and the first on PATH may not be."""
    usual = Path("/usr/bin/python3")
    executable = os.environ.get("BENCH_PYTHON") or (str(usual) if usual.exists() else sys.executable)
    asked = subprocess.run([executable, "-c", ASK], capture_output=True, text=True, check=True)
    if not asked.stdout:
        sys.exit(f"{executable} is not a complete CPython; set BENCH_PYTHON to one that can make environments")
    version, found = json.loads(asked.stdout)
    return Interpreter(tuple(version), found)


@dataclass(frozen=True)
class Environment:
    interpreter: Interpreter
    folder: Path

    @property
    def results(self) -> Path:
        return self.folder / "results"

    def python(self, *arguments: str) -> None:
        self._run(str(self.folder / "bin" / "python"), *arguments)

    def _run(self, *command: str) -> None:
        done = subprocess.run([*self.interpreter.prefix, *command], cwd=ROOT, check=False)
        if done.returncode:  # it has said why
            sys.exit(f"CPython {self.interpreter.name}: failed: {' '.join(command)}")

    def prepare(self, requirements: list[str]) -> None:
        """With what is wanted installed, as far as it can be, and urlmill as it is now."""
        self._install(requirements)
        built = self.folder / "built"
        if built.exists() and built.read_text("utf-8") == sources():
            return
        print(f"building urlmill for CPython {self.interpreter.name}", flush=True)
        wheels = self.folder / "wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        own = str(self.folder / "bin" / "python")
        self.python("-m", "maturin", "build", "--quiet", "--release", "-i", own, "--out", str(wheels))
        self.python("-m", "pip", "install", "--quiet", "--force-reinstall", *map(str, wheels.iterdir()))
        built.write_text(sources(), "utf-8")

    def _install(self, requirements: list[str]) -> None:
        done, wanted = self.folder / "installed.json", [self.interpreter.name, *requirements]
        if done.exists() and json.loads(done.read_text("utf-8")) == wanted:
            return
        print(f"making an environment of CPython {self.interpreter.name}", flush=True)
        self._run(self.interpreter.executable, "-m", "venv", "--clear", str(self.folder))
        self.python("-m", "pip", "install", "--quiet", "--upgrade", "pip")
        self.python("-m", "pip", "install", "--quiet", *NEEDED)
        # One by one: of a contender that has no wheel for this interpreter and cannot be built, the report says so.
        missing = {module_of(each): why for each in requirements if (why := self._try_to_install(each))}
        (self.folder / "missing.json").write_text(json.dumps(missing), "utf-8")
        done.write_text(json.dumps(wanted), "utf-8")

    def _try_to_install(self, requirement: str) -> str:
        """Why it is not there, if it is not."""
        if not self._succeeds("-m", "pip", "install", "--quiet", requirement):
            return "it has no wheel, and its source does not build"
        if not self._succeeds("-c", f"import {module_of(requirement)}"):
            return self._without(requirement, "it installs, but cannot be imported")
        trial = TRIALS.get(module_of(requirement))
        if trial and not self._succeeds("-c", trial):
            return self._without(requirement, "it ends the process on URLs of the corpus")
        return ""

    def _without(self, requirement: str, why: str) -> str:
        self.python("-m", "pip", "uninstall", "--quiet", "--yes", requirement)
        return why

    def _succeeds(self, *arguments: str) -> bool:
        command = [*self.interpreter.prefix, str(self.folder / "bin" / "python"), *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"CPython {self.interpreter.name}, {' '.join(arguments)}: {done.stderr}", flush=True)
        return done.returncode == 0

    @cached_property
    def missing(self) -> dict[str, str]:
        """Modules of the contenders that could not be installed, and why."""
        file = self.folder / "missing.json"
        found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return found


def sources() -> str:
    """A digest of all that a wheel is made of."""
    digest = hashlib.sha256()
    for name in SOURCES:
        place = ROOT / name
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.suffix in SUFFIXES and "target" not in file.parts:
                digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def module_of(requirement: str) -> str:
    """`ada-url>=1` is imported as `ada_url`, and so are all of ours."""
    return re.split(r"[\[<>=!~; ]", requirement)[0].replace("-", "_").lower()


def bench_group() -> list[str]:
    """The contenders, as pyproject.toml lists them."""
    toml: Any = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    groups = toml.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    found: list[str] = groups["bench"]
    return found


def distribution_environment() -> Environment:
    found = Environment(distribution(), ROOT / ".venv-bench")
    found.prepare(bench_group())
    return found


if __name__ == "__main__":
    distribution_environment()
