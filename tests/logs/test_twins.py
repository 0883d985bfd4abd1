"""Access logs: what is done to whole columns, beside the same done slowly."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL
from urlmill.logs._targets import parts_of_targets

FIELDS = ["scheme", "host", "port", "path", "query", "fragment"]
ORIGIN = re.compile(r"([^?#]*)(?:\?([^#]*))?(?:#(.*))?")


def slow_parts(target: str | None, method: str | None) -> list[Any]:
    if target is None:
        return [None] * len(FIELDS)
    if method == "CONNECT":
        authority = URL(f"//{target}", profile="lenient")
        return [None, authority.host, authority.port, None, None, None]
    if target.startswith("//"):
        found = ORIGIN.fullmatch(target)
        assert found
        return [None, None, None, *found.groups()]
    url = URL(target, profile="lenient")
    return [url.scheme, url.host, url.port, url.path, url.query, url.fragment]


TARGETS = st.none() | st.text("/ab:1?#*.@[]%é", max_size=12) | st.sampled_from(["http://a.b:8/c?d", "*", "//", "a:443"])
METHODS = st.none() | st.sampled_from(["GET", "CONNECT", "OPTIONS"])


@given(st.lists(st.tuples(TARGETS, METHODS), max_size=8), st.booleans())
def test_parts_of_targets_are_those_of_each(rows: list[tuple[str | None, str | None]], is_long: bool) -> None:
    rows += [("/usual/and/more", "GET")] * 300 * is_long
    targets = pa.array([target for target, _ in rows], pa.string_view())
    methods = pa.array([method for _, method in rows], pa.string_view())
    found = parts_of_targets(targets, methods, FIELDS)
    columns = [found[name].to_pylist() for name in FIELDS]
    assert [list(row) for row in zip(*columns, strict=True)] == [slow_parts(*row) for row in rows]
