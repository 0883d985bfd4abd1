"""Fingerprints are kept for years: those of a thousand URLs are in a file, and one that changes needs a new version."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from urlmill import URLError, _pure, crawl
from urlmill._backend import impl
from urlmill.crawl import LEVELS, TRACKING_PARAMETERS

FILE = Path(__file__).parent.parent / "data" / "fingerprints.tsv"
COUNT = 1000
SCHEMES = ["http://", "https://", "http://www.", "https://www.", "HTTP://WWW.", "https://u:p@", "ftp://", "//", ""]
HOSTS = [
    "example.org", "Example.COM", "a.b.co.uk", "b\u00fccher.example", "127.0.0.1", "[2001:DB8::0:1]", "x.github.io",
    "h:080", "h:8080", "localhost", "\u4f8b\u3048.jp", "a_b.example.org.",
]  # fmt: skip
PATHS = [
    "", "/", "/a", "/a/", "/a/b/../c", "//a///b", "/A%7eb%2fc%3B", "/caf\u00e9 au lait", "/x;y=1", "/x;jsessionid=A1",
    "/index.html", "/%E9", "/(abcdefghijklmnopqrstuvwx)/d.aspx", "/web/http://h/", "/a|b[c]'\"",
]  # fmt: skip
FIELDS = [
    "a=1", "b=2", "a=0", "c", "d=", "", "q=a b", "q=a+b", "q=%C3%A9", "q=\u00e9", "PHPSESSID=1",
    "sid=0123456789abcdef0123456789abcdef", "cfid=1", "utm_source=x", "UTM_X=1", "fbclid=2", "z='\"<>|", "%zz=%",
    "\u00e9=1",
]  # fmt: skip
ENDS = ["", "", "#top", "#!a=b", " "]


def urls() -> Iterator[str]:
    """The URLs of the file, made anew: those that tell one rule from another, and one for each tracking parameter."""
    for name in TRACKING_PARAMETERS:
        yield f"https://example.org/?{name.replace('*', 'x')}=1&id=2"
    chosen = random.Random(2026)
    while True:
        query = "&".join(chosen.choices(FIELDS, k=chosen.randint(0, 4)))
        mark = chosen.choice(["?", "?", ""]) if not query else "?"
        yield chosen.choice(SCHEMES) + chosen.choice(HOSTS) + chosen.choice(PATHS) + mark + query + chosen.choice(ENDS)


def fingerprints(url: str) -> list[str]:
    return [_fingerprint(url, level) for level in LEVELS]


def _fingerprint(url: str, level: str) -> str:
    try:
        return crawl.fingerprint(url, level).hex()
    except URLError as error:
        return error.code


def written() -> str:
    """What the file should be: `python -m tests.crawl.test_fingerprints` writes it."""
    rows = ["\t".join(["url", *(f"{level} {version}" for level, version in LEVELS.items())])]
    seen = set()
    for url in urls():
        if url not in seen:
            seen.add(url)
            rows.append("\t".join([url, *fingerprints(url)]))
        if len(seen) == COUNT:
            return "\n".join(rows) + "\n"
    raise AssertionError("there is no end of URLs")


def test_no_fingerprint_changes_while_its_version_does_not() -> None:
    head, *rows = FILE.read_text("utf-8").split("\n")[:-1]
    versions = dict(each.split(" ") for each in head.split("\t")[1:])
    assert versions == {level: str(version) for level, version in LEVELS.items()}, (
        "a level has a new version: python -m tests.crawl.test_fingerprints writes the file anew"
    )
    assert len(rows) == COUNT
    for row in rows:
        url, *known = row.split("\t")
        assert fingerprints(url) == known, f"{url!r}: an answer has changed, so the level needs a new version"


def test_the_file_has_every_tracking_parameter() -> None:
    text = FILE.read_text("utf-8")
    assert all(f"?{name.replace('*', 'x')}=1&" in text for name in TRACKING_PARAMETERS)


@pytest.mark.parametrize("size", [0, 1, 127, 128, 129, 255, 256, 257, 1000])
def test_it_is_blake2b(size: int) -> None:
    for form in ("a" * size, "\u00e9" * size, "\ud800" * size):
        octets = form.encode("utf-8", "surrogatepass")
        expected = blake2b(octets, digest_size=16, person=b"urlmill crawl", salt=b"v1").digest()
        assert impl.fingerprint(form, "urlmill crawl", "v1") == expected
        assert _pure.fingerprint(form, "urlmill crawl", "v1") == expected


def test_each_level_has_fingerprints_of_its_own() -> None:
    assert len({crawl.fingerprint("http://example.org/", level) for level in LEVELS}) == len(LEVELS)


def test_too_long_a_person_is_refused_on_both_backends() -> None:
    for backend in (impl, _pure):
        with pytest.raises(ValueError, match="16"):
            backend.fingerprint("a", "p" * 17, "v1")


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8", newline="\n")
