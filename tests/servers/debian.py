"""Servers from Debian's packages: installed ones, or those that tools/debian_servers unpacked."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNPACKED = ROOT / "target" / "servers"
PATIENCE = 20.0
GRACE = 2  # seconds: nnrpd does not hear that it should end
FOLDERS = ("usr/sbin", "usr/bin", "usr/lib/news/bin")


def program(name: str) -> str:
    """Where it is; the test is skipped if it is nowhere."""
    folders = [str(UNPACKED / folder) for folder in FOLDERS] + [f"/{folder}" for folder in FOLDERS]
    found = shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        pytest.skip(f"{name} is not installed; tools/debian_servers unpacks it")
    return found


def environment(**more: str) -> dict[str, str]:
    """So that what is unpacked finds its libraries."""
    libraries = [*(UNPACKED / "usr" / "lib").glob("*-linux-gnu*"), UNPACKED / "usr" / "lib" / "news"]
    return os.environ | {"LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries))} | more


def needs_root() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("this server has to be started by root")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def running(command: list[str], port: int, log: Path, env: Mapping[str, str] | None = None) -> Iterator[None]:
    """The server, until the block ends. It is there when its port takes a connection."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=dict(env or environment()), cwd=log.parent
        )
        try:
            _wait_for(port, process, log)
            yield
        finally:
            process.terminate()
            try:
                process.wait(GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(PATIENCE)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    pytest.fail(f"{process.args!r} does not serve: {log.read_text('utf-8', 'replace')[-2000:]}")
