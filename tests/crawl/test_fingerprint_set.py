"""The set that remembers fingerprints, against a dictionary; what threads share stays whole."""

import threading
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill._backend import impl

ZERO, LAST = bytes(16), b"\xff" * 16
near = st.integers(0, 40).map(lambda number: b"\x07" + number.to_bytes(15, "big"))
fingerprints = st.lists(
    st.one_of(st.sampled_from([ZERO, LAST]), near, st.binary(min_size=16, max_size=16)), max_size=60
)


def all_of(seen: "impl.FingerprintSet") -> dict[bytes, int]:
    found: dict[bytes, int] = {}
    for first in range(256):
        octets, counts = seen.of_shard(first)
        each = [octets[start : start + 16] for start in range(0, len(octets), 16)]
        assert each == sorted(each)
        found.update(zip(each, [1] * len(each) if counts is None else counts, strict=True))
    return found


@given(st.lists(fingerprints, max_size=4), st.booleans(), st.integers(1, 4))
def test_it_is_what_a_dictionary_is(batches: list[list[bytes]], counted: bool, threads: int) -> None:
    seen, naive = impl.FingerprintSet(counted), Counter[bytes]()
    for batch in batches:
        expected = []
        for each in batch:
            expected.append(each not in naive)
            naive[each] += 1
        assert list(seen.add(b"".join(batch), threads)) == expected
    counts = naive if counted else dict.fromkeys(naive, 1)
    assert all_of(seen) == counts
    assert len(seen) == len(naive)
    asked = [*naive, b"never seen, ever"]
    assert list(seen.find(b"".join(asked))) == [True] * len(naive) + [False]
    assert seen.counts(b"".join(asked)) == [*counts.values(), 0]


@given(fingerprints, fingerprints, st.booleans())
def test_one_is_put_into_the_other(first: list[bytes], second: list[bytes], counted: bool) -> None:
    one, other, both = (impl.FingerprintSet(counted) for _ in range(3))
    one.add(b"".join(first))
    other.add(b"".join(second))
    both.add(b"".join(first + second))
    for shard in range(256):
        octets, counts = other.of_shard(shard)
        one.add_counted(octets, counts or [1] * (len(octets) // 16))
    assert all_of(one) == all_of(both)


def test_a_count_ends_at_the_greatest_number() -> None:
    seen = impl.FingerprintSet(True)
    for each in (ZERO, LAST):
        seen.add_counted(each, [2**32 - 2])
        seen.add(each * 3)
        assert seen.counts(each) == [2**32 - 1]
    seen.add_counted(b"0" * 16, [0])
    assert len(seen) == 2


def test_what_is_not_fingerprints_is_refused() -> None:
    seen = impl.FingerprintSet()
    for call in (seen.add, seen.find, seen.counts):
        with pytest.raises(ValueError, match="fingerprints of 16 octets each, got 17 octets"):
            call(bytes(17))
    with pytest.raises(ValueError, match="a count for each fingerprint"):
        seen.add_counted(bytes(32), [1])
    assert len(seen) == 0


def test_threads_share_one() -> None:
    seen = impl.FingerprintSet(True)
    batch = b"".join(number.to_bytes(2, "big") * 8 for number in range(3000))
    new: list[int] = []
    threads = [threading.Thread(target=lambda: new.append(sum(seen.add(batch)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(new) == len(seen) == 3000
    assert set(seen.counts(batch)) == {8}


def test_it_knows_its_size() -> None:
    seen = impl.FingerprintSet()
    empty = seen.size()
    seen.add(b"".join(number.to_bytes(2, "big") * 8 for number in range(3000)))
    assert seen.size() >= empty + 3000 * 16
