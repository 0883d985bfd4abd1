"""URL objects on the native module against the same on its pure-Python twin, which lives in a process of its own."""

from __future__ import annotations

import ipaddress
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import _pure, testing

from .. import corpus
from ..nasty import Text
from ..outcome import outcome
from ..strategies import text
from .answers import Other, answer, through_json

_native = pytest.importorskip("urlmill._native", reason="installed without the native module, as from the pure wheel")
in_native = pytest.mark.skipif(urlmill.backend != "native", reason="this process has to be the native one")


@pytest.fixture(scope="module")
def pure() -> Iterator[Other]:
    with Other() as other:
        assert other.backend == "pure"
        yield other


def compare(pure: Other, questions: list[tuple[str, str | None]]) -> None:
    ours = through_json([answer(text, reference) for text, reference in questions])
    for question, mine, theirs in zip(questions, ours, pure.answers(questions), strict=True):
        assert mine == theirs, question


@in_native
@given(some=st.lists(testing.url_texts(), max_size=3))
def test_on_urls_and_what_is_nearly_one(pure: Other, some: list[str]) -> None:
    compare(pure, [(text, None) for text in some])


@in_native
@given(some=st.lists(st.one_of(text, text.map(Text), st.text(st.characters(), max_size=30)), max_size=3))
def test_on_any_text(pure: Other, some: list[str]) -> None:
    compare(pure, [(text, None) for text in some])


@in_native
@given(base=testing.url_texts(), reference=st.one_of(testing.references(), testing.url_texts()))
def test_on_references(pure: Other, base: str, reference: str) -> None:
    compare(pure, [(base, reference)])


@in_native
def test_on_real_urls(pure: Other) -> None:
    chosen = random.Random(1738).sample(corpus.URLS, min(2000, len(corpus.URLS)))
    chosen = corpus.some(chosen)
    for start in range(0, len(chosen), 200):
        compare(pure, [(url, "../g?y") for url in chosen[start : start + 200]])


@in_native
def test_on_huge_text(pure: Other) -> None:
    units = ["a", "%41", "%", "/", "@", ":", "é", "\ud800", "[", "../", ";type=a"]
    compare(pure, [(before + unit * 5000, "x") for before in ("", "ftp://h/", "http://", "x:") for unit in units])


def test_a_difference_would_be_noticed() -> None:
    class Wrong:
        def answers(self, questions: list[tuple[str, str | None]]) -> list[Any]:
            return through_json([answer(text + "x", reference) for text, reference in questions])  # type: ignore[no-any-return]

    with pytest.raises(AssertionError):
        compare(Wrong(), [("http://h/", None)])  # type: ignore[arg-type]


# The functions behind them that `tests/test_backends_agree.py` has not


def agree(name: str, *args: Any) -> None:
    assert outcome(getattr(_native, name), *args) == outcome(getattr(_pure, name), *args), (name, args)


HOSTS = [
    "1",
    "0",
    "255",
    "256",
    "01",
    ".",
    ":",
    "::",
    "f",
    "ffff",
    "fffff",
    "[",
    "]",
    "%25",
    "%",
    "v1.",
    "en0",
    "g",
    "é",
    "",
    "[::1]",
]
hosts = st.one_of(testing.hosts(), st.lists(st.sampled_from(HOSTS), max_size=8).map("".join), text)


@given(host=st.one_of(hosts, hosts.map(lambda host: f"[{host}]"), hosts.map(Text)))
def test_on_hosts(host: str) -> None:
    agree("host_kind", host)


@given(
    path=st.one_of(
        st.lists(st.sampled_from(["/", ".", "..", "a", "é", "%2E"]), max_size=12).map("".join), testing.paths(), text
    )
)
def test_on_dot_segments(path: str) -> None:
    agree("remove_dot_segments", path)


def test_on_all_short_paths() -> None:
    for length in range(8):
        for path in itertools.product("/.a", repeat=length):
            agree("remove_dot_segments", "".join(path))


def is_ipv6(address: str) -> bool:
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return "%" not in address  # the interpreter takes a zone for part of it


ADDRESS = st.lists(
    st.sampled_from([":", "::", "0", "f", "1234", "ABCD", "12345", "1.2.3.4", "256.1.1.1", "01.2.3.4", "g"]),
    max_size=17,
)


@pytest.mark.parametrize("backend", [_native, _pure])
@given(
    address=st.one_of(
        ADDRESS.map("".join), ADDRESS.map(":".join), st.ip_addresses(v=6).map(str), st.text(":0f.", max_size=12)
    )
)
def test_an_ipv6_address_is_one_for_the_interpreter_too(backend: Any, address: str) -> None:
    assert (backend.host_kind(f"[{address}]") == "ipv6") == is_ipv6(address)


@pytest.mark.parametrize("backend", [_native, _pure])
@given(
    address=st.one_of(
        st.ip_addresses(v=4).map(str),
        st.lists(st.sampled_from(["0", "1", "00", "255", "256", "9", ""]), max_size=5).map(".".join),
    )
)
def test_an_ipv4_address_is_one_for_the_interpreter_too(backend: Any, address: str) -> None:
    try:
        ipaddress.IPv4Address(address)
    except ValueError:
        assert backend.host_kind(address) != "ipv4"
    else:
        assert backend.host_kind(address) == "ipv4"


@pytest.mark.parametrize("backend", [_native, _pure])
def test_every_short_address_is_one_for_the_interpreter_too(backend: Any) -> None:
    for length in range(9):
        for address in map("".join, itertools.product(":1", repeat=length)):
            assert (backend.host_kind(f"[{address}]") == "ipv6") == is_ipv6(address), address
    for count in range(1, 11):
        for gap in range(count):
            groups = ["1"] * count
            groups[gap] = ""
            for address in (":".join(groups), ":".join(groups[:-1]) + ":1.2.3.4"):
                assert (backend.host_kind(f"[{address}]") == "ipv6") == is_ipv6(address), address
