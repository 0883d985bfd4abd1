"""Lines of a log, read by `urlmill.logs`: rows as JSON would have them, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from urlmill import logs
from urlmill._io import inputs

Row = dict[str, Any]
Read = Callable[..., "tuple[list[Row], logs.Reader]"]


def reader_of(folder: Path) -> Read:
    """Reads lines that are put into a file: ``fields`` have commas between them."""

    def read(lines: list[str], fields: str = "", **more: Any) -> tuple[list[Row], logs.Reader]:
        path = folder / "0.log"
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        reader = logs.read(path, fields=fields.split(",") if fields else None, **more)
        return [_plain(row) for row in reader.to_pyarrow().to_pylist()], reader

    return read


def _plain(row: Row) -> Row:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes blocks of about two lines."""
    read = inputs.blocks
    monkeypatch.setattr("urlmill.logs._blocks", lambda paths, warn, **more: read(paths, warn, 150, **more))
