"""Whatever goes wrong, what is written is whole or not there, nothing is left beside it, and one line tells."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from urlmill._io.inputs import InputError, blocks

from .shell import COMMAND, ENVIRONMENT, PATIENCE, UNBUFFERED, WITHOUT_TMPFILE, call, start
from .subcommands import WRITERS, line_of, sample, to

pytestmark = [pytest.mark.long, pytest.mark.once]
SOON = 5  # seconds, on a machine that is busy; without work in the way it is a small part of one
if sys.platform != "linux":
    pytest.skip("faults are made with what Linux has", allow_module_level=True)

URLS = [f"http://host-{number}.example/a?b#c" for number in range(20)] + ["http://h:x/"]
PROGRAMS = {"without a name": COMMAND, "beside": WITHOUT_TMPFILE}
ENVIRONMENTS = {"buffered": ENVIRONMENT, "unbuffered": UNBUFFERED}
FORMATS = ["csv", "tsv", "jsonl", "parquet", "arrow", "lines"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With what is read; and another folder for what is written."""
    (tmp_path / "urls").write_text("".join(f"{url}\n" for url in URLS))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


# No room


def ends_of(rooms: range, arguments: list[str], *, is_nameless: bool) -> list[tuple[int, str, list[str]]]:
    command = [sys.executable, "-m", "tests.cli.disk_full", "yes" if is_nameless else "no", str(Path("out").absolute())]
    done = subprocess.run(
        [*command, *(str(Path(each).absolute()) if "/" in each else each for each in arguments)],
        input=" ".join(map(str, rooms)), capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.stderr == ""
    return [(status, said, names) for status, said, names in map(json.loads, done.stdout.splitlines())]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("is_nameless", [True, False], ids=PROGRAMS)
@pytest.mark.parametrize("kind", FORMATS)
def test_a_disk_that_is_full_at_any_byte(kind: str, is_nameless: bool) -> None:
    arguments = ["split", "./urls", "--fields", "host", "--to", kind, "-o", "out/rows", "--quiet"]
    assert call(*arguments)[0] == 0
    size = Path("out/rows").stat().st_size
    Path("out/rows").unlink()
    rooms = range(0, size, max(size // 100, 1))
    message = f"urlmill: {Path('out/rows').absolute()}: File too large\n"
    assert ends_of(rooms, arguments, is_nameless=is_nameless) == [(2, message, [])] * len(rooms)
    assert ends_of(range(size, size + 1), arguments, is_nameless=is_nameless) == [(0, "", ["rows"])]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("is_nameless", [True, False], ids=PROGRAMS)
def test_no_room_for_bad_lines(is_nameless: bool) -> None:
    arguments = [
        "split",
        "./urls",
        "--to",
        "lines",
        "--fields",
        "port",
        "-o",
        "out/rows",
        "--bad",
        "out/bad",
        "--quiet",
    ]
    message = f"urlmill: {Path('out/bad').absolute()}: File too large\n"
    assert ends_of(range(21, 50), arguments, is_nameless=is_nameless) == [(2, message, [])] * 29


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("kind", FORMATS)
def test_the_process_says_it_once(kind: str, program: list[str], folder: Path) -> None:
    limited = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *program]
    (folder / "out" / "rows").write_bytes(b"before")
    arguments = ["split", "urls", "--fields", "host", "--to", kind, "-o", "out/rows"]
    environment = ENVIRONMENT | {"PYTHONDONTWRITEBYTECODE": "1"}  # nor is there room for that
    status, _, said = call(*arguments, program=limited, env=environment)
    assert (status, said) == (2, b"urlmill: out/rows: File too large\n")
    assert os.listdir("out") == ["rows"]
    assert (folder / "out" / "rows").read_bytes() == b"before"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "arguments",
    [*(["split", "urls", "--fields", "host", "--to", kind] for kind in FORMATS), ["top", "host", "urls"],
     ["show", "http://h/"], ["--help"], ["split", "--help"], ["--version"],
     ["--print-completion", "bash"]],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_no_room_for_standard_output(arguments: list[str], environment: dict[str, str]) -> None:
    with open("/dev/full", "wb") as full:
        status, _, said = call(*arguments, stdout=full, env=environment)
    assert status == 2
    assert said.endswith(b"urlmill: standard output: No space left on device\n")
    assert said.count(b"\n") <= 2  # top says what it reads


@pytest.mark.usefixtures("folder")
def test_no_room_for_what_is_said() -> None:
    with open("/dev/full", "wb") as full:
        status, out, _ = call("split", "urls", "--fields", "host", "--profile", "strict", "--strict", stderr=full)
    assert status == 1
    assert out.startswith(b"host\nhost-0")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_name_that_has_become_a_folder(program: list[str]) -> None:
    with start("split", "--to", "tsv", "-o", "out/rows", program=program) as process:
        assert process.stdin
        process.stdin.write(b"http://h/\n" * 100_000)
        process.stdin.flush()
        Path("out/rows").mkdir()
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (2, b"urlmill: out/rows: Is a directory\n")
    assert os.listdir("out") == ["rows"]


# Signals


def is_kept_whole(folder: Path, whole: bytes | None) -> bool:
    """Whether there is nothing in the folder, or the whole file only."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    return not found or (whole is not None and found == {"rows": whole})


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_who_is_stopped_says_so_and_leaves_nothing(number: signal.Signals, program: list[str], folder: Path) -> None:
    with start("split", "--to", "csv", "-o", "out/rows", "--bad", "out/bad", program=program) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(b"http://h/\n" * 100_000)
        process.stdin.flush()
        assert len(os.listdir("out")) == (2 if program is WITHOUT_TMPFILE else 0)
        process.send_signal(number)
        assert process.stderr.read() == f"urlmill: stopped by {number.name}\n".encode()
        assert process.wait(PATIENCE) == 128 + number
    assert is_kept_whole(folder / "out", None)


def test_nohup_is_heard() -> None:
    program = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *COMMAND]
    with start("split", "--fields", "host", program=program) as process:
        assert process.stdin
        process.stdin.write(b"http://h/\n" * 100_000)
        process.stdin.flush()
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out.count(b"\n")) == (0, 100_001)


@pytest.mark.parametrize("name", WRITERS)
def test_stopped_at_any_moment(name: str, folder: Path) -> None:
    (folder / "in").write_text("".join(f"{line_of(name, url)}\n" for url in URLS) * 20_000)
    arguments = [*sample(name), "in", "-o", "out/rows", *to(name, "csv"), "--quiet"]
    started = time.monotonic()
    assert call(*arguments)[0] == 0
    taken = time.monotonic() - started
    whole = (folder / "out" / "rows").read_bytes()
    for _ in range(2):
        (folder / "out" / "rows").unlink(missing_ok=True)
        with start(*arguments) as process:
            time.sleep(random.uniform(0.1, taken))
            process.terminate()
            _, said = process.communicate(timeout=PATIENCE)
        assert is_kept_whole(folder / "out", whole)
        assert (process.returncode, said) in [
            (143, b"urlmill: stopped by SIGTERM\n"),
            (-signal.SIGTERM, b""),  # before it has begun, or after its end
            (0, b""),
        ]


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_rows_that_need_python_do_not_hold_it_up(number: signal.Signals, threads: str, folder: Path) -> None:
    (folder / "in").write_text("gopher://é.example/1a%20b\nwais://é.example/a?b\n" * 200_000, "utf-8")
    arguments = ["split", "in", "--profile", "strict", "--fields", "host,normal", "--to", "csv", "-o", "out/rows"]
    with start(*arguments, "--threads", threads, program=WITHOUT_TMPFILE) as process:
        while not os.listdir("out"):
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.3)  # in which it comes to the rows, of which it has for many seconds
        process.send_signal(number)
        assert process.wait(SOON) == 128 + number
    assert os.listdir("out") == []


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", [["logs"], ["top", "x"]], ids=["logs", "top"])
def test_a_pattern_that_backtracks_for_ever_can_be_stopped(
    command: list[str], number: signal.Signals, threads: str
) -> None:
    # Of a line that is not ASCII: the kernel would read the others in no time.
    arguments = [*command, "--regex", r"^(?P<x>(\w+)+)$", "--threads", threads]
    with start(*arguments) as process:
        assert process.stdin
        process.stdin.write("é{}!\n".format("a" * 60).encode() * 300)
        process.stdin.close()
        time.sleep(2)  # in which it comes to the pattern
        assert process.poll() is None
        process.send_signal(number)
        try:
            assert process.wait(SOON) == 128 + number
        finally:
            process.kill()


def test_show_is_stopped_too() -> None:
    with start("show", "-") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"http://h/\n" * 1000)
        process.stdin.flush()
        process.stdout.read(1000)
        process.terminate()
        assert process.stderr
        assert process.stderr.read() == b"urlmill: stopped by SIGTERM\n"
        assert process.wait(PATIENCE) == 143


# What is read


@pytest.mark.parametrize("cut", [0, 1, 5000, 9999])
def test_a_file_that_becomes_shorter_is_refused(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"http://h/\n" * 1000)
    read = blocks([str(path)], print, 500)
    next(read)
    os.truncate(path, cut)
    with pytest.raises(InputError, match="it became shorter while it was read"):
        list(read)


def test_of_a_file_that_grows_what_was_there_is_read(tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"http://h/\n" * 1000 + b"http://last")
    found = b""
    for block in blocks([str(path)], print, 500):
        found += block.octets
        with path.open("ab") as file:
            file.write(b"/line\n" + b"http://new/\n" * 100)
    assert found == b"http://h/\n" * 1000 + b"http://last/line\n"


@pytest.mark.parametrize("way", ["by name", "standard input"])
def test_the_process_says_that_a_file_became_shorter(way: str, folder: Path) -> None:
    (folder / "in").write_bytes(b"http://h/a/rather/long/path\n" * 2_000_000)
    with open("in", "rb") as file, start("split", "in" if way == "by name" else "-", stdin=file) as process:
        assert process.stdout
        process.stdout.read(100)  # the rest waits: a pipe has room for little
        os.truncate("in", 40_000_011)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert said.decode().endswith("it became shorter while it was read; read it again when it is at rest\n")
    assert said.count(b"\n") == 1


def test_a_file_that_the_system_makes_up_is_read_to_its_end() -> None:
    assert b"".join(block.octets for block in blocks(["/proc/self/limits"], print)).startswith(b"Limit")


# Pipes


@pytest.mark.parametrize("name", WRITERS)
def test_a_pipe_that_is_full_holds_nothing_up(name: str, folder: Path) -> None:
    (folder / "in").write_text("".join(f"{line_of(name, url)}\n" for url in URLS) * 20_000)
    ours, theirs = os.pipe()
    with start(*sample(name), "in", "--quiet", stdout=theirs) as process:
        os.close(theirs)
        if name in ("dedupe", "top"):  # which write at their end, and little
            process.wait(PATIENCE)
        else:
            os.read(ours, 1)
            time.sleep(0.1)  # in which it fills the pipe
            assert process.poll() is None
            process.terminate()
            assert process.wait(SOON) == 143
    os.close(ours)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_a_pipe_that_cannot_wait_is_said(kind: str, environment: dict[str, str]) -> None:
    Path("in").write_text("".join(f"http://host-{number}.example/a?b#c\n" for number in range(100_000)))
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    status, _, said = call("split", "in", "--fields", "host", "--to", kind, stdout=theirs, env=environment)
    os.close(ours)
    os.close(theirs)
    assert status == 2
    assert said.count(b"\n") == 1
    assert said.startswith(b"urlmill: standard output: ")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", FORMATS)
def test_a_pipe_that_is_closed_ends_quietly(kind: str) -> None:
    Path("in").write_bytes(Path("urls").read_bytes() * 20_000)
    ours, theirs = os.pipe()
    os.close(ours)
    assert call("split", "in", "--fields", "host", "--to", kind, "--bad", "out/bad", stdout=theirs) == (0, b"", b"")
    os.close(theirs)
    assert os.listdir("out") == []


@pytest.mark.usefixtures("folder")
def test_another_pipe_that_is_closed_is_said() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    arguments = ["split", "urls", "-o", "out/rows", "--to", "csv", "--bad", f"/dev/fd/{theirs}"]
    status, _, said = call(*arguments, pass_fds=[theirs])
    os.close(theirs)
    assert (status, said) == (2, f"urlmill: /dev/fd/{theirs}: Broken pipe\n".encode())
    assert os.listdir("out") == []
