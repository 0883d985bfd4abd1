"""Builds what a release consists of, as far as this machine can: into ``target/release-check/dist``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from . import compare, project
from .places import Interpreter, empty_environment
from .project import ROOT, WORK
from .steps import Failed, Log

DIST = WORK / "dist"
MATURIN = str(Path(sys.executable).parent / "maturin")  # a static program: it runs in every place


def native_wheel(interpreter: Interpreter, log: Log) -> Path:
    """A wheel for one interpreter."""
    place = interpreter.place
    command = [*place.front, MATURIN, "build", "--release", "--locked", "--interpreter", interpreter.executable]
    log.run([*command, "--target-dir", place.target, "--out", str(DIST)], env=project.environment())
    return only(f"*-{interpreter.tag}-*.whl")


def pure_wheel(log: Log) -> Path:
    log.run([sys.executable, str(ROOT / "tools" / "build_pure_wheel.py"), str(DIST)], env=project.environment())
    return only("*-py3-none-any.whl")


def sdist(log: Log) -> Path:
    log.run([MATURIN, "sdist", "--out", str(DIST)], env=project.environment())
    return only("*.tar.gz")


def only(form: str) -> Path:
    found = [*DIST.glob(form)]
    if len(found) != 1:
        raise Failed(f"expected one file {form}, got {len(found)}")
    return found[0]


def again(source: Path, first: Path, interpreter: Interpreter, log: Log) -> Path:
    """A wheel out of the sdist by way of pip, as a user without a wheel gets it: the same as the first one.

    Another folder, another cargo folder, another front end: what depends on any of these shows.
    """
    folder = WORK / "from-sdist"
    shutil.rmtree(folder, ignore_errors=True)
    log.run([sys.executable, "-m", "tarfile", "--extract", str(source), str(folder)])
    (tree,) = folder.iterdir()
    settings = {"MATURIN_PEP517_ARGS": "--locked --compatibility pypi", "CARGO_TARGET_DIR": str(folder / "target")}
    python = empty_environment(interpreter.place, interpreter.executable, log)
    command = [*python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder / "dist"), str(tree)]
    log.run(command, env=project.environment() | settings)
    (second,) = (folder / "dist").iterdir()
    if found := compare.differences(first, ROOT, second, tree):
        shown = "\n  ".join([f"{len(found)} files", *found[:10]])
        raise Failed(f"two builds of {first.name} differ in {shown}")
    return second
