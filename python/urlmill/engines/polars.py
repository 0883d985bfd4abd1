"""URL functions in Polars, as expressions and on series: importing this makes ``.url`` known. And logs as lazy frames.

>>> import polars as pl
>>> import urlmill.engines.polars
>>> frame = pl.DataFrame({"u": ["https://News.Example.org/a", None]})
>>> frame.select(pl.col("u").url.host()).to_series().to_list()
['news.example.org', None]

An expression is ``map_batches`` over ``urlmill.columns``, told to be elementwise and of which type: so it is lazy, goes
through the streaming engine, and moves with predicates. Text is copied neither on the way in nor on the way out, for
both sides have Arrow's string views.

It is not an expression plugin. A plugin is compiled against one release of the Polars crates, whose interface has
changed within minor releases, so that plugins pin the Polars they work with; a wheel of ours would decide which Polars
you may have. What a plugin would save is to take the GIL once for each batch of some 100,000 rows: the work is done
without it.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial

from .. import columns
from ..columns._arguments import fields_from
from .bad_lines import BadLines, check
from .frames import UrlMethods
from .functions import FUNCTIONS
from .missing import imports_of

with imports_of("polars"):
    import polars as pl
    from polars.io.plugins import register_io_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from ..logs import Reader
    from ..logs._given import Path
    from .bad_lines import _OnBad

__all__ = ["UrlExpressions", "UrlSeries", "scan_logs"]


@pl.api.register_series_namespace("url")
class UrlSeries(UrlMethods["pl.Series", "pl.Series"]):
    """URL functions of a ``polars.Series``: ``series.url.host()``."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def _answer(self, name: str, *arguments: Any, **options: Any) -> pl.Series:
        return _answer(self._series, name, arguments, options)

    def _parts(self, fields: Sequence[str], profile: Any) -> pl.Series:
        return _parts(self._series, fields, profile)


@pl.api.register_expr_namespace("url")
class UrlExpressions(UrlMethods["pl.Expr", "pl.Expr"]):
    """URL functions of a ``polars.Expr``: ``pl.col("u").url.host()``."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def _answer(self, name: str, *arguments: Any, **options: Any) -> pl.Expr:
        return self._mapped(partial(_answer, name=name, arguments=arguments, options=options))

    def _parts(self, fields: Sequence[str], profile: Any) -> pl.Expr:
        return self._mapped(partial(_parts, fields=fields_from(fields), profile=profile))

    def _mapped(self, function: Callable[[pl.Series], pl.Series]) -> pl.Expr:
        # Asked of no rows, it says its type; and if its arguments are wrong, it says so where they are written.
        kind = function(pl.Series(dtype=pl.String)).dtype
        return self._expr.map_batches(function, return_dtype=kind, is_elementwise=True)


def _answer(series: pl.Series, name: str, arguments: Sequence[Any], options: dict[str, Any]) -> pl.Series:
    column = FUNCTIONS[name].answer(_text(series), *arguments, threads=_threads(series), **options)
    answer = pl.Series(column).rename(series.name)
    return answer.cast(pl.String) if answer.dtype == pl.Categorical else answer


def _parts(series: pl.Series, fields: Sequence[str], profile: Any) -> pl.Series:
    frame: pl.DataFrame = columns.split(_text(series), fields, profile=profile, threads=_threads(series)).to_polars()
    struct = frame.with_columns(pl.col(pl.Categorical).cast(pl.String)).to_struct(series.name)
    if not series.null_count():
        return struct
    # A URL that is null has a null struct.
    return pl.select(pl.when(series.is_not_null()).then(struct).alias(series.name)).to_series()


def _threads(series: pl.Series) -> int | None:
    # The streaming engine brings some 100,000 rows, on each of its threads at once; the other brings all, on one.
    return 1 if len(series) <= 1 << 17 else None


def _text(series: pl.Series) -> pl.Series:
    # Polars gives a column of nothing but nulls a buffer, which Arrow says it has not.
    return series.cast(pl.String) if series.dtype == pl.Null else series


def scan_logs(
    paths: Path | Iterable[Path],
    format: str | None = None,  # noqa: A002
    fields: str | Iterable[str] | None = None,
    where: str | Iterable[str] | None = None,
    *,
    regex: str | None = None,
    threads: int | None = None,
    on_bad: _OnBad = "warn",
) -> pl.LazyFrame:
    r"""Access logs as a lazy frame, whose rows are those of `urlmill.logs.read` with the same arguments.

    Only the columns that the query needs are read, so that it costs nothing to name many ``fields``. A line that is not
    a row is left out, and a warning tells how many there were; or ``on_bad`` is called with each; or with
    ``on_bad="skip"`` there is no warning.

    >>> import polars as pl
    >>> from pathlib import Path
    >>> from urlmill.engines.polars import scan_logs
    >>> _ = Path("access.log").write_text('192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 404 17\n')
    >>> scan_logs("access.log").filter(pl.col("status") >= 400).select("path").collect().rows()
    [('/a',)]
    >>> Path("access.log").unlink()

    It takes pyarrow, too: ``pip install 'urlmill[cli]'``.
    """
    from ..logs import read

    check(on_bad)
    reader = read(paths, format, fields, where, regex=regex, threads=threads)
    return register_io_source(
        partial(_frames, reader, on_bad), schema=lambda: _no_rows(reader).schema, is_pure=not callable(on_bad)
    )


def _no_rows(reader: Reader) -> pl.DataFrame:
    return pl.DataFrame(reader.schema.empty_table())


def _frames(
    reader: Reader,
    on_bad: _OnBad,
    columns: list[str] | None,
    predicate: pl.Expr | None,
    n_rows: int | None,
    batch_size: int | None,
) -> Iterator[pl.DataFrame]:
    """What Polars asks of a source. The rows are counted before they are filtered, if both are wanted."""
    from .predicates import conditions

    names = reader.fields if columns is None else columns or reader.fields[:1]  # to count the rows takes a column
    needed = [] if predicate is None else predicate.meta.root_names()
    where = [] if predicate is None or n_rows is not None else conditions(predicate, reader.schema)
    bad = BadLines(on_bad)
    with closing(reader._tables(list(dict.fromkeys([*names, *needed])), where, bad)) as tables:
        try:
            for table in tables:
                frame = pl.DataFrame(table)
                if n_rows is not None:
                    frame = frame.head(n_rows)
                    n_rows -= frame.height
                if predicate is not None:
                    frame = frame.filter(predicate)
                frame = frame.select(names)
                yield from frame.iter_slices(batch_size) if batch_size and frame.height > batch_size else [frame]
                if n_rows == 0:
                    break
        finally:  # also if the query ends early
            bad.tell()
