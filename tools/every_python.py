"""Runs the suite on every CPython from 3.10 up that is here, with both backends, and on PyPy with the pure wheel.

Interpreters are looked for on PATH and among ``pyenv versions``. Each gets a virtual environment of its own
(``.venv-3.12.1``) and a wheel built for it. What differs from one to the other is ``urllib.parse``: the tests of the
drop-in are run at length on each, the others with few examples. It differs between patch releases too; so where there
are two of a minor version, the older one runs the tests of the drop-in, and of those only; and so does one of which a
newer release is tested elsewhere (``--newer-elsewhere 3.13 3.14``).
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import build_pure_wheel

ROOT = Path(__file__).resolve().parent.parent
DROP_IN = ["dropin/test_*.py", "test_backend.py", "test_hostile_input.py"]
ASK = """
import importlib.util, json, platform, sys
print(json.dumps({
    "implementation": platform.python_implementation(),
    "version": [*sys.version_info[:3], getattr(sys, "abiflags", "")],
    "final": sys.version_info[3] == "final",
    "venv": importlib.util.find_spec("venv") is not None and importlib.util.find_spec("ensurepip") is not None,
    "where": getattr(sys, "_base_executable", sys.executable),
}))
"""


@dataclass(frozen=True, order=True)
class Interpreter:
    """A Python that can make a virtual environment."""

    implementation: str
    version: tuple[int, int, int, str]  # the last is "t" for a free-threaded build
    executable: str

    @property
    def name(self) -> str:
        number = ".".join(map(str, self.version[:3])) + self.version[3]
        return number if self.is_cpython else f"{self.implementation.lower()}-{number}"

    @property
    def is_cpython(self) -> bool:
        return self.implementation == "CPython"

    @property
    def minor(self) -> tuple[str, int, str]:
        return (self.implementation, self.version[1], self.version[3])

    @property
    def backends(self) -> tuple[str, ...]:
        return ("native", "pure") if self.is_cpython else ("pure",)


@dataclass(frozen=True)
class Environment:
    """A virtual environment of one of them."""

    interpreter: Interpreter
    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin" / "python")

    def build(self) -> None:
        """The environment and the wheel. Not in parallel: cargo would only wait for itself."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "log").unlink(missing_ok=True)
        if not Path(self.python).exists():
            self.run(self.interpreter.executable, "-m", "venv", str(self.folder))
            self.run(self.python, "-m", "pip", "install", "--upgrade", "pip")
        self.run(self.python, "-m", "pip", "install", "--no-compile", "--group", "test")
        wheels = self.folder / "wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        if self.interpreter.is_cpython:
            maturin = [sys.executable, "-m", "maturin", "build", "--profile", "testing"]
            self.run(*maturin, "-i", self.python, "-o", str(wheels))
        else:
            build_pure_wheel.main(wheels)
        self.run(self.python, "-m", "pip", "install", "--force-reinstall", *map(str, wheels.glob("*.whl")))

    def run(self, *command: str) -> None:
        """What it says goes to a file, which is shown if it fails."""
        with open(self.folder / "log", "a+") as log:
            print("+", *command, file=log, flush=True)
            if subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, check=False).returncode:
                log.seek(0)
                sys.exit(f"{log.read()}\n{self.interpreter.name}: no environment; the output above is in {log.name}")

    def test(self, backend: str, arguments: list[str]) -> tuple[str, int]:
        """What pytest printed, and its exit status."""
        # What the doors do on the pure backend, `make test-wheel-pure` and PyPy look at.
        doors = " and not door" if backend == "pure" and self.interpreter.is_cpython else ""
        cache = f"cache_dir={self.folder / 'cache'}-{backend}"
        chosen = ["-m", f"not large and not long and not once{doors}", "-o", cache]
        environment = os.environ | {"URLMILL_BACKEND": backend, "PYTHONPYCACHEPREFIX": str(self.folder / "pycache")}
        environment.setdefault("HYPOTHESIS_PROFILE", "brief")
        done = subprocess.run(
            [self.python, "-m", "pytest", *chosen, *arguments],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout, done.returncode


def candidates() -> list[Path]:
    """Everything that looks like a Python by its name."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
        folders = [folder for folder in folders if folder.name != "shims"]
        folders += sorted(Path(root, "versions").glob("*/bin"))
    name = re.compile(r"(python|pypy)3(\.\d+t?)?$")
    return [file for folder in folders if folder.is_dir() for file in sorted(folder.iterdir()) if name.match(file.name)]


def interpreters() -> list[Interpreter]:
    """Those that are new enough and complete; one for each version. The slowest, PyPy, comes first, then the newest."""
    found: dict[tuple[str, tuple[int, int, int, str]], Interpreter] = {}
    for file in candidates():
        asked = subprocess.run([file, "-c", ASK], capture_output=True, text=True, check=False)
        if asked.returncode:
            continue
        told = json.loads(asked.stdout)
        major, minor, micro, flags = told["version"]
        kind, version = told["implementation"], (major, minor, micro, flags)
        if kind in ("CPython", "PyPy") and version >= (3, 10, 0, "") and told["final"] and told["venv"]:
            found.setdefault((kind, version), Interpreter(kind, version, told["where"]))
    return sorted(found.values(), reverse=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only say which interpreters there are")
    parser.add_argument("--others", action="store_true", help="not the one that runs this: `make test` has tested it")
    parser.add_argument(
        "--newer-elsewhere", nargs="*", default=[], metavar="3.x", help="of these, the drop-in's tests only"
    )
    parser.add_argument("--prefix", default=".venv-", help="how the names of the environments begin (default: .venv-)")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest")
    options = parser.parse_args()
    found = interpreters()
    newest: dict[tuple[str, int, str], Interpreter] = {}
    for interpreter in found:
        newest.setdefault(interpreter.minor, interpreter)
    if options.list:
        print(*(f"{each.name}  {each.executable}" for each in found), sep="\n")
        return 0
    if not found:
        print("found no Python from 3.10 up that can make a virtual environment", file=sys.stderr)
        return 1
    failed, jobs = [], {}
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for interpreter in found:
            if options.others and interpreter.version[:3] == sys.version_info[:3]:
                continue
            files: list[str] = []
            is_elsewhere = interpreter.is_cpython and f"3.{interpreter.version[1]}" in options.newer_elsewhere
            if is_elsewhere or newest[interpreter.minor] != interpreter:
                files = [str(file) for pattern in DROP_IN for file in sorted(ROOT.joinpath("tests").glob(pattern))]
            environment = Environment(interpreter, ROOT / f"{options.prefix}{interpreter.name}")
            environment.build()  # beside the suites of those before it
            print(f"built for {interpreter.name} ({time.monotonic() - begun:.0f} s)", flush=True)
            for backend in interpreter.backends:
                job = pool.submit(environment.test, backend, files + options.pytest)
                jobs[job] = f"{interpreter.name}, {backend}" + (", the drop-in" if files else "")
                job.add_done_callback(lambda job: report(jobs[job], *job.result(), time.monotonic() - begun))
    failed = [jobs[job] for job in jobs if job.result()[1]]
    print(*(f"FAILED on {name}" for name in failed), sep="\n")
    print(f"suites: {len(jobs) - len(failed)} passed, {len(failed)} failed")
    return bool(failed)


def report(name: str, output: str, status: int, seconds: float) -> None:
    """The whole of it where something failed, else what pytest says at the end."""
    text = f"{output}\npytest ended with {status}" if status else output.rstrip().rpartition("\n")[2]
    print(f"== {name} ({seconds:.0f} s)\n{text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
