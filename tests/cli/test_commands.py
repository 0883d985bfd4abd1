"""The subcommands on lines of URLs, and what ends them: called as from a shell."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import urlmill
from urlmill import URL, columns
from urlmill.cli.commands.top import chart
from urlmill.cli.main import COMMANDS, main

from .. import corpus, strategies
from .access_logs import cut_small
from .shell import ENVIRONMENT, PATIENCE, start, with_closed
from .subcommands import ARGUMENTS, LOCAL, WRITERS, line_of, sample

URLS = ["http://a.example/x?q=1", "https://B.example:8080/y#f", "", "mailto:me@example.org", "http://a.example/x?q=1"]


@pytest.fixture
def run(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command on lines, or on octets as they are: status, output and what was said."""

    def run(*arguments: str, lines: list[str] | bytes = URLS) -> tuple[int, str, str]:
        path = tmp_path / "in"
        path.write_bytes(lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode())
        status = main([*arguments, str(path)])
        out, said = capfdbinary.readouterr()
        return status, out.decode(), said.decode()

    return run


Run = Callable[..., "tuple[int, str, str]"]


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter="\t"))


def test_splitting_lines(run: Run) -> None:
    status, out, said = run("split")
    assert (status, said) == (0, "")
    assert table(out) == [
        ["url", "scheme", "host", "port", "path", "query", "fragment"],
        [URLS[0], "http", "a.example", "", "/x", "q=1", ""],
        [URLS[1], "https", "b.example", "8080", "/y", "", "f"],
        [URLS[3], "mailto", "", "", "me@example.org", "", ""],
        [URLS[4], "http", "a.example", "", "/x", "q=1", ""],
    ]


def test_real_lines_are_what_the_objects_say(run: Run) -> None:
    lines = corpus.URLS[:2000]
    _, out, _ = run("split", "--fields", "url,host,port,path", "--to", "jsonl", lines=lines)
    for line, row in zip(lines, map(json.loads, out.splitlines()), strict=True):
        url = URL(line, profile="lenient")
        assert row == {"url": line, "host": url.host, "port": url.port, "path": url.path}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    octets=st.one_of(
        st.binary(max_size=200),
        st.lists(strategies.text, max_size=9).map("\n".join).map(lambda text: text.encode("utf-8", "replace")),
    ),
    size=st.integers(1, 99),
)
def test_no_line_is_lost(octets: bytes, size: int, tmp_path: Path) -> None:
    """Whatever it is: as UTF-8, or as Latin-1 where it is none."""

    def text(line: bytes) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            return line.decode("latin-1")

    octets = b"first\n" + octets  # so that it does not begin as packed data does
    lines = octets.replace(b"\r\n", b"\n").split(b"\n")
    (tmp_path / "in").write_bytes(octets)
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, size)
        assert (
            main(["split", "--fields", "url", "--to", "jsonl", "-o", str(tmp_path / "out"), str(tmp_path / "in")]) == 0
        )
    found = [json.loads(line)["url"] for line in (tmp_path / "out").read_text("utf-8").split("\n")[:-1]]
    assert found == [text(line) for line in lines if line]


def test_what_a_profile_refuses_can_be_found(run: Run, tmp_path: Path) -> None:
    lines = ["http://a/", "http://h:x/", "", "no url", "http://b/"]
    status, out, said = run(
        "split", "--profile", "strict", "--fields", "host", "--bad", str(tmp_path / "bad"), lines=lines
    )
    assert (status, out) == (0, "host\na\nb\n")
    assert "2 bad lines beside 2 rows" in said
    _, *bad = [line.split("\t") for line in (tmp_path / "bad").read_text("utf-8").splitlines()]
    assert [(line, reason, text) for _, line, reason, _, text in bad] == [
        ("2", "bad-port", "http://h:x/"),
        ("4", "not-absolute", "no url"),
    ]
    assert run("split", "--profile", "strict", "--strict", "--quiet", lines=lines)[::2] == (1, "")


def test_lenient_rows_stay_and_are_told_of(run: Run, tmp_path: Path) -> None:
    lines = ["http://a/", "http://h:x/"]
    status, out, said = run("split", "--fields", "host", "--bad", str(tmp_path / "bad"), "--strict", lines=lines)
    assert (status, out) == (1, "host\na\nh\n")
    assert "1 bad line " in said


def test_conditions_and_limits(run: Run) -> None:
    assert run("split", "--fields", "host", "--where", "port=8080")[1] == "host\nb.example\n"
    assert run("split", "--fields", "host", "--limit", "1")[1] == "host\na.example\n"
    assert run("split", "--fields", "host", "--where", "host=a.*", "--limit", "0")[1] == "host\n"
    assert run("split", "--fields", "scheme", "--where", "scheme!=http")[1] == "scheme\nhttps\nmailto\n"


@pytest.mark.parametrize("threads", ["1", "3"])
def test_any_number_of_threads_writes_the_same(threads: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch, 5000)
    lines = corpus.URLS[:1000]
    assert table(run("split", "--fields", "url", "--threads", threads, lines=lines)[1])[1:] == [
        [line] for line in lines
    ]


def test_normal_forms(run: Run) -> None:
    _, out, _ = run("normalize", lines=["HTTP://H:80/%7e/../a"])
    assert table(out) == [["url", "normal"], ["HTTP://H:80/%7e/../a", "http://h/a"]]
    assert run("normalize", "--only", "--level", "string", lines=["http://h/%7e"])[1] == "http://h/%7e\n"


def test_the_first_of_each(run: Run) -> None:
    assert table(run("dedupe")[1]) == [["url", "count"], [URLS[0], "2"], [URLS[1], "1"], [URLS[3], "1"]]
    assert run("dedupe", "--no-counts")[1].splitlines() == [URLS[0], URLS[1], URLS[3]]
    assert run("dedupe", "--no-counts", lines=['http://h/"'])[1] == 'http://h/"\n'
    lines = ["http://h/%7e", "HTTP://h/~", "http://h/~"]
    assert table(run("dedupe", "--by", "normal", lines=lines)[1]) == [["url", "count"], [lines[0], "3"]]
    lines = ["gopher://h", "gopher://h/1", "file:///C:/a%26", "file:///C:/a&", "mailto:?to=a@b", "mailto:a@B"]
    assert run("dedupe", "--by", "normal", "--no-counts", lines=lines)[1].splitlines() == lines[::2]
    assert table(run("dedupe", "--by", "port")[1]) == [["url", "count"], [URLS[0], "3"], [URLS[1], "1"]]


@given(
    lines=st.lists(st.sampled_from("abcdefgh"), max_size=60),
    size=st.integers(1, 20),
    by=st.sampled_from(["url", "path", "host"]),
)
def test_the_first_of_each_is_exact(
    lines: list[str], size: int, by: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("dedupe")
    (folder / "in").write_text("".join(f"{line}\n" for line in lines))
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, size)
        main(["dedupe", "--by", by, "-o", str(folder / "out.parquet"), str(folder / "in")])
    found = [(row["url"], row["count"]) for row in pq.read_table(folder / "out.parquet").to_pylist()]
    expected = list(Counter(lines).items()) if by != "host" else [(lines[0], len(lines))] if lines else []
    assert found == expected


def test_the_most_frequent(run: Run) -> None:
    lines = corpus.URLS[:3000]
    _, out, _ = run("top", "host", "--to", "tsv", "-n", "5", lines=lines)
    _, *rows = table(out)
    expected = Counter(columns.split(lines, ["host"])["host"].to_pylist())
    assert [(host or None, int(count)) for host, count, _ in rows] == expected.most_common(5)
    assert [float(share) for _, _, share in rows] == [count / len(lines) for _, count in expected.most_common(5)]


def test_a_chart_for_a_person(run: Run) -> None:
    _, out, _ = run("top", "host")
    assert out.splitlines()[0] == f"    2   50.0%  {'█' * 24}  a.example"
    assert "(none)" in out
    assert chart([("\x1b[2J", 1)], 3, 2)[0].endswith("  <U+001B>[2J")
    assert chart([("a", 1)], 3, 2)[1] == "    2   66.7%  in another one"
    assert run("top", "host", lines=[])[1] == "no rows\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["split", "--fields", "nothing"], "nothing"),
        (["split", "--where", "host"], "FIELD=VALUE"),
        (["split", "--where", "nothing=1"], "nothing"),
        (["top", "nothing"], "nothing"),
        (["split", "-o", "x.unknown"], "give --to"),
        (["split", "-o", "/nowhere/at/all.csv"], "no such directory"),
        (["split", "--to", "lines"], "one column"),
    ],
)
def test_wrong_use_is_said_and_ends_with_2(arguments: list[str], words: str, run: Run) -> None:
    status, out, said = run(*arguments)
    assert (status, out) == (2, "")
    assert words in said
    assert "Traceback" not in said


def test_a_missing_file_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["split", "missing.txt"]) == 2
    assert "missing.txt: no such file" in capsys.readouterr().err


@pytest.mark.once
def test_a_broken_pipe_ends_quietly(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("http://h/a/long/enough/path\n" * 200_000)
    with start("split", str(tmp_path / "in")) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


def test_bars_are_drawn_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "PYTHONIOENCODING", "ascii")
    with start("top", "host") as process:
        out, _ = process.communicate("http://é/\n".encode(), PATIENCE)
    assert out.decode().split() == ["1", "100.0%", "#" * 24, "<U+00E9>"]


def test_lines_come_from_standard_input() -> None:
    with start("split", "--fields", "host", "--to", "csv") as process:
        out, said = process.communicate(b"http://a/\r\nhttp://b/", PATIENCE)
    assert (out, said) == (b"host\na\nb\n", b"")


def test_there_is_a_version_and_help() -> None:
    for arguments, words in ((["--version"], f"urlmill {urlmill.__version__}"), (["--help"], "dedupe")):
        with start(*arguments) as process:
            assert words in process.communicate()[0].decode()


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "tcsh"])
def test_shells_can_complete(shell_name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--print-completion", shell_name])
    out, said = capsys.readouterr()
    assert "registrable" not in said
    assert all(option in out for option in ("column", "sum", "by", "where"))


@pytest.mark.once
def test_the_command_imports_no_pandas(tmp_path: Path) -> None:
    program = "import sys; from urlmill.__main__ import run; run(); sys.exit('pandas' in sys.modules)"
    for name in WRITERS:
        (tmp_path / "in").write_text(line_of(name, "http://h.example/path"))
        command = [sys.executable, "-c", program, *sample(name), str(tmp_path / "in")]
        assert "/path" in subprocess.run(command, capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize("arguments", [["-o", "out.csv", "--bad", "out.csv"], ["-o", "in"], ["--bad", "./in"]])
def test_what_is_read_or_written_is_not_overwritten(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").write_text("http://h/\n")
    assert main(["split", "in", "--to", "csv", *arguments]) == 2
    assert "already; give it another name" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert (tmp_path / "in").read_text() == "http://h/\n"


def test_no_arguments_are_wrong_use_and_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([])
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith("usage: urlmill")
    assert all(f"\n    {name} " in said for name in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["splt"], "unknown subcommand 'splt'; did you mean 'split'? there are show, split, "),
        (["xyz"], "unknown subcommand 'xyz'; there are show, split, "),
        (
            ["split", "--feilds", "host"],
            "unknown option '--feilds'; did you mean '--fields'? urlmill split --help lists ",
        ),
        (["logs", "--were=status=200"], "unknown option '--were'; did you mean '--where'? urlmill logs --help lists "),
        (["split", "--xyz", "--", "x"], "unknown option '--xyz'; urlmill split --help lists them\n"),
        (["--vresion"], "unknown option '--vresion'; did you mean '--version'? urlmill --help lists "),
        (
            ["fetch", "http://a/", "http://u:secret@b/"],
            "too many arguments; urlmill fetch --help shows what it takes\n",
        ),
    ],
)
def test_what_is_misspelt_is_asked_about(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"urlmill: {words}")
    assert said.count("\n") == 1


def test_after_two_dashes_a_dash_is_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-x").write_text("http://h/\n")
    assert main(["split", "--fields", "host", "--", "-x"]) == 0
    assert main(["get", "--", "-{host}", "-x"]) == 0
    assert capsys.readouterr().out == "host\nh\n-h\n"


def test_a_log_after_urls_is_not_counted_as_urls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "urls").write_text("http://h/\n")
    assert main(["top", "host", str(tmp_path / "urls"), str(corpus.SMALL_LOG)]) == 2
    assert "this is a log (combined), after lines of URLs" in capsys.readouterr().err


def test_every_subcommand_has_a_sample() -> None:
    assert list(ARGUMENTS) == list(COMMANDS)


@pytest.mark.once
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("closed", "name"), [(">&-", "standard output"), ("<&-", "standard input")])
def test_what_is_closed_is_said(closed: str, name: str, command: str) -> None:
    assert with_closed(closed, *sample(command)) == (2, "", f"urlmill: {name}: it is closed\n")


def test_show_of_an_argument_says_that_standard_output_is_closed() -> None:
    assert with_closed(">&-", "show", "http://h/") == (2, "", "urlmill: standard output: it is closed\n")


@pytest.mark.once
@pytest.mark.parametrize("command", LOCAL)
def test_nothing_needs_standard_error(command: str) -> None:
    status, out, _ = with_closed("2>&-", *sample(command))
    assert status == 0
    assert "/path" in out
    assert with_closed("2>&- >&-", *sample(command)) == (2, "", "")
