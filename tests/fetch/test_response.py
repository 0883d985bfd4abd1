"""A response: read whole, in part or in chunks; what has failed once never looks whole."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import time
import warnings

import pytest

from urlmill import FetchError, fetch
from urlmill._fetch.connection import Connection

from ..allocated import counted, peak_of
from .servers import PATIENCE, ftp, line_of, says, serving

BINARY = bytes(range(256)) * 1000 + b"one\r\ntwo\n"


def test_a_file_comes_in_chunks_or_as_much_as_is_asked_for() -> None:
    with serving(ftp({b"RETR": b"150 a (256009 bytes)\r\n226 done\r\n"}, says(BINARY))) as served:
        with fetch(f"ftp://{served.at}/a") as response:
            assert response.length == 256009
            chunks = list(response)
        assert len(chunks) > 1
        assert b"".join(chunks) == BINARY
        with fetch(f"ftp://{served.at}/a") as response:
            assert response.read(10) == BINARY[:10]
            assert response.read(0) == b""
            assert response.read(100_000) == BINARY[10:100_010]
            assert b"".join(response) == BINARY[100_010:]
        with pytest.raises(ValueError, match="is closed"):
            response.read()


def test_small_pieces_cost_what_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk is not copied for each piece of it."""
    chunks = iter([bytes(16_000_000), b""])
    monkeypatch.setattr(Connection, "receive", lambda _, **__: next(chunks))
    with serving(says(b"", after=1)) as served:
        response = fetch(f"gopher://{served.at}/0a")
        start = time.process_time()
        while response.read(500):
            pass
        assert time.process_time() - start < 2  # 256 GB of copies would take more


@counted
@pytest.mark.parametrize("size", [-1, None, 10_000_000])
def test_small_chunks_take_the_memory_of_what_they_hold(size: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server decides how large they are."""
    chunks = (bytes([each % 256, each % 255]) for each in range(100_000))
    monkeypatch.setattr(Connection, "receive", lambda _, **__: next(chunks, b""))
    with serving(says(b"", after=1)) as served:
        response = fetch(f"gopher://{served.at}/0a", timeout=60)
        found: list[bytes] = []
        assert peak_of(lambda: found.append(response.read(size))) < 600_000  # type: ignore[arg-type]
    assert len(found[0]) == 200_000


def test_what_has_failed_once_does_not_look_whole_later() -> None:
    with serving(ftp({b"RETR": b"150 a\r\n426 broken\r\n"}, says(b"hel"))) as served:
        response = fetch(f"ftp://{served.at}/a", timeout=PATIENCE)
        for _ in range(2):
            with pytest.raises(FetchError, match="426"):
                response.read()
        with pytest.raises(FetchError, match="426"):
            list(response)


def test_what_was_interrupted_does_not_look_whole_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the second chunk is waited for."""
    with serving(says(b"x" * 100_000, after=1)) as served:
        response = fetch(f"gopher://{served.at}/0a", timeout=PATIENCE)
        assert response.read(1) == b"x"

        def interrupted(*_: object) -> bytes:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(Connection, "receive", interrupted)
            with pytest.raises(KeyboardInterrupt):
                response.read()
        for size in (-1, 1):
            with pytest.raises(FetchError, match="KeyboardInterrupt") as caught:
                response.read(size)
        assert caught.value.code == "truncated"


def test_a_mistake_of_the_caller_is_not_a_failure_of_the_response() -> None:
    with serving(says(b"hello", after=1)) as served, fetch(f"gopher://{served.at}/0a", timeout=PATIENCE) as response:
        with pytest.raises(TypeError):
            response.read("2")  # type: ignore[arg-type]
        assert response.read(2) == b"he"
        response.close()
        with pytest.raises(ValueError, match="is closed"):
            response.read(1)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython counts references")
def test_a_connection_goes_with_its_response() -> None:
    gone = threading.Event()

    def script(connection: socket.socket) -> None:
        line_of(connection)
        connection.sendall(b"hello")
        if connection.recv(1) == b"":
            gone.set()

    gc.collect()
    gc.disable()
    try:
        with serving(script) as served, warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            response = fetch(f"gopher://{served.at}/0a", timeout=PATIENCE)
            assert response.read(5) == b"hello"
            del response
            assert gone.wait(PATIENCE)
    finally:
        gc.enable()
