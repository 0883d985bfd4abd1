"""What a suite is run in: a wheel of urlmill, a virtual environment for each package, its unpacked source distribution.

All of it lives in one cache folder, and is made again when what it was made from has changed.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from .suites import PYTEST, Suite

ROOT = Path(__file__).resolve().parents[2]


class CommandError(Exception):
    """A command that failed, with the end of what it said."""


def command(*arguments: str | Path, cwd: Path = ROOT) -> None:
    """Runs a command that must succeed."""
    done = subprocess.run(arguments, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise CommandError(f"{' '.join(map(str, arguments))}\n{done.stdout[-2000:]}")


def scripts(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin")


def pip(environment: Path, *arguments: str | Path) -> None:
    command(scripts(environment) / "python", "-m", "pip", "--disable-pip-version-check", "-q", *arguments)


def with_packages(environment: Path, *requirements: str) -> Path:
    """A virtual environment that has what is required, made anew unless it was made for just that."""
    wanted = "\n".join((sys.version, sys.base_prefix, *requirements))
    stamp = environment / "made-for.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        venv.create(environment, clear=True, with_pip=True, symlinks=os.name != "nt")
        pip(environment, "install", *requirements)
        stamp.write_text(wanted, encoding="utf-8")
    return environment


def build_wheel(cache: Path) -> Path:
    """A wheel of urlmill as it is in this repository."""
    tools = with_packages(cache / "tools", "maturin>=1.9,<2")
    wheels = fresh(cache / "wheels")
    command(scripts(tools) / "maturin", "build", "--release", "--interpreter", sys.executable, "--out", wheels)
    (wheel,) = wheels.glob("urlmill-*.whl")
    return wheel


def for_suite(suite: Suite, wheel: Path, cache: Path) -> Path:
    """The virtual environment of a suite, with this wheel of urlmill."""
    package = f"{suite.name}=={suite.version}"
    environment = with_packages(cache / "environments" / suite.name, package, *PYTEST, *suite.requires)
    # The version says nothing about a wheel built from a working copy, so whichever is there must go.
    pip(environment, "install", "--no-deps", "--force-reinstall", wheel)
    return environment


def source(suite: Suite, environment: Path, cache: Path) -> Path:
    """The source distribution of a suite's package."""
    sources = cache / "sources"
    pattern = f"{suite.name}-{suite.version}.tar.gz"
    if not list(sources.glob(pattern)):
        package = f"{suite.name}=={suite.version}"
        pip(environment, "download", "--no-deps", "--no-binary", suite.name, "--dest", sources, package)
    (archive,) = sources.glob(pattern)
    return archive


def fresh(folder: Path) -> Path:
    """An empty folder, whatever was there before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def unpacked(archive: Path, folder: Path) -> Path:
    """The tree of a source distribution, as it came."""
    shutil.unpack_archive(archive, fresh(folder))
    (tree,) = folder.iterdir()
    return tree
