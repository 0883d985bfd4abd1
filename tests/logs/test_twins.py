"""Access logs: what is done to whole columns, beside the same done slowly."""

from __future__ import annotations

import json
import re
from typing import Any
from unittest.mock import patch

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL
from urlmill.logs._targets import parts_of_targets
from urlmill.logs.formats.json import JsonLines

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


NUMBERS = st.sampled_from(
    [0, 200, 65535, 65536, -1, 1704164645, 1704164645123, 2**64, 0.25, 1704164645.5, 200.0, 1e300, -0.0]
)
TEXTS = st.sampled_from(
    ["-", "", "200", "/a?b", "GET /é HTTP/1.1", "2024-01-02T03:04:05Z", "2024-02-31T00:00:00Z", "\0\n\U0001f600"]
)
VALUES = (
    st.none()
    | st.booleans()
    | NUMBERS
    | TEXTS
    | st.lists(TEXTS, max_size=2)
    | st.dictionaries(st.sampled_from("ab"), NUMBERS)
)
PLAIN = {"uri": TEXTS, "status": st.just(200) | NUMBERS, "time": NUMBERS, "x": TEXTS, "a.b": TEXTS}
OBJECTS = st.fixed_dictionaries({}, optional=PLAIN) | st.dictionaries(
    st.sampled_from(["uri", "args", "status", "time", "ts", "size", "request", "x", "duration"]), VALUES, max_size=5
)
WANTED = ["time", "target", "method", "status", "bytes", "request_time", "x", "a.b"]


@given(st.lists(OBJECTS, max_size=8), st.integers(0, 8), st.booleans())
def test_arrows_reader_of_json_sees_what_pythons_does(
    objects: list[dict[str, Any]], known: int, is_ascii: bool
) -> None:
    lines = [json.dumps(each, ensure_ascii=is_ascii) for each in objects]
    form = JsonLines(objects[:known])
    column = pa.array(lines, pa.string_view())
    octets = "".join(f"{line}\n" for line in lines).encode()
    found = form.read(column, octets, WANTED)
    with patch.object(JsonLines, "_fast", return_value=None):
        assert found.to_pylist() == form.read(column, octets, WANTED).to_pylist()
