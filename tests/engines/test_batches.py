"""The functions on batches of Arrow arrays, as SQL engines call them."""

from __future__ import annotations

from typing import Any

import pytest

from urlmill.engines.functions import FUNCTIONS

from .cases import CALLS, OF_SQL, URLS

pa: Any = pytest.importorskip("pyarrow")
from urlmill.engines.batches import arrow_type, on_batches  # noqa: E402

BATCHES = {
    "array": pa.array(URLS, pa.string()),
    "view": pa.array(URLS, pa.string_view()),
    "sliced": pa.array(URLS, pa.string()).slice(3, 40),
    "chunk": pa.chunked_array([URLS], pa.string()),
    "chunks": pa.chunked_array([URLS[:5], [], URLS[5:60]], pa.string()),
    "nulls": pa.nulls(3, pa.string()),
    "empty": pa.array([], pa.string()),
    "no chunks": pa.chunked_array([], pa.string()),
}


@pytest.mark.parametrize("layout", ["view", "string", "large_string"])
@pytest.mark.parametrize("batch", BATCHES)
def test_answers_are_arrays_of_the_same_length(batch: str, layout: str) -> None:
    urls = BATCHES[batch]
    for call in CALLS + OF_SQL:
        function = FUNCTIONS[call.name]
        keys = [pa.array([key] * len(urls), pa.string()) for key in call.arguments]
        answer = on_batches(function, layout)(urls, *keys)
        answer.validate(full=True)
        is_map = function.kind == "map"
        found = [dict(value) if is_map and value is not None else value for value in answer.to_pylist()]
        assert found == call.expected(urls.to_pylist())
        if call.name != "error":  # which has no views
            assert answer.type == arrow_type(function.kind, layout)


def test_a_map_of_no_fields_is_empty() -> None:
    urls, names = pa.array(["http://h/", None, "http://h/"]), pa.array(["", "", "host"])
    answer = on_batches(FUNCTIONS["fields"], "string")
    assert answer(urls.slice(0, 2), names.slice(0, 2)).to_pylist() == [[], None]
    assert answer(urls, names).to_pylist() == [[], None, [("host", "h")]]


def test_a_map_has_lists_as_json() -> None:
    urls, names = pa.array(["http://h/é/%22", "mailto:a@h"]), pa.array(["segments, is_ip"] * 2)
    found = on_batches(FUNCTIONS["fields"], "view")(urls, names).to_pylist()
    assert [dict(row) for row in found] == [
        {"segments": '["é", "\\""]', "is_ip": "false"}, {"segments": '["a@h"]', "is_ip": "false"}
    ]  # fmt: skip


def test_keys_that_differ() -> None:
    urls = ["http://h/?a=1&b=2", "http://h/?a=3&b=4", None, "http://h/?b=%FF&b=5", "http://h/?a", "http://h/?a=6"]
    keys = ["a", "b", "a", "b", None, "a"]
    found = on_batches(FUNCTIONS["query"], "string")(pa.array(urls), pa.array(keys))
    assert found.to_pylist() == ["1", "4", None, None, None, "6"]  # %FF is no text, so the first b is null
