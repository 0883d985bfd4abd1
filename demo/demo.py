"""urlmill at work on a small log and some URLs, with its speed beside ``urllib.parse``. Run it with ``make demo``."""

from __future__ import annotations

import gc
import os
import shlex
import tempfile
import time
import urllib.parse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

import urlmill
import urlmill.parse
from urlmill.cli.main import main
from urlmill.columns import registrable_domain, split

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
SAMPLE = HERE / "sample.txt"
LOG = Path(os.path.relpath(HERE / "access.log"))
ROUNDS = 15
REPEAT = 20


def run(*arguments: str) -> None:
    """Runs the command, as from a shell."""
    print(f"\n$ urlmill {shlex.join(arguments)}", flush=True)
    if main(arguments):
        raise SystemExit("urlmill: the demo has failed")


def job(folder: Path) -> None:
    """A log into a Parquet file, and a question to both."""
    parquet = folder / "access.parquet"
    run("logs", str(LOG), "-o", str(parquet))
    run("top", "host", str(LOG), "--quiet")
    question = "select host, count(*) as requests from 'access.parquet' group by host order by requests desc limit 10"
    print(f"\nThe same, asked of the Parquet file with DuckDB:\n{question}")
    found = duckdb.connect().execute(question.replace("access.parquet", str(parquet))).fetchall()
    print(*(f"{count:>5}  {host or '(none)'}" for host, count in found), sep="\n")


SHOWN = ["ftp://user:secret@host.example/%2Fetc/a%3Bb;type=a", "http://google.com\\@evil.example/"]


def columns(urls: list[str]) -> None:
    """Many at once: a list in, Arrow columns out."""
    sites = Counter(site for site in registrable_domain(urls) if site)
    print(f"\nThe top sites of the sample: {', '.join(f'{site} {count}' for site, count in sites.most_common(4))}")
    many = urls * 1000
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter_ns()
        split(many)
        best = min(best, time.perf_counter_ns() - start)
    print(f"A list of {len(many):,} URLs into six columns, on all processors: {best / len(many):.0f} ns a URL")


def compare(urls: list[str]) -> None:
    """Time per call, each on strings of its own: the minimum of interleaved rounds."""
    paths = [urllib.parse.urlsplit(url).path for url in urls]
    queries = [query for url in urls if (query := urllib.parse.urlsplit(url).query)]
    bases = [(urls[index - 1], path) for index, path in enumerate(paths)]
    rows: list[tuple[str, list[Any]]] = [
        ("urlsplit", urls),
        ("urlparse", urls),
        ("unquote", [text for text in paths + queries if "%" in text]),
        ("quote", [urllib.parse.unquote(path) for path in paths]),
        ("parse_qsl", queries),
        ("urlencode", [urllib.parse.parse_qsl(query) for query in queries]),
        ("urljoin", bases),
    ]
    print(f"\n{len(urls)} URLs, nanoseconds a call  urllib.parse   urlmill")
    for name, inputs in rows:
        theirs, ours = getattr(urllib.parse, name), getattr(urlmill.parse, name)
        assert [call(theirs, one) for one in inputs] == [call(ours, one) for one in inputs]
        best = {theirs: float("inf"), ours: float("inf")}
        for _ in range(ROUNDS):
            for function in (theirs, ours):
                best[function] = min(best[function], measure(function, inputs))
        print(f"  {name:26} {best[theirs]:14.0f} {best[ours]:9.0f} {best[theirs] / best[ours]:7.1f}x")
    print("\nThe full comparison, with other libraries: make bench")


def call(function: Callable[..., Any], argument: Any) -> Any:
    return function(*argument) if isinstance(argument, tuple) else function(argument)


def measure(function: Callable[..., Any], inputs: list[Any]) -> float:
    """Nanoseconds a call, on new strings and with empty caches, so that each URL is seen for the first time."""
    elapsed = 0
    for _ in range(REPEAT):
        urlmill.parse.clear_cache()
        fresh = [renewed(one) for one in inputs]
        gc.disable()
        start = time.perf_counter_ns()
        if isinstance(fresh[0], tuple):
            for base, reference in fresh:
                function(base, reference)
        else:
            for one in fresh:
                function(one)
        elapsed += time.perf_counter_ns() - start
        gc.enable()
    return elapsed / REPEAT / len(inputs)


def renewed(value: Any) -> Any:
    """An equal value that shares no string with this one."""
    if isinstance(value, str):
        return value.encode().decode()
    return type(value)(renewed(item) for item in value)


if __name__ == "__main__":
    print(f"urlmill {urlmill.__version__}, {urlmill.backend} backend")
    with tempfile.TemporaryDirectory() as made:
        job(Path(made))
    run("show", *SHOWN)
    sample = SAMPLE.read_text("utf-8").split()
    columns(sample)
    compare(sample)
