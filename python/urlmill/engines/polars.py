"""URL functions in Polars, as expressions and on series: importing this makes ``.url`` known.

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

from functools import partial
from typing import TYPE_CHECKING

from .. import columns
from ..columns._arguments import fields_from
from .frames import UrlMethods
from .functions import FUNCTIONS
from .missing import imports_of

with imports_of("polars"):
    import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = ["UrlExpressions", "UrlSeries"]


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
