"""The lines that are not rows, and the file that ``--bad`` names for them."""

from __future__ import annotations

from itertools import groupby

from .._typing import NamedTuple
from .files import NewFile
from .shown import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from typing_extensions import Self

    from .inputs import Block, Broken


class Bad(NamedTuple):
    """A line that could not be read as a row."""

    line: int  # counted from 1
    reason: str
    at: int  # in characters
    text: str
    is_cut: bool = False  # the text is only the beginning of the line


def cut(line: int, reason: str, at: int | None, octets: bytes) -> Bad:
    """A line of which this is the beginning. Without ``at``, the position is its end."""
    text = octets.decode("utf-8", "replace")
    return Bad(line, reason, len(text) if at is None else at, text, is_cut=True)


def cut_off(broken: Broken) -> Bad:
    """The line in which packed data ended."""
    return cut(broken.line, "cut-off", None, broken.octets)


def bad_by_file(block: Block, bad: list[Bad], longest: int) -> Iterator[tuple[str, list[Bad]]]:
    """The bad lines of a block with those that were left out before, as too long: file by file."""
    for source, group in groupby(block.too_long, lambda each: each.source):
        too_long = [cut(each.line, "too-long", longest, each.octets) for each in group]
        if source == block.source:
            bad = sorted([*bad, *too_long], key=lambda each: each.line)
        else:  # a file that has nothing else
            yield source, too_long
    yield block.source, bad


class BadFile:
    """One row for each: file, line number, reason, position and text, with tabs between."""

    def __init__(self, path: str | None) -> None:
        self._file = NewFile(path) if path is not None else None
        if self._file:
            self._file.write(b"file\tline\treason\tat\ttext\n")

    def write(self, source: str, bad: list[Bad]) -> None:
        if self._file and bad:
            name = _escaped(source)
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
    from .._url.masking import Places  # only --bad needs it

    text = shown(bad.text, is_cut=bad.is_cut)
    return f"{source}\t{bad.line}\t{bad.reason}\t{Places(bad.text, text)(bad.at)}\t{_escaped(text)}\n"


def _escaped(text: str) -> str:
    """On one line: a tab would look like another column, a line break like another row."""
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
