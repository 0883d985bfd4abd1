"""The names that files share: of contenders, and of the tables that rows stand in."""

from __future__ import annotations

STDLIB, CAN_ADA, NATIVE, PURE, EMPTY = "urllib.parse", "can_ada", "urlmill", "urlmill (pure)", "empty loop"
POLARS, CHDB, TLDEXTRACT, DOMAIN_EXTRACTOR = "polars", "chdb", "tldextract", "PyDomainExtractor"
W3LIB, SURT, SCRAPY, LXML = "w3lib", "surt", "scrapy", "lxml"
# urlmill's columns, otherwise than on one thread, from Arrow, with text as views.
TWO_THREADS, PLAIN_STRINGS, FROM_LIST = "urlmill, two threads", 'urlmill, layout="string"', "urlmill, from a list"
OWN_WAY = "the engine's own way"
PARTIAL = "functools.partial"
OURS = (NATIVE, PURE, TWO_THREADS, PLAIN_STRINGS, FROM_LIST)

DROP_IN, OBJECTS, CRAWL, COLUMNS, FUNCTIONS, CURVE = "drop-in", "objects", "crawl", "columns", "functions", "curve"
EDITS, PROFILES = "edits", "profiles"
ENGINES, WEB, CANONICAL, LINKS = "engines", "web", "canonical", "links"
MORE, HANDED_OVER = "more of the drop-in", "handed over"  # only in the table of all interpreters

NOTES = {
    CAN_ADA: "`parse` and `+`; the WHATWG rules: refuses what is not absolute, rewrites host, path and escapes",
    "ada_url": "`URL` and `join_url`; the WHATWG rules, as can_ada",
    "pydantic_core": "`Url`; the WHATWG rules, as can_ada",
    "yarl": "`URL`, which rewrites host and escapes and caches what it has seen, and whose `path` is decoded; "
    "`query_to_pairs`, which keeps empty values; its private quoters, which keep more characters as they are",
    "furl": "`furl`, whose objects are changed in place",
    "fast_query_parsers": "`parse_query_string`, on bytes that were encoded before the clock started",
    POLARS: "`str.extract_groups` with the regular expression of RFC 3986, appendix B, on one thread",
    CHDB: "ClickHouse in the process: `protocol`, `domain`, `path`, `queryString` and `fragment` of a table in Arrow, "
    "on one thread and over a connection that stays open; `domain`, without user and port, costs it less than `netloc`",
    TLDEXTRACT: "with the list that it comes with, private suffixes included, no cache on disk, nothing fetched",
    W3LIB: "`w3lib.url.canonicalize_url`; for a memory, a `set` of what it gives",
    SURT: "`surt.surt`",
    SCRAPY: "`scrapy.utils.request.fingerprint`, of requests that it has not seen; `LinkExtractor()`, of responses "
    "that are new to it, so that it reads the page",
    LXML: "`lxml.html.document_fromstring` and `iterlinks`, each link by `urllib.parse.urljoin`",
    DOMAIN_EXTRACTOR: "`extract_from_url`, domain and suffix then joined; with the list that it comes with",
}
