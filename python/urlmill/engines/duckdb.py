"""URL functions in DuckDB's SQL.

>>> import duckdb
>>> from urlmill.engines.duckdb import register
>>> con = duckdb.connect()
>>> register(con)
>>> con.sql("select url_host('https://News.Example.org/a'), url_query('http://h/?q=caf%C3%A9', 'q')").fetchall()
[('news.example.org', 'café')]

DuckDB calls a function for 2,048 rows at a time, with Arrow arrays, which it makes and reads again for each call. For a
host or a path that takes about as long as the answer, or longer. So from three parts on one ``url_split(u)`` is better
than a function for each, and where all rows go to Python, ``urlmill.columns.transform(con.sql(...))`` is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .missing import imports_of

with imports_of("duckdb"):
    import numpy  # noqa: F401  # DuckDB makes functions of Python with it, and does not depend on it
    from duckdb import struct_type

    from .batches import on_batches

from .functions import FIELDS, FUNCTIONS

if TYPE_CHECKING:
    from typing import Any

    from duckdb import DuckDBPyConnection

__all__ = ["register"]

_TYPES = {"text": "VARCHAR", "uint16": "USMALLINT", "bool": "BOOLEAN"}

# Special: else there must be no null in the answer, and there is, for a part that is absent.
_AS_ARROW: dict[str, Any] = {"type": "arrow", "null_handling": "special"}


def register(con: DuckDBPyConnection) -> None:
    """Make ``url_host``, ``url_split`` and the others known to a connection and its cursors.

    To do so again does nothing.
    """
    known = con.cursor().execute("select function_name from duckdb_functions()").fetchall()
    if {(function.sql_name,) for function in FUNCTIONS.values()} <= set(known):
        return
    fields = struct_type({name: _TYPES[kind] for name, kind in FIELDS.items()})
    for function in FUNCTIONS.values():
        con.create_function(
            function.sql_name,
            on_batches(function, "view"),
            ["VARCHAR"] * (1 + len(function.arguments)),
            fields if function.kind == "struct" else _TYPES[function.kind],
            **_AS_ARROW,
        )
