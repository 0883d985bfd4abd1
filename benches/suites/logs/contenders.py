"""Who answers: the ten most frequent paths, each in a process of its own. Those that are not installed are left out."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from . import scripts
from .files import Logs

OURS = "urlmill"
ONE_THREAD = "urlmill, one thread"
INFLATING = "inflating alone (flate2 with zlib-rs)"
PATTERN = (
    r'^(?P<client>\S+) \S+ \S+ \[(?P<time>[^\]]+)\] "(?P<request>[^"]*)" (?P<status>\d+) (?P<bytes>\S+) '
    r'"(?P<referer>[^"]*)" "(?P<agent>[^"]*)"'
)
Commands = dict[str, list[str]]


def top(*files: Path, more: tuple[str, ...] = ()) -> list[str]:
    """Our own command."""
    return [sys.executable, "-m", "urlmill", "top", "path", *map(str, files), "--quiet", *more]


def script(text: str, *files: Path) -> list[str]:
    """A program of another library."""
    return [sys.executable, "-c", text, *map(str, files)]


def ours(*files: Path) -> Commands:
    """With all processors, and with one."""
    return {OURS: top(*files), ONE_THREAD: top(*files, more=("--threads", "1"))}


def groups(logs: Logs) -> dict[str, tuple[list[Path], Commands]]:
    """What is compared with what: the logs, and the commands by name."""
    combined, json, w3c, cloudfront = map(logs.plain, ("combined", "json", "w3c", "cloudfront"))
    packed, packed_json, packed_w3c = (logs.packed(kind) for kind in ("combined", "json", "w3c"))
    two = [packed, logs.packed("combined", "2")]
    return {
        "combined": (
            [combined],
            ours(combined)
            | {
                "DuckDB, `read_csv` and a regular expression": script(scripts.DUCKDB, combined),
                "Polars, regular expression": script(scripts.POLARS, combined),
            }
            | _awk("7", combined),
        ),
        "combined.gz": (
            [packed],
            ours(packed)
            | {
                INFLATING: script(scripts.INFLATE, packed),
                "DuckDB, `read_csv` and a regular expression": script(scripts.DUCKDB, packed),
            },
        ),
        "two files combined.gz": (two, ours(*two)),
        "JSON lines": (
            [json],
            ours(json)
            | {
                "DuckDB, `read_json`": script(scripts.DUCKDB_JSON, json),
                "Polars, `scan_ndjson`": script(scripts.POLARS_JSON, json),
            }
            | _jq(json),
        ),
        "JSON lines.gz": ([packed_json], ours(packed_json) | {INFLATING: script(scripts.INFLATE, packed_json)}),
        "W3C": ([w3c], ours(w3c) | {"DuckDB, `read_csv`": script(scripts.DUCKDB_W3C, w3c)} | _awk("5", w3c)),
        "W3C.gz": ([packed_w3c], ours(packed_w3c) | {INFLATING: script(scripts.INFLATE, packed_w3c)}),
        "CloudFront": ([cloudfront], ours(cloudfront)),
        "combined, `--regex`": ([combined], {OURS: top(combined, more=("--regex", PATTERN))}),
        "combined, `logs` to Parquet": (
            [combined],
            {OURS: [sys.executable, "-m", "urlmill", "logs", str(combined), "--quiet", "-o", f"{combined}.parquet"]},
        ),
        "combined, a small part": _goaccess(logs.part("combined", logs.size // 20)),
    }


def _awk(field: str, log: Path) -> Commands:
    program = scripts.AWK.replace("FIELD", field)
    return {awk: [awk, program, str(log)] for awk in ("mawk",) if shutil.which(awk)}


def _jq(log: Path) -> Commands:
    if not shutil.which("jq"):
        return {}
    pipe = f"jq -r .request_uri '{log}' | cut -d? -f1 | sort | uniq -c | sort -rn | head"
    return {"jq, sort and uniq": ["sh", "-c", pipe]}


def _goaccess(log: Path) -> tuple[list[Path], Commands]:
    found = {OURS: top(log)}
    if shutil.which("goaccess"):
        options = ["--log-format=COMBINED", "--no-progress", "--no-global-config"]
        found["goaccess (all its panels)"] = ["goaccess", str(log), *options, "-o", f"{log}.json"]
    return [log], found
