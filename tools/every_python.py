"""Runs the suite on every CPython from 3.10 up that this machine has, with both backends.

Interpreters are looked for on PATH and among ``pyenv versions``. Each gets a virtual environment of its own
(``.venv-3.12.1``), a wheel built for it, and the suite twice. The answers of ``urllib.parse`` change from release to
release, so passing on one says little about another. The newest is looked at longest.
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
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASK = """
import importlib.util, json, platform, sys
print(json.dumps({
    "implementation": platform.python_implementation(),
    "version": [*sys.version_info[:3], sys.abiflags],
    "final": sys.version_info[3] == "final",
    "venv": importlib.util.find_spec("venv") is not None and importlib.util.find_spec("ensurepip") is not None,
    "where": sys._base_executable,
}))
"""


@dataclass(frozen=True, order=True)
class Interpreter:
    """A CPython that can make a virtual environment."""

    version: tuple[int, int, int, str]  # the last is "t" for a free-threaded build
    executable: str

    @property
    def name(self) -> str:
        return ".".join(map(str, self.version[:3])) + self.version[3]

    @property
    def venv(self) -> Path:
        return ROOT / f".venv-{self.name}"

    @property
    def python(self) -> str:
        return str(self.venv / "bin" / "python")


def candidates() -> list[Path]:
    """Everything that looks like a Python by its name."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
        folders = [folder for folder in folders if folder.name != "shims"]
        folders += sorted(Path(root, "versions").glob("*/bin"))
    name = re.compile(r"python3(\.\d+t?)?$")
    return [file for folder in folders if folder.is_dir() for file in sorted(folder.iterdir()) if name.match(file.name)]


def interpreters() -> list[Interpreter]:
    """Those that are CPython, new enough and complete; one for each version."""
    found: dict[tuple[int, int, int, str], Interpreter] = {}
    for file in candidates():
        asked = subprocess.run([file, "-c", ASK], capture_output=True, text=True, check=False)
        if asked.returncode:
            continue
        told = json.loads(asked.stdout)
        major, minor, micro, flags = told["version"]
        version = (major, minor, micro, flags)
        if told["implementation"] == "CPython" and version >= (3, 10, 0, "") and told["final"] and told["venv"]:
            found.setdefault(version, Interpreter(version, told["where"]))
    return sorted(found.values())


def build(interpreter: Interpreter) -> None:
    """The environment and the wheel. Not in parallel: cargo would only wait for itself."""
    if not Path(interpreter.python).exists():
        run([interpreter.executable, "-m", "venv", str(interpreter.venv)])
        run([interpreter.python, "-m", "pip", "install", "--quiet", "--upgrade", "pip"])
    run([interpreter.python, "-m", "pip", "install", "--quiet", "--group", "test"])
    wheels = interpreter.venv / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    run([sys.executable, "-m", "maturin", "build", "--quiet", "--release", "-i", interpreter.python, "-o", str(wheels)])
    install = [interpreter.python, "-m", "pip", "install", "--quiet", "--force-reinstall"]
    run([*install, *map(str, wheels.iterdir())])


def test(interpreter: Interpreter, backend: str, is_newest: bool, arguments: list[str]) -> tuple[str, int]:
    """What pytest printed, and its exit status."""
    cache = f"cache_dir={interpreter.venv / 'cache'}-{backend}"
    command = [interpreter.python, "-m", "pytest", "-o", cache]
    environment = os.environ | {"URLMILL_BACKEND": backend, "PYTHONDONTWRITEBYTECODE": "1"}
    if not is_newest:
        command += ["-m", "not large"]
    if not is_newest or backend == "pure":
        # The pure drop-in is urllib.parse itself: comparing that with urllib.parse for long would find nothing.
        environment.setdefault("HYPOTHESIS_PROFILE", "quick")
    command += arguments
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.stdout, done.returncode


def run(command: list[str]) -> None:
    print("+", *command, flush=True)
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only say which interpreters there are")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest")
    options = parser.parse_args()
    chosen = interpreters()
    if options.list:
        print(*(f"{each.name}  {each.executable}" for each in chosen), sep="\n")
        return 0
    if not chosen:
        print("found no CPython from 3.10 up that can make a virtual environment", file=sys.stderr)
        return 1
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {}
        for interpreter in chosen:
            build(interpreter)  # beside the suites of those before it
            is_newest = interpreter == chosen[-1]
            for backend in ("native", "pure"):
                job = pool.submit(test, interpreter, backend, is_newest, options.pytest)
                jobs[job] = f"CPython {interpreter.name}, {backend}"
        for job in concurrent.futures.as_completed(jobs):
            output, status = job.result()
            print(f"\n== {jobs[job]}\n{output}", flush=True)
            if status:
                failed.append(jobs[job])
    print(*(f"FAILED on {name}" for name in failed), sep="\n")
    print(f"suites: {len(jobs) - len(failed)} passed, {len(failed)} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
