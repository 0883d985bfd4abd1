"""Listings: as octets or as entries, and never what leads elsewhere."""

from __future__ import annotations

import contextlib

import pytest

from urlmill import URL, Entry, FetchError, fetch

from .servers import (
    PATIENCE,
    ftp,
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
    for script, words in ((ftp({}, says(b"a\r\nb")), "middle of a line"), (ftp({}, resets(b"a\r\n")), "broke")):
        with serving(script) as served, fetch(f"ftp://{served.at}/", timeout=PATIENCE) as response:
            for _ in range(2):
                with pytest.raises(FetchError, match=words):
                    response.entries  # noqa: B018


@pytest.mark.parametrize(
    ("url", "listing", "code"),
    [
        ("ftp://{}/a/", b"b\r\n../../etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b"/etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b"./../etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b".//etc/passwd\r\n", "bad-reply"),
        ("ftp://{}/a/", b"b\x1b[2J\r\n", "bad-reply"),
        ("ftp://{}/a/", b"b\r\nc", "truncated"),
        ("gopher://{}/", b"0a\tb\thost\t70\r\n0c\x07\td\thost\t70\r\n.\r\n", "bad-reply"),
        ("gopher://{}/", b"0a\tb\tho", "truncated"),
    ],
)
def test_a_listing_that_lies_is_an_error(url: str, listing: bytes, code: str) -> None:
    script = ftp({}, says(listing)) if url.startswith("ftp") else says(listing, after=1)
    with (
        serving(script) as served,
        fetch(url.format(served.at), timeout=PATIENCE) as response,
        pytest.raises(FetchError) as caught,
    ):
        response.entries  # noqa: B018
    assert caught.value.code == code
