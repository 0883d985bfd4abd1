"""URLs by the column, row by row: the native twin's answers, not its speed.

Arrow goes in and out by way of pyarrow. Without it there are lists: ``to_pylist()`` of a column needs nothing.
"""

import re

from .._fields import KINDS
from .column_arrow import ask_pyarrow, check, chunks_of, pyarrow_module, taken, texts_of, type_of
from .column_fields import FIELDS, OF_PARTS, Row
from .column_rows import rows_read
from .split import split as split_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")
_LAYOUTS = {"view": "string_view", "string": "string", "large_string": "large_string"}
# Of the fields, and of what the functions of columns give, those that are not text.
_TYPES = {name: kind for name, kind in KINDS.items() if kind != "text"}
_TYPES |= {
    "valid": "bool",
    "fingerprint": "fixed_size_binary[16]",
    "query_items": "list<item: struct<name: TEXT, value: TEXT>>",
}
_KINDS = {"text": "TEXT", "int": "int64", "bool": "bool", "list": "list<item: TEXT>"}
_MOST_CODES = 1 << 15  # as keys of 16 bits have it
_BLOCK = 4096  # rows whose parts are held at once: one field after the other is faster than one row after the other
_CODE = "dictionary<values=string, indices=int16, ordered=0>"


def read_texts(urls: "Any", /) -> "Texts":
    """A list or another iterable of str and None, or anything with the Arrow PyCapsule interface, as texts."""
    if hasattr(urls, "__arrow_c_array__") or hasattr(urls, "__arrow_c_stream__"):
        return _texts(chunks_of(urls))
    return Texts([_row(row, value) for row, value in enumerate(urls)])


def read_table(batch: object, texts: str, /) -> "Table":  # noqa: ARG001  # the twin checks that column as it is read
    """A record batch or a table, as anything with the Arrow PyCapsule interface may be; ``texts`` is read as such."""
    if not (hasattr(batch, "__arrow_c_array__") or hasattr(batch, "__arrow_c_stream__")):
        raise TypeError(f"expected a record batch with __arrow_c_array__, got {type(batch).__name__}")
    pyarrow = pyarrow_module()
    ask_pyarrow(batch)
    table = taken(pyarrow.table, batch)
    for name, column in zip(table.column_names, table.columns, strict=True):
        check(column, f"its column {name!r}: ")
    columns = [
        _Column(field.name, str(field.type), values, field)
        for field, values in zip(table.schema, table.columns, strict=True)
    ]
    return Table(len(table), columns, metadata=table.schema.metadata)


class Rules:
    """What is known of the schemes, "" standing for all others, and the codes of errors, sorted."""

    __slots__ = ("_of", "codes")

    def __init__(self, schemes: "list[Any]", codes: list[str], /) -> None:
        self._of: dict[str, int] = {scheme: rules for scheme, rules, *_ in schemes}
        self.codes = codes

    def of(self, scheme: str) -> int:
        """The rules for the parser."""
        return self._of.get(scheme, self._of[""])


class Texts:
    """A column of URLs as it was given."""

    __slots__ = ("_rows",)

    _rows: "list[str | bytes | None]"  # bytes that are not UTF-8 stay as they are

    def __init__(self, rows: "list[str | bytes | None]") -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def text(self, row: int, longest: int | None = None, /) -> str | None:
        """The text of a row; None is null, or longer than so many octets."""
        text = self._rows[row]
        if not isinstance(text, str):
            return None
        return None if longest is not None and len(text.encode("utf-8", "surrogatepass")) > longest else text

    def octets(self, row: int, /) -> bytes | None:
        """The octets of a row, which may be no text; None is null."""
        text = self._rows[row]
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text

    def not_text(self) -> list[int]:
        """The numbers of the rows whose octets are not text."""
        return [row for row, text in enumerate(self._rows) if isinstance(text, bytes)]

    def chosen(self, flags: bytes, name: str, layout: str, /) -> "Table":
        """The rows that are text and whose octet in ``flags`` is 1, as a column of this name."""
        rows = [text for text, flag in zip(self._rows, flags, strict=True) if flag == 1 and isinstance(text, str)]
        return Table(len(rows), [_Column(name, _LAYOUTS[layout], rows)])

    def of_schemes(self, schemes: list[str] | None, /) -> list[tuple[int, str]]:
        """The number and the text of each row of these schemes, given in lower case; of all rows, if None."""
        rows = [(row, text) for row, text in enumerate(self._rows) if isinstance(text, str)]
        if schemes is None:
            return rows
        return [(row, text) for row, text in rows if (split_text(text)[0] or "").lower() in schemes]

    def split(
        self,
        fields: "list[tuple[str, Any]]",
        profile: str,
        threads: int | None,  # noqa: ARG002  # the twin has them
        layout: str,
        rules: "Rules",
        asked: "Any",
    ) -> "Table":
        """The fields as columns, each with what it needs to know; ``asked`` answers for the classes."""
        names = [name for name, _ in fields]
        columns: list[list[object]] = [[] for _ in fields]
        needs_rows = any(name not in OF_PARTS for name in names)
        for first in range(0, len(self._rows), _BLOCK):
            texts, parts, faults = rows_read(self._rows[first : first + _BLOCK], names, profile, rules, asked)
            rows: list[Row] = []
            if needs_rows:
                of_each = enumerate(zip(texts, parts, faults, strict=True), first)
                rows = [Row(number, *each, asked) for number, each in of_each]
            for column, (name, argument) in zip(columns, fields, strict=True):
                if make := OF_PARTS.get(name):
                    column += [None if each is None else make(each) for each in parts]
                else:
                    column += [FIELDS[name](row, argument) for row in rows]
        for name, column in zip(names, columns, strict=True):
            if name == "error" and len({None, *rules.codes, *column}) > _MOST_CODES + 1:
                raise OverflowError("a column has at most 32,768 codes of errors; the classes of these URLs have more")
        kind = _LAYOUTS[layout]
        kinds = [_TYPES.get(name, "TEXT").replace("TEXT", kind) for name in names]
        return Table(len(self), list(map(_Column, names, kinds, columns)), rules.codes)


class _Column:
    __slots__ = ("field", "kind", "name", "values")

    def __init__(self, name: str, kind: str, values: "Any", field: "Any" = None) -> None:
        self.name = name
        self.kind = kind
        self.values = values  # a list, or what pyarrow has read
        self.field = field  # pyarrow's, of what it has read: it may have metadata, and say that there are no nulls


class Table:
    """Columns of the same length: lists, or what pyarrow has read."""

    __slots__ = ("_codes", "_columns", "_len", "_metadata")

    def __init__(
        self, length: int, columns: list[_Column], codes: "Iterable[str]" = (), metadata: "Any" = None
    ) -> None:
        self._len = length
        self._columns = columns
        self._codes = list(codes)
        self._metadata = metadata

    def __len__(self) -> int:
        return self._len

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self._columns]

    @property
    def types(self) -> list[str]:
        """Their types, as pyarrow names them."""
        return [_CODE if column.kind == "code" else column.kind for column in self._columns]

    def value(self, name: str, row: int, /) -> "Any":
        """A value as a Python object."""
        value = self._found(name).values[row]
        return value.as_py() if hasattr(value, "as_py") else value

    def values(self, name: str, /) -> "list[Any]":
        """The values of a column as Python objects."""
        return [self.value(name, row) for row in range(self._len)]

    def first_present(self, name: str, /) -> int | None:
        """The first row where a column is not null."""
        return next((row for row in range(self._len) if self.value(name, row) is not None), None)

    def octets(self, name: str, /) -> tuple[bytes, bytes]:
        """The values of a column of sixteen octets each, one behind the other, zeros for nulls; and an octet for each
        row, 1 if it is not null.
        """
        values = [self.value(name, row) for row in range(self._len)]
        return b"".join(value or bytes(16) for value in values), bytes(value is not None for value in values)

    def texts(self, name: str, /) -> Texts:
        """A column as texts."""
        column = self._found(name)
        if isinstance(column.values, list) and column.kind in _LAYOUTS.values():
            return Texts(list(column.values))
        return _texts(self.column(name).chunks)

    def select(self, names: list[tuple[str, str]], /) -> "Table":
        """These columns alone, under these names."""
        return self._with([_renamed(self._found(name), new) for name, new in names])

    def beside(self, other: "Table", /) -> "Table":
        """These columns, and those of ``other``."""
        return Table(self._len, [*self._columns, *other._columns], self._codes or other._codes, self._metadata)

    def with_items(self, name: str, kind: str, layout: str, items: "Iterable[tuple[int, object]]", /) -> "Table":
        """These columns, and one that is null but for ``items``: numbers of rows, in order, and values."""
        values: list[object] = [None] * self._len
        for row, value in items:
            values[row] = _representable(value)
        return self._with([*self._columns, _Column(name, _KINDS[kind].replace("TEXT", _LAYOUTS[layout]), values)])

    def in_layout(self, layout: str, /) -> "Table":
        """The same columns, their text in another layout."""
        return self._with([_as_text(column, _LAYOUTS[layout]) for column in self._columns])

    def column(self, name: str, /) -> "Any":
        """One of the columns."""
        return self._array(pyarrow_module(), self._found(name))

    def __arrow_c_schema__(self) -> object:
        return self._arrow().schema.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> "Any":
        batches = self._arrow().combine_chunks().to_batches()
        pyarrow = pyarrow_module()
        batch = batches[0] if batches else pyarrow.RecordBatch.from_pylist([], schema=self._arrow().schema)
        return batch.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._arrow().__arrow_c_stream__(requested_schema)

    def _with(self, columns: list[_Column]) -> "Table":
        return Table(self._len, columns, self._codes, self._metadata)

    def _found(self, name: str) -> _Column:
        for column in self._columns:  # of two that share a name, the first
            if column.name == name:
                return column
        raise KeyError(name)

    def _arrow(self) -> "Any":
        pyarrow = pyarrow_module()
        arrays = [self._array(pyarrow, column) for column in self._columns]
        fields = [
            column.field or pyarrow.field(column.name, array.type)
            for column, array in zip(self._columns, arrays, strict=True)
        ]
        return pyarrow.table(arrays, schema=pyarrow.schema(fields, self._metadata))

    def _array(self, pyarrow: "Any", column: _Column) -> "Any":
        values = column.values
        if not isinstance(values, list):
            return values
        if column.kind == "code":
            codes = sorted({*self._codes, *(value for value in values if value is not None)})
            numbers = {code: number for number, code in enumerate(codes)}
            keys = pyarrow.array([numbers.get(value) for value in values], pyarrow.int16())
            array = pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array(codes, pyarrow.string()))
        else:
            array = pyarrow.array(values, type_of(pyarrow, column.kind))
        return array if isinstance(array, pyarrow.ChunkedArray) else pyarrow.chunked_array([array])


def _renamed(column: _Column, name: str) -> _Column:
    return _Column(name, column.kind, column.values, column.field and column.field.with_name(name))


def _as_text(column: _Column, text: str) -> _Column:
    """The column, its text in another layout if it is in views."""
    if column.field is None:
        return _Column(column.name, column.kind.replace("string_view", text), column.values)
    if column.kind != "string_view":
        return column
    values = column.values.cast(text)
    return _Column(column.name, text, values, column.field.with_type(values.type))


def _row(row: int, value: object) -> "str | bytes | None":
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"row {row}: a URL is made from str, not {type(value).__name__}")
    text = str.__str__(value)
    # Arrow has no lone surrogates.
    return text if text.isascii() or not _SURROGATE.search(text) else text.encode("utf-8", "surrogatepass")


def _texts(chunks: "Any") -> Texts:
    return Texts([value for chunk in chunks for value in texts_of(chunk)])


def _representable(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_representable(item) for item in value]
    if isinstance(value, dict):
        return {name: _representable(item) for name, item in value.items()}
    return None if isinstance(value, str) and _SURROGATE.search(value) else value
