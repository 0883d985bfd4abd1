"""The table: URLs, the calls, and what the objects and functions for one text say."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

import urlmill
from urlmill import crawl
from urlmill._fields import KINDS
from urlmill._profiles import PROFILES
from urlmill._url.normal import LEVELS
from urlmill.engines.functions import FIELDS
from urlmill.testing import url_texts

from .. import corpus
from ..columns.answers import LONE, scalar
from ..columns.functions import TEXTS, WWW, above, each, is_taken, lenient, normal_form, value_of, without_query
from ..strategies import text

URLS: list[str | None] = [
    *TEXTS,
    "https://user:secret@News.Example.co.uk:8042/a/report.pdf?q=caf%C3%A9&a=1#top",
    "http://h.example:2l/", "http://h:0/", "http://h:65535/", "http://h:99999999999999999999/", "http://[v1.x]/",
    "http://%FF@h/", "http://u:%FF@h/", "http://h/%FF", "http://h/?a=%FF", "http://h/%C0%AF",
    "http://bücher.example/", "http://xn--bcher-kva.example/", "http://例え.テスト/パス?a=値#片", "http://ＦＵＬＬ.example/",
    "http://h/😀?a=😀#😀", "http://h/\N{COMBINING ACUTE ACCENT}e", "http://h/latin-ÿ",
    "http://h/\N{RIGHT-TO-LEFT MARK}",
    "news:comp.lang.python", "news:4711@example.org", "mailto:jane@example.org?subject=Hi", "mailto:", "tel:+1-201",
    "urn:isbn:0451450523", "javascript:alert(1)", "data:text/plain;base64,SGk=", "file:///etc/passwd", "telnet://h:23",
    "http://h/a/./b/../../c/", "http://h/../../x", "http://h/%2e%2E/x", "HTTP://H.EXAMPLE:80", "https://h.example:443/",
    "http://h/" + "long/" * 1000, "http://" + "l" * 300 + ".example/",
    "http://h/?" + "&".join(f"k{n}={n}" for n in range(99)),
    "http://h/?a=twelve bytes", "http://h/?a=thirteen-byte", "http://twelve.bytes/", "http://thirteen.byte/",
    " http://h/ ", "http://h/a b", "http://h/\t", "http://h/\n", "\N{BYTE ORDER MARK}http://h/", "http://h\\x/",
    "http://me.github.io/", "http://127.0.0.1:80/", "http://co.uk/", "http://localhost/",
    *corpus.URLS[:: max(1, len(corpus.URLS) // 1000)],
]  # fmt: skip
MANY = 200 if urlmill.backend == "native" else 2  # so often the table is more rows than an engine takes at once
assert not any(LONE.search(url) for url in URLS if url), "no engine has text with lone surrogates"

any_urls = st.lists(
    st.one_of(st.none(), text, url_texts()).filter(lambda url: not url or not LONE.search(url)), max_size=8
)


class Call(NamedTuple):
    """A function and its arguments, and what says the same of one text."""

    name: str
    says: Callable[[str], Any]
    arguments: tuple[str, ...] = ()
    options: dict[str, Any] = {}

    def __str__(self) -> str:
        return " ".join([self.name, *map(repr, self.arguments), *map(str, self.options.values())])

    def expected(self, urls: list[str | None]) -> list[Any]:
        """What every engine must say."""
        return each(self.says, urls)


def parts(*names: str, profile: str = "lenient") -> Callable[[str], Any]:
    """Some fields, as the objects have them."""
    return lambda url: {name: scalar(url, profile)[name] for name in names}


def part(name: str, profile: str = "lenient") -> Callable[[str], Any]:
    """One of them."""
    return lambda url: scalar(url, profile)[name]


def href_from(base: str) -> Callable[[str], str | None]:
    """What browsers make of a reference."""

    def href(url: str) -> str | None:
        try:
            return str(urlmill.URL(url, profile="web", base=base))
        except urlmill.URLError:
            return None

    return href


def form(name: str, level: str, **switches: Any) -> Callable[[str], Any]:
    """What is made of a canonical form."""

    def made(url: str) -> Any:
        try:
            return getattr(crawl, name)(url, level, **switches)
        except urlmill.URLError:
            return None

    return made


def joined(reference: str) -> Callable[[str], str | None]:
    """The reference as seen from a URL."""

    def seen(url: str) -> str | None:
        try:
            return str(lenient(url).join(reference))
        except urlmill.URLError:
            return None

    return seen


def some_fields(*names: str) -> Callable[[str], Any]:
    """Fields as text."""

    def fields(url: str) -> dict[str, str | None]:
        values = scalar(url)
        return {name: None if values[name] is None else str(values[name]) for name in names}

    return fields


def kind_of(field: str) -> str:
    """The type of a field, as the table of functions names types."""
    return "text" if KINDS[field] == "code" else KINDS[field]


PARTS = ("scheme", "host", "port", "path", "fragment", "extension", "error", "user", "netloc", "depth")

# In SQL and in data frames.
CALLS = [
    Call("split", parts(*FIELDS)),
    *(Call(name, part(name)) for name in PARTS),
    Call("registrable_domain", crawl.registrable_domain),
    Call("public_suffix", crawl.public_suffix),
    *(Call("query", value_of(key), (key,)) for key in ("a", "k98", "a b", "", "é")),
    Call("unquote", urllib.parse.unquote),
    Call("quote", urllib.parse.quote),
    Call("normalize", normal_form("scheme")),
    *(Call("canonical", form("canonical", level), (level,)) for level in crawl.LEVELS),
    *(Call("key", form("key", level), (level,)) for level in ("crawl", "surt")),
    *(Call("fingerprint", form("fingerprint", level), (level,)) for level in crawl.LEVELS),
    Call("join", joined("../b?c"), ("../b?c",)),
    Call("query_items", lambda url: lenient(url).query_items()),
    Call("hierarchy", above),
    Call("without_query", without_query("a", "k*"), ("a, k*",)),
    Call("without_www", form("canonical", "crawl", **WWW)),
    Call("href", part("href", "web")),
    Call("web_host", part("host", "web")),
    Call("web_origin", part("origin", "web")),
    Call("is_valid", is_taken("superset")),
]

# In SQL alone, where a function has one type.
OF_SQL = [
    Call("fields", some_fields("host", "depth", "error"), ("host, depth error",)),
    Call("fields", some_fields(), ("",)),
]

SOME = ("host", "error", "error_at", "depth", "registrable_domain", "user")

# In data frames, which have arguments by name.
WITH_OPTIONS = [
    *(Call("host", part("host", profile), options={"profile": profile}) for profile in PROFILES),
    Call("error", part("error", "strict"), options={"profile": "strict"}),
    Call("split", parts(*SOME), options={"fields": SOME}),
    Call("split", parts(*SOME, profile="strict"), options={"fields": SOME, "profile": "strict"}),
    Call("registrable_domain", lambda url: crawl.registrable_domain(url, private=False), options={"private": False}),
    Call("public_suffix", lambda url: crawl.public_suffix(url, private=False), options={"private": False}),
    Call("unquote", urllib.parse.unquote_plus, options={"plus": True}),
    *(Call("normalize", normal_form(level), options={"level": level}) for level in LEVELS),
    Call("canonical", form("canonical", "crawl", www=False), ("crawl",), {"www": False}),
    Call("key", form("key", "w3lib", keep_fragments=True), ("w3lib",), {"keep_fragments": True}),
    Call("fingerprint", form("fingerprint", "crawl", tracking=["a"]), ("crawl",), {"tracking": ["a"]}),
    Call("quote", lambda text: urllib.parse.quote_plus(text, ":"), options={"safe": ":", "plus": True}),
    *(Call("is_valid", is_taken(profile), options={"profile": profile}) for profile in PROFILES),
    Call("split", parts(*SOME, "href", profile="web"), options={"fields": (*SOME, "href"), "profile": "web"}),
    Call("href", href_from("http://h/a/b"), options={"base": "http://h/a/b"}),
]
