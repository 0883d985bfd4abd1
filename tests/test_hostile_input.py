"""Input made to hurt: huge, deep, or repeating what is costly. All of it must end soon and in the same way.

No time is asserted: with quadratic work these would take hours, so a slow machine and a noisy one both pass.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Callable

import pytest

import urlmill
import urlmill.parse
from urlmill._backend import impl

from .allocated import counted, tracemalloc
from .outcome import outcome

MANY = 300_000
HUGE = {
    "percents": "%" * MANY,
    "escapes": "%41" * MANY,
    "broken escapes": "%4" * MANY,
    "utf-8 escapes": "%E4%B8%AD" * (MANY // 10),
    "broken utf-8": "%E4" * MANY,
    "ampersands": "&" * MANY,
    "fields": "a=b&" * (MANY // 4),
    "one long field": "a" * MANY,
    "equals": "=" * MANY,
    "pluses": "+" * MANY,
    "ats": "//" + "@" * MANY,
    "colons": "//" + ":" * MANY,
    "slashes": "/" * MANY,
    "a deep path": "http://h/" + "a/" * MANY,
    "semicolons": "http://h/" + ";" * MANY,
    "hashes": "#" * MANY,
    "marks": "?" * MANY,
    "a long scheme": "a" * MANY + ":",
    "wide": "é中" * MANY,
}


@pytest.mark.parametrize("name", HUGE)
@pytest.mark.parametrize(
    "function",
    ["urlsplit", "urlparse", "urldefrag", "unquote", "unquote_plus", "unquote_to_bytes", "quote", "quote_plus"],
)
def test_huge_text(function: str, name: str) -> None:
    urlmill.parse.clear_cache()
    text = HUGE[name]
    assert outcome(getattr(urlmill.parse, function), text) == outcome(getattr(urllib.parse, function), text)


@pytest.mark.parametrize("name", HUGE)
def test_huge_queries(name: str) -> None:
    text = HUGE[name]
    assert outcome(urlmill.parse.parse_qsl, text) == outcome(urllib.parse.parse_qsl, text)
    fields = impl.query_fields(text)
    assert outcome(urlmill.parse.urlencode, fields) == outcome(urllib.parse.urlencode, fields)


@pytest.mark.parametrize("reference", ["../" * MANY, "a/../" * MANY, "./" * MANY, "/.." * MANY, "//" * MANY])
def test_deep_references(reference: str) -> None:
    base = "http://h/" + "d/" * MANY
    assert outcome(urlmill.parse.urljoin, base, reference) == outcome(urllib.parse.urljoin, base, reference)
    assert impl.resolve(base, reference).startswith("http:")


@pytest.mark.once
@counted
def test_a_hundred_megabytes() -> None:
    text = "http://h/" + "a" * 100_000_000
    tracemalloc.start()
    result = urlmill.parse.urlsplit(text)
    assert len(result.path) == 100_000_001
    assert urlmill.parse.unquote(text) == text
    assert len(urlmill.parse.quote(text)) == len(text) + 2
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * len(text)


@counted
def test_a_cache_of_huge_urls_is_not_kept() -> None:
    urlmill.parse.clear_cache()
    tracemalloc.start()
    for number in range(50):
        for _ in range(3):
            urlmill.parse.urlsplit(f"http://h/{number}/" + "a" * 1_000_000)
    urlmill.parse.clear_cache()
    current, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert current < 10_000_000


HUNGRY = {
    "unquote": "'%41' + text",
    "unquote_to_bytes": "'%41' + text",
    "parse_qsl": "'a=%41' + text",
    "urlencode": "{'a': text + ' '}",
    "urlunsplit": "('http', 'h', text, '', '')",
    "urljoin": "'http://h/' + text + '/b', '../c'",
    "quote": "text + ' '",
    "urlsplit": "'http://h/' + text",
    "urlparse": "text + ':'",
    "urldefrag": "'é中' * 60_000_000",
}


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited through /proc and setrlimit")
@pytest.mark.parametrize("name", HUNGRY)
def test_want_of_memory_is_an_error_and_no_crash(name: str) -> None:
    program = f"""
import resource
import urlmill.parse as ours
text = "a" * 100_000_000
arguments = [{HUNGRY[name]}]
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 60_000_000,) * 2)
try:
    ours.{name}(*arguments)
except MemoryError:
    print("told")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "told\n" or (name == "urldefrag" and not done.returncode), done.stderr


def test_threads_get_the_same_answers() -> None:
    calls: list[Callable[[int], object]] = [
        lambda n: urlmill.parse.urlsplit(f"http://h{n % 50}/a?b=c").hostname,
        lambda n: urlmill.parse.urlsplit(f"http://h/{n}?b=c"),
        lambda n: urlmill.parse.urljoin(f"http://h/{n % 3}/b", "../c"),
        lambda n: urlmill.parse.parse_qsl(f"a={n}&b=%41&&c=d"),
        lambda n: urlmill.parse.quote(f"a b{n}", safe="/:"),
        lambda n: urlmill.parse.clear_cache() if n % 100 == 0 else None,
    ]
    expected = [[call(n) for call in calls] for n in range(300)]
    got: list[list[object]] = []

    def work() -> None:
        got.extend([call(n) for call in calls] for n in range(300))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(got) == 6 * len(expected)
    assert all(row in expected for row in got)
