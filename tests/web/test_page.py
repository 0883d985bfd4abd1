"""The table of ``docs/web.md`` says what each reader answers."""

from __future__ import annotations

import pytest

from .table import READERS, answers, rows, text_of

ROWS = rows()


def test_the_page_has_a_table() -> None:
    assert len(ROWS) >= 20
    assert all(set(row) == {"URL", *READERS} for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["URL"])
def test_the_page_says_what_each_reader_answers(row: dict[str, str]) -> None:
    found = answers(text_of(row["URL"]))
    assert found.pop("urllib") in row["urllib"].split(" or ")  # interpreters differ
    assert {name: row[name] for name in found} == found
