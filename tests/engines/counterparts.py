"""The URL functions of other systems, name beside name with ours: what docs/counterparts.md shows.

``python -m tests.engines.counterparts`` writes the tables of the page anew. A sample is a URL for which both say the
same, if theirs can be run here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[2] / "docs" / "counterparts.md"
URL = "https://www.news.example.co.uk:8443/a/b.html?x=1&y=caf%C3%A9#top"


class Counterpart(NamedTuple):
    """Theirs, ours in SQL, what differs, and the URL that both are asked about."""

    theirs: str
    ours: str
    differs: str = ""
    url: str = URL


CLICKHOUSE = [
    Counterpart("protocol(u)", "url_scheme(u)", "ours is in lower case"),
    Counterpart("domain(u)", "url_host(u)", "ours is in lower case"),
    Counterpart("domainRFC(u)", "url_host(u)", "ours is in lower case"),
    Counterpart(
        "domainWithoutWWW(u)", "url_host(url_without_www(u))",
        "ours keeps `www` where it is what was registered, as in `www.co.uk`",
    ),
    Counterpart("topLevelDomain(u)", "url_public_suffix(u)", "ours is by the Public Suffix List: `co.uk`, not `uk`",
                "https://www.example.com/a"),
    Counterpart("firstSignificantSubdomain(u)", "split_part(url_registrable_domain(u), '.', 1)",
                "ours is by the Public Suffix List"),
    Counterpart("cutToFirstSignificantSubdomain(u)", "url_registrable_domain(u)",
                "ours is by the Public Suffix List; `Custom` with another list is not needed"),
    Counterpart("port(u)", "coalesce(url_port(u), 0)", "`url_port` alone is null where there is none"),
    Counterpart("path(u)", "url_path(u)"),
    Counterpart("queryString(u)", "url_fields(u, 'query')['query']", "ours is null where there is none"),
    Counterpart("fragment(u)", "url_fragment(u)", "ours is null where there is none"),
    Counterpart("netloc(u)", "url_netloc(u)", "theirs goes on to a `#`, if there is one", "https://u@h.example:8443/a"),
    Counterpart("extractURLParameter(u, 'x')", "url_query(u, 'x')", "ours is decoded, and null where there is none"),
    Counterpart("extractURLParameterNames(u)", "[x.name for x in url_query_items(u)]", "ours are decoded"),
    Counterpart("extractURLParameters(u)", "[x.name || '=' || x.value for x in url_query_items(u)]",
                "ours are decoded, in structs", "http://h/?x=1&y=2"),
    Counterpart("URLHierarchy(u)", "url_hierarchy(u)", "ours has no step for the query; folders have no slash",
                "https://example.com/a"),
    Counterpart("cutURLParameter(u, 'x')", "url_without_query(u, 'x')", "ours takes several, and patterns"),
    Counterpart("cutWWW(u)", "url_without_www(u)", "ours is the normal form", "https://www.example.com/a"),
    Counterpart("cutFragment(u)", "split_part(u, '#', 1)", "", "https://example.com/a#b"),
    Counterpart("decodeURLComponent(u)", "url_unquote(u)"),
    Counterpart("encodeURLComponent(u)", "url_quote(u)", "ours keeps the slash", "caf\u00e9 au lait"),
]  # fmt: skip

SPARK = [
    Counterpart("parse_url(u, 'PROTOCOL')", "url_scheme(u)", "ours is in lower case"),
    Counterpart("parse_url(u, 'HOST')", "url_host(u)", "ours is in lower case"),
    Counterpart("parse_url(u, 'PATH')", "url_path(u)"),
    Counterpart("parse_url(u, 'QUERY')", "url_fields(u, 'query')['query']"),
    Counterpart("parse_url(u, 'REF')", "url_fragment(u)"),
    Counterpart("parse_url(u, 'AUTHORITY')", "url_netloc(u)"),
    Counterpart("parse_url(u, 'QUERY', 'x')", "url_query(u, 'x')", "ours is decoded"),
    Counterpart("try_parse_url(u, 'HOST')", "url_host(u)", "ours never ends a job"),
    Counterpart("url_decode(u)", "url_unquote(u)", "theirs takes `+` for a space, and ends the job at a bad escape"),
    Counterpart("url_encode(u)", "url_quote(u)", "theirs is for forms: a space is `+`, a slash `%2F`", "caf\u00e9"),
]

# These cannot be run here: ours are run, and theirs are as their manuals have them.
BIGQUERY = [
    Counterpart("NET.HOST(u)", "url_host(u)", "ours is in lower case"),
    Counterpart("NET.PUBLIC_SUFFIX(u)", "url_public_suffix(u)", "ours has the private section of the list, too"),
    Counterpart("NET.REG_DOMAIN(u)", "url_registrable_domain(u)", "ours has the private section of the list, too"),
]

SNOWFLAKE = [
    Counterpart("PARSE_URL(u)", "url_split(u)", "ours is a struct"),
    Counterpart("PARSE_URL(u):scheme", "url_scheme(u)", "ours is in lower case"),
    Counterpart("PARSE_URL(u):host", "url_host(u)", "ours is in lower case; theirs has user and password before it"),
    Counterpart("PARSE_URL(u):port", "url_port(u)", "ours is a number"),
    Counterpart("PARSE_URL(u):path", "url_path(u)", "ours begins with the slash"),
    Counterpart("PARSE_URL(u):query", "url_fields(u, 'query')['query']"),
    Counterpart("PARSE_URL(u):parameters:x", "url_query(u, 'x')"),
    Counterpart("PARSE_URL(u):parameters", "url_query_items(u)", "ours keeps the order, and names that come twice"),
    Counterpart("PARSE_URL(u):fragment", "url_fragment(u)"),
    Counterpart("PARSE_URL(u, 1):error", "url_error(u)", "ours is a code"),
]

TRINO = [
    Counterpart("url_extract_protocol(u)", "url_scheme(u)", "ours is in lower case"),
    Counterpart("url_extract_host(u)", "url_host(u)", "ours is in lower case"),
    Counterpart("url_extract_port(u)", "url_port(u)"),
    Counterpart("url_extract_path(u)", "url_path(u)", "theirs is decoded"),
    Counterpart("url_extract_query(u)", "url_fields(u, 'query')['query']", "theirs is decoded"),
    Counterpart("url_extract_fragment(u)", "url_fragment(u)", "theirs is decoded"),
    Counterpart("url_extract_parameter(u, 'x')", "url_query(u, 'x')"),
    Counterpart("url_decode(u)", "url_unquote(u)", "theirs takes `+` for a space, and ends the query at a bad escape"),
    Counterpart("url_encode(u)", "url_quote(u)", "theirs is for forms: a space is `+`, a slash `%2F`"),
]

SYSTEMS = {
    "ClickHouse": CLICKHOUSE, "Spark": SPARK, "BigQuery": BIGQUERY, "Snowflake": SNOWFLAKE, "Trino": TRINO
}  # fmt: skip


def table(system: str) -> str:
    """As the page has it."""
    rows = [(f"`{each.theirs}`", f"`{each.ours}`".replace("|", "\\|"), each.differs) for each in SYSTEMS[system]]
    return "\n".join(
        f"| {' | '.join(row).rstrip()} |" for row in [(system, "ours", "what differs"), ("---",) * 3, *rows]
    )


def page(text: str) -> str:
    """The page with its tables made anew."""
    for system in SYSTEMS:
        text = re.sub(rf"(?m)^\| {system} \|.*(?:\n\|.*)*", lambda _, system=system: table(system), text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8", newline="\n")
