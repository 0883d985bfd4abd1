"""The file that blocks are appended to: wherever it is cut off, the whole blocks before are there."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from urlmill import _journal
from urlmill._journal import Journal, JournalError

HEAD: dict[str, object] = {"level": "crawl", "version": 1}
BLOCKS = [b"one", b"", b"three" * 1000]


def blocks_of(path: Path) -> list[bytes]:
    with Journal(path, "test", HEAD) as journal:
        return list(journal.blocks())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a journal"
    with Journal(path, "test", HEAD) as journal:
        assert list(journal.blocks()) == []
        for block in BLOCKS:
            journal.append(block)
        journal.sync()
    return path


def test_what_was_appended_is_there(path: Path) -> None:
    with Journal(path, "test", {"another": "head"}) as journal:
        assert journal.head == HEAD
        assert list(journal.blocks()) == BLOCKS
        journal.append(b"more")
    assert blocks_of(path) == [*BLOCKS, b"more"]


def test_cut_off_anywhere(path: Path) -> None:
    whole = path.read_bytes()
    for length in {*range(200), *range(len(whole) - 200, len(whole))}:
        path.write_bytes(whole[:length])
        found = blocks_of(path)
        assert found == BLOCKS[: len(found)]
        assert len(found) < len(BLOCKS)
        with Journal(path, "test", HEAD) as journal:
            assert list(journal.blocks()) == found
            journal.append(b"more")
        assert blocks_of(path) == [*found, b"more"]


def test_zeros_at_the_end_are_what_a_power_cut_leaves(path: Path) -> None:
    with path.open("ab") as file:
        file.write(bytes(5000))
    assert blocks_of(path) == BLOCKS


def test_a_changed_octet_is_damage(path: Path) -> None:
    whole = path.read_bytes()
    start = whole.index(b"}\n") + 2
    for at in (*range(start, start + 19), len(whole) - 100):
        changed = bytearray(whole)
        changed[at] ^= 0x55
        path.write_bytes(changed)
        with pytest.raises(JournalError, match=f"damaged at octet {start}" if at < start + 19 else "damaged at octet"):
            blocks_of(path)
        assert path.read_bytes() == changed
        with Journal(path, "test", recover=True) as journal:
            assert list(journal.blocks()) == BLOCKS[: 0 if at < start + 19 else 2]
        assert path.read_bytes() == changed


@pytest.mark.parametrize("content", [b"\n", b"something else\n", b"urlmill seen 1\n{}\n", b"urlmill test 1\n[]\n"])
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(JournalError):
        Journal(path, "test", HEAD)
    assert path.read_bytes() == content


def test_it_can_be_read_while_another_appends(path: Path) -> None:
    with Journal(path, "test", HEAD) as journal:
        assert list(journal.blocks()) == BLOCKS
        journal.append(b"more")
        with Journal(path, "test") as reader:
            assert list(reader.blocks()) == [*BLOCKS, b"more"]
            assert journal.is_of(path)
            with pytest.raises(JournalError, match="opened to be read"):
                reader.append(b"x")
    with pytest.raises(FileNotFoundError):
        Journal(path.with_name("none"), "test")


def test_one_that_nobody_has_any_more_is_closed(path: Path) -> None:
    journal = Journal(path, "test", HEAD)
    del journal
    gc.collect()
    assert blocks_of(path) == BLOCKS


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for given in (None, HEAD):
        with pytest.raises(JournalError, match="a regular one"):
            Journal(tmp_path / "pipe", "test", given)


def test_a_file_that_is_replaced_while_it_is_locked_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = _journal._lock

    def slow(file: int, name: str) -> None:
        monkeypatch.undo()
        path.rename(path.with_name("old"))
        with Journal(path, "test", HEAD) as other:
            other.append(b"of the other")
        lock(file, name)

    monkeypatch.setattr(_journal, "_lock", slow)
    with Journal(path, "test", HEAD) as journal:
        assert list(journal.blocks()) == [b"of the other"]
        journal.append(b"more")
    assert blocks_of(path) == [b"of the other", b"more"]


def test_a_head_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="longer than"):
        Journal(tmp_path / "long", "test", {"names": "x" * (1 << 20)})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_process_that_was_forked_opens_it_again(path: Path) -> None:
    program = """if True:
        import os, sys
        from urlmill._journal import Journal, JournalError
        journal = Journal(sys.argv[1], "test", {})
        list(journal.blocks())
        child = os.fork()
        if not child:
            try:
                journal.append(b"of the child")
            except JournalError:
                os._exit(0)
            os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
        journal.append(b"more")
    """
    subprocess.run([sys.executable, "-c", program, str(path)], check=True, timeout=60)
    assert blocks_of(path) == [*BLOCKS, b"more"]


def test_one_has_it(path: Path) -> None:
    with Journal(path, "test", HEAD), pytest.raises(JournalError, match="in use"):
        Journal(path, "test", HEAD)
    assert blocks_of(path) == BLOCKS


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="files have no limit there")
def test_a_full_disk_takes_nothing_away(tmp_path: Path) -> None:
    path = tmp_path / "full"
    program = """if True:
        import resource, signal, sys
        from urlmill._journal import Journal, JournalError
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
        journal = Journal(sys.argv[1], "test", {})
        list(journal.blocks())
        journal.append(b"a" * 3000)
        for _ in range(2):
            try:
                journal.append(b"b" * 3000)
            except OSError:
                continue
            sys.exit("expected OSError")
        journal.append(b"c" * 100)
    """
    subprocess.run([sys.executable, "-c", program, str(path)], check=True, timeout=60)
    assert blocks_of(path) == [b"a" * 3000, b"c" * 100]


@pytest.mark.skipif(os.name != "posix", reason="no SIGKILL")
def test_killed_at_any_moment_what_was_confirmed_is_there(tmp_path: Path) -> None:
    path = tmp_path / "killed"
    program = """if True:
        import sys
        from urlmill._journal import Journal
        journal = Journal(sys.argv[1], "test", {})
        number = len(list(journal.blocks()))
        while True:
            journal.append(str(number).encode() * 1000)
            print(number, flush=True)
            number += 1
    """
    for confirmed in (1, 50, 300):
        process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(confirmed):
            last = int(process.stdout.readline())
        process.kill()
        last = max([last, *map(int, process.stdout.read().split(b"\n")[:-1])])
        process.stdout.close()
        process.wait()
        found = blocks_of(path)
        assert found == [str(number).encode() * 1000 for number in range(len(found))]
        assert len(found) > last
