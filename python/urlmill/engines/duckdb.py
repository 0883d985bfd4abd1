"""URL functions in DuckDB's SQL, and access logs as relations.

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

from functools import partial

from .bad_lines import BadLines, check
from .missing import imports_of

with imports_of("duckdb"):
    import numpy  # noqa: F401  # DuckDB makes functions of Python with it, and does not depend on it
    from duckdb import struct_type

    from .batches import on_batches

from .functions import FIELDS, FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from ..logs._given import Path
    from .bad_lines import _OnBad

__all__ = ["logs", "register"]

_TYPES = {
    "text": "VARCHAR",
    "uint16": "USMALLINT",
    "uint32": "UINTEGER",
    "bool": "BOOLEAN",
    "octets": "BLOB",
    "texts": "VARCHAR[]",
    "items": "STRUCT(name VARCHAR, value VARCHAR)[]",
    "map": "MAP(VARCHAR, VARCHAR)",
}

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
        texts: list[Any] = ["VARCHAR"] * (1 + len(function.arguments))
        con.create_function(
            function.sql_name,
            on_batches(function, "view"),
            texts,
            fields if function.kind == "struct" else _TYPES[function.kind],
            **_AS_ARROW,
        )


def logs(
    con: DuckDBPyConnection,
    paths: Path | Iterable[Path],
    format: str | None = None,  # noqa: A002
    fields: str | Iterable[str] | None = None,
    where: str | Iterable[str] | None = None,
    *,
    regex: str | None = None,
    threads: int | None = None,
    on_bad: _OnBad = "warn",
) -> DuckDBPyRelation:
    r"""Access logs as a relation, whose rows are those of `urlmill.logs.read` with the same arguments.

    The first lines are read at once, for a relation has columns. Each query reads the logs, and only the columns
    that it needs. A line that is not a row is left out, and a warning tells how many there were; or ``on_bad`` is
    called with each; or with ``on_bad="skip"`` there is no warning.

    >>> from pathlib import Path
    >>> _ = Path("access.log").write_text('192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 404 17\n')
    >>> import duckdb
    >>> con = duckdb.connect()
    >>> log = logs(con, "access.log")
    >>> con.sql("select path from log where status >= 400").fetchall()
    [('/a',)]
    >>> Path("access.log").unlink()
    """
    from ..logs import read
    from ..logs._dataset import LogDataset

    check(on_bad)
    reader = read(paths, format, fields, where, regex=regex, threads=threads)
    return con.from_arrow(LogDataset(reader, partial(BadLines, on_bad)))
