"""The functions that every engine has: one table, for SQL as ``url_<name>``, for data frames as ``.url.<name>()``.

The methods of data frames and the functions of Spark are made from it: ``takes`` is what they take, ``words`` is what
their help says. Answers are those of ``urlmill.columns``. Null in, null out; a row that is bad is null, and ``error``
says why.
"""

from __future__ import annotations

from inspect import Parameter, Signature, signature
from typing import NamedTuple

from .. import columns
from .._fields import KINDS, USUAL
from .._url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._profiles import _Profile

# What of a function of columns is for the engine to choose, or has no place in one.
_NOT_TAKEN = ("errors", "layout", "threads", "options")


class Function(NamedTuple):
    """One of them."""

    name: str
    # Its Arrow type: "text", in whatever layout the engine wants, "uint16", "uint32", "bool", "octets"; "texts" are
    # lists of text, "items" lists of names and values, "map" is from text to text, "struct" of FIELDS.
    kind: str
    words: str
    answer: Callable[..., Any]  # of a column: answer(urls, *arguments, layout=..., threads=..., **options)
    takes: Signature  # of its caller: the column first, under the name that one row would have
    arguments: tuple[str, ...] = ()  # what it takes beside the URLs: text, as a rule the same for all rows
    takes_columns: bool = False  # whether a column of arguments is as good
    is_for_sql: bool = False  # whether data frames have another way

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
        others |= others.pop("switches", {})
        return column, [others.pop(name) for name in self.arguments], others


def _function(
    name: str, kind: str, words: str, answer: Callable[..., Any], arguments: tuple[str, ...] = (), **more: bool
) -> Function:
    column, *others = signature(answer).parameters.values()
    row = column.replace(name=column.name.removesuffix("s"), annotation=Parameter.empty)
    kept = [each for each in others if each.name not in _NOT_TAKEN]
    return Function(name, kind, words, answer, Signature([row, *kept]), arguments, **more)


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


def _canonical(urls: Any, level: str, *, layout: Any = "view", threads: int | None = None, **switches: Any) -> Any:
    return columns.canonical(urls, level, layout=layout, threads=threads, **switches)


def _key(urls: Any, level: str, *, layout: Any = "view", threads: int | None = None, **switches: Any) -> Any:
    return columns.key(urls, level, layout=layout, threads=threads, **switches)


def _fingerprint(urls: Any, level: str, *, layout: str = "view", threads: int | None = None, **switches: Any) -> Any:  # noqa: ARG001  # no text, no layout
    return columns.fingerprint(urls, level, threads=threads, **switches)


def _join(urls: Any, reference: Any, *, profile: Any = "lenient", **options: Any) -> columns.Column:
    refs = [reference] * len(urls) if isinstance(reference, str) else reference
    return columns.join(urls, refs, profile=profile, **options)


def _without_query(urls: Any, names: str, **options: Any) -> columns.Column:
    return columns.without_query(urls, *names.replace(",", " ").split(), **options)


def _fields(urls: Any, names: str, *, profile: _Profile = "lenient", **options: Any) -> columns.Columns:
    return columns.split(urls, names.replace(",", " ").split(), profile=profile, **options)


FIELDS = {name: KINDS[name] for name in USUAL}
"""Those that ``split`` gives by default, and their types."""

_SPLIT = "Several parts at once, which is faster than one after the other: any fields that ``columns.split`` knows."
_QUERY = """The value of the first field of the query that has this name, decoded. As written, the query is a field of
``split``."""
_UNQUOTE = "Any text with its escapes decoded, as ``urllib.parse.unquote`` does it, or ``unquote_plus`` if ``plus``."
_FIELDS = "A map of any fields that ``columns.split`` knows, named in one text with commas between them."
_CANONICAL = "The canonical form on a level, as ``crawl.canonical`` has it; null if the level refuses the URL."
_KEY = "The same as a text that sorts by site, as ``crawl.key`` has it."
_FINGERPRINT = "The same as 16 octets, as ``crawl.fingerprint`` has it."
_JOIN = "The reference as seen from the URL, as ``URL.join`` has it; null if the URL cannot be a base."
_ITEMS = "Names and values of the query, decoded: a list of structs."
_HIERARCHY = "The URLs above this one, from the root down, and then itself."
_WITHOUT = "The URL without the parameters of these names; commas between them, and a ``*`` for any text."
_WWW = "The normal form without the label ``www`` that stands below the registrable domain."
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
        _part("user", "The user, decoded."),
        _part("netloc", "User, password, host and port as written."),
        _part("depth", "How many segments of the path are not empty."),
        _function("fields", "map", _FIELDS, _fields, ("names",), is_for_sql=True),
        _function("canonical", "text", _CANONICAL, _canonical, ("level",)),
        _function("key", "text", _KEY, _key, ("level",)),
        _function("fingerprint", "octets", _FINGERPRINT, _fingerprint, ("level",)),
        _function("join", "text", _JOIN, _join, ("reference",), takes_columns=True),
        _function("query_items", "items", _ITEMS, columns.query_items),
        _function("hierarchy", "texts", _HIERARCHY, columns.hierarchy),
        _function("without_query", "text", _WITHOUT, _without_query, ("names",)),
        _function("without_www", "text", _WWW, columns.without_www),
        _function("quote", "text", "Any text escaped, as ``urllib.parse.quote`` does it.", columns.quote),
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
