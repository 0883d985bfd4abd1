"""Logs for the tests of engines, and their rows in a form that can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FIELDS = ["time", "client", "method", "path", "query", "status", "bytes", "referer_host", "agent", "request_time"]


def written(path: Path, count: int = 60, bad: int = 0, *, is_bad_first: bool = False) -> Path:
    """A log whose rows differ in every column, with bad lines at its end or first."""
    lines = [
        f"192.0.2.{n % 5} - - [17/May/2015:10:05:{n % 60:02} +0000] "
        f'"{("GET", "POST")[n % 4 == 1]} /{"ab"[n % 2]}/{n}{f"?q={n}" if n % 3 else ""} HTTP/1.1" '
        f'{200 + n % 7} {n or "-"} "{"http://Example.org/from" if n % 2 else "-"}" "agent {n % 3}"'
        for n in range(count)
    ]
    others = [f"nonsense {n}" for n in range(bad)]
    path.write_text("".join(f"{line}\n" for line in (others + lines if is_bad_first else lines + others)), "utf-8")
    return path


def rows(table: Any) -> list[dict[str, Any]]:
    """Of a pyarrow table, whatever types an engine has: times as seconds since 1970."""
    return [{name: value_of(value) for name, value in row.items()} for row in table.to_pylist()]


def value_of(value: Any) -> Any:
    return value.timestamp() if hasattr(value, "timestamp") else value


class Scans(list[tuple[list[str], list[str]]]):
    """The columns and conditions of each reading of a log."""


@contextmanager
def scans(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scans]:
    """What engines ask a reader for."""
    from urlmill.logs import Reader

    found = Scans()
    tables = Reader._tables

    def spied(self: Any, fields: Any = None, where: Any = (), on_bad: Any = None) -> Any:
        found.append((list(fields or self.fields), list(where)))
        return tables(self, fields, where, on_bad)

    with monkeypatch.context() as patch:
        patch.setattr(Reader, "_tables", spied)
        yield found


def blocks_of(monkeypatch: pytest.MonkeyPatch, size: int = 300) -> list[int]:
    """Makes blocks of a few lines, and notes each that is read, by its first line."""
    from urlmill._io import inputs

    found: list[int] = []
    read = inputs.blocks

    def noted(paths: Any, warn: Any, **more: Any) -> Any:
        for block in read(paths, warn, size, **more):
            found.append(block.first_line)
            yield block

    monkeypatch.setattr("urlmill.logs._blocks", noted)
    return found
