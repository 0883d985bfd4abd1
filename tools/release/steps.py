"""Steps: one line for each, what was said along the way in a file, shown when it fails."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from .project import ROOT

SHOWN_LINES = 60


class Failed(Exception):  # noqa: N818  # of a step, not of the program
    """A step did not do; the words say why."""


class Log:
    """A file that commands of one step write to."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")

    def run(self, command: list[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
        """What a command printed; raises Failed where its exit status is not zero."""
        done = subprocess.run(
            command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
        said = done.stdout.decode("utf-8", "replace")
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"+ {' '.join(command)}\n{said}")
        if done.returncode:
            raise Failed(f"{os.path.basename(command[0])} ended with {done.returncode}")
        return said


class Steps:
    """Runs steps, one after the other, and counts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.passed = 0
        self.failed: list[str] = []

    def do(self, name: str, action: Callable[[Log], str]) -> bool:
        """Whether the step passed. What it returns stands on its line."""
        log = Log(self.folder / f"{name.replace(' ', '-').replace(',', '')}.log")
        start = time.monotonic()
        try:
            told, is_good = action(log), True
        except Failed as failed:
            told, is_good = str(failed), False
        self.say("ok" if is_good else "FAILED", name, told, time.monotonic() - start)
        if is_good:
            self.passed += 1
        else:
            self.failed.append(name)
            print(*log.file.read_text("utf-8").splitlines()[-SHOWN_LINES:], sep="\n", flush=True)
        return is_good

    def skip(self, name: str, why: str) -> None:
        self.say("skipped", name, why, 0)

    def say(self, state: str, name: str, told: str, seconds: float) -> None:
        print(f"{state:<8}{seconds:>5.0f} s  {name:<34}{told}".rstrip(), flush=True)
