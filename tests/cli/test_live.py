"""Rows come soon after the lines that made them; Ctrl-C ends the command at once, whenever it comes."""

from __future__ import annotations

import io
import os
import select
import signal
import statistics
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import logs
from urlmill._io.lines import whole_lines, without_long_lines
from urlmill._io.live import Live, StoppedError
from urlmill._io.octets import FileOctets

from .shell import COMMAND, ENVIRONMENT, PATIENCE, start
from .subcommands import line_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if sys.platform == "win32":
    pytest.skip("Windows tells nobody when a pipe has more", allow_module_level=True)

AT_ONCE = {
    "split": ["split", "--fields", "path"],
    "get": ["get", "{path}"],
    "logs": ["logs", "--fields", "path"],
    "logs of a named format": ["logs", "--format", "common", "--fields", "path"],
    "logs as JSON": ["logs", "--fields", "path", "--to", "jsonl"],
    "logs, some": ["logs", "--fields", "path", "--where", "path~[0-9]"],
    "extract": ["extract"],
    "normalize": ["normalize"],
    "dedupe": ["dedupe", "--no-counts"],
    "one thread": ["split", "--threads", "1"],
}
SOON = 0.5
LINE = b'192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 17\n'


def read_until(file: int, text: bytes) -> bytes:
    """What comes up to this."""
    found = b""
    while text not in found:
        assert select.select([file], [], [], PATIENCE)[0], found
        octets = os.read(file, 1 << 16)
        assert octets, found
        found += octets
    return found


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("name", AT_ONCE)
def test_rows_come_soon_after_their_lines(name: str) -> None:
    arguments = AT_ONCE[name]
    taken = []
    with start(*arguments, stderr=subprocess.DEVNULL, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        for number in range(6):
            lines = [line_of(arguments[0], f"http://h.example/{number}/{part}") for part in "ab"]
            process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            written = time.monotonic()
            read_until(process.stdout.fileno(), f"/{number}/b".encode())
            taken.append(time.monotonic() - written)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    # The first one waits for Python to start. Of the others, one may be held up by whatever else the machine does.
    assert statistics.median(taken[1:]) < SOON


@pytest.mark.long
@pytest.mark.once
def test_lines_that_never_rest_do_not_hold_each_other_up() -> None:
    """As many come in a second as would never leave a moment of silence."""
    with start("split", "--fields", "path", bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        is_over = threading.Event()

        def write() -> None:
            number = 0
            while not is_over.wait(0.01):
                number += 1
                process.stdin.write(b"http://h/%d\n" % number)  # type: ignore[union-attr]  # there is one

        writer = threading.Thread(target=write)
        writer.start()
        try:
            read_until(process.stdout.fileno(), b"/1\n")
            read_until(process.stdout.fileno(), b"00\n")
        finally:
            is_over.set()
            writer.join()
            process.stdin.close()
        process.stdout.read()
        assert process.wait(PATIENCE) == 0


@pytest.mark.long
@pytest.mark.once
def test_lines_of_no_known_format_are_waited_for_in_so_many_words() -> None:
    with start("logs", "--fields", "path", bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"the server starts\n")
        read_until(process.stderr.fileno(), b"no known format so far; waiting for more lines")
        process.stdin.write(f"{line_of('logs', '/a')}\n".encode() * 3)
        assert read_until(process.stdout.fileno(), b"/a\n/a\n/a\n") == b"path\n/a\n/a\n/a\n"
        _, said = process.communicate(timeout=PATIENCE)
    assert b"1 bad line beside 3 rows" in said


@pytest.mark.long
@pytest.mark.once
def test_a_pipe_that_does_not_wait_is_read() -> None:
    """As another program may have left it."""
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    with start("get", "{path}", stdin=ours, bufsize=0) as process:
        assert process.stdout
        for number in range(3):
            os.write(theirs, b"http://h/%d\n" % number)
            read_until(process.stdout.fileno(), b"/%d\n" % number)
        os.close(theirs)
        assert process.communicate(timeout=PATIENCE) == (b"", b"")
    os.close(ours)


PACKERS: dict[str, tuple[Callable[[], Any], Callable[[Any], bytes]]] = {
    "gzip": (lambda: zlib.compressobj(wbits=31), lambda packer: packer.flush(zlib.Z_SYNC_FLUSH)),
    "zstd": (zstd.ZstdCompressor, lambda packer: packer.flush(zstd.ZstdCompressor.FLUSH_BLOCK)),
}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("arguments", [["split", "--fields", "path"], ["logs", "--fields", "path"]], ids=" ".join)
def test_rows_of_a_packed_pipe_come_as_soon_as_it_is_flushed(name: str, arguments: list[str]) -> None:
    make, flushed = PACKERS[name]
    packer = make()
    with start(*arguments, stderr=subprocess.DEVNULL, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            lines = [line_of(arguments[0], f"http://h.example/{number}/{part}") for part in "ab"]
            packed = packer.compress("".join(f"{line}\n" for line in lines).encode()) + flushed(packer)
            process.stdin.write(packed[:1])  # which does not tell what it is
            time.sleep(0.1)
            process.stdin.write(packed[1:])
            read_until(process.stdout.fileno(), f"/{number}/b".encode())
        process.stdin.write(packer.flush())
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_limit_does_not_wait_for_the_rest_of_a_packed_pipe(name: str, threads: str) -> None:
    make, flushed = PACKERS[name]
    packer = make()
    with start("get", "{path}", "--limit", "2", "--threads", threads, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(packer.compress(b"http://h/1\nhttp://h/2\nhttp://h/3") + flushed(packer))
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b"/1\n/2\n"


def test_waiting_knows_descriptors_past_those_of_select() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < 1100:
        pytest.skip(f"the system allows for {before[1]} descriptors")
    ours, theirs = os.pipe()
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], 1100), before[1]))
    high = 1050
    try:
        os.dup2(ours, high)
        with Live() as live, open(high, "rb", buffering=0, closefd=False) as file:
            os.write(theirs, b"a\nb")
            assert next(whole_lines(FileOctets(file, live), 100, 100, waits=False)) == b"a\n"
    finally:
        for number in (ours, theirs, high):
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


ENDS = {
    "a limit": (["split", "--limit", "2"], 0, b""),
    "a limit of what is counted": (["top", "host", "--limit", "3", "--quiet"], 0, b""),
    "a limit of one thread": (["split", "--limit", "1", "--threads", "1"], 0, b""),
    "an error": (["split", "--where", "port>x"], 2, b"urlmill: where: port is uint16, which 'x' is not\n"),
}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("name", ENDS)
def test_who_needs_no_more_lines_does_not_wait_for_them(name: str) -> None:
    arguments, status, words = ENDS[name]
    with start(*arguments, stdout=subprocess.DEVNULL, bufsize=0) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(b"http://h:1/\n" * 3)
        assert process.wait(PATIENCE) == status
        assert process.stderr.read() == words


@pytest.mark.long
@pytest.mark.once
def test_a_reader_that_has_gone_ends_it_with_the_next_row() -> None:
    with start("split", bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"http://h/\n")
        read_until(process.stdout.fileno(), b"http://h/")
        process.stdout.close()
        process.stdin.write(b"http://h/\n")
        assert process.wait(PATIENCE) == 0


def test_waiting_can_be_stopped() -> None:
    ours, theirs = os.pipe()
    with Live() as live, open(ours, "rb", buffering=0) as file:
        os.write(theirs, b"a\nb")
        pieces = whole_lines(FileOctets(file, live), 100, 100, waits=False)
        assert next(pieces) == b"a\n"
        threading.Timer(0.05, live.stop).start()
        with pytest.raises(StoppedError):
            next(pieces)
    os.close(theirs)


@given(
    lines=st.lists(st.binary(max_size=12), max_size=12),
    longest=st.integers(1, 10),
    size=st.integers(1, 30),
    once=st.integers(1, 8),
)
def test_what_comes_is_handed_on_in_whole_lines(lines: list[bytes], longest: int, size: int, once: int) -> None:
    octets = b"".join(lines)
    ours, theirs = os.pipe()
    os.write(theirs, octets)
    os.close(theirs)
    with pytest.MonkeyPatch.context() as patch, io.FileIO(ours) as file, Live() as live:
        patch.setattr("urlmill._io.octets._ONCE", once)
        pieces = list(whole_lines(FileOctets(file, live), size, longest, waits=size % 2 == 0))
    assert b"".join(pieces) == octets
    for piece in pieces[:-1]:
        assert piece.endswith(b"\n") or len(piece.rpartition(b"\n")[2]) > longest
    kept = b"".join(piece for piece, _ in without_long_lines(iter(pieces), longest))
    expected = [b"" if len(line) > longest else line for line in octets.split(b"\n")]
    assert kept.split(b"\n") in (expected, [*expected, b""])


# Terminals and Ctrl-C


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("arguments", [["logs"], ["split"], ["top", "path"], ["show", "-"]], ids=" ".join)
def test_somebody_at_a_terminal_is_told_what_is_waited_for(arguments: list[str]) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with start(*arguments, stdin=theirs) as process:
        assert process.stderr
        read_until(process.stderr.fileno(), b"reading from the terminal; end with Ctrl-D\n")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, said) == (130, b"urlmill: stopped by SIGINT\n")


# Does something when the first module of the library is imported.
HOOK = """\
import os, signal, sys
class Hook:
    def find_spec(self, name, *_):
        if name == "urlmill._backend":
            {}
sys.meta_path.insert(0, Hook())
"""
INTERRUPT = HOOK.format("os.kill(os.getpid(), signal.SIGINT)")


def with_hook(folder: Path, hook: str) -> dict[str, str]:
    """An environment in which Python begins with it."""
    (folder / "sitecustomize.py").write_text(hook)
    path = [str(folder), *filter(None, [ENVIRONMENT.get("PYTHONPATH")])]
    return ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(path)}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("way", ["module", "script"])
def test_ctrl_c_has_no_traceback_before_the_command_has_begun(way: str, tmp_path: Path) -> None:
    environment = with_hook(tmp_path, INTERRUPT)
    script = tmp_path / "urlmill"
    script.write_text("import sys\nfrom urlmill.__main__ import run\nsys.exit(run())\n")
    program = COMMAND if way == "module" else [sys.executable, str(script)]
    done = subprocess.run([*program, "--version"], capture_output=True, env=environment, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.long
@pytest.mark.once
def test_a_program_that_imports_the_library_keeps_its_ctrl_c() -> None:
    program = f"{INTERRUPT}\ntry:\n    import urlmill\nexcept KeyboardInterrupt:\n    print('as before')\n"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, b"as before\n")


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("delay", [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_ctrl_c_at_any_moment_has_no_traceback(delay: float, tmp_path: Path) -> None:
    """From the first module of the library on: what comes before is Python's."""
    with start("logs", env=with_hook(tmp_path, HOOK.format("os.write(1, b'!')"))) as process:
        assert process.stdout
        process.stdout.read(1)
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        _, said = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - started < 1
    assert process.returncode in (130, -signal.SIGINT)
    assert said in (b"", b"urlmill: stopped by SIGINT\n")


def test_a_pipe_may_have_nothing_to_say_before_another_one_is_read(tmp_path: Path) -> None:
    pipes = [tmp_path / "a", tmp_path / "b"]
    for pipe in pipes:
        os.mkfifo(pipe)
    lines = LINE * 40_000  # more than a pipe and a block hold

    def write() -> None:
        for pipe in pipes:
            pipe.write_bytes(lines)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    with start("top", "path", *pipes, "--threads", "4", "--to", "tsv") as process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert out.split()[4] == b"80000"


def test_a_column_may_come_later() -> None:
    with start("split", "--column", "url", "--fields", "host") as process:
        assert process.stdin
        for text in (b'{"msg":"start"}\n', b'{"url":"http://h.example/"}\n'):
            process.stdin.write(text)
            process.stdin.flush()
            time.sleep(0.4)
        out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, b"host\nh.example\n")


@pytest.mark.parametrize("threads", [1, 2])
def test_who_wants_no_more_of_a_pipe_does_not_wait_for_it(threads: int, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log")
    is_over = threading.Event()

    def write() -> None:
        with open(tmp_path / "log", "wb") as pipe:
            pipe.write(LINE * 3)
            pipe.flush()
            is_over.wait(PATIENCE)

    writer = threading.Thread(target=write)
    writer.start()
    begun = time.monotonic()
    batches = iter(logs.read(tmp_path / "log", "common", fields="path", threads=threads))
    assert next(batches).num_rows == 3
    batches.close()  # type: ignore[attr-defined]  # it is a generator
    assert time.monotonic() - begun < PATIENCE / 2
    is_over.set()
    writer.join()
