"""The list of tracking parameters, and the tool that refreshes it."""

from __future__ import annotations

import datetime
import importlib
import re

import pytest

from urlmill import crawl
from urlmill.crawl import TRACKING_PARAMETERS, TRACKING_PARAMETERS_DATE

tool = importlib.import_module("tools.update_tracking_parameters")

# As the browser writes it: names, remarks with quotes in them, and lists that are for single sites.
SOURCE = """
static constexpr auto kSimpleQueryStringTrackers = Set({
        // https://example.org/issues/1 "not-this"
        "fbclid",
        // https://example.org/issues/2
        "hsCtaTracking", "__s",
    });

static constexpr auto kScoped = Map({ {"igsh", {"instagram.com"}}, });
"""


def test_the_list_has_a_date_and_names_in_order() -> None:
    assert datetime.date.fromisoformat(TRACKING_PARAMETERS_DATE) <= datetime.date.today() + datetime.timedelta(days=1)
    assert list(TRACKING_PARAMETERS) == sorted(set(TRACKING_PARAMETERS))
    assert all(tool.NAME.fullmatch(name) for name in TRACKING_PARAMETERS)
    assert {"utm_*", "gclid", "fbclid"} <= set(TRACKING_PARAMETERS)


def test_every_name_says_where_it_is_from() -> None:
    for line in tool.LIST.read_text("utf-8").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[^\t]+\t(Brave|" + "|".join(tool.DOCUMENTED) + ")", line), line


def test_every_name_is_taken_out_and_nothing_that_is_like_it() -> None:
    for name in TRACKING_PARAMETERS:
        whole = name.replace("*", "x")
        url = f"http://h/?{whole}=1&{whole.upper()}=2&x{whole}=3&{whole}"
        assert crawl.canonical(url, "crawl") == f"http://h/?x{whole}=3"
        assert crawl.canonical(url, "crawl", order=False, tracking=[name]) == f"http://h/?x{whole}=3"


def test_names_that_a_site_may_use_for_its_pages_are_not_on_it() -> None:
    assert not {"id", "q", "ref", "source", "page", "lang", "tag", "s", "sid", "cid"} & set(TRACKING_PARAMETERS)


def test_the_tool_reads_the_names_of_the_browser_and_adds_those_of_services() -> None:
    assert tool.names_in(SOURCE) == ["fbclid", "hsctatracking", "__s"]
    text = tool.listed(tool.names_in(SOURCE), datetime.date(2026, 1, 2))
    assert "# DATE: 2026-01-02\n" in text
    assert "hsctatracking\tBrave\n" in text
    assert "utm_*\tGoogle Analytics\n" in text


@pytest.mark.parametrize("source", ["", "kSimpleQueryStringTrackers", SOURCE.replace("fbclid", "x")])
def test_the_tool_stops_at_a_list_that_is_not_where_it_was(source: str) -> None:
    with pytest.raises(SystemExit, match="not where it was"):
        tool.names_in(source)


def test_the_tool_stops_at_names_of_a_new_kind() -> None:
    with pytest.raises(SystemExit, match="new kind: a b"):
        tool.listed(["a b"], datetime.date(2026, 1, 2))
