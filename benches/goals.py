"""What we aim for: the least ratio to the baseline, by row and by interpreter.

The stdlib becomes faster from release to release, and what is left to gain becomes less. A table holds from its
interpreter on, until a later one has another figure for the same row.
"""

from __future__ import annotations

Version = tuple[int, int]

GOALS: dict[Version, dict[str, float]] = {
    (3, 10): {
        "urlsplit-unique": 15,
        "urlsplit-repeated": 1.0,
        "urlsplit-attributes": 10,
        "urlparse-unique": 15,
        "unquote-escapes": 18,
        "unquote-paths": 18,
        "unquote-wide": 18,
        "unquote-clean": 4,
        "unquote_plus": 12,
        "quote-clean": 14,
        "quote-escapes": 11,
        "quote_plus": 13,
        "parse_qsl-all": 10,
        "parse_qsl-escapes": 13,
        "urlencode": 17,
        "urljoin": 40,
        "URL": 3,
        "URL-host-path": 3.5,
        "edit-replace-path": 1,
        "edit-replace-host": 1,
        "edit-child": 1,
        "edit-parent": 1,
        "edit-update_query": 1,
        "edit-join": 1,
        "edit-origin": 1,
        "profile-lenient": 0.77,  # 1.3 times what the default takes, at most
        "profile-strict": 0.77,
        "profile-rfc1738": 0.77,
        "registrable_domain": 20,
        "canonical-w3lib": 60,
        "canonical-URL": 30,
        "canonical-surt": 50,
        "canonical-fingerprint": 20,
        "canonical-request": 20,
        "links-lxml": 5,
        "links-scrapy": 20,
        "web-URL": 3,
        "columns-web-split": 13,
        "columns-web-href": 10,
        "columns-split": 70,
        "columns-registrable_domain": 50,
    },
    (3, 14): {
        "urlsplit-unique": 15,
        "urlsplit-repeated": 1.8,
        "urlsplit-attributes": 11,
        "urlparse-unique": 12,
        "unquote-escapes": 16,
        "unquote-paths": 16,
        "unquote-wide": 16,
        "unquote-clean": 3,
        "unquote_plus": 12,
        "quote-clean": 14,
        "quote-escapes": 12,
        "quote_plus": 13,
        "parse_qsl-all": 11,
        "parse_qsl-escapes": 14,
        "urlencode": 16,
        "urljoin": 24,
        "URL": 5,
    },
    (3, 15): {
        "urlsplit-unique": 14,
        "urlsplit-repeated": 1.3,
        "urlsplit-attributes": 10,
        "urlparse-unique": 11,
        "urljoin": 22,
    },
}
ENGINE_GOAL = 5
TWO_THREADS_GOAL = 1.7  # of one thread
PURE_GOAL = 0.9  # the pure twin, on every row whose baseline is urllib.parse
IMPORT_GOAL_MS = 3.0
PURE_WEB_GOAL_US = 12.0  # the pure twin, a URL of the web
SEEN_GOAL = 3.0  # million URLs a second, on one thread
FRAGMENT_GOAL_NS = 300  # to take a fragment away: yarl writes no text for that, and we do
HANDED_OVER_GOAL_NS = 60  # the most that a call which is handed over may cost more


def goal(key: str, version: Version) -> float | None:
    """None where there is none but not to be slower."""
    if key.startswith("engine-"):
        return ENGINE_GOAL
    tables = [table for since, table in sorted(GOALS.items(), reverse=True) if since <= version]
    return next((table[key] for table in tables if key in table), None)
