"""The command under the profile of the web."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from urlmill import URL
from urlmill.cli.main import main

from .. import corpus
from ..columns.answers import LONE
from ..web.wpt import cases

Run = Callable[..., "tuple[int, str, str]"]
WEB = ("--profile", "web")
LINES = [
    "HTTP://User:secret@H.example:80\\a/../b?q=x+y#f",
    "https://h.example/a?q=1&q=2",
    "http://h:x/",
    "mailto:a@h.example",
    "h.example/a",
    "x://H/?q=%zz",
]
HREFS = [
    "http://User:secret@h.example/b?q=x+y#f",
    "https://h.example/a?q=1&q=2",
    "mailto:a@h.example",
    "x://H/?q=%zz",
]


@pytest.fixture
def run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a subcommand on lines: status, output and what was said."""

    def run(name: str, *arguments: str, lines: list[str] = LINES) -> tuple[int, str, str]:
        path = tmp_path / "in"
        path.write_bytes("".join(f"{line}\n" for line in lines).encode())
        status = main([name, *arguments, str(path)])
        return (status, *capfd.readouterr())

    return run


def test_every_case_of_the_web_platform_that_is_a_line(run: Run, tmp_path: Path) -> None:
    """The command has no base for lines: of references, the hrefs are the lines."""
    rows = [(case["input"], case.get("href")) for case in cases("urltestdata.json") if case.get("base") is None]
    rows += [(case["href"], case["href"]) for case in cases("urltestdata.json") if "href" in case]
    rows = [row for row in rows if row[0] and not LONE.search(row[0]) and "\n" not in row[0] and "\r" not in row[0]]
    arguments = ("--fields", "url,href", "--to", "jsonl", "--bad", str(tmp_path / "bad"))
    status, out, _ = run("split", *WEB, *arguments, lines=[text for text, _ in rows])
    assert status == 0
    found = [(row["url"], row["href"]) for row in map(json.loads, out.splitlines())]
    assert found == [row for row in rows if row[1] is not None]
    assert len((tmp_path / "bad").read_text("utf-8").split("\n")) == 2 + sum(href is None for _, href in rows)


def test_real_lines_are_what_the_objects_say(run: Run) -> None:
    lines = corpus.URLS[:500]
    _, out, _ = run("split", *WEB, "--fields", "href,origin,host,effective_port", "--to", "jsonl", lines=lines)
    for line, row in zip(lines, map(json.loads, out.splitlines()), strict=True):
        url = URL(line, profile="web")
        expected = {"href": str(url), "origin": str(url.origin), "host": url.host, "effective_port": url.effective_port}
        assert row == expected


def test_what_browsers_refuse_is_a_bad_line(run: Run, tmp_path: Path) -> None:
    status, out, said = run("split", *WEB, "--fields", "href", "--bad", str(tmp_path / "bad"))
    assert (status, out) == (0, "\n".join(["href", *HREFS, ""]))
    assert "2 bad lines beside 4 rows" in said
    _, *bad = [line.split("\t") for line in (tmp_path / "bad").read_text("utf-8").splitlines()]
    assert [(line, reason, at) for _, line, reason, at, _ in bad] == [
        ("3", "bad-port", "9"),
        ("5", "not-absolute", "0"),
    ]


def test_conditions_on_what_the_profile_has(run: Run) -> None:
    assert run("split", *WEB, "--fields", "host", "--where", "origin=https*")[1] == "host\nh.example\n"
    assert run("split", *WEB, "--fields", "origin", "--where", "href=x:*")[1] == "origin\nnull\n"


def test_queries_are_those_of_hrefs(run: Run) -> None:
    lines = ["http://h\\?a#/?q=1", "http://h\\a?\tq=2"]
    assert run("split", *WEB, "--fields", "query:q", lines=lines)[1] == "query:q\n\n2\n"
    template = "{query:q}|{query-all:q}|{raw:query:q}|{default:port}|{raw:host}|{href}|{origin}"
    assert run("get", *WEB, template)[1].splitlines() == [
        f"x y|x y|x+y|80|h.example|{HREFS[0]}|http://h.example",
        f"1|1,2|1|443|h.example|{HREFS[1]}|https://h.example",
        f"|||||{HREFS[2]}|null",
        f"%zz|%zz|%zz||H|{HREFS[3]}|null",
    ]


def test_the_normal_form_is_the_href(run: Run) -> None:
    assert run("normalize", *WEB, "--only")[1].splitlines() == HREFS
    assert run("normalize", *WEB, "--only", "--level", "string")[1].splitlines() == HREFS


def test_duplicates_are_those_of_browsers(run: Run) -> None:
    lines = ["http://h", "HTTP://H:80/", "http://h/a/..", "https://h/"]
    expected = "url\tcount\nhttp://h\t3\nhttps://h/\t1\n"
    for field in ("href", "normal"):
        assert run("dedupe", *WEB, "--by", field, lines=lines)[1] == expected
    assert run("dedupe", *WEB, "--by", "origin", "--no-counts", lines=lines)[1] == "http://h\nhttps://h/\n"


def test_references_of_pages_are_completed_as_browsers_do(run: Run) -> None:
    page = ["<!doctype html>", r'<a href="\\g\a"></a><a href="?q"></a><a href="//[x"></a><a href="HTTP:b"></a>']
    arguments = ("--base", "http://h.example/d/e", "--fields", "href", "--to", "jsonl", *WEB)
    _, out, said = run("extract", *arguments, lines=page)
    assert [row["href"] for row in map(json.loads, out.splitlines())] == [
        "http://g/a",
        "http://h.example/d/e?q",
        "http://b/",
    ]
    assert "1 bad line beside 3 rows" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ("split", "--fields", "href"), ("split", "--fields", "host", "--where", "origin=x"), ("get", "{href}"),
        ("dedupe", "--by", "origin"), ("extract", "--fields", "href"), ("top", "href"),
    ],
)  # fmt: skip
def test_other_profiles_have_no_hrefs(run: Run, arguments: tuple[str, ...]) -> None:
    status, out, said = run(*arguments)
    assert (status, out) == (2, "")
    assert "is of the web profile alone; give --profile web to split, get, dedupe or extract" in said


def test_there_are_no_parts_of_schemes(run: Run) -> None:
    status, _, said = run("split", *WEB, "--fields", "gophertype")
    assert status == 2
    assert "the field 'gophertype' is of single schemes, whose parts the web profile does not have" in said


def test_one_url_is_shown_as_its_href(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--color", "never", *WEB, LINES[0]]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("http://User:***@h.example/b?q=x+y#f\n")
    assert main(["show", "--json", "--show-password", *WEB, *LINES]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["url"] for row in found if row["error"] is None] == HREFS
    assert found[0]["parts"]["path"] == "/b"
    assert found[0]["plan"]["error"] == "web-profile"
    assert {row["profile"] for row in found if row["error"] is None} == {"web"}
