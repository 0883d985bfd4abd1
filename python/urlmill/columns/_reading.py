"""How columns are read: what is given becomes texts, and what is asked of them a column."""

from .._backend import impl
from .._url.url import URL
from ._arguments import check_bases, check_column, layout_from, text_from, threads_from, to_be_asked_about
from ._masking import Origin
from ._results import Column
from ._rules import Asked, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def texts_of(urls: "Any") -> "impl.Texts":
    if isinstance(urls, impl.Texts):
        return urls
    check_column(urls)
    return impl.read_texts(to_be_asked_about(urls))


def column_of(
    texts: "Any",
    name: str,
    argument: object = None,
    *,
    profile: str = "lenient",
    layout: str = "view",
    threads: int | None = None,
) -> Column:
    texts = texts_of(texts)
    return Column(read(texts, [(name, argument)], profile, layout, threads), name, Origin(texts))


def joined_of(base: "Any", refs: "Any", name: str, profile: str, layout: str, threads: int | None) -> Column:
    """References as seen from their bases, in a column of this name."""
    if isinstance(base, (str, URL)):
        bases: Any = text_from(base if isinstance(base, str) else str(base), "base")
        texts = texts_of(refs)
        origin = Origin(texts)
    else:
        check_bases(base)
        bases, texts = texts_of(base), texts_of(refs)
        if len(bases) != len(texts):
            raise ValueError(f"there are {len(bases)} bases for {len(texts)} references; give one, or one for each row")
        origin = Origin(texts, bases)
    table = read(texts, [("joined", bases)], profile, layout, threads)
    return Column(table.select([("joined", name)]), name, origin)


def read(
    texts: "impl.Texts", fields: list[tuple[str, object]], profile: str, layout: str, threads: int | None
) -> "impl.Table":
    threads, layout = threads_from(threads), layout_from(layout)
    return texts.split(fields, profile, threads, layout, rules_of(profile), Asked(profile))
