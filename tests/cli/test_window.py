"""On a terminal, rows are a table that fits the window; in a pipe they stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill._io.terminal import cut, width
from urlmill._io.window import Column, Window, widths
from urlmill.cli.main import COMMANDS

from .shell import call, on_terminal
from .subcommands import TABLES, line_of, sample

URLS = [
    "http://h.example/a?q=1",
    "https://a-rather-long-name-of-a-host.example.co.uk/and/a/long/path/in/it?with=a&long=query&and=more#fragment",
    "http://例え.jp/日本語/パス",
    "",
    "mailto:someone@example.org",
]


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")


def table(**columns: Sequence[object]) -> pa.Table:
    return pa.table(columns)


def test_columns_stand_below_each_other() -> None:
    found = Window().lines(table(host=["a.example", "b"], status=[200, 5], path=["/", None]))
    assert found == "host              status  path\na.example            200  /\nb                      5\n"


def test_what_is_too_long_ends_with_an_ellipsis() -> None:
    found = Window().lines(table(url=["x" * 99, "y"], number=[1, 2]))
    assert found.splitlines()[1] == "x" * 28 + "…          1"
    assert max(map(width, found.splitlines())) == 40


def test_wide_characters_take_two_cells() -> None:
    found = Window().lines(table(a=["日本", "x"], b=["e\u0301", "y"]))
    assert found.splitlines()[1:] == ["日本    e\u0301", "x       y"]
    assert [width(line) for line in Window().lines(table(a=["日" * 30])).splitlines()] == [1, 39]


def test_what_a_terminal_would_obey_is_named() -> None:
    assert "<U+001B>[2J" in Window().lines(table(a=["\x1b[2J", "a\tb\nc"]))
    assert "a<U+0009>b<U+000A>c" in Window().lines(table(a=["\x1b[2J", "a\tb\nc"]))


def test_nothing_is_not_empty_text() -> None:
    assert Window().lines(table(a=["", None, "x"], b=["1", "2", "3"])).splitlines()[1:] == [
        '""   1', "     2", "x    3",
    ]  # fmt: skip


def test_columns_without_room_are_left_out_and_told() -> None:
    window = Window()
    found = window.lines(table(**{name * 9: ["v" * 20] for name in "abcdef"}))
    assert window.left_out == [name * 9 for name in "def"]
    assert found.splitlines()[0].split() == [name * 9 for name in "abc"]


def test_later_rows_get_more_room_while_there_is_some() -> None:
    window = Window()
    assert window.lines(table(a=["x"], b=["y"])) == "a  b\nx  y\n"
    assert window.lines(table(a=["x"], b=["y"])) == "x  y\n"
    assert window.lines(table(a=["longer"], b=["y"])).splitlines()[1] == "longer     y"
    assert window.lines(table(a=["longer" * 9], b=["y"])).splitlines()[0].startswith("a  ")
    assert window.lines(table(a=["z" * 99], b=["y"])).count("\n") == 1  # there is no more room


def test_a_window_that_changes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window()
    assert len(window.lines(table(a=["x" * 99])).splitlines()[1]) == 40
    monkeypatch.setenv("COLUMNS", "60")
    assert [len(line) for line in window.lines(table(a=["x" * 99])).splitlines()] == [1, 60]


def test_names_wait_for_the_first_row_or_the_end() -> None:
    window, nothing = Window(), table(a=["x"]).slice(1)
    assert window.lines(nothing) == ""
    assert window.lines(nothing, is_last=True) == "a\n"
    assert window.lines(table(a=["x"])) == "x\n"


@given(
    st.lists(st.tuples(st.text("ab", min_size=1, max_size=12), st.integers(0, 99), st.booleans()), min_size=1),
    st.integers(1, 200),
)
def test_widths_fit_and_no_number_is_cut(columns: list[tuple[str, int, bool]], room: int) -> None:
    asked = [Column(name, max(natural, len(name)), is_text, not is_text) for name, natural, is_text in columns]
    found = widths(asked, room)
    assert 1 <= len(found) <= len(asked)
    assert sum(found) + 2 * (len(found) - 1) <= room
    if len(found) > 1:
        assert all(cells >= each.natural for cells, each in zip(found, asked, strict=False) if not each.is_text)


@given(st.text(st.characters(exclude_categories=["C", "Z"]), max_size=30), st.integers(1, 40))
def test_a_text_is_cut_to_its_cells(text: str, cells: int) -> None:
    found = cut(text, cells)
    assert width(found) <= cells
    assert found == text or (found.endswith("…") and text.startswith(found[:-1]) and width(text) > cells)


@pytest.mark.once
@pytest.mark.parametrize("columns", [80, 200])
@pytest.mark.parametrize("command", TABLES)
def test_every_table_fits_the_window(command: str, columns: int) -> None:
    pytest.importorskip("pty")
    lines = "".join(f"{line_of(command, url)}\n" for url in URLS * 9).encode()
    found = on_terminal(*sample(command), "--quiet", lines=lines, columns=columns)
    assert found.count("\n") > 3
    assert max(map(width, found.splitlines())) <= columns
    if command != "top":
        assert "\t" not in found


@pytest.mark.once
def test_a_pipe_and_who_asks_for_tsv_get_tsv() -> None:
    pytest.importorskip("pty")
    lines = "".join(f"{url}\n" for url in URLS).encode()
    _, out, _ = call("split", input=lines)
    assert out.startswith(b"url\tscheme\thost")
    assert on_terminal("split", "--to", "tsv", lines=lines) == out.decode()


@pytest.mark.once
def test_no_rows_are_the_names_of_the_columns() -> None:
    pytest.importorskip("pty")
    assert on_terminal("split", "--fields", "host,path", "--where", "host=x", lines=b"http://h/\n") == "host    path\n"


def test_every_command_that_writes_tables_is_here() -> None:
    assert set(TABLES) < set(COMMANDS)
