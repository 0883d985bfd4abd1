"""Who answers it, each in a process of its own."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

LOOP = """
import sys
from collections import Counter
from urllib.parse import urlsplit
paths = Counter()
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    for line in file:
        request = line.split('"', 2)[1].split(" ")
        if len(request) == 3:
            paths[urlsplit(request[1]).path] += 1
for path, count in paths.most_common(10):
    print(count, path)
"""
POLARS = """
import sys
import polars as pl
options = {"separator": "\\x01", "quote_char": None, "new_columns": ["line"], "encoding": "utf8-lossy"}
lines = pl.scan_csv(sys.argv[1], has_header=False, **options)
path = pl.col("line").str.extract(r'"\\S+ ([^ ?#]*)\\S* HTTP/[^"]*"').alias("path")
found = lines.select(path).drop_nulls().group_by("path").len().sort("len", descending=True).head(10)
for path, count in found.collect(engine="streaming").rows():
    print(count, path)
"""
POLARS_JSON = """
import sys
import polars as pl
path = pl.col("request_uri").str.extract("^([^?#]*)").alias("path")
lines = pl.scan_ndjson(sys.argv[1], schema={"request_uri": pl.String})
found = lines.select(path).drop_nulls().group_by("path").len().sort("len", descending=True).head(10)
for path, count in found.collect(engine="streaming").rows():
    print(count, path)
"""
DUCKDB_JSON = """
import sys
import duckdb
lines = duckdb.read_json(sys.argv[1], format="newline_delimited", columns={"request_uri": "VARCHAR"})
path = "split_part(split_part(request_uri, '?', 1), '#', 1)"
found = duckdb.sql(f"select {path}, count(*) from lines group by 1 order by 2 desc limit 10")
for path, count in found.fetchall():
    print(count, path)
"""
AWK = """{ n = index($7, "?"); path = n ? substr($7, 1, n - 1) : $7; count[path]++ }
END { for (path in count) print count[path], path | "sort -rn | head" }"""


def json_contenders(log: Path) -> dict[str, list[str]]:
    """Those that know JSON lines; of these, DuckDB and Polars are told the one key that they need."""
    ours = [sys.executable, "-m", "urlmill", "top", "path", str(log)]
    return {
        "urlmill top path": ours,
        "urlmill top path, one thread": [*ours, "--threads", "1"],
        "DuckDB, `read_json`": [sys.executable, "-c", DUCKDB_JSON, str(log)],
        "Polars, `scan_ndjson`": [sys.executable, "-c", POLARS_JSON, str(log)],
    }


def contenders(log: Path) -> dict[str, list[str]]:
    """Name and command; those that are not installed are left out."""
    file = str(log)
    found = {
        "urlmill top path": [sys.executable, "-m", "urlmill", "top", "path", file, "--to", "tsv"],
        "urlmill top path, one thread": [
            sys.executable,
            "-m",
            "urlmill",
            "top",
            "path",
            file,
            "--to",
            "tsv",
            "--threads",
            "1",
        ],
        "urlmill logs, to Parquet": [
            sys.executable,
            "-m",
            "urlmill",
            "logs",
            file,
            "-o",
            str(log.with_suffix(".parquet")),
        ],
        "Polars, regular expression": [sys.executable, "-c", POLARS, file],
        "Python, a loop over `urlsplit`": [sys.executable, "-c", LOOP, file],
    }
    for awk in ("mawk", "gawk"):
        if shutil.which(awk):
            found[awk] = [awk, AWK, file]
    if shutil.which("goaccess"):
        options = ["--log-format=COMBINED", "--no-progress", "--no-global-config"]
        found["goaccess (all its panels)"] = ["goaccess", file, *options, "-o", str(log.with_suffix(".json"))]
    return found
