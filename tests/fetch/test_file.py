"""file: only if it is named, and only plain files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import urlmill
from urlmill import FetchError, FileURL, fetch

BINARY = bytes(range(256)) * 1000 + b"one\r\ntwo\n"


def test_a_file_has_to_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(BINARY)
    url = FileURL.from_path(tmp_path / "a")
    with pytest.raises(FetchError, match="expected one of the schemes") as caught:
        fetch(url)
    assert caught.value.code == "scheme-not-allowed"
    with fetch(url, schemes=["file"]) as response:
        assert (response.read(), response.length, response.status) == (BINARY, len(BINARY), None)
    with pytest.raises(FetchError, match="larger than"):
        fetch(url, schemes=["file"], max_bytes=len(BINARY) - 1)
    with pytest.raises(FetchError, match="No such file"):
        fetch(FileURL.from_path(tmp_path / "b"), schemes=["file"])


def test_a_file_that_becomes_shorter_is_not_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(BINARY)
    with fetch(FileURL.from_path(path), schemes=["file"]) as response:
        path.write_bytes(b"short")
        with pytest.raises(FetchError, match="shorter") as caught:
            response.read()
    assert caught.value.code == "truncated"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="there is no file that opens and cannot be read")
def test_a_file_that_cannot_be_read_is_an_error_of_fetch() -> None:
    with fetch("file:///proc/self/mem", schemes=["file"]) as response, pytest.raises(FetchError) as caught:
        response.read()
    assert (caught.value.code, caught.value.status) == ("refused", None)  # an errno is not the status of a server


def test_a_file_that_never_ends_is_not_opened(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no such files here")
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(FetchError, match="not a plain file"):
            fetch(urlmill.FileURL.from_path(path), schemes=["file"])
