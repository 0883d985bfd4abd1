"""Columns of string views, with rows chosen and put in."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill._io.tables import kept, replaced, valid_rows

TEXTS = st.lists(st.tuples(st.none() | st.text("aé\U0001f600/", max_size=20), st.booleans()), max_size=60)


def a_column(texts: list[str | None], start: int) -> pa.Array:
    """That begins somewhere in its buffers."""
    return pa.array(["before, and longer than a view"] * start + texts, pa.string_view()).slice(start)


@given(TEXTS, st.integers(0, 9), st.lists(st.none() | st.text("bß", max_size=20), min_size=60, max_size=60))
def test_values_put_in_are_where_they_should_be(
    rows: list[tuple[str | None, bool]], start: int, others: list[str | None]
) -> None:
    rows += [("and more rows, so that the others are few", False)] * 200 * (start % 2)
    mask = [is_chosen for _, is_chosen in rows]
    values = iter(others)
    expected = [next(values) if is_chosen else text for text, is_chosen in rows]
    column = a_column([text for text, _ in rows], start)
    found = replaced(column, pa.array(mask, pa.bool_()), pa.array(others[: sum(mask)], pa.string_view()))
    found.validate(full=True)
    assert found.to_pylist() == expected
    table = kept(pa.table([found], names=["x"]), pa.array(mask, pa.bool_()))
    assert table["x"].to_pylist() == others[: sum(mask)]


@pytest.mark.parametrize("chunks", [[], [[]], [[None]], [[], [None, 1]], [[1], [], [2, None, 3]]], ids=str)
def test_rows_that_are_not_null_are_found_in_any_chunks(chunks: list[list[int | None]]) -> None:
    values = [value for chunk in chunks for value in chunk]
    expected = [row for row, value in enumerate(values) if value is not None]
    assert valid_rows(pa.chunked_array([pa.array(chunk, pa.int64()) for chunk in chunks], pa.int64())) == expected
