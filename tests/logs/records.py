"""A format as the backends take it, and their tables as rows."""

from __future__ import annotations

from typing import Any

COMBINED = [
    ("", "host", "text"), (" ", "ident", ""), (" ", "user", "text"), (" [", "time", "clock"),
    ('] "', "request", "request"), ('" ', "status", "uint16"), (" ", "bytes", "uint64"),
    (' "', "referer", "text"), ('" "', "agent", "text"), ('"', "", ""),
]  # fmt: skip


def values(table: Any, name: str) -> list[Any]:
    return [table.value(name, row) for row in range(len(table))]


def rows(table: Any) -> list[dict[str, Any]]:
    columns = [values(table, name) for name in table.names]
    return [dict(zip(table.names, row, strict=True)) for row in zip(*columns, strict=True)]
