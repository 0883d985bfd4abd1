"""URLs by the column, row by row: the native twin's answers, not its speed.

Arrow goes in and out by way of pyarrow. Without it there are lists: ``to_pylist()`` of a column needs nothing.
"""

import re
from urllib.parse import unquote_to_bytes

from ..settings import LENIENT
from .parse import Parts, parse
from .split import split as split_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Fault = tuple[str, int]

_SURROGATE = re.compile("[\ud800-\udfff]")
_EXTENSION = re.compile(r"\.*[^/]*\.([^/]*)\Z")
_LAYOUTS = {"view": "string_view", "string": "string", "large_string": "large_string"}
_TYPES = {"port": "uint16", "depth": "uint32", "error_at": "uint32", "error": "code"}
_KINDS = {"int": "int64", "bool": "bool", "list": "list"}
_CODE = "dictionary<values=string, indices=int16, ordered=0>"


def read_texts(urls: "Any", /) -> "Texts":
    """A list or another iterable of str and None, or anything with the Arrow PyCapsule interface, as texts."""
    if isinstance(urls, (str, bytes)):
        raise TypeError("a column of URLs is a list or an Arrow array, not one text")
    if hasattr(urls, "__arrow_c_array__") or hasattr(urls, "__arrow_c_stream__"):
        return Texts(_values(_pyarrow().chunked_array(_chunks(urls))))
    return Texts([_row(row, value) for row, value in enumerate(urls)])


def read_table(batch: object, /) -> "Table":
    """A record batch or a table, as anything with the Arrow PyCapsule interface may be."""
    if not (hasattr(batch, "__arrow_c_array__") or hasattr(batch, "__arrow_c_stream__")):
        raise TypeError(f"{type(batch).__name__} is no record batch: it has no __arrow_c_array__")
    pyarrow = _pyarrow()
    table = pyarrow.table(batch)
    return Table(len(table), {name: (str(table.schema.field(name).type), table[name]) for name in table.column_names})


class Texts:
    """A column of URLs as it was given."""

    __slots__ = ("_rows",)

    _rows: "list[str | bytes | None]"  # bytes that are no UTF-8 stay what they are

    def __init__(self, rows: "list[str | bytes | None]") -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def text(self, row: int, /) -> str | None:
        """The text of a row; None is null."""
        text = self._rows[row]
        return None if isinstance(text, bytes) else text

    def of_schemes(self, schemes: list[str] | None, /) -> list[tuple[int, str]]:
        """The number and the text of each row of these schemes, given in lower case; of all rows, if None."""
        rows = [(row, text) for row, text in enumerate(self._rows) if isinstance(text, str)]
        if schemes is None:
            return rows
        return [(row, text) for row, text in rows if (split_text(text)[0] or "").lower() in schemes]

    def split(
        self,
        fields: list[str],
        lenient: bool,
        threads: int | None,  # noqa: ARG002  # what there is to say of threads and rules, the twin wants to know
        layout: str,
        schemes: list[tuple[str, int, bool]],  # noqa: ARG002
        codes: list[str],
        fault: "Callable[[str], Fault | None]",
    ) -> "Table":
        """The fields as columns; ``fault`` tells code and position for the text of a row, or None."""
        kind = _named(layout)
        wants_faults = not lenient or "error" in fields or "error_at" in fields
        columns: dict[str, list[object]] = {name: [] for name in fields}
        for text in self._rows:
            found: Fault | None = None
            parts: Parts | None = None
            if isinstance(text, bytes):
                found = _not_text(text)
            elif text is not None:
                found = fault(text) if wants_faults else None
                parts = parse(text, LENIENT) if lenient or found is None else None
            for name, column in columns.items():
                column.append(_field(name, parts, found))
        return Table(len(self), {name: (_TYPES.get(name, kind), column) for name, column in columns.items()}, codes)


class Table:
    """Columns of the same length: lists, or what pyarrow has read."""

    __slots__ = ("_codes", "_columns", "_len")

    def __init__(self, length: int, columns: "dict[str, tuple[str, Any]]", codes: "Iterable[str]" = ()) -> None:
        self._len = length
        self._columns = columns
        self._codes = list(codes)

    def __len__(self) -> int:
        return self._len

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def types(self) -> list[str]:
        """Their types, as pyarrow names them."""
        return [_CODE if kind == "code" else kind for kind, _ in self._columns.values()]

    def value(self, name: str, row: int, /) -> "Any":
        """A value as a Python object."""
        value = self._columns[name][1][row]
        return value.as_py() if hasattr(value, "as_py") else value

    def first_present(self, name: str, /) -> int | None:
        """The first row where a column is not null."""
        return next((row for row in range(self._len) if self.value(name, row) is not None), None)

    def texts(self, name: str, /) -> Texts:
        """A column as texts."""
        return Texts(_values(self._columns[name][1]))

    def select(self, names: list[tuple[str, str]], /) -> "Table":
        """These columns alone, under these names."""
        return Table(self._len, {new: self._columns[name] for name, new in names}, self._codes)

    def beside(self, other: "Table", /) -> "Table":
        """These columns, and those of ``other``."""
        return Table(self._len, {**self._columns, **other._columns}, self._codes or other._codes)

    def with_items(self, name: str, kind: str, layout: str, items: list[tuple[int, object]], /) -> "Table":
        """These columns, and one that is null but for ``items``: numbers of rows, in order, and values."""
        column: list[object] = [None] * self._len
        for row, value in items:
            column[row] = _representable(value)
        text = _named(layout)
        kind = text if kind == "text" else _KINDS[kind]
        kind = "list<item: string_view>" if kind == "list" else kind
        return Table(self._len, {**self._columns, name: (kind, column)}, self._codes)

    def column(self, name: str, /) -> "Any":
        """One of the columns."""
        return self._arrow()[name]

    def __arrow_c_schema__(self) -> object:
        return self._arrow().schema.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> "Any":
        batches = self._arrow().combine_chunks().to_batches()
        pyarrow = _pyarrow()
        batch = batches[0] if batches else pyarrow.RecordBatch.from_pylist([], schema=self._arrow().schema)
        return batch.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._arrow().__arrow_c_stream__(requested_schema)

    def _arrow(self) -> "Any":
        pyarrow = _pyarrow()
        columns = [self._array(pyarrow, kind, values) for kind, values in self._columns.values()]
        return pyarrow.table(columns, names=self.names)

    def _array(self, pyarrow: "Any", kind: str, values: "Any") -> "Any":
        if not isinstance(values, list):
            return values
        if kind == "code":
            codes = sorted({*self._codes, *(value for value in values if value is not None)})
            numbers = {code: number for number, code in enumerate(codes)}
            keys = pyarrow.array([numbers.get(value) for value in values], pyarrow.int16())
            return pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array(codes, pyarrow.string()))
        if kind.startswith("list<"):
            return pyarrow.array(values, pyarrow.list_(pyarrow.string_view()))
        return pyarrow.array(values, getattr(pyarrow, "bool_" if kind == "bool" else kind)())


def _row(row: int, value: object) -> "str | bytes | None":
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"row {row}: a URL is made from str, not {type(value).__name__}")
    text = str.__str__(value)
    # Arrow has no lone surrogates.
    return text.encode("utf-8", "surrogatepass") if _SURROGATE.search(text) else text


def _values(column: "Any") -> "list[str | bytes | None]":
    pyarrow = _pyarrow()
    kind = column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type
    if str(kind) not in ("string", "large_string", "string_view", "binary", "large_binary", "binary_view", "null"):
        hint = "; of a table, give one column" if pyarrow.types.is_struct(kind) else ""
        raise TypeError(f"a column of URLs holds text, not {kind}{hint}")
    return [_decoded(value) for value in column.to_pylist()]


def _decoded(value: "str | bytes | None") -> "str | bytes | None":
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _chunks(urls: object) -> "Any":
    pyarrow = _pyarrow()
    if hasattr(urls, "__arrow_c_array__"):
        return [pyarrow.array(urls)]
    return pyarrow.chunked_array(urls).chunks or [pyarrow.chunked_array(urls).combine_chunks()]


def _not_text(octets: bytes) -> "Fault":
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        return "bad-char", len(octets[: error.start].decode())
    raise AssertionError("it is text")


def _field(name: str, parts: Parts | None, fault: "Fault | None") -> object:
    if name == "error":
        return fault and fault[0]
    if name == "error_at":
        return fault and fault[1]
    if parts is None:
        return None
    scheme, authority, user, password, host, port, path, query, fragment = parts
    if name == "depth":
        return sum(map(bool, path.split("/")))
    if name == "extension":
        match = _EXTENSION.match(path.rpartition("/")[2].lstrip("."))
        return match and match[1]
    if name == "port":
        return _number(port)
    if name in ("user", "password"):
        return _unquoted(user if name == "user" else password)
    return {
        "scheme": scheme and scheme.lower(),
        "host": host and host.lower(),
        "netloc": authority,
        "path": path,
        "query": query,
        "fragment": fragment,
    }[name]


def _number(port: str | None) -> int | None:
    if not port or not (port.isascii() and port.isdigit()) or len(port := port.lstrip("0") or "0") > 5:
        return None
    number = int(port)
    return number if number <= 65535 else None


def _unquoted(raw: str | None) -> str | None:
    if raw is None or "%" not in raw:
        return raw
    try:
        return unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        return None


def _representable(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_representable(item) for item in value]
    return None if isinstance(value, str) and _SURROGATE.search(value) else value


def _named(layout: str) -> str:
    if layout not in _LAYOUTS:
        raise ValueError(f'there is no layout "{layout}"; there are view, string, large_string')
    return _LAYOUTS[layout]


def _pyarrow() -> "Any":
    from importlib import import_module

    try:
        return import_module("pyarrow")
    except ModuleNotFoundError:
        raise ImportError("without its native module urlmill takes pyarrow for this: pip install pyarrow") from None
