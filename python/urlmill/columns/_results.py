"""What comes out of columns: Arrow, for whoever asks, and a look at the first rows."""

import sys

from ._masking import SHOWN_ROWS, SHOWN_WIDTH, Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._backend import impl


class Columns:
    """Columns of the same length, with names.

    Whatever knows the Arrow PyCapsule interface takes it as it is: ``pyarrow.table(columns)``,
    ``polars.DataFrame(columns)``, ``duckdb.sql("from columns")``.
    """

    __slots__ = ("_origin", "_table")

    def __init__(self, table: "impl.Table", origin: Origin) -> None:
        self._table = table
        self._origin = origin

    @property
    def names(self) -> list[str]:
        """The names, in order."""
        return self._table.names

    @property
    def schema(self) -> dict[str, str]:
        """The name of each column's Arrow type. That of a type that is not one of ours is pyarrow's if it is loaded."""
        pyarrow = _loaded("pyarrow")
        types = self._table.types if pyarrow is None else [str(kind) for kind in pyarrow.schema(self._table).types]
        return dict(zip(self._table.names, types, strict=True))

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, name: str) -> "Column":
        if name not in self._table.names:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self._table.names)}")
        return Column(self._table, name, self._origin)

    def __iter__(self) -> "Iterator[str]":
        return iter(self._table.names)

    def __arrow_c_schema__(self) -> object:
        return self._table.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._table.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def to_pyarrow(self) -> "Any":
        """A ``pyarrow.Table``."""
        return _library("pyarrow").table(self)

    def to_polars(self) -> "Any":
        """A ``polars.DataFrame``."""
        return _library("polars").DataFrame(self)

    def to_pandas(self) -> "Any":
        """A ``pandas.DataFrame`` whose columns stay in Arrow; text as ``large_string``, for pandas can do little with
        views.
        """
        pandas = _library("pandas")
        table = _library("pyarrow").table(self._table.in_layout("large_string"))
        return table.to_pandas(types_mapper=pandas.ArrowDtype)

    def __repr__(self) -> str:
        names = self.names
        shown = [names, *map(self._shown, range(min(len(self), SHOWN_ROWS)))]
        widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in shown
        ]
        count = f"{len(self):,} row{'s' * (len(self) != 1)}"
        if len(self) > SHOWN_ROWS:
            lines.append(f"... {count}")
        return "\n".join([f"Columns: {count}, {len(names)} column{'s' * (len(names) != 1)}", *lines])

    def _shown(self, row: int) -> list[str]:
        values = [self._value(name, row) for name in self.names]
        return list(map(_cell, self._origin.masked(self.names, values, row)))

    def _value(self, name: str, row: int) -> "Any":
        value = self._table.value(name, row)
        return self[name][row] if _is_unknown(value) and _loaded("pyarrow") else value


class Column:
    """One of them."""

    __slots__ = ("_origin", "_table", "name")

    name: str

    def __init__(self, table: "impl.Table", name: str, origin: Origin) -> None:
        self._table = table
        self._origin = origin
        self.name = name

    @property
    def type(self) -> str:
        """The name of its Arrow type."""
        return self._alone.schema[self.name]

    @property
    def schema(self) -> dict[str, str]:
        """The same with its own name, as ``Columns.schema`` has it."""
        return self._alone.schema

    @property
    def _alone(self) -> Columns:
        return Columns(self._table.select([(self.name, self.name)]), self._origin)

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, row: int) -> "Any":
        number = row + len(self) if row < 0 else row
        if not 0 <= number < len(self):
            raise IndexError(f"there is no row {row}; there are {len(self)}")
        value = self._table.value(self.name, number)
        return self.to_pyarrow()[number].as_py() if _is_unknown(value) else value

    def __iter__(self) -> "Iterator[Any]":
        return iter(self.to_pylist())

    def __arrow_c_schema__(self) -> object:
        return self._table.column(self.name).__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.column(self.name).__arrow_c_stream__(requested_schema)

    def to_pylist(self) -> "list[Any]":
        """A list of Python objects. For types that no column of ours has, this takes pyarrow."""
        values = [self._table.value(self.name, row) for row in range(len(self._table))]
        return self.to_pyarrow().to_pylist() if any(map(_is_unknown, values)) else values

    def to_pyarrow(self) -> "Any":
        """A ``pyarrow.ChunkedArray``."""
        return _library("pyarrow").chunked_array(self)

    def to_polars(self) -> "Any":
        """A ``polars.Series``."""
        return _library("polars").Series(self.name, self)

    def to_pandas(self) -> "Any":
        """A ``pandas.Series`` that stays in Arrow, text as ``large_string``."""
        return self._alone.to_pandas()[self.name]

    def __repr__(self) -> str:
        return repr(self._alone).replace("Columns", "Column", 1)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if _is_unknown(value):
        return "..."
    text = (repr(value)[1:-1] if value else '""') if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN_WIDTH else f"{text[: SHOWN_WIDTH - 3]}..."


def _is_unknown(value: object) -> bool:
    """Whether there is anything in it that the native module has no Python object for."""
    if isinstance(value, list):
        return any(map(_is_unknown, value))
    return any(map(_is_unknown, value.values())) if isinstance(value, dict) else value is ...


def _loaded(name: str) -> "Any":
    """The library if it has been imported; showing a value must not import it."""
    return sys.modules.get(name)


def _library(name: str) -> "Any":
    """Imported on demand, so that only those who ask for it pay for it."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ImportError(f"this takes {name}, which is not installed: pip install {name}") from None
