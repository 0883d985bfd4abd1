"""The lines that are no rows, where somebody can find them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..masking import Places
from ..url import URL
from .files import NewFile

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self


_URL = re.compile(r"[\w.+-]+:\S*")


@dataclass(frozen=True)
class Bad:
    """A line that is no row."""

    line: int  # counted from 1
    reason: str
    at: int  # in characters
    text: str
    is_cut: bool = False  # the line has gone on


class BadFile:
    """A file of them: where from, line, reason, position and the line itself, with tabs between."""

    def __init__(self, path: str | None) -> None:
        self._file = NewFile(path) if path else None
        if self._file:
            self._file.write(b"file\tline\treason\tat\ttext\n")

    def write(self, source: str, bad: list[Bad]) -> None:
        if self._file and bad:
            name = _shown(source)
            self._file.write("".join(_row(name, each) for each in bad).encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file:
            self._file.__exit__(kind, value, trace)


def _row(source: str, bad: Bad) -> str:
    """Without passwords, the position moved along."""
    # After a cut, an "@" may have come that tells what a password is.
    may_go_on = bad.is_cut and _URL.fullmatch(bad.text)
    text = _masked(f"{bad.text}@")[:-1] if may_go_on else _masked(bad.text)
    return f"{source}\t{bad.line}\t{bad.reason}\t{Places(bad.text, text)(bad.at)}\t{_shown(text)}\n"


def _masked(text: str) -> str:
    return URL(text, profile="lenient").display()


def _shown(text: str) -> str:
    """On one line: a tab would look like another column, a line break like another row."""
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
