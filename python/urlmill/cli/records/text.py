"""CSV and JSON lines."""

from __future__ import annotations

import csv
import json

from ..._io.arrow import pa
from ..._io.bad import Bad
from ..._io.inputs import Block
from ..._io.rows import lines_of
from ..._io.usage import UsageError
from .block import Records, no_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    _Blocks = Callable[..., Iterator[Block]]

_DELIMITERS = ",\t;|"
_LOOKED_AT = 1 << 16  # octets, for the first two lines
_MOST_WITHOUT = 1000  # lines of JSON that may lack the column before its name is taken for a mistake
_MOST_LINES = 100  # of a record: a quote that nothing closes would take all that follows
csv.field_size_limit(1 << 30)  # lines have a limit of their own


def is_like_csv(octets: bytes) -> bool:
    """Whether names of columns come first, and then a record with a URL: no lines of URLs begin like that."""
    first, second, *_ = [*octets[:_LOOKED_AT].split(b"\n", 2), b""]
    are_columns = any(each.encode() in first and each.encode() in second for each in _DELIMITERS)
    return are_columns and b":" not in first and b"://" in second


def text_blocks(column: str, blocks: Iterator[Block]) -> Iterator[Block]:
    """The URLs in a column, block by block."""
    reader: _Json | _Csv | None = None
    for block in blocks:
        texts = lines_of(block).to_pylist()
        if reader is None and (first := next(filter(None, texts), None)):
            reader = _reader_of(column, block.source, first)
        found = _Found()
        if reader:
            reader.read(texts, block.first_line, found)
        yield found.block(block)
    if reader and (rest := reader.rest()):
        yield rest.block(block._replace(octets=b"", too_long=()))


class _Found:
    """What comes of a block."""

    def __init__(self) -> None:
        self.urls: list[str | None] = []
        self.numbers: list[int] = []
        self.bad: list[Bad] = []

    def add(self, number: int, url: str | None) -> None:
        """A URL; nothing or None stands for none."""
        self.urls.append(url or None)
        self.numbers.append(number)

    def block(self, block: Block) -> Block:
        """With all that a block knows."""
        return block._replace(records=Records(pa.array(self.urls, pa.string()), self.numbers, tuple(self.bad)))


def _reader_of(column: str, source: str, first: str) -> _Json | _Csv:
    if first.lstrip().startswith("{"):
        return _Json(column, source)
    if first.lstrip().startswith("["):
        raise UsageError(f"{source}: expected an object on each line, got a list; jq -c '.[]' makes lines of it")
    return _Csv(column, source)


class _Json:
    """An object on each line."""

    def __init__(self, column: str, source: str) -> None:
        self._column = column
        self._path = column.split(".")
        self._source = source
        self._is_found = False
        self._keys: dict[str, None] = {}
        self._lines = 0

    def read(self, texts: list[str | None], first: int, found: _Found) -> None:
        for number, text in enumerate(texts, first):
            if text is None:
                continue
            try:
                whole = json.loads(text)
            except (ValueError, RecursionError) as error:
                found.bad.append(Bad(number, "bad-json", min(getattr(error, "pos", 0), len(text)), text))
                continue
            if not isinstance(whole, dict):
                found.bad.append(Bad(number, "not-an-object", 0, text))
                continue
            if not self._is_found:
                self._keys |= dict.fromkeys(whole)
            value = self._value(whole)
            if value is None or _is_text(value):
                found.add(number, value)
            else:
                found.bad.append(Bad(number, "not-text", 0, text))
        self._lines += len(texts)
        if self._lines > _MOST_WITHOUT:
            self._check()

    def _value(self, whole: dict[str, Any]) -> Any:
        value: Any = whole
        for key in [self._column] if self._column in whole else self._path:
            if not isinstance(value, dict) or key not in value:
                return None
            value = value[key]
        self._is_found = True
        return value

    def rest(self) -> _Found | None:
        """Nothing goes over lines."""
        self._check()
        return None

    def _check(self) -> None:
        if self._keys and not self._is_found:
            raise UsageError(no_column(self._source, self._column, list(self._keys)))


def _is_text(value: Any) -> bool:
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:  # half of a character, written as an escape
        return False


class _Csv:
    """Columns with something between them; RFC 4180: what is in quotes may go over lines."""

    def __init__(self, column: str, source: str) -> None:
        self._column = column
        self._source = source
        self._delimiter = ""
        self._count = self._place = 0
        self._open: list[tuple[int, str]] = []  # the lines of a record whose quote is open

    def read(self, texts: list[str | None], first: int, found: _Found) -> None:
        for number, text in enumerate(texts, first):
            if self._open:
                self._go_on(number, text or "", found)
            elif text is not None:
                if self._delimiter:
                    self._line(number, text, found)
                else:
                    self._settle(text)

    def rest(self) -> _Found | None:
        """What a quote that is open to the end holds."""
        if not self._open:
            return None
        found = _Found()
        while self._open:
            self._give_up(found)
        return found

    def _settle(self, head: str) -> None:
        """What the first line says."""
        by = {each: [name.strip() for name in _fields(head, each) or []] for each in _DELIMITERS}
        self._delimiter = next((each for each in by if self._column in by[each]), "")
        if not self._delimiter:
            raise UsageError(no_column(self._source, self._column, max(by.values(), key=len)))
        names = by[self._delimiter]
        self._count, self._place = len(names), names.index(self._column)

    def _line(self, number: int, text: str, found: _Found) -> None:
        if '"' not in text:
            self._record(number, text, text.split(self._delimiter), found)
            return
        fields = _fields(text, self._delimiter)
        if fields is None and text.count('"') % 2:
            self._open = [(number, text)]
        else:
            self._record(number, text, fields, found)

    def _go_on(self, number: int, text: str, found: _Found) -> None:
        self._open.append((number, text))
        if text.count('"') % 2:
            first, _ = self._open[0]
            whole = "\n".join(each for _, each in self._open)
            self._open = []
            self._record(first, whole, _fields(whole, self._delimiter), found)
        elif len(self._open) > _MOST_LINES:
            self._give_up(found)

    def _give_up(self, found: _Found) -> None:
        """Nothing closes the quote: its line is bad, and those after it are read on their own."""
        (number, text), *others = self._open
        self._open = []
        found.bad.append(Bad(number, "open-quote", text.rfind('"'), text))
        for number, text in others:
            if self._open:
                self._go_on(number, text, found)
            elif text:
                self._line(number, text, found)

    def _record(self, number: int, text: str, fields: list[str] | None, found: _Found) -> None:
        if fields is None or len(fields) != self._count:
            found.bad.append(Bad(number, "bad-record", 0, text))
        else:
            found.add(number, fields[self._place])


def _fields(text: str, delimiter: str) -> list[str] | None:
    """None if its quotes are not in order."""
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True))
    except (csv.Error, StopIteration):
        return None
