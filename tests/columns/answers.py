"""What the objects say of the rows of a column, for the tests of columns and of engines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from urlmill import URL, URLError
from urlmill._fields import fields_under

# How many rows a thread takes at a time: with fewer, there is one thread.
_SPLIT = Path(__file__).parents[2] / "rust" / "urlmill-columns" / "src" / "split.rs"
TASK = 1024 * int(re.findall(r"const TASK: usize = (\d+) \* 1024;", _SPLIT.read_text("utf-8"))[0])

LONE = re.compile("[\ud800-\udfff]")
ODD = [
    "https://User:p%40ss@Example.ORG:8042/over/there.HTML?name=ferret#nose", "HTTP://a.b.c.d.e.f.G", "http://ÉÉÉ.org/",
    "http://İstanbul.example/ẞ", "gopher://h/1sel", "ftp://u:%C3%A9long-enough-for-a-buffer@h/%2Fetc/x;type=a",
    "ftp://%ff@h/", "mailto:a@b", "x-unknown-scheme-Of-Length:a", "X-UNKNOWN-SCHEME-Of-Length:a", "", "/", "//", "?",
    "#", "a", "a/b.c", "http://h", "http://h/a/.b", "http://h/..", "http://h/.../a.b.c", "http://h/a.", "http://h/a//b/",
    "http://h:0080", "http://h:", "http://h:65536", "http://h:8x", "http://[::1]:80/", "http://[::1", "http:///x",
    "http:x", "1a:b", "http://h/%zz", "http://h/\x01", "http://h/é\x85", "http://h/é%zz", "news:a.b", "file:///c|/x",
    "http://h/\ufdd0", "ftp://h/\ufffe", "prospero://h/a?b#c", "ftp://h/a?b",
    "http://www.Example.co.UK/", "http://u@a.b.GITHUB.io:1", "http://www.bücher.de", "http://a%2Eco.uk", "http://co.uk.",
    "nntp://h/g/1", "wais://h/db?x", "data:,a.b/c.d", "http://h/a?b?c#d#e",
    "mailto:joe@example.com", "http://h/a.html;jsessionid=1.2", "http://h/a;v=1.b/c", "http://h/PHOTO.JpeG", "a.B;c",
    "http://h/x.", "http://h/a.b.", "http://h/.;a.b", "http://h/a.;b", "http://h/a.A-Long-Extension-in-Upper-Case",
    "http://h/a.É", "mongodb://u:p@H1:1,h2.example:2/d.B", "postgres://a.example,[::1]:1/", "redis://h:1,i:2/",
]  # fmt: skip


def scalar(text: str | None, profile: str = "lenient") -> dict[str, Any]:
    """What the objects say of one row."""
    fields = fields_under(profile)
    nothing = dict.fromkeys(fields)
    if text is None:
        return nothing
    # Of the web profile U+FFFD is what stands for them.
    if profile != "web" and (found := LONE.search(text)):
        return {**nothing, "error": "bad-char", "error_at": found.start()}
    try:
        url = URL(text, profile=profile)
    except URLError as error:
        return {**nothing, "error": error.code, "error_at": error.position}
    made = {
        "netloc": url.authority,
        "extension": extension(url),
        "depth": len([segment for segment in url.path.split("/") if segment]),
        "error": url.error and url.error.code,
        "error_at": url.error and url.error.position,
        "href": str(url),
        "origin": str(url.origin),
    }
    values = {field: made[field] if field in made else getattr(url, field) for field in fields}
    return {field: None if isinstance(value, str) and LONE.search(value) else value for field, value in values.items()}


def extension(url: URL) -> str | None:
    if url.scheme is not None and not url.path.startswith("/"):
        return None
    name = url.path.split("/")[-1].split(";")[0].lstrip(".")
    return (name.split(".")[-1].lower() or None) if "." in name else None


def rows_of(columns: Any) -> list[dict[str, Any]]:
    lists = [columns[name].to_pylist() for name in columns.names]
    return [dict(zip(columns.names, values, strict=True)) for values in zip(*lists, strict=True)]
