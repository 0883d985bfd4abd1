"""What a figure must be read with: processor, system, interpreter and how it was built. Never the name of a host."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

# How each kind of system tells which package a file belongs to.
OWNER_QUERIES = (["dpkg-query", "-S"], ["rpm", "-qf"], ["pacman", "-Qo"], ["apk", "info", "--who-owns"])

# What an interpreter remembers of its own making.
TRACES = ("CONFIG_ARGS", "PY_CFLAGS", "PY_CORE_LDFLAGS")


def processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found:
        return found[1].strip()
    if sys.platform == "darwin":
        return _output(["sysctl", "-n", "machdep.cpu.brand_string"]) or platform.machine()
    return platform.processor() or platform.machine()


def system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"


def python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def build() -> tuple[str, bool | None]:
    """How the interpreter was built, in words, and whether it was optimised; None if it does not say."""
    if hasattr(sys, "gettotalrefcount"):
        return "debug build", False
    said = " ".join(str(sysconfig.get_config_var(name) or "") for name in TRACES)
    signs = {
        "PGO": "--enable-optimizations" in said or "-fprofile-use" in said,
        "LTO": bool(re.search(r"--with-lto(?!=no)|-flto", said)),
    }
    if signs["PGO"]:
        return f"optimised build ({' and '.join(name for name, there in signs.items() if there)})", True
    if _is_packaged():
        # Debian, for one, runs the profiling itself and leaves no trace of it in what the interpreter remembers.
        return "distribution build", True
    if not said.strip():
        return "build unknown", None
    return "built without optimisations", False


def _is_packaged() -> bool:
    interpreter = os.path.realpath(sys.executable)
    if not interpreter.startswith("/usr/") or interpreter.startswith("/usr/local/"):
        return False
    return any(_output([*query, interpreter]) for query in OWNER_QUERIES)


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def pin() -> bool:
    """Keeps this process, and those it starts, on one core; says whether that was possible."""
    if sys.platform != "linux":
        return False
    try:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    except OSError:
        return False
    return True
