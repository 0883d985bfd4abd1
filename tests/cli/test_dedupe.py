"""``dedupe --by LEVEL``: the answer of a set, whatever has room in memory; and what is left of its temporary file."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import columns, crawl
from urlmill._io.temporary import TemporaryRows
from urlmill.cli import firsts
from urlmill.cli.main import main

from .access_logs import cut_small
from .shell import COMMAND, ENVIRONMENT, PATIENCE, call, start

# More of them different than there is room for in a megabyte.
URLS = [f"http://www.h{n % 700}.com/{n * 7919 % 30_011}/?utm_source={n}" for n in range(40_000)]


def first_forms(urls: list[str], level: str = "crawl", **switches: Any) -> list[tuple[str, int]]:
    """With a dictionary: the first URL of each form, and how often it came."""
    forms = [crawl.canonical(url, level, **switches) for url in urls]
    first: dict[str, str] = {}
    for form, url in zip(forms, urls, strict=True):
        first.setdefault(form, url)
    counts = Counter(forms)
    return [(url, counts[form]) for form, url in first.items()]


def written(path: Path) -> list[tuple[str, int]]:
    return [(row["url"], row["count"]) for row in pq.read_table(path).to_pylist()]


# However little memory there is


@given(
    numbers=st.lists(st.integers(0, 40), max_size=150),
    step=st.integers(1, 30),
    bound=st.sampled_from([0, 1 << 13, 1 << 15, 1 << 30]),
    are_counted=st.booleans(),
)
def test_rows_are_those_of_a_set(numbers: list[int], step: int, bound: int, are_counted: bool) -> None:
    urls = [f"http://h/{number}" for number in numbers]
    fingerprints = pa.chunked_array(columns.fingerprint(urls, "crawl")).combine_chunks()
    found, read = [], firsts.Firsts(bound, 2, are_counted=are_counted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(firsts, "_LEAST", 1)
        for start in range(0, len(urls), step):
            texts = pa.array(urls[start : start + step], pa.large_string())
            rows = firsts.numbered(texts, fingerprints.slice(start, step), start)
            new = read.add(rows, are_kept=are_counted)
            found += [] if are_counted else [(url, 1) for url in new.column("url").to_pylist()]
        for rows in read.finish():
            found += zip(rows.column("url").to_pylist(), rows.column("count").to_pylist(), strict=True)
    read.close()
    expected = list(Counter(urls).items())
    assert found == (expected if are_counted else [(url, 1) for url, _ in expected])


@pytest.mark.parametrize("bound", [1 << 16, 1 << 25])
def test_rows_come_in_pieces_however_much_memory_there_is(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of text has room for 2 GiB, and a sixteenth of the memory may be more."""
    monkeypatch.setattr(firsts, "_MOST", most := 1 << 19)
    fingerprints = pa.chunked_array(columns.fingerprint(URLS, "rfc3986")).combine_chunks()
    with contextlib.closing(firsts.Firsts(bound, 2, are_counted=True)) as read:
        for start in range(0, len(URLS), 500):
            texts = pa.array(URLS[start : start + 500], pa.large_string())
            read.add(firsts.numbered(texts, fingerprints.slice(start, 500), start))
        found = list(read.finish())
    assert [url for rows in found for url in rows.column("url").to_pylist()] == URLS
    assert max(rows.nbytes for rows in found) < 2 * most


@pytest.mark.parametrize("memory", ["1M", "1G"])
@pytest.mark.parametrize("level", crawl.LEVELS)
def test_the_command_gives_the_same_with_little_memory(
    level: str, memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spilled: list[int] = []
    write = TemporaryRows.write

    def noted(self: TemporaryRows, rows: Any) -> Any:
        spilled.append(rows.num_rows)
        return write(self, rows)

    monkeypatch.setattr(TemporaryRows, "write", noted)
    cut_small(monkeypatch, 200_000)
    urls = URLS if level == "crawl" else URLS[: len(URLS) // 2] * 2
    (tmp_path / "in").write_text("".join(f"{url}\n" for url in urls))
    expected = first_forms(urls, level)
    out = tmp_path / "out.parquet"
    options = ["--by", level, "--memory", memory, str(tmp_path / "in"), "-o"]
    assert main(["dedupe", *options, str(out)]) == 0
    assert written(out) == expected
    assert main(["dedupe", *options, str(tmp_path / "out.txt"), "--no-counts"]) == 0
    assert (tmp_path / "out.txt").read_text().splitlines() == [url for url, _ in expected]
    assert bool(spilled) == (memory != "1G")


@pytest.mark.once
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_bound_holds(tmp_path: Path) -> None:
    program = """if True:
        import re, sys
        from urlmill.cli.main import main
        status = main(sys.argv[1:])
        with open("/proc/self/status") as file:  # resource would count what the parent had
            print(int(re.search("VmHWM:\\s+([0-9]+) kB", file.read())[1]) >> 10, file=sys.stderr)
        sys.exit(status)
    """

    def most(memory: str, count: int) -> int:
        """MiB that the process takes."""
        path = tmp_path / "in"
        with path.open("w") as file:
            file.writelines(f"http://h{n % 977}.example/a/page/of/some/length/{n}\n" for n in range(count))
        arguments = ["dedupe", "--by", "w3lib", "--memory", memory, str(path), "-o", str(tmp_path / "out.parquet")]
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments, "--quiet", "--threads", "1"],
            capture_output=True, check=True, env=ENVIRONMENT,
        )  # fmt: skip
        assert pq.read_metadata(tmp_path / "out.parquet").num_rows == count
        return int(done.stderr)

    little = most("4M", 50_000)
    much, bounded = most("1G", 600_000), most("4M", 600_000)
    assert much > little + 60, (little, much)  # the test can tell
    assert bounded < little + 40, (little, bounded)


# What is left of it


def environment_of(folder: Path) -> dict[str, str]:
    return ENVIRONMENT | {"TMPDIR": str(folder)}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at descriptors in /proc")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_of_the_file_however_the_command_ends(sent: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    arguments = ["dedupe", "--by", "rfc3986", "--memory", "1M", "-", "-o", str(tmp_path / "out.tsv"), "--threads", "1"]
    with start(*arguments, env=environment_of(tmp_path / "tmp")) as process:
        assert process.stdin
        lines = b"".join(b"http://h/a/rather/long/path/%d\n" % number for number in range(200_000))
        end = time.monotonic() + PATIENCE
        while not has_spilled(process.pid, tmp_path / "tmp"):
            assert time.monotonic() < end
            process.stdin.write(lines)
            process.stdin.flush()
        process.send_signal(sent)
        process.communicate(timeout=PATIENCE)
    assert process.returncode in (-sent, 128 + sent)
    assert os.listdir(tmp_path / "tmp") == []
    assert sorted(os.listdir(tmp_path)) == ["tmp"]


def has_spilled(process: int, folder: Path) -> bool:
    """Whether it has a file open in a folder."""
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        try:
            if os.readlink(descriptor).startswith(f"{folder}/") and descriptor.stat().st_size:
                return True
        except FileNotFoundError:  # noqa: PERF203  # it is closed meanwhile
            continue
    return False


def test_a_file_that_cannot_grow_is_said_and_closed(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="the system has no limit for files")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    (tmp_path / "in").write_text("".join(f"{url}\n" for url in URLS))
    arguments = [
        "--by",
        "crawl",
        "--memory",
        "1M",
        "--threads",
        "1",
        str(tmp_path / "in"),
        "-o",
        str(tmp_path / "a.tsv"),
    ]
    program = [sys.executable, "-X", "dev", "-m", "urlmill"]  # which tells of files that are left open
    status, _, said = call("dedupe", *arguments, program=program, env=environment_of(tmp_path), preexec_fn=limit)
    assert status == 2
    assert said.decode() == f"urlmill: a temporary file in {tmp_path}: {os.strerror(errno.EFBIG)}\n"
    assert os.listdir(tmp_path) == ["in"]


# Levels and their switches


def test_rules_can_be_switched(tmp_path: Path, capfd: Any) -> None:
    urls = ["http://www.a.com/?b=1&utm_source=x", "http://a.com/?b=1", "http://a.com/index.html", "http://a.com/"]
    (tmp_path / "in").write_text("".join(f"{url}\n" for url in urls))
    chosen: list[tuple[list[str], dict[str, Any]]] = [
        ([], {}),
        (["--without", "www,tracking"], {"www": False, "tracking": False}),
        (["--with", "index_files"], {"index_files": True}),
    ]
    for options, switches in chosen:
        assert main(["dedupe", "--by", "crawl", "--no-counts", *options, str(tmp_path / "in")]) == 0
        assert capfd.readouterr().out.splitlines() == [url for url, _ in first_forms(urls, **switches)]
        assert main(["normalize", "--level", "crawl", "--only", *options, str(tmp_path / "in")]) == 0
        assert capfd.readouterr().out.splitlines() == [crawl.canonical(url, "crawl", **switches) for url in urls]


def test_surt_is_known_by_its_keys(tmp_path: Path, capfd: Any) -> None:
    urls = ["http://www.a.com/?b=1", "https://a.com:443/B/../?B=1#c", "", "http://" + "é" * 1100, "http://b.a.com/x"]
    (tmp_path / "in").write_text("".join(f"{url}\n" for url in urls))
    found = [url for url in urls if url]
    keys = columns.key(found, "surt").to_pylist()
    good = {url: key for url, key in zip(found, keys, strict=True) if key is not None}
    assert main(["normalize", "--level", "surt", "--key", "--quiet", str(tmp_path / "in")]) == 0
    assert [line.split("\t") for line in capfd.readouterr().out.splitlines()[1:]] == [[*each] for each in good.items()]
    first = {key: url for url, key in reversed(good.items())}
    assert len(first) < len(good)
    assert main(["dedupe", "--by", "surt", "--no-counts", "--quiet", str(tmp_path / "in")]) == 0
    assert capfd.readouterr().out.splitlines() == [url for url in good if url in first.values()]


def test_keys_sort(tmp_path: Path, capfd: Any) -> None:
    (tmp_path / "in").write_text("http://b.a.com/x\nhttp://a.com/\n")
    assert main(["normalize", "--level", "crawl", "--key", str(tmp_path / "in")]) == 0
    assert capfd.readouterr().out == "url\tkey\nhttp://b.a.com/x\tcom,a,b)/x http\nhttp://a.com/\tcom,a)/ http\n"


def test_what_a_level_refuses_is_a_bad_line(tmp_path: Path, capfd: Any) -> None:
    (tmp_path / "in").write_text("http://h/\nhttp://[\n\nh:x\nnowhere\nhttp://h\n")
    bad = tmp_path / "bad.tsv"
    for command in (["dedupe", "--by", "web"], ["normalize", "--level", "web"]):
        assert main([*command, "--strict", "--bad", str(bad), str(tmp_path / "in")]) == 1
        rows = capfd.readouterr().out.splitlines()[1:]
        assert [row.split("\t")[0] for row in rows][:2] == ["http://h/", "h:x"]
        lines = [line.split("\t")[1:4] for line in bad.read_text().splitlines()[1:]]
        assert lines == [["2", "bad-host", "7"], ["5", "not-absolute", "0"]]


def test_nothing_has_a_header(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("")
    assert main(["dedupe", "--by", "crawl", str(tmp_path / "in"), "-o", str(tmp_path / "out.parquet")]) == 0
    assert pq.read_table(tmp_path / "out.parquet").schema.names == ["url", "count"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dedupe", "--by", "url", "--with", "www"], "--with and --without are for the level crawl, got url"),
        (["normalize", "--without", "www"], "--with and --without are for the level crawl, got scheme"),
        (["normalize", "--key"], "--key takes a level that has keys (rfc3986, web, w3lib, crawl, surt), got scheme"),
        (["normalize", "--level", "surt"], "the level surt has keys only; give --key"),
        (["dedupe", "--by", "surt", "--with", "www"], "--with and --without are for the level crawl, got surt"),
        (["dedupe", "--by", "host", "--memory", "2M"], "--memory is for the levels of canonical form (rfc3986, web, w"),
        (["dedupe", "--by", "crawl", "--memory", "2K"], "expected a size of 1M or more, got '2K'"),
        (["dedupe", "--by", "crawl", "--without", "ww"], "there is no rule 'ww'; did you mean 'www'? there are"),
        (["split", "--fields", "key"], "unknown field 'key'"),
        (["dedupe", "--by", "fingerprint"], "unknown field 'fingerprint'"),
        (["normalize", "--where", "key ~ a"], "unknown field 'key'"),
        (["dedupe", "--by", "crawl", "--where", "fingerprint=a"], "unknown field 'fingerprint'"),
        (["dedupe", "--memory", "much"], "expected a size, such as 64K, 16M or 2G, got 'much'"),
    ],
)
def test_what_is_asked_for_wrongly_is_explained(arguments: list[str], said: str) -> None:
    status, _, error = call(*arguments, program=COMMAND)
    assert status == 2
    assert said in error.decode()
