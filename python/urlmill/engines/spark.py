"""URL functions for Spark: for SQL, for columns, and for whole data frames. And the lines of access logs as columns.

``register(spark)`` gives SQL ``url_host(url)`` and the others. ``host("url")`` and the others are columns, as those of
``pyspark.sql.functions`` are. ``split(frame, "url", fields)`` puts the parts beside what is there.
``logs(frame, "value")`` makes columns of lines.

Rows travel to Python in Arrow batches, so executors need this package and pyarrow as the driver does. A bad row is null
and fails no job. Spark has no unsigned numbers: a port is an ``int``, ``depth`` and ``error_at`` are ``bigint``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from .. import columns
from .functions import FIELDS, FUNCTIONS
from .missing import imports_of

with imports_of("spark"):
    import pyarrow as pa
    import pyspark
    from pyspark.sql import functions
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType

    from .batches import on_batches, signed
    from .lines import first_form, names_of, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pyspark.sql import Column, DataFrame, SparkSession

    from .._profiles import _Profile
    from .._url.normal import _Level
    from .._url.url import URL
    from .functions import Function

    # For type checkers: what is made from the table below.
    def parts(url: Column | str, fields: Sequence[str] = ..., *, profile: _Profile = "lenient") -> Column: ...
    def scheme(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def host(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def port(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def path(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def fragment(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def extension(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def user(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def netloc(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def depth(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def canonical(url: Column | str, level: str, **switches: Any) -> Column: ...
    def key(url: Column | str, level: str, **switches: Any) -> Column: ...
    def fingerprint(url: Column | str, level: str, **switches: Any) -> Column: ...
    def join(url: Column | str, reference: str, *, profile: _Profile = "lenient") -> Column: ...
    def query_items(url: Column | str) -> Column: ...
    def hierarchy(url: Column | str) -> Column: ...
    def without_query(url: Column | str, names: str) -> Column: ...
    def without_www(url: Column | str) -> Column: ...
    def quote(text: Column | str, safe: str = "/", *, plus: bool = False) -> Column: ...
    def error(url: Column | str, *, profile: _Profile = "lenient") -> Column: ...
    def registrable_domain(url: Column | str, *, private: bool = True) -> Column: ...
    def public_suffix(url: Column | str, *, private: bool = True) -> Column: ...
    def query(url: Column | str, key: str) -> Column: ...
    def unquote(text: Column | str, *, plus: bool = False) -> Column: ...
    def normalize(url: Column | str, level: _Level = "scheme", *, profile: _Profile = "lenient") -> Column: ...
    def is_valid(url: Column | str, profile: _Profile = "superset") -> Column: ...
    def href(url: Column | str, *, base: URL | str | None = None) -> Column: ...
    def web_host(url: Column | str) -> Column: ...
    def web_origin(url: Column | str) -> Column: ...


_arrow_udf: Any = getattr(functions, "arrow_udf", None)  # their stubs do not know it
if _arrow_udf is None:
    raise ImportError(f"urlmill.engines.spark takes pyspark 4.1 or newer, and this is {pyspark.__version__}")

_NO_ROWS = pa.array([], pa.string())  # types never depend on the rows, so that they can be had without


def register(spark: SparkSession) -> None:
    """The functions for SQL, in this session: ``url_host(url)``, ``url_split(url)``, ``url_query(url, key)``, ..."""
    for function in FUNCTIONS.values():
        spark.udf.register(function.sql_name, _udf(function.name))


def split(
    frame: DataFrame,
    column: str = "url",
    fields: Sequence[str] = tuple(FIELDS),
    *,
    prefix: str = "",
    profile: _Profile = "lenient",
) -> DataFrame:
    """The same data frame, and beside its columns the parts of the URLs in one of them.

    The arguments are those of ``urlmill.columns.transform``. All columns go through Python, so select before what you
    need; or take ``parts``, which sends the URLs only.
    """

    def beside(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from _beside(batch, column, fields, prefix, profile).to_batches()

    nothing = pa.Table.from_arrays([_NO_ROWS] * len(frame.columns), frame.columns)
    columns.transform(nothing, column, fields, prefix=prefix, profile=profile)  # so that wrong arguments raise here
    _check_text(frame, column)
    result = list(_beside(nothing, column, fields, prefix, profile).schema)[len(frame.columns) :]
    parts = [StructField(part.name, from_arrow_type(part.type)) for part in result]
    return frame.mapInArrow(beside, StructType(frame.schema.fields + parts))


def logs(
    frame: DataFrame,
    column: str = "value",
    format: str | None = None,  # noqa: A002
    fields: str | Iterable[str] | None = None,
    *,
    regex: str | None = None,
    bad: str | None = None,
) -> DataFrame:
    """The rows of access logs, of whose lines a data frame has a column: ``logs(spark.read.text("logs/"))``.

    ``format``, ``fields`` and ``regex`` are those of ``urlmill.logs.read``. All lines have one format: the one that is
    given, or that the first 250 lines tell. Those are fetched at once, for formats have variants; the rest is lazy.

    A line that is not a row is left out. With ``bad``, it is a row whose other columns are null, and the column of that
    name is a struct of ``reason``, ``at`` and ``text``; for rows that are good, it is null.

    In W3C logs, a line above the others names the fields, and most partitions lack it. All lines are searched for it,
    and several that differ are refused. To save the search, give the line: ``format="#Fields: date time ..."``.
    """
    _check_text(frame, column)
    lines = frame.select(functions.col("`" + column.replace("`", "``") + "`").alias("value"))
    text = lines["value"].cast("string")
    form = first_form(
        lambda number: [row[0] for row in lines.where(text != "").select(text).head(number)],
        lambda start: [row[0] for row in lines.where(text.startswith(start)).select(text).distinct().collect()],
        format,
        regex,
    )
    names = names_of(form, fields, bad)

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return rows_of(batches, form, names, bad)

    # A line of a format that has not all of the fields raises here; and what it gives, gives the types.
    (answer,) = read([pa.record_batch({"value": ["?"]})])
    schema = StructType([StructField(each.name, from_arrow_type(each.type)) for each in answer.schema])
    return lines.mapInArrow(read, schema)


def _check_text(frame: DataFrame, column: str) -> None:
    kind = frame.schema[column].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise TypeError(f"expected a column of text, got {column!r} of type {kind.simpleString()}")


def _on_columns(function: Function) -> Callable[..., Column]:
    """A function of a column, as those of ``pyspark.sql.functions`` are."""

    def on_columns(*given: Any, **options: Any) -> Column:
        url, arguments, options = function.taken(*given, **options)
        function.answer([], *arguments, layout="string", threads=1, **options)  # so that wrong arguments raise here
        return _udf(function.name, **options)(url, *map(functions.lit, arguments))

    on_columns.__name__ = on_columns.__qualname__ = _name(function)
    on_columns.__doc__ = function.words
    vars(on_columns)["__signature__"] = function.takes
    return on_columns


def _name(function: Function) -> str:
    return "parts" if function.name == "split" else function.name  # here ``split`` takes a data frame


def _udf(name: str, **options: Any) -> Callable[..., Column]:
    function = FUNCTIONS[name]

    def answer(*arrays: pa.Array) -> pa.Array:
        return _answer(name, options, *arrays)

    answer.__name__ = function.sql_name  # for plans, and the names of columns
    nothing = _answer(name, options, *[_NO_ROWS] * (1 + len(function.arguments)))
    udf: Callable[..., Column] = _arrow_udf(answer, from_arrow_type(nothing.type))
    return udf


def _answer(name: str, options: dict[str, Any], *arrays: pa.Array) -> pa.Array:
    """Called by the executors, who look the function up in their own table: it need not travel."""
    if name == "split":
        return _struct(*arrays, **options)
    function = FUNCTIONS[name]
    bound = function._replace(answer=partial(function.answer, **options))
    urls, *arguments = arrays
    array = on_batches(bound, _layout(urls.type))(_octets(urls), *map(_text, arguments))
    return array.cast(signed(array.type))


def _struct(urls: pa.Array, fields: Sequence[str] = tuple(FIELDS), *, profile: _Profile = "lenient") -> pa.Array:
    parts = columns.split(_octets(urls), fields, profile=profile, layout=_layout(urls.type), threads=1)
    arrays = [array.cast(signed(array.type)) for array in pa.record_batch(parts).columns]
    return pa.StructArray.from_arrays(arrays, parts.names, mask=urls.is_null())


def _beside(batch: Any, column: str, fields: Sequence[str], prefix: str, profile: _Profile) -> pa.Table:
    at = batch.schema.get_field_index(column)
    field, urls = batch.schema.field(at), batch.column(at)
    octets = batch.set_column(at, column, _octets(urls))
    layout = _layout(urls.type)
    result = columns.transform(octets, column, fields, prefix=prefix, profile=profile, layout=layout, threads=1)
    table = result.to_pyarrow().set_column(at, field, urls)
    parts = [part.with_type(signed(part.type)) for part in list(table.schema)[batch.num_columns :]]
    return table.cast(pa.schema([*batch.schema, *parts]))


def _octets(urls: Any) -> Any:
    """The same without the promise that it is UTF-8: Spark does not look, and its text may be any octets."""
    return urls.cast(pa.large_binary() if _layout(urls.type) == "large_string" else pa.binary())


def _text(keys: pa.Array) -> pa.Array:
    try:
        keys.validate(full=True)
    except pa.ArrowInvalid:
        return pa.array([key and key.decode("utf-8", "replace") for key in _octets(keys).to_pylist()], pa.string())
    return keys


def _layout(kind: Any) -> columns._Layout:
    """That of the text that Spark sends, which is large if ``spark.sql.execution.arrow.useLargeVarTypes`` says so."""
    return "large_string" if kind in (pa.large_string(), pa.large_binary()) else "string"


globals().update({_name(each): _on_columns(each) for each in FUNCTIONS.values() if not each.is_for_sql})
