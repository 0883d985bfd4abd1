"""urlmill at work on a small sample, with its speed beside ``urllib.parse``. Run it with ``make demo``."""

from __future__ import annotations

import gc
import time
import urllib.parse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import urlmill
import urlmill.parse
from urlmill.columns import registrable_domain, split

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = Path(__file__).parent / "sample.txt"
ROUNDS = 15
REPEAT = 20


def show() -> None:
    """The same names, the same answers."""
    url = "https://user:pw@Example.ORG:8042/over/there;v=2?name=ferret&note=caf%C3%A9#nose"
    parts = urlmill.parse.urlsplit(url)
    print(f"urlmill {urlmill.__version__}, {urlmill.backend} backend\n\n{url}")
    for name in ("scheme", "netloc", "path", "query", "fragment", "hostname", "port", "username"):
        print(f"  {name:10} {getattr(parts, name)!r}")
    print(f"  {'parse_qsl':10} {urlmill.parse.parse_qsl(parts.query)}")
    print(f"  {'urljoin':10} {urlmill.parse.urljoin(url, '../else/where?x')!r}")
    with urlmill.installed():
        print(f"\nwith urlmill.installed(): urllib.parse.urlsplit is {urllib.parse.urlsplit!r}")


TOUR = [
    "ftp://user:secret@host.example/%2Fetc/a%3Bb;type=a",
    "gopher://gopher.example/7/search%09foo%20bar",
    "nntp://news.example/comp.lang.c/1234",
    "file:////server/share/x.txt",
    "http://google.com\\@evil.example/",
    "ftp://host.example:2l/",
]


def tour() -> None:
    """What URLs of some schemes mean, and what is wrong with others."""
    for text in TOUR:
        url = urlmill.URL(text, profile="lenient")
        print(f"\n{url!r}")
        if isinstance(url, urlmill.FileURL):
            print(f"  local: {url.is_local}, on Windows {url.to_unc()}")
        elif url.error:
            print(f"  {url.error}")
            for found in url.ambiguities():
                print(f"  {found.kind}: {found.why}\n    {found.hosts}")
        else:
            print(f"  {url.plan()}")


def columns(urls: list[str]) -> None:
    """Many at once: a list in, Arrow columns out."""
    print(f"\n{split(TOUR, ['scheme', 'host', 'port', 'path', 'typecode', 'error', 'error_at'])!r}")
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
    show()
    tour()
    sample = SAMPLE.read_text("utf-8").split()
    columns(sample)
    compare(sample)
