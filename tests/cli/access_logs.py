"""The command run on logs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from urlmill._io import inputs
from urlmill.cli import job
from urlmill.cli.main import main

Run = Callable[..., "tuple[int, list[dict[str, Any]], str]"]


def runner(folder: Path, captured: pytest.CaptureFixture[bytes]) -> Run:
    """Runs ``logs`` on files of these lines, or octets: status, rows and what was said."""

    def run(*arguments: str, logs: list[list[str] | bytes]) -> tuple[int, list[dict[str, Any]], str]:
        paths = []
        for number, log in enumerate(logs):
            path = folder / f"{number}.log"
            path.write_bytes(log if isinstance(log, bytes) else "".join(f"{line}\n" for line in log).encode())
            paths.append(str(path))
        status = main(["logs", *arguments, "--to", "jsonl", *paths])
        out, said = captured.readouterr()
        return status, list(map(json.loads, out.splitlines())), said.decode().replace(f"{folder}/", "")

    return run


def cut_small(monkeypatch: pytest.MonkeyPatch, size: int = 150) -> None:
    """Makes blocks of about this size: usually two lines."""
    read = inputs.blocks
    monkeypatch.setattr(job, "blocks", lambda paths, warn, **more: read(paths, warn, **more | {"size": size}))


def bad_of(path: Path) -> list[list[str]]:
    """What was written of bad lines: line, reason, place and text of each."""
    return [line.split("\t")[1:] for line in path.read_text("utf-8").split("\n")[1:-1]]
