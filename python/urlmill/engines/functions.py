"""The functions that every engine has: one table, for SQL as ``url_<name>``, for data frames as ``.url.<name>()``.

Answers are those of ``urlmill.columns``. Null in, null out; a row that is bad is null, and ``error`` says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .. import columns
from .._fields import KINDS, USUAL

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Function(NamedTuple):
    """One of them."""

    name: str
    kind: str  # its Arrow type: "text", in whatever layout the engine wants, "uint16", "bool", or "struct" of FIELDS
    answer: Callable[..., Any]  # of a column: answer(urls, *arguments, layout=..., threads=..., **options)
    arguments: tuple[str, ...] = ()  # what it takes beside the URLs: text, the same for all rows

    @property
    def sql_name(self) -> str:
        """What it is called in SQL."""
        return f"url_{self.name}"


def _part(name: str) -> Function:
    def answer(urls: Any, **options: Any) -> columns.Column:
        return columns.split(urls, [name], **options)[name]

    kind = KINDS[name]
    return Function(name, "text" if kind == "code" else kind, answer)


def _is_valid(urls: Any, *, layout: str = "view", **options: Any) -> columns.Column:  # noqa: ARG001  # no text, no layout
    return columns.is_valid(urls, **options)


FIELDS = {name: KINDS[name] for name in USUAL}
"""Those that ``split`` gives by default, and their types."""

FUNCTIONS = {
    function.name: function
    for function in (
        Function("split", "struct", columns.split),
        _part("scheme"),
        _part("host"),
        _part("port"),
        _part("path"),
        _part("fragment"),
        _part("extension"),
        _part("error"),
        Function("registrable_domain", "text", columns.registrable_domain),
        Function("public_suffix", "text", columns.public_suffix),
        Function("query", "text", columns.query_value, ("key",)),
        Function("unquote", "text", columns.unquote),
        Function("normalize", "text", columns.normalize),
        Function("is_valid", "bool", _is_valid),
    )
}
