"""URL functions in pandas: importing this makes the accessor ``Series.url`` known.

>>> import pandas as pd
>>> import urlmill.engines.pandas
>>> urls = pd.Series(["https://News.Example.org/a", None])
>>> urls.url.host().tolist()
['news.example.org', <NA>]

Text may be of any type that pandas has for it: ``ArrowDtype``, ``str``, ``string``, ``object``, ``category``. Answers
are of ``ArrowDtype``, whatever was asked, with ``<NA>`` for null: so a port is ``uint16`` even where some are absent.
Their text is ``large_string``, as that of pandas' own ``str`` is.
"""

from __future__ import annotations

from .. import columns
from .frames import UrlMethods
from .functions import FUNCTIONS
from .missing import imports_of

with imports_of("pandas"):
    import pandas as pd
    import pyarrow as pa

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["UrlAccessor"]


@pd.api.extensions.register_series_accessor("url")
class UrlAccessor(UrlMethods["pd.Series", "pd.DataFrame"]):
    """URL functions of a ``pandas.Series``: ``series.url.host()``; ``split`` gives a ``DataFrame``."""

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def _answer(self, name: str, *arguments: Any, **options: Any) -> pd.Series:
        answer = FUNCTIONS[name].answer(_texts(self._series), *arguments, layout="large_string", **options)
        return pd.Series(_array(answer.to_pyarrow()), self._series.index, name=self._series.name, copy=False)

    def _parts(self, fields: Sequence[str], profile: Any) -> pd.DataFrame:
        parts = columns.split(_texts(self._series), fields, profile=profile, layout="large_string").to_pyarrow()
        arrays = {name: _array(parts[name]) for name in parts.column_names}
        return pd.DataFrame(arrays, self._series.index, copy=False)


def _texts(series: pd.Series) -> Any:
    if series.dtype == object:  # a missing one may be None, NaN or NA; anything else but text is refused as in any list
        return series.where(series.notna(), None).tolist()
    texts = pa.array(series.array, from_pandas=True)
    return pa.nulls(len(texts)) if texts.null_count == len(texts) else texts  # which may be called numbers, all NaN


def _array(column: Any) -> pd.arrays.ArrowExtensionArray:
    if pa.types.is_dictionary(column.type):  # the codes of errors: as text, like everything that is text
        column = column.cast(pa.large_string())
    return pd.arrays.ArrowExtensionArray(column)
