"""Runs one target for a while, and reads off what libFuzzer says."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import build
from .corpus import ROOT, WORK, dictionary, written

LIMITS = ["-rss_limit_mb=4096", "-malloc_limit_mb=2048", "-timeout=20", "-max_len=2048", "-print_final_stats=1"]


@dataclass(frozen=True)
class Result:
    """Of one target."""

    name: str
    executions: int
    covered: int
    counters: int
    status: int
    log: Path

    def line(self) -> str:
        share = f"{100 * self.covered / self.counters:.0f} %" if self.counters else "-"
        told = f"{self.name:<14}{self.executions:>14,} executions"
        told += f"{self.covered:>9,} of {self.counters:>7,} counters ({share})"
        return told if not self.status else f"{told}  FAILED: {self.log}"


def run(name: str, command: list[str], seconds: int) -> Result:
    artifacts = WORK / "artifacts" / name
    artifacts.mkdir(parents=True, exist_ok=True)
    log = WORK / "logs" / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ)
    if command[0] == str(build.PYTHON):
        environment |= build.sanitized()
    arguments = [f"-max_total_time={seconds}", f"-dict={dictionary()}", f"-artifact_prefix={artifacts}/", *LIMITS]
    with log.open("wb") as file:
        done = subprocess.run(
            [*command, *arguments, str(written(name))], cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT
        )
    return read(name, log, done.returncode)


def read(name: str, log: Path, status: int) -> Result:
    said = log.read_text("utf-8", "replace")
    executions = re.findall(r"stat::number_of_executed_units: (\d+)", said) or re.findall(r"(?m)^#(\d+)\t", said)
    covered = re.findall(r"cov: (\d+)", said)
    counters = sum(
        int(count) for count in re.findall(r"INFO: Loaded \d+ modules\s+\((\d+) inline 8-bit counters\)", said)
    )
    return Result(name, int((executions or [0])[-1]), int((covered or [0])[-1]), counters, status, log)
