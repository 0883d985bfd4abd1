"""What crawlers ask of columns: canonical forms, and what stands above a URL."""

from os import cpu_count

from .._backend import impl
from .._url.canonical.switches import SWITCHES
from .._url.url import URL
from ..errors import URLError
from ._arguments import layout_from, text_from, threads_from
from ._forms import fingerprints_of, flags_of, read_forms, read_made
from ._masking import Origin
from ._reading import read, texts_of
from ._results import Column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._url.canonical import _Switch
    from . import _Layout

_MOST = 31  # or a path of nothing but slashes would have as many as it has characters, each as long


def canonical(
    urls: "Any", level: str, /, *, layout: "_Layout" = "view", threads: int | None = None, **switches: "_Switch"
) -> Column:
    """The canonical form of each URL, as ``urlmill.crawl.canonical`` has it on this level, with its switches.

    Null where the level refuses the row, as ``web`` does with what browsers refuse.
    """
    return _form(urls, "canonical", level, switches, threads, layout)


def key(
    urls: "Any", level: str, /, *, layout: "_Layout" = "view", threads: int | None = None, **switches: "_Switch"
) -> Column:
    """The canonical form of each URL as a text that sorts by site, as ``urlmill.crawl.key`` has it. The level ``surt``
    is much slower than the others.
    """
    return _form(urls, "key", level, switches, threads, layout)


def fingerprint(urls: "Any", level: str, /, *, threads: int | None = None, **switches: "_Switch") -> Column:
    """The fingerprint of each canonical form, as ``urlmill.crawl.fingerprint`` has it: a column of 16 octets a row."""
    return _form(urls, "fingerprint", level, switches, threads)


def dedupe(
    urls: "Any",
    level: str = "crawl",
    /,
    *,
    layout: "_Layout" = "view",
    threads: int | None = None,
    **switches: "_Switch",
) -> Column:
    """The URLs without those whose canonical form another one before them has. Rows that are null or not text, or that
    the level refuses, are left out.

    ``urlmill.crawl.Seen`` does the same for one batch after another, and says which rows are new; octets that are not
    UTF-8 have an answer there.
    """
    texts = texts_of(urls)
    fingerprints, present = fingerprints_of(texts, level, switches, threads)
    known = impl.FingerprintSet()
    flags = flags_of(fingerprints, present, lambda each: known.add(each, threads_from(threads) or cpu_count() or 1))
    table = texts.chosen(flags, "url", layout_from(layout))
    return Column(table, "url", Origin(table.texts("url")))


def without_query(urls: "Any", *names: str, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """The URLs without the parameters of these names, as ``URL.without_query`` has it: a ``*`` stands for any text.

    What has no parameters stays as it is.
    """
    if not names:
        raise TypeError("without_query() expected names of parameters, got none; '*' takes all away")
    kept = [text_from(name, "a name") for name in names]

    def without(text: str) -> str:
        try:
            return str(URL(text, profile="lenient").without_query(*kept))
        except URLError:  # the scheme has no parameters
            return text

    texts = texts_of(urls)
    return Column(read_made(texts, "url", without, threads, layout), "url", Origin(texts))


def without_www(urls: "Any", *, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """The normal form of each URL without the label ``www``, where that leaves the registrable domain as it is.

    It is the rule ``www`` of the level ``crawl``, and no other.
    """
    return canonical(urls, "crawl", layout=layout, threads=threads, **dict.fromkeys(SWITCHES, False) | {"www": True})


def hierarchy(urls: "Any", *, layout: "_Layout" = "view", threads: int | None = None) -> Column:
    """The URLs above each one, from the root down, and then the URL: lists of text.

    They are ``URL.parents``, of a deep path the upper 31. A URL whose path has ``..``, or whose scheme has no such
    paths, is alone.
    """
    texts = texts_of(urls)
    table = read(texts, [], "lenient", layout, threads).with_items("url", "list", layout_from(layout), _above(texts))
    return Column(table.select([("url", "url")]), "url", Origin(texts))


def _form(
    urls: "Any", name: str, level: str, switches: "dict[str, _Switch]", threads: int | None, layout: str = "view"
) -> Column:
    texts = texts_of(urls)
    return Column(read_forms(texts, name, level, switches, threads, layout), name, Origin(texts))


def _above(texts: "impl.Texts") -> "Iterator[tuple[int, list[str]]]":
    """The number of each row, the URLs above it from the root down, and the row."""
    for row, text in texts.of_schemes(None):
        try:
            parents = URL(text, profile="lenient").parents
            found = [str(parents[-number]) for number in range(1, min(len(parents), _MOST) + 1)]
        except URLError:  # the scheme has no such paths
            found = []
        yield row, [*found, text]
