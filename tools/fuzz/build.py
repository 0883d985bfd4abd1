"""Builds what is fuzzed: the Rust targets, and a native module that reports to libFuzzer and to AddressSanitizer.

All of it with the stable toolchain: coverage is an LLVM pass that any rustc runs. The sanitizer is an option that only
``RUSTC_BOOTSTRAP`` lets the stable one have.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .corpus import ROOT, WORK

VENV = ROOT / ".venv-fuzz"
PYTHON = VENV / "bin" / "python"
CRATE = ROOT / "rust" / "fuzz"
COVERAGE = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
]
CHECKS = ["-Cdebug-assertions", "-Coverflow-checks"]


def host() -> str:
    """With a target named, flags are not for build scripts and macros."""
    told = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
    return str(re.findall(r"host: (\S+)", told)[0])


def rust_targets() -> dict[str, list[str]]:
    """The programs, by name."""
    names = re.findall(r'\[\[bin\]\]\nname = "(\w+)"', (CRATE / "Cargo.toml").read_text("utf-8"))
    environment = os.environ | {"RUSTFLAGS": " ".join(COVERAGE + CHECKS)}
    command = ["cargo", "build", "--quiet", "--locked", "--release", "--bins"]
    command += ["--target", host(), "--target-dir", str(WORK)]
    subprocess.run(command, cwd=CRATE, env=environment, check=True)
    return {name: [str(WORK / host() / "release" / name)] for name in names}


def module() -> None:
    """The native module with both, as a wheel in an environment of its own."""
    wheels = VENV / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    environment = os.environ | {
        "RUSTFLAGS": " ".join([*COVERAGE, "-Zsanitizer=address"]),
        "RUSTC_BOOTSTRAP": "1",
        "CARGO_TARGET_DIR": str(WORK),
        "PYO3_PYTHON": str(PYTHON),
        "VIRTUAL_ENV": str(VENV),
    }
    command = [str(PYTHON), "-m", "maturin", "build", "--quiet", "--profile", "testing", "--target", host()]
    command += ["--interpreter", str(PYTHON), "--out", str(wheels), "--auditwheel", "skip"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    (wheel,) = wheels.glob("*.whl")
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", str(wheel)]
    subprocess.run(install, cwd=ROOT, check=True)


def sanitized() -> dict[str, str]:
    """The environment in which that module can be loaded. Python itself never gives back all that it has."""
    asked = "import atheris, os; print(os.path.join(atheris.path(), 'asan_with_fuzzer.so'))"
    told = subprocess.run([str(PYTHON), "-c", asked], capture_output=True, text=True, check=True)
    return {
        "URLMILL_KEEP_MEMORY": "0",  # memory that is used again hides who uses what was freed
        "LD_PRELOAD": told.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:alloc_dealloc_mismatch=0:quarantine_size_mb=32",
    }


def has_atheris() -> bool:
    return not subprocess.run([str(PYTHON), "-c", "import atheris"], capture_output=True).returncode


def python_targets() -> dict[str, list[str]]:
    """The modules, by name; none where Atheris has no wheel."""
    if not has_atheris():
        print("the Python targets are left out: Atheris is not there for this interpreter", file=sys.stderr)
        return {}
    module()
    names = sorted(file.stem.removeprefix("target_") for file in Path(__file__).parent.glob("target_*.py"))
    return {name: [str(PYTHON), "-m", f"tools.fuzz.target_{name}"] for name in names}
