"""The functions that every engine has: one table, for SQL as ``url_<name>``, for data frames as ``.url.<name>()``.

The methods of data frames and the functions of Spark are made from it: ``takes`` is what they take, ``words`` is what
their help says. Answers are those of ``urlmill.columns``. Null in, null out; a row that is bad is null, and ``error``
says why.
"""

from __future__ import annotations

from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, NamedTuple

from .. import columns
from .._fields import KINDS, USUAL
from .._url.url import URL

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._profiles import _Profile

# What of a function of columns is for the engine to choose, or has no place in one.
_NOT_TAKEN = ("errors", "layout", "threads")


class Function(NamedTuple):
    """One of them."""

    name: str
    kind: str  # its Arrow type: "text", in whatever layout the engine wants, "uint16", "bool", or "struct" of FIELDS
    words: str
    answer: Callable[..., Any]  # of a column: answer(urls, *arguments, layout=..., threads=..., **options)
    takes: Signature  # of its caller: the column first, under the name that one row would have
    arguments: tuple[str, ...] = ()  # what it takes beside the URLs: text, the same for all rows

    @property
    def sql_name(self) -> str:
        """What it is called in SQL."""
        return f"url_{self.name}"

    def taken(self, *given: Any, **options: Any) -> tuple[Any, list[Any], dict[str, Any]]:
        """What a caller has given, as the column, the arguments and the options; TypeError if that does not fit."""
        bound = self.takes.bind(*given, **options)
        bound.apply_defaults()
        (_, column), *rest = bound.arguments.items()
        others = dict(rest)
        return column, [others.pop(name) for name in self.arguments], others


def _function(
    name: str, kind: str, words: str, answer: Callable[..., Any], arguments: tuple[str, ...] = ()
) -> Function:
    column, *others = signature(answer).parameters.values()
    row = column.replace(name=column.name.removesuffix("s"), annotation=Parameter.empty)
    kept = [each for each in others if each.name not in _NOT_TAKEN and each.kind is not Parameter.VAR_KEYWORD]
    return Function(name, kind, words, answer, Signature([row, *kept]), arguments)


def _part(name: str, words: str) -> Function:
    def answer(urls: Any, *, profile: _Profile = "lenient", **options: Any) -> columns.Column:
        return columns.split(urls, [name], profile=profile, **options)[name]

    kind = KINDS[name]
    return _function(name, "text" if kind == "code" else kind, words, answer)


def _part_of_web(name: str, words: str) -> Function:
    def answer(urls: Any, **options: Any) -> columns.Column:
        return columns.split(urls, [name], profile="web", **options)[name]

    return _function(f"web_{name}", KINDS[name], words, answer)


def _href(urls: Any, *, base: URL | str | None = None, **options: Any) -> columns.Column:
    if not isinstance(base, (str, URL, type(None))):
        raise TypeError(
            f"base is one URL, the same for all rows, not {type(base).__name__}; columns.href takes a column"
        )
    return columns.href(urls, base, **options)


def _is_valid(urls: Any, profile: _Profile = "superset", *, layout: str = "view", **options: Any) -> columns.Column:  # noqa: ARG001  # no text, no layout
    return columns.is_valid(urls, profile, **options)


FIELDS = {name: KINDS[name] for name in USUAL}
"""Those that ``split`` gives by default, and their types."""

_SPLIT = "Several parts at once, which is faster than one after the other: any fields that ``columns.split`` knows."
_QUERY = """The value of the first field of the query that has this name, decoded. As written, the query is a field of
``split``."""
_UNQUOTE = "Any text with its escapes decoded, as ``urllib.parse.unquote`` does it, or ``unquote_plus`` if ``plus``."
_HREF = "The URL as browsers write it, by the WHATWG URL Standard, seen from ``base``; null if they refuse it."
_DOMAIN = "What of the host is registered, by the Public Suffix List; its private section counts if ``private``."
_SUFFIX = "The suffix of the Public Suffix List that the host is under; its private section counts if ``private``."

FUNCTIONS = {
    function.name: function
    for function in (
        _function("split", "struct", _SPLIT, columns.split),
        _part("scheme", "The scheme, in lower case."),
        _part("host", "The host, in lower case."),
        _part("port", "The port, if one is written."),
        _part("path", "The path as written; it may be empty, but is never absent."),
        _part("fragment", "The fragment as written."),
        _part("extension", "What follows the last dot of the file name, in lower case."),
        _part("error", "The code of what is wrong with the URL, null if nothing is."),
        _function("registrable_domain", "text", _DOMAIN, columns.registrable_domain),
        _function("public_suffix", "text", _SUFFIX, columns.public_suffix),
        _function("query", "text", _QUERY, columns.query_value, ("key",)),
        _function("unquote", "text", _UNQUOTE, columns.unquote),
        _function("normalize", "text", "The normal form, as ``URL.normalize(level)`` has it.", columns.normalize),
        _function("is_valid", "bool", "Whether the profile takes the URL.", _is_valid),
        _function("href", "text", _HREF, _href),
        _part_of_web("host", "The host that browsers connect to; null if they refuse the URL."),
        _part_of_web("origin", "Scheme, host and port as browsers compare them, or ``null`` in letters."),
    )
}
