"""URLs by the column: a list or an Arrow array in, Arrow columns out.

>>> from urlmill.columns import split
>>> print(split(["https://example.org/a?b=1", None], fields=["host", "query"])["host"].to_pylist())
['example.org', None]

Each row says what ``URL(text, profile=...)`` says: absent is null, empty is "". Text columns are views into the buffers
that were given. A row that cannot be had is null, and its ``error`` and ``error_at`` say why; so is a single value that
Arrow has no text for, such as a user of ``%FF``.
"""

from . import schemes  # noqa: F401  # so that every scheme is known
from ._backend import impl
from .column_fields import FIELDS, Special, special_fields
from .column_results import Column, Columns
from .column_rules import codes, fault_of, rules_of
from .errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    _Layout = Literal["view", "string", "large_string"]
    _Profile = Literal["lenient", "superset", "strict"]

__all__ = ["Column", "Columns", "RowError", "split", "transform"]

_USUAL = ("scheme", "host", "port", "path", "query", "fragment")


class RowError(URLError):
    """What is wrong with one row of a column; ``row`` is its number."""

    row: int

    def __init__(self, code: str, position: int, url: str, row: int) -> None:
        super().__init__(code, position, url)
        self.args = (code, position, url, row)
        self.row = row

    def __str__(self) -> str:
        return f"row {self.row}: {super().__str__()}"


def split(
    urls: "Any",
    fields: "Sequence[str]" = _USUAL,
    *,
    profile: "_Profile" = "lenient",
    errors: 'Literal["null", "raise"]' = "null",
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Columns:
    """The parts of URLs, a column for each of ``fields``.

    ``urls`` is a list or another iterable of str and None, or anything with the Arrow PyCapsule interface whose values
    are text. Beside the parts there are ``extension``, ``depth``, ``error`` and ``error_at``, and what the classes of
    single schemes have, such as ``gophertype``; those go through the classes row by row, for rows of such schemes.

    ``errors="raise"`` raises RowError for the first row that has an error. ``layout`` is that of text: "view", or
    "string" or "large_string" for consumers that know no views. ``threads`` is all the processors there are, if None.
    """
    return Columns(_split(impl.read_texts(urls), _checked(fields), profile, errors, layout, threads))


def transform(
    batch: "Any",
    column: str = "url",
    fields: "Sequence[str]" = _USUAL,
    *,
    prefix: str = "",
    profile: "_Profile" = "lenient",
    errors: 'Literal["null", "raise"]' = "null",
    layout: "_Layout" = "view",
    threads: int | None = None,
) -> Columns:
    """The same record batch or table, and beside its columns the parts of the URLs in one of them.

    ``prefix`` is put before the names of the new columns. The other arguments are those of ``split``.
    """
    fields = _checked(fields)
    table = impl.read_table(batch)
    if column not in table.names:
        raise KeyError(f"there is no column {column!r}; there are {', '.join(table.names)}")
    taken = [prefix + name for name in fields if prefix + name in table.names]
    if taken:
        raise ValueError(f"there is a column {taken[0]!r} already; give a prefix")
    parts = _split(table.texts(column), fields, profile, errors, layout, threads)
    return Columns(table.beside(parts.select([(name, prefix + name) for name in fields])))


def _checked(fields: "Sequence[str]") -> list[str]:
    if isinstance(fields, str):
        raise TypeError(f"fields is a list of names; for one field, write [{fields!r}]")
    fields = list(fields)
    for name in fields:
        if fields.count(name) > 1:
            raise ValueError(f"the field {name!r} is asked for twice")
    return fields


def _split(
    texts: "impl.Texts",
    fields: list[str],
    profile: str,
    errors: str,
    layout: str,
    threads: int | None,
) -> "impl.Table":
    if errors not in ("null", "raise"):
        raise ValueError(f"errors is 'null' or 'raise', not {errors!r}")
    if threads is not None and threads < 1:
        raise ValueError(f"threads is a number from 1 on, not {threads}")
    special = special_fields([name for name in fields if name not in FIELDS])
    wanted = [name for name in fields if name in FIELDS]
    if errors == "raise" or (special and profile != "lenient"):
        wanted += [name for name in ("error", "error_at") if name not in wanted]
    table = texts.split(wanted, profile == "lenient", threads, layout, rules_of(profile), codes(), fault_of(profile))
    if errors == "raise":
        row = table.first_present("error")
        if row is not None:
            text = texts.text(row) or ""
            raise RowError(table.value("error", row), table.value("error_at", row), text, row)
    for field in special:
        table = table.with_items(field.name, field.kind, layout, _items(texts, table, field, profile))
    return table.select([(name, name) for name in fields])


def _items(texts: "impl.Texts", table: "impl.Table", field: Special, profile: str) -> list[tuple[int, object]]:
    return [
        (row, field.of(text, profile))
        for row, text in texts.of_schemes(field.schemes)
        if profile == "lenient" or table.value("error", row) is None
    ]
