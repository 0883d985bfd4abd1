"""Starts the processes of contenders on columns, and asks them for their rounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...inputs import source
from . import data as column_data
from .rows import column_size

if TYPE_CHECKING:
    from .row import ColumnRow

ROOT = Path(__file__).resolve().parents[3]


class ColumnRace:
    """One contender on one row: a process that waits for what it is asked."""

    checked: dict[str, Any]

    def __init__(self, row: ColumnRow, name: str, file: Path) -> None:
        self._what = f"{name} on {row.key}"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benches.suites.columns.worker", str(column_size()), row.key, name, str(file)],
            cwd=ROOT,
            env=os.environ | row.contender(name).environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._what}: its process ended; its own words are above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        self._process.communicate()


class ColumnRaces:
    """All that were started, and the files with their columns."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._entered: dict[tuple[str, str], ColumnRace] = {}

    def enter(self, row: ColumnRow, name: str) -> ColumnRace:
        """One that goes on from round to round, its answers checked."""
        if (row.key, name) not in self._entered:
            race = self._entered[row.key, name] = self.start(row, name)
            race.checked = race.ask("check")
        return self._entered[row.key, name]

    def start(self, row: ColumnRow, name: str) -> ColumnRace:
        file = self._folder / f"{row.key}.arrow"
        if not file.exists():
            column_data.save(file, row.texts(source(), row.rows))
        return ColumnRace(row, name, file)

    def end(self) -> None:
        for race in self._entered.values():
            race.end()
