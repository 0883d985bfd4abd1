"""``urlmill extract``: URLs out of free text and HTML, and where they stand."""

from __future__ import annotations

import gzip
import html
import json
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import extract
from urlmill._io import inputs
from urlmill._io.inputs import Block
from urlmill.cli.html.markup import Tag, Text, tokens
from urlmill.cli.html.references import references
from urlmill.cli.main import main
from urlmill.testing import http_urls, url_texts

from ..strategies import text as nasty_text
from .access_logs import cut_small

PAGE = """<!doctype html>
<html><head>
<meta http-equiv=refresh content="5; url='next.html'"><meta property="og:url" content="https://og.example/x">
<link rel=stylesheet href=/s.css?a=1&amp;b=2&copy=3>
<script>var a = "http://script.example/";</script><!-- http://comment.example/ -->
<title>http://title.example/ &amp;c</title></head><body>
<a title="x>y" href='https://a.example/&eacute;'>see http://t.example/?a=1&amp;b=2, ok</a>
<img srcset="a.png 1x, b,c.png 2x" src="
 data:,x"> &lt;URL:ftp://f.example/x&gt; and &amp;&amp; https://z.example/
"""
BASE = "https://base.example/d/"
Run = Callable[..., "tuple[list[dict[str, Any]], str]"]


@pytest.fixture
def run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """What is found in some octets, as rows; and what was said."""

    def run(octets: bytes, *arguments: str, status: int = 0) -> tuple[list[dict[str, Any]], str]:
        (tmp_path / "in").write_bytes(octets)
        assert main(["extract", "--to", "jsonl", str(tmp_path / "in"), *arguments]) == status
        out, said = capfd.readouterr()
        return [json.loads(line) for line in out.splitlines()], said

    return run


def places(rows: list[dict[str, Any]]) -> list[tuple[int, int, str]]:
    return [(row["line"], row["column"], row["url"]) for row in rows]


def test_free_text(run: Run) -> None:
    rows, said = run(b"see <URL:ftp://h/a b> (or http://h/c).\r\nno: URL\n\nh\xc3\xa9 http://b.example/, mailto:a@b.c")
    assert said == ""
    assert places(rows) == [
        (1, 5, "ftp://h/ab"), (1, 27, "http://h/c"), (4, 4, "http://b.example/"), (4, 23, "mailto:a@b.c"),
    ]  # fmt: skip


def test_a_url_in_free_text_is_on_one_line(run: Run) -> None:
    rows, _ = run(b"<URL:http://h/a\nb> http://h/c\nd")
    assert places(rows) == [(1, 6, "http://h/a"), (2, 4, "http://h/c")]


def test_a_line_that_is_no_utf8_is_read_as_latin_1(run: Run) -> None:
    rows, _ = run(b"http://h/\xe9\nhttp://h/\xc3\xa9")
    assert places(rows) == [(1, 1, "http://h/\xe9"), (2, 1, "http://h/\xe9")]


def test_fields_and_conditions(run: Run) -> None:
    rows, _ = run(b"http://a/x ftp://b/c/d\nhttps://c/", "--fields", "host,cwds", "--where", "scheme!=https")
    assert rows == [
        {"line": 1, "column": 1, "url": "http://a/x", "host": "a", "cwds": None},
        {"line": 1, "column": 12, "url": "ftp://b/c/d", "host": "b", "cwds": ["c"]},
    ]


def test_what_is_refused_is_bad(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    rows, said = run(b"\nhttp://h/%zz http://h/", "--bad", str(bad), "--strict", status=1)
    assert places(rows) == [(2, 14, "http://h/")]
    assert "1 bad line beside 1 row," in said
    assert bad.read_text().splitlines()[1].split("\t")[1:] == ["2", "bad-percent", "9", "http://h/%zz"]
    assert len(run(b"http://h/%zz", "--profile", "lenient")[0]) == 1


def test_where_there_is_nothing_nothing_is_found(run: Run) -> None:
    for octets in (b"", b"\n", b"no URL: none", b"<html>"):
        assert run(octets, "--fields", "host,cwds") == ([], "")


def test_an_unknown_field_or_a_bad_base_is_explained(run: Run) -> None:
    assert "unknown field 'hots'" in run(b"", "--fields", "hots", status=2)[1]
    assert "--base: not-absolute" in run(b"", "--base", "a/b", status=2)[1]


def test_html_is_known_by_how_it_begins(run: Run) -> None:
    rows, said = run(PAGE.encode())
    assert places(rows) == [
        (3, 88, "https://og.example/x"),
        (6, 8, "http://title.example/"),
        (7, 22, "https://a.example/\xe9"),
        (7, 54, "http://t.example/?a=1&b=2"),
        (9, 2, "data:,x"),
        (9, 12, "ftp://f.example/x"),
        (9, 57, "https://z.example/"),
    ]
    assert "4 relative references left out; --base URL completes them" in said


def test_relative_references_are_completed(run: Run) -> None:
    rows, said = run(PAGE.encode(), "--base", BASE)
    relative = [place for place in places(rows) if "base.example" in place[2]]
    assert relative == [
        (3, 43, "https://base.example/d/next.html"),
        (4, 27, "https://base.example/s.css?a=1&b=2&copy=3"),
        (8, 14, "https://base.example/d/a.png"),
        (8, 24, "https://base.example/d/b,c.png"),
    ]
    assert said == ""


@pytest.mark.parametrize(
    ("base", "given", "found"),
    [
        ("https://b.example/x/", [], ["https://b.example/x/", "https://b.example/x/y"]),
        ("z/", ["--base", BASE], [BASE + "z/y"]),
        ("z/", [], []),
        ("https://b.example/x/", ["--base", BASE], ["https://b.example/x/", "https://b.example/x/y"]),
    ],
)
def test_a_document_may_give_its_base(base: str, given: list[str], found: list[str], run: Run) -> None:
    rows, _ = run(f"<base href='{base}'><a href=y>".encode(), "--html", *given)
    assert [row["url"] for row in rows] == found


def test_a_base_that_completes_nothing_is_none(run: Run) -> None:
    rows, said = run(b"<base href='mailto:a@b.c'>\n<a href=y>", "--html")
    assert [row["url"] for row in rows] == ["mailto:a@b.c"]
    assert "1 relative reference left out" in said
    assert "--base: " in run(b"", "--base", "mailto:a@b.c", status=2)[1]


def test_a_page_in_another_encoding(run: Run) -> None:
    page = "<html><meta charset=iso-8859-5><a href=http://h/\u0416>"
    assert run(page.encode("iso-8859-5"))[0][0]["url"] == "http://h/\u0416"
    assert run(page.encode())[0][0]["url"] == "http://h/\u0416"
    assert (
        run(b"<html><meta charset=iso-8859-1><a href=http://h/\x93>")[0][0]["url"] == "http://h/\u201c"
    )  # as browsers do
    assert run(b"<html><meta charset=punycode><a href=http://h/\xe9>")[0][0]["url"] == "http://h/\xe9"


def test_several_files_are_told_apart(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("x\nhttp://a/ <a href='http://b/'>")
    (tmp_path / "b.html.gz").write_bytes(gzip.compress(b"<html>\n<a href='http://c/'>"))
    (tmp_path / "c.txt").write_text("http://d/")
    assert main(["extract", "--to", "jsonl", str(tmp_path / "*")]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(Path(row["file"]).name, row["line"], row["url"]) for row in rows] == [
        ("a.txt", 2, "http://a/"), ("a.txt", 2, "http://b/"), ("b.html.gz", 2, "http://c/"), ("c.txt", 1, "http://d/"),
    ]  # fmt: skip


def test_a_document_of_many_blocks_is_read_as_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch, 10)
    assert len(run(PAGE.encode())[0]) == 7
    assert len(list(inputs.blocks([__file__], print, 10))) > 7
    text = b"".join(b"line %d http://h/%d\n" % (number, number) for number in range(1, 200))
    assert [(row["line"], row["url"]) for row in run(text)[0]] == [(n, f"http://h/{n}") for n in range(1, 200)]


@given(st.lists(st.one_of(url_texts(), nasty_text, st.text()), max_size=8))
def test_free_text_is_what_extract_finds_line_by_line(pieces: list[str]) -> None:
    from urlmill.cli.commands.extract import _in_text

    octets = " ".join(pieces).encode("utf-8", "replace")
    found = list(_in_text(Block(octets, "", 1, 0)))
    lines = octets.decode().split("\n")
    assert found == [
        (number, each.start + 1, str(each.url))
        for number, line in enumerate(lines, 1)
        for each in extract(line, profile="lenient")
    ]


# The markup


class Peer(HTMLParser):
    """The interpreter's parser, for what both must agree on."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in reversed(attrs)}))


VALUE = st.one_of(http_urls().map(str), st.text("ab&;=#x1/?<> é", max_size=8))
QUOTED = VALUE.map(lambda value: html.escape(value.replace("\r", "")))


@given(st.lists(st.tuples(st.sampled_from(["a", "IMG", "x-y"]), QUOTED, QUOTED, st.text("ab \n", max_size=3))))
def test_tags_are_those_that_the_interpreter_finds(drawn: list[tuple[str, str, str, str]]) -> None:
    page = "".join(f"{text}<{tag} HREF=\"{one}\" b='{other}' c>{text}</{tag}>" for tag, one, other, text in drawn)
    peer = Peer()
    peer.feed(page)
    peer.close()
    tags = [token for token in tokens(page) if isinstance(token, Tag)]
    assert [(tag.name, {name: each.value for name, each in tag.attributes.items()}) for tag in tags] == peer.found


@given(http_urls().map(str), st.text("a &;\n", max_size=5))
def test_a_url_in_an_attribute_or_in_text_is_found_where_it_stands(url: str, before: str) -> None:
    page = f'<p>{html.escape(before)}<a href="{html.escape(url)}">'
    found = [each for each in references(page)[0] if page[: each.at].endswith('href="')]
    assert [each.text for each in found] == [url.strip(" ")]
    text = f"<p>{html.escape(before)} http://h.example/a"
    (last,) = references(text)[0]
    assert text[last.at :] == "http://h.example/a"


@given(st.lists(st.one_of(st.sampled_from(["<", ">", "<a ", "</", "<!--", "-->", "&#", "&amp;", "<title>", "<script>",
                                           "</title>", "</SCRIPT >", "=", '"', "'", "href=", "srcset=", "(", ","]),
                          st.text(max_size=4)), max_size=20))  # fmt: skip
def test_any_text_can_be_read_as_html(pieces: list[str]) -> None:
    source = "".join(pieces)
    for token in tokens(source):
        if isinstance(token, Text):
            ends = [0, len(token.text)]
            assert all(0 <= at <= len(source) for at in token.places(ends))
    assert all(0 <= each.at <= len(source) for each in references(source)[0])


@pytest.mark.parametrize(
    "piece",
    ["<a ", '<a b="', "<", "<!--", "</a", "<?", "<![CDATA[", "<title>", "<script>", "&#", "&#1", "&a", "<a b=", "= ",
     "<a>http:", "<img srcset='( ", "<a srcset='" + ", " * 9, "<meta http-equiv=refresh content='" + " " * 9],
)  # fmt: skip
def test_hostile_pages_take_linear_time(piece: str) -> None:
    start = time.process_time()
    references(piece * (300_000 // len(piece)))
    references("<img srcset='" + piece.replace("'", "") * (300_000 // len(piece)))
    assert time.process_time() - start < 10


# Without where they stand


@pytest.mark.parametrize("links", [[], ["--links"]])
def test_urls_alone_are_lines(links: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.html").write_text("<html><a href=/x?a=1>t</a>")
    (tmp_path / "b.html").write_text("<html>\n<a href='//b.example/,'>t</a>")
    asked = ["extract", *links, "--base", "http://h/", str(tmp_path / "*.html"), "--only"]
    assert main(asked) == 0
    assert capfd.readouterr().out == "http://h/x?a=1\nhttp://b.example/,\n"
    assert main([*asked, "--fields", "host,query:a"]) == 0
    assert capfd.readouterr().out == "url\thost\tquery:a\nhttp://h/x?a=1\th\t1\nhttp://b.example/,\tb.example\t\n"
    assert main([*asked, "--fields", "host", "--to", "lines"]) == 2
    assert "lines have room for one column, and there are url, host; --to takes other formats" in capfd.readouterr().err
    assert main([*asked, "--to", "csv"]) == 0
    assert capfd.readouterr().out.splitlines()[0] == "url"
