"""Listings: as octets or as entries, and never what leads elsewhere."""

from __future__ import annotations

import contextlib
import socket
import time

import pytest

from urlmill import URL, Entry, FetchError, fetch
from urlmill._fetch.entries import Entries

from ..allocated import counted, peak_of
from .servers import (
    PATIENCE,
    Script,
    ftp,
    news,
    news_then,
    resets,
    says,
    serving,
)


def test_a_listing_that_was_read_has_no_entries_left() -> None:
    with serving(ftp({}, says(b"a\r\n"))) as served, fetch(f"ftp://{served.at}/") as response:
        assert response.read() == b"a\r\n"
        with pytest.raises(ValueError, match="ask for entries first"):
            response.entries  # noqa: B018


@pytest.mark.parametrize("listing", [b"a\r\n", b"../a\r\n"])
def test_a_listing_whose_entries_were_asked_for_has_no_octets_left(listing: bytes) -> None:
    with serving(ftp({}, says(listing))) as served, fetch(f"ftp://{served.at}/", timeout=5) as response:
        with contextlib.suppress(FetchError):  # of the second one
            assert response.entries == [Entry("a", URL(f"ftp://{served.at}/a"))]
        for read in (response.read, lambda: response.read(1), lambda: list(response)):
            with pytest.raises(ValueError, match="read as entries already"):
                read()


def test_a_listing_that_has_failed_fails_again() -> None:
    half, broken = says(b"ia\t\r\nib\t", after=1), ftp({}, resets(b"a\r\n"))
    for scheme, script, words in (("gopher", half, "middle of a line"), ("ftp", broken, "broke")):
        with serving(script) as served, fetch(f"{scheme}://{served.at}/", timeout=PATIENCE) as response:
            for _ in range(2):
                with pytest.raises(FetchError, match=words):
                    response.entries  # noqa: B018


def overview(lines: bytes) -> Script:
    """Of a group."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"211 1 1 1 a.b\r\n")
        says(b"224 overview\r\n" + lines + b".\r\n", after=1)(connection)

    return script


@counted
@pytest.mark.long
@pytest.mark.parametrize(
    ("url", "script"),
    [
        ("ftp://{}/", ftp({}, says(b"a\n" * 40_000))),
        ("gopher://{}/", says(b"i\t\n" * 25_000, after=1)),
        ("news://{}/*", news(b"215 groups\r\n" + b"a 1 1 y\r\n" * 10_000 + b".\r\n")),
        ("news://{}/a.b", news_then(overview(b"1\t\t\t\t<a@b>\r\n" * 10_000))),
    ],
    ids=["ftp", "gopher", "groups", "articles"],
)
def test_entries_take_a_few_times_the_memory_of_the_listing(url: str, script: Script) -> None:
    with serving(script) as served:
        octets = len(fetch(url.format(served.at), timeout=60).read())
        with fetch(url.format(served.at), timeout=60) as response:

            def all_entries() -> None:
                assert sum(1 for _ in response.entries or []) >= 10_000

            assert peak_of(all_entries) < 6 * octets + 200_000
    assert octets >= 75_000


def test_entries_are_a_sequence() -> None:
    with serving(ftp({}, says(b"a\r\n.\r\nb\r\nc\r\n"))) as served:
        entries = fetch(f"ftp://{served.at}/", timeout=5).entries
        again = fetch(f"ftp://{served.at}/", timeout=5).entries
    assert entries is not None
    made = [Entry(name, URL(f"ftp://{served.at}/{name}")) for name in "abc"]
    assert entries == made == list(entries) == entries[:] == again
    assert (entries[0], entries[-1], entries[1:]) == (made[0], made[2], made[1:])
    assert entries != made[:2]
    assert entries != made[::-1]
    assert made[1] in entries
    assert repr(entries) == repr(made)
    with pytest.raises(IndexError):
        entries[3]


def test_many_entries_are_not_all_shown() -> None:
    with serving(ftp({}, says(b"a\r\n" * 1000))) as served:
        shown = repr(fetch(f"ftp://{served.at}/", timeout=5).entries)
    assert shown.endswith(", ...]")
    assert len(shown) < 5000


def test_the_time_is_for_the_entries_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """All octets are there in time. A slow machine is too slow for their lines."""
    with serving(ftp({}, says(b"a\n" * 100_000))) as served:
        response = fetch(f"ftp://{served.at}/", timeout=PATIENCE)
        line = Entries._line

        def slow(entries: Entries, start: int) -> tuple[bytes, int]:
            if start == 10_000:
                monkeypatch.setattr(time, "monotonic", lambda: late)
            return line(entries, start)

        late = time.monotonic() + 2 * PATIENCE
        monkeypatch.setattr(Entries, "_line", slow)
        for _ in range(2):
            with pytest.raises(FetchError) as caught:
                response.entries  # noqa: B018
            assert caught.value.code == "timeout"
