"""``urlmill show``: one URL for a person, whatever is in it."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL
from urlmill._io.terminal import width
from urlmill._printable import printable
from urlmill._profiles import AS_WRITTEN
from urlmill.cli.main import COMMANDS, main
from urlmill.cli.show.facts import PARTS, facts_of
from urlmill.cli.show.ruler import Row, Span, ruled
from urlmill.testing import url_texts, urls

from ..strategies import text as nasty_text

FTP = "ftp://joe:s3cret@ftp.example.org:2121/pub/a%20b.txt;type=i"
ANY_TEXT = st.one_of(url_texts(), nasty_text, st.text(), st.text(st.characters(max_codepoint=0xA0)))
OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")  # by terminals, or by what lays out text


def shown(*arguments: str) -> str:
    """What it prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["show", *arguments]) in (0, 1)
    return out.getvalue()


def objects(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in shown("--json", *arguments).splitlines()]


def plain(row: Row) -> str:
    return "".join(text for text, _ in row)


def test_the_parts_are_underlined_and_named() -> None:
    assert shown(FTP).split("\n\n")[0] == (
        "ftp://joe:***@ftp.example.org:2121/pub/a%20b.txt;type=i\n"
        "└┬┘   └┬┘ └┬┘ └──────┬──────┘ └┬─┘└─────────┬─────────┘\n"
        " │     │   password  host      port         path\n"
        " │     user\n"
        " scheme"
    )


def test_the_parts_are_listed_decoded_where_that_differs() -> None:
    lines = [line.split(None, 1) for line in shown("http://B\xfccher.example/a%20b?q=caf%C3%A9+x&q=2#t").splitlines()]
    assert ["host", "B\xfccher.example = xn--bcher-kva.example"] in [
        [name, value.replace(" = b\xfccher.example", "")] for name, value in (line for line in lines if len(line) == 2)
    ]
    assert ["path", "/a%20b = /a b"] in lines
    assert ["q", "caf\xe9 x"] in lines
    assert ["q", "2"] in lines
    assert ["fragment", "t"] in lines
    assert ["port", "none: 80, as http has it"] in lines


@pytest.mark.parametrize(
    ("url", "lines"),
    [
        ("ftp://h/a", ["connect", "steps"]),
        ("ftps://h/a", ["connect", "tls", "steps"]),
        ("gopher://h/0a%09%09%3F", ["connect", "action", "request", "needs_form", "form_request"]),
        ("gopher://h/0a", ["connect", "action", "request"]),
        ("http://h/", ["connect", "target", "host_field", "close"]),
        ("https://h/", ["connect", "tls", "target", "host_field", "close"]),
        ("nntps://h/a.b", ["connect", "tls", "steps", "newest"]),
    ],
)
def test_a_plan_is_shown_without_what_is_not_done(url: str, lines: list[str]) -> None:
    plan = re.split(r"\nplan *\n", shown(url))[1].splitlines()
    assert [line.split()[0] for line in plan if re.match("  [a-z]", line)] == lines


def test_the_plan_of_the_scheme_is_shown() -> None:
    for command in ("USER joe", "PASS ***", "CWD pub", "TYPE I", "RETR a b.txt"):
        assert command in shown(FTP)
    assert r"/s\twords\r\n" in shown("gopher://h/7/s%09words")


def test_a_refused_url_has_a_caret_under_the_position() -> None:
    written, caret, sentence, *rest = shown("http://h\u4e2d/%zz", "--profile", "superset").splitlines()
    assert written[: len("http://h\u4e2d/")] == "http://h\u4e2d/"
    assert caret == " " * width("http://h\u4e2d/") + "^"
    assert sentence.startswith("refused: bad-percent at position 10: ")
    assert "What the lenient profile makes of it:" in rest


def test_what_readers_disagree_about_is_said() -> None:
    out = shown("http://example.org\\@evil.example/")
    assert "backslash at position 18" in out
    assert re.search(r"browsers +example\.org\n", out)


@pytest.mark.parametrize("profile", AS_WRITTEN)
def test_the_password_is_not_shown_unless_asked_for(profile: str) -> None:
    for form in ("--json", "--color=never"):
        assert "s3cret" not in shown(
            FTP, "jdbc:mysql://u:s3cret@h/", "http://u:s3cret@h b/", form, f"--profile={profile}"
        )
        assert "s3cret" in shown(FTP, form, f"--profile={profile}", "--show-password")


def test_positions_are_those_in_the_text_that_is_shown() -> None:
    (found,) = objects("http://u:a-long-password@h/%zz")
    assert found["error"]["position"] == found["url"].index("%zz")


def test_json_has_an_object_for_each_url() -> None:
    first, second = objects(FTP, "http://h/%zz")
    assert first["parts"] == {
        "scheme": "ftp", "user": "joe", "password": "***", "host": "ftp.example.org", "port": "2121",
        "path": "/pub/a%20b.txt;type=i", "query": None, "fragment": None,
    }  # fmt: skip
    assert first["own_parts"] == {"cwds": ["pub"], "name": "a b.txt", "typecode": "i"}
    assert first["plan"]["commands"][:2] == ["USER joe", "PASS ***"]
    assert first["error"] is None
    assert second["error"]["code"] == "bad-percent"


def test_strict_ends_with_1_if_any_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "http://h/", "http://h/%zz"]) == 0
    assert main(["show", "--strict", "http://h/", "http://h/%zz"]) == 1
    assert main(["show", "--strict", "--profile", "lenient", "http://h/%zz"]) == 1
    assert main(["show", "--strict", "http://h/"]) == 0
    assert capsys.readouterr().err == ""


def test_a_hyphen_reads_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    octets = b"http://a/\r\n\nhttp://b/\xe9\nhttp://c/\xc3\xa9"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(octets)))
    assert [found["url"] for found in objects("-")] == ["http://a/", "http://b/\xe9", "http://c/\xe9"]


def test_colours_are_for_those_who_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def on_terminal(*arguments: str) -> str:
        with redirect_stdout(Terminal()) as out:
            main(["show", *arguments])
        return out.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" not in shown(FTP)
    assert "\x1b[" in shown(FTP, "--color", "always")
    assert "\x1b[" in on_terminal(FTP)
    assert "\x1b[" not in on_terminal(FTP, "--color", "never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in on_terminal(FTP)
    assert "\x1b[" in on_terminal(FTP, "--color", "always")


def test_an_output_without_boxes_gets_plain_signs() -> None:
    octets = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(octets, encoding="ascii")) as out:
        main(["show", "http://\xfc\u4e2d.example/"])
        out.flush()
        assert octets.getvalue().startswith(
            b"http://<U+00FC><U+4E2D>.example/\n`+-'   `----------+-----------'+\n scheme           host         path\n"
        )


@given(ANY_TEXT, st.sampled_from(AS_WRITTEN), st.sampled_from([[], ["--json"], ["--show-password"]]))
def test_nothing_that_a_terminal_obeys_is_ever_printed(text: str, profile: str, options: list[str]) -> None:
    out = shown(f"--profile={profile}", *options, "--", "http://h/", text.replace("-", "_") if text == "-" else text)
    assert not [char for char in out.replace("\n", "") if category(char) in OBEYED]


@given(ANY_TEXT)
def test_json_tells_the_parts_that_the_object_has(text: str) -> None:
    (found,) = objects("--show-password", "--profile=lenient", "--", text.replace("-", "_") if text == "-" else text)
    url = URL(found["url"], profile="lenient")
    assert [found["parts"][name] for name in ("path", "query", "fragment")] == [url.path, url.query, url.fragment]
    assert found["parts"]["host"] == url.raw_host
    assert found["origin"] == (None if url.origin.opaque else str(url.origin))


@given(st.one_of(urls().map(str), ANY_TEXT))
def test_the_ruler_lines_up(text: str) -> None:
    facts = facts_of(text, "lenient", shows_password=True)
    ((written, *rows),) = ruled(text, facts.spans())
    assert plain(written) == printable(text)
    spans = [
        Span(span.name, width(printable(text[: span.start])), width(printable(text[: span.end])))
        for span in facts.spans()
    ]
    check_ruler([span for span in spans if span.start < span.end], [plain(row) for row in rows])


def check_ruler(spans: list[Span], rows: list[str]) -> None:
    """Brackets where the parts are, and from each a line down to its name, with room around it."""
    if not spans:
        assert not rows
        return
    marks, *names = rows
    assert [match.span() for match in re.finditer("└─*┬─*┘|├┘|┬", marks)] == [(span.start, span.end) for span in spans]
    for span in spans:
        column = next(at for at in range(span.start, span.end) if marks[at] in "┬├")
        depth = 0
        while names[depth][column] == "│":
            depth += 1
        assert re.fullmatch(f"{span.name}(?: .*)?", names[depth][column:])
        assert column == 0 or names[depth][column - 1] in " │"
    assert sorted(re.findall("[a-z]+", " ".join(names))) == sorted(span.name for span in spans)


@given(urls().map(str), st.integers(20, 100))
def test_a_long_url_is_folded_and_nothing_is_lost(text: str, limit: int) -> None:
    blocks = list(ruled(text, facts_of(text, "lenient", shows_password=True).spans(), limit=limit))
    assert "".join(plain(block[0]) for block in blocks) == printable(text)
    assert all(width(plain(block[0])) <= limit for block in blocks)


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    assert width("\u4e2d\U0001f600") == 4
    assert width("e\u0301") == 1
    assert printable("\x1b\u202e\udcff") == "<U+001B><U+202E><FF>"


def test_without_wcwidth_wide_and_combining_characters_have_their_width(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["\u4e2d\U0001f600", "e\u0301", "\uff21b", "a\u20dd", "\u0915\u0941", "\uff76", "h\u00f6st", ""]
    expected = [width(text) for text in texts]
    assert expected == [4, 1, 3, 1, 1, 1, 4, 0]
    monkeypatch.setitem(sys.modules, "wcwidth", None)
    assert [width(text) for text in texts] == expected
    assert main(["show", "http://\u4e2d.example/", "--color", "never"]) == 0


def test_show_and_help_need_no_pyarrow() -> None:
    check = "import sys; from urlmill.cli.main import main; main(sys.argv[1:]); sys.exit('pyarrow' in sys.modules)"
    for arguments in (["show", FTP], ["show", "--json", FTP]):
        done = subprocess.run(
            [sys.executable, "-c", check, *arguments], capture_output=True, env=os.environ, check=False
        )
        assert done.returncode == 0, done.stderr


def test_the_help_names_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = " ".join(capsys.readouterr().out.split())
    for name, help_ in COMMANDS.items():
        assert f"{name} {help_}" in out


def test_the_parts_that_are_ruled_are_those_of_every_url() -> None:
    spans = facts_of("s://u:p@h:1/p?q#f", "lenient", shows_password=True).spans()
    assert tuple(span.name for span in spans) == PARTS
