"""The same question in other languages."""

_DUCKDB = """
import sys
import duckdb
{lines}
found = duckdb.sql(f"select {path}, count(*) from lines group by 1 order by 2 desc limit 10")
for path, count in found.fetchall():
    print(count, path)
"""
DUCKDB = _DUCKDB.replace(
    "{lines}",
    """options = {"delimiter": "\\x01", "header": False, "quotechar": "", "columns": {"line": "VARCHAR"}}
lines = duckdb.read_csv(sys.argv[1], **options, escapechar="", auto_detect=False, ignore_errors=True)
path = "regexp_extract(line, '\\"[A-Z]+ ([^ ?#]*)', 1)\"""",
)
DUCKDB_JSON = _DUCKDB.replace(
    "{lines}",
    """lines = duckdb.read_json(sys.argv[1], format="newline_delimited", columns={"request_uri": "VARCHAR"})
path = "split_part(split_part(request_uri, '?', 1), '#', 1)\"""",
)
DUCKDB_W3C = _DUCKDB.replace(
    "{lines}",
    """columns = {f"c{number}": "VARCHAR" for number in range(15)}
options = {"delimiter": " ", "header": False, "quotechar": "", "escapechar": "", "columns": columns, "skiprows": 3}
lines = duckdb.read_csv(sys.argv[1], **options, auto_detect=False, ignore_errors=True)
path = "c4\"""",
)
_POLARS = """
import sys
import polars as pl
{lines}
found = lines.select(path).drop_nulls().group_by("path").len().sort("len", descending=True).head(10)
for path, count in found.collect(engine="streaming").rows():
    print(count, path)
"""
POLARS = _POLARS.replace(
    "{lines}",
    """options = {"separator": "\\x01", "quote_char": None, "new_columns": ["line"], "encoding": "utf8-lossy"}
lines = pl.scan_csv(sys.argv[1], has_header=False, **options)
path = pl.col("line").str.extract(r'"\\S+ ([^ ?#]*)\\S* HTTP/[^"]*"').alias("path")""",
)
POLARS_JSON = _POLARS.replace(
    "{lines}",
    """path = pl.col("request_uri").str.extract("^([^?#]*)").alias("path")
lines = pl.scan_ndjson(sys.argv[1], schema={"request_uri": pl.String})""",
)
INFLATE = """
import sys
from urlmill._backend import impl
inflater = impl.Inflater()
with open(sys.argv[1], "rb") as file:
    while packed := file.read(1 << 18):
        at, octets = 0, b"-"
        while octets or at < len(packed):
            at, octets = inflater.unpack(packed, at, 1 << 20)
inflater.finish()
"""
AWK = """{ n = index($FIELD, "?"); path = n ? substr($FIELD, 1, n - 1) : $FIELD; count[path]++ }
END { for (path in count) print count[path], path | "sort -rn | head" }"""
