"""Values of logs: numbers and times of every kind."""

from __future__ import annotations

import pyarrow as pa

from urlmill.logs._values import numbers, times


def test_numbers_are_decimal_and_fit() -> None:
    texts = pa.array(["0", "007", "65535", "65536", "0x10", "+1", "-1", "1.0", "1.5", "", None, "9" * 5000])
    assert numbers(texts, pa.uint16()).to_pylist() == [0, 7, 65535, None, None, None, None, 1, *[None] * 4]


def test_a_time_that_there_is_not_spoils_no_other() -> None:
    texts = ["2024-02-29T00:00:00Z"] * 40 + ["2023-02-29T00:00:00Z"] + ["2024-02-29 00:00"] * 3 + ["now", None]
    found = times(pa.array(texts)).to_pylist()
    assert found[:40] == found[41:44] + found[:37]
    assert (found[40], found[44], found[45]) == (None, None, None)


def test_a_count_since_1970_is_the_same_time_as_a_number_and_as_text() -> None:
    counts = [0, -1, 1715940303, 3408329290 * 10**9, -3408329290 * 10**9, 9 * 10**18, 2**63 - 1, -(2**63)]
    numbers_, texts = times(pa.array(counts, pa.int64())), times(pa.array(list(map(str, counts))))
    assert numbers_.equals(texts)
    assert numbers_.is_valid().to_pylist() == [True] * 5 + [False] * 3
    assert str(numbers_[3]) == "2078-01-02 06:08:10+00:00"
