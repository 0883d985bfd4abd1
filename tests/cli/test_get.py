"""``urlmill get``: what a template asks for, line by line what the objects say."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urlmill import URL, URLError, backend
from urlmill._fields import FIELDS as FIELDS_OF_ALL
from urlmill._io.usage import UsageError
from urlmill.cli.commands import get
from urlmill.cli.main import COMMANDS, main
from urlmill.cli.template import Item, parsed
from urlmill.columns._special import special_names
from urlmill.testing import url_texts, urls

from ..strategies import text as nasty_text

LONE = re.compile("[\ud800-\udfff]")
CONTROL = re.compile("[\0-\x1f\x7f]")
ROWS = (
    "http://a.example:81/x%20y?utm_source=q+r&id=1#f%2Fg\n"
    "\n"
    "https://b.example.co.uk/%0Az?%69d=a%20b\r\n"
    "ftp://joe:s%40@h/a/b/c;type=a\n"
    "gopher://h/7/s%09words"
)


SIZES = (0, 1 << 16)  # up to which pyarrow is not needed


@pytest.fixture
def rows(tmp_path: Path) -> str:
    (tmp_path / "urls").write_bytes(ROWS.encode())
    return str(tmp_path / "urls")


def got(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["get", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("template", "lines"),
    [
        ("{host}", ["a.example", "b.example.co.uk", "h", "h"]),
        ("{host} {query:utm_source}", ["a.example q r", "b.example.co.uk ", "h ", "h "]),
        ("{path}", ["/x y", "/%0Az", "/a/b/c;type=a", "/7/s%09words"]),
        ("{raw:path}", ["/x%20y", "/%0Az", "/a/b/c;type=a", "/7/s%09words"]),
        ("{query:id}|{raw:query:id}|{raw:query}", ["1|1|utm_source=q+r&id=1", "a b|a%20b|%69d=a%20b", "||", "||"]),
        ("{raw:query:utm_source}", ["q+r", "", "", ""]),
        ("{fragment}{raw:fragment}", ["f/gf%2Fg", "", "", ""]),
        ("{query-all:id}|{query-all:utm_source}", ["1|q r", "a b|", "|", "|"]),
        ("{port}", ["81", "", "", ""]),
        ("{port|none}", ["81", "none", "none", "none"]),
        ("{default:port}", ["81", "443", "21", "70"]),
        ("{password} {raw:password}", [" ", " ", "s@ s%40", " "]),
        ("{line}: {cwds}", ["1: ", "3: ", "4: a,b", "5: "]),
        (r"{{{scheme}}}\t{depth}\\", ["{http}\t1\\", "{https}\t1\\", "{ftp}\t3\\", "{gopher}\t2\\"]),
        ("{search} {registrable_domain|-}", [" -", " example.co.uk", " -", "words -"]),
        ("{url}", [line.rstrip("\r") for line in ROWS.split("\n") if line]),
    ],
)
def test_a_template_is_filled(template: str, lines: list[str], rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert got(capsys, template, rows) == lines


@pytest.mark.parametrize("field", [*FIELDS_OF_ALL, "url", "line"])
def test_few_lines_are_read_as_many_are(field: str, rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = "" if field in ("url", "line") else f" {{raw:{field}}} {{{field}|none}}"
    found = []
    for octets in SIZES:
        with mock.patch.object(get, "FEW", octets):
            found.append(got(capsys, f"{{{field}}}{more} {{query:id}} {{query:x|-}}", rows, rows))
    assert found[0] == found[1] != []


@pytest.mark.skipif(backend == "pure", reason="the pure backend takes pyarrow for columns")
def test_few_lines_take_no_pyarrow(rows: str) -> None:
    check = "import sys; from urlmill.cli.main import main; main(sys.argv[1:]); sys.exit('pyarrow' in sys.modules)"
    command = [sys.executable, "-c", check, "get", "{host} {path} {query:id|-}"]
    expected = "a.example /x y 1\nb.example.co.uk /%0Az a b\nh /a/b/c;type=a -\nh /7/s%09words -\n"
    for more, fed in (([rows], None), ([], ROWS.encode())):
        done = subprocess.run([*command, *more], input=fed, capture_output=True, check=False)
        assert (done.returncode, done.stdout.decode().replace("\r", "")) == (0, expected), done.stderr


def test_line_breaks_of_a_template_are_written(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert got(capsys, r"{scheme}\n{depth}", rows, "--limit", "2") == ["http", "1", "https", "1"]


def test_a_row_without_what_it_must_have_is_bad(rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.tsv"
    assert main(["get", "{must:query:id} {must:fragment}", rows, "--bad", str(bad), "--strict"]) == 1
    out, err = capsys.readouterr()
    assert out == "1 f/g\n"
    assert "3 bad lines beside 1 row," in err
    assert [line.split("\t")[1:3] for line in bad.read_text().splitlines()] == [
        ["line", "reason"], ["3", "no fragment"], ["4", "no query:id"], ["5", "no query:id"],
    ]  # fmt: skip


def test_a_row_that_is_not_wanted_lacks_nothing(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert got(capsys, "{must:query:id}", rows, "--strict", "--where", "scheme=http*") == ["1", "a b"]


def test_refused_rows_are_left_out_with_a_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "urls").write_text("http://a/\nhttp://b/%zz\n\nhttp://c/\n")
    assert got(capsys, "{line} {host}", str(tmp_path / "urls"), "--profile", "strict") == ["1 a", "4 c"]


def test_the_output_may_be_a_file(rows: str, tmp_path: Path) -> None:
    assert main(["get", "{scheme}", rows, "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out").read_bytes() == b"http\nhttps\nftp\ngopher\n"


def test_an_empty_file_gives_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "urls").touch()
    assert got(capsys, "{host}", str(tmp_path / "urls")) == []
    (tmp_path / "urls").write_text("\n\n")
    assert got(capsys, "{must:host} {cwds}", str(tmp_path / "urls")) == []


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{hots}", "unknown field 'hots'; did you mean 'host'? "),
        ("{", "a lone { at position 0"),
        ("{host}}", "a lone } at position 6"),
        ("{lime}", "did you mean 'line'?"),
        ("host", "names no field"),
        ("{default:host}", "only a port has a default"),
        ("{query:}", "write {query:NAME}"),
        ("{host:x}", "write {query:NAME}"),
        ("{query-all}", "write {query:NAME}"),
        ("{raw:query-all:x}", "decoded only"),
        ("{must:host|x}", "needs no other value"),
        ("{}", "unknown field ''"),
    ],
)
def test_a_wrong_template_is_explained(template: str, said: str, rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["get", template, rows]) == 2
    assert said in capsys.readouterr().err


def test_a_condition_on_an_unknown_field_is_explained(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["get", "{host}", rows, "--where", "hots=a"]) == 2
    assert "unknown field 'hots'" in capsys.readouterr().err


@given(st.text())
def test_any_template_is_read_or_explained(template: str) -> None:
    with contextlib.suppress(UsageError):
        assert parsed(template)


def test_the_help_of_split_lists_all_fields(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["split", "--help"])
    said = set(re.findall(r"\w+", capsys.readouterr().out))
    assert {*FIELDS_OF_ALL, *special_names()} <= said


def test_every_command_has_help_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        with pytest.raises(SystemExit):
            main([name, "--help"])
        out = capsys.readouterr().out
        assert COMMANDS[name] in " ".join(out.split())
        assert f"examples:\n  urlmill {name} " in out


# Against the objects

FIELDS = [
    "url",
    "scheme",
    "user",
    "password",
    "host",
    "port",
    "path",
    "query",
    "fragment",
    "host_ascii",
    "name",
    "segments",
]
ITEMS = [
    *FIELDS, *(f"raw:{name}" for name in FIELDS[2:9]), "default:port", "query:q", "raw:query:q", "query:a",
    "raw:query:a b", "port|80", "fragment|none", "query-all:a", "query-all:q|none",
]  # fmt: skip
ROW = st.one_of(url_texts(), nasty_text, urls().map(str)).map(lambda text: LONE.sub("", text).replace("\n", ""))
MORE = st.sampled_from(
    [
        "http://h/?q=%FF&a=%0A",
        "http://h/?a+b=1&a%20b=2",
        "http://h?q",
        "http://h/?a=1&b&a=%0A&q&a=",
        "http://h/?a=1&a=%FF",
        "ftp://u%0D:p%FF@h/%09/b",
        "mongodb://h,h",
        "mongodb://h/",
        "postgres://%2Frun/a",
        "x",
    ]
)


@example(texts=["mongodb://h,h", "http://h/", "postgres://%2Frun/a", "mongodb://h/"], items=["default:port"])
@given(texts=st.lists(st.one_of(ROW, MORE), max_size=6), items=st.lists(st.sampled_from(ITEMS), min_size=1, max_size=4))
def test_each_line_is_what_the_objects_say(
    texts: list[str], items: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / "rows").write_bytes("\n".join(texts).encode())
    template = "<" + "><".join(f"{{{item}}}" for item in items) + ">"
    lines = [line for text in texts if (line := text.removesuffix("\r"))]
    expected = ["<" + "><".join(scalar(item, line) for item in parsed_items(template)) + ">" for line in lines]
    for octets in SIZES:
        with mock.patch.object(get, "FEW", octets):
            assert main(["get", template, str(folder / "rows"), "-o", str(folder / "out")]) == 0
        assert (folder / "out").read_bytes().decode().split("\n")[:-1] == expected


def parsed_items(template: str) -> list[Item]:
    return [piece for piece in parsed(template) if isinstance(piece, Item)]


def scalar(item: Item, text: str) -> str:
    found = _scalar(item, URL(text, profile="lenient"))
    if found is None or (isinstance(found, str) and LONE.search(found)):
        return item.fallback or ""
    if isinstance(found, list):
        if any(LONE.search(each) for each in found):
            return item.fallback or ""
        found = ",".join(found)
    return str(found) if item.is_raw or item.field in ("url", "host") else CONTROL.sub(_escaped, str(found))


def _scalar(item: Item, url: URL) -> Any:
    if item.key is not None:
        if item.field == "query-all":
            values = [value for name, value in url.query_items() if name == item.key]
            return values or None
        if not item.is_raw:
            return next((value for name, value in url.query_items() if name == item.key), None)
        fields = [field.partition("=") for field in (url.query or "").split("&") if field]
        unquoted = ((urllib.parse.unquote_plus(name), value) for name, _, value in fields)
        return next((value for name, value in unquoted if name == item.key), None)
    if item.field == "url":
        return str(url)
    if item.is_default:
        return url.effective_port
    if item.field in ("path", "query", "fragment"):
        raw = getattr(url, item.field)
        return raw if raw is None or item.is_raw else urllib.parse.unquote(raw)
    name = f"raw_{item.field}" if item.is_raw and item.field in ("user", "password", "host", "port") else item.field
    try:
        return getattr(url, name, None)
    except URLError:
        return None


def _escaped(found: re.Match[str]) -> str:
    return f"%{ord(found[0]):02X}"
