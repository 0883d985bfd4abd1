"""The tasks of docs/migrating.md: every library runs, answers as the page says, and ours takes no more lines."""

from __future__ import annotations

import importlib.util
import re
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import urlmill

PAGE = Path(__file__).parent.parent / "docs" / "migrating.md"
LIBRARIES = ["urlmill", "yarl", "furl", "urllib"]


class Task(NamedTuple):
    title: str
    text: str
    answer: str
    codes: dict[str, str]  # by library
    others: dict[str, str]  # the answers that differ


def tasks() -> list[Task]:
    found = []
    section = PAGE.read_text("utf-8").partition("everyday tasks\n")[2]
    for title, rest in re.findall(r"^### (.+?)\n(.+?)(?=^### |\Z)", section, re.MULTILINE | re.DOTALL):
        given = re.search(r"^(?:`(.+)` )?→ `(.+)`\n\n```py\n(.+?)^```", rest, re.MULTILINE | re.DOTALL)
        assert given, title
        columns = re.findall(r"^# (\w+)(?:: (.+))?\n((?:[^#\n].*\n)+)", given[3], re.MULTILINE)
        codes = {library: code for library, _, code in columns}
        others = {library: answer for library, answer, _ in columns if answer}
        found.append(Task(title, given[1] or "", given[2], codes, others))
    return found


TASKS = tasks()


def names() -> dict[str, Any]:
    """What the page imports, of what is here."""
    found: dict[str, Any] = {"URL": urlmill.URL, "posixpath": importlib.import_module("posixpath")}
    found |= {name: getattr(urllib.parse, name) for name in urllib.parse.__all__}
    if importlib.util.find_spec("yarl"):
        found["yarl"] = importlib.import_module("yarl")
    if importlib.util.find_spec("furl"):
        found["furl"] = importlib.import_module("furl").furl
    if importlib.util.find_spec("tldextract"):
        found["site"] = importlib.import_module("tldextract").TLDExtract(suffix_list_urls=(), cache_dir=None)
    return found


def answer_of(code: str, text: str, read: Callable[[str], object]) -> str:
    space = names() | {"url": read(text) if text else None}
    *before, last = code.splitlines()
    exec("\n".join(before), space)
    return str(eval(last, space))


def reader_of(library: str) -> Callable[[str], object]:
    if library == "urllib":
        return urllib.parse.urlsplit
    if library == "urlmill":
        return urlmill.URL
    module = pytest.importorskip(library, reason=f"{library} is not installed: `make test` has it, in .venv")
    return module.URL if library == "yarl" else module.furl  # type: ignore[no-any-return]


def test_a_name_of_the_tables_is_ours_or_is_told_ours() -> None:
    url = urlmill.URL("http://user:pw@h.example/a?b#c")
    rows = re.findall(r"^\| (`.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    asked = [
        (params, name)
        for theirs, ours in rows
        if not ours.startswith(("none", "`URL.build"))
        for params, name in re.findall(r"`(?:f|url)?\.(args\.)?(?:path\.)?(\w+)", theirs)
    ]
    assert len(asked) > 50
    others = [(owner, name) for params, name in asked if not hasattr(owner := url.params if params else url, name)]
    assert others
    for owner, name in others:
        with pytest.raises(AttributeError, match="it is called"):
            getattr(owner, name)


@pytest.mark.once
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title)
def test_each_library_answers_as_the_page_says(task: Task, library: str) -> None:
    read = reader_of(library)
    if "site(" in task.codes[library]:
        pytest.importorskip("tldextract")
    assert answer_of(task.codes[library], task.text, read) == task.others.get(library, task.answer)


def test_there_are_as_many_tasks_as_the_page_says() -> None:
    assert len(TASKS) == 17
    assert "## Seventeen everyday tasks" in PAGE.read_text("utf-8")
    for task in TASKS:
        assert list(task.codes) == LIBRARIES, task.title
        assert "urlmill" not in task.others


def test_ours_takes_no_more_lines_than_the_shortest() -> None:
    for task in TASKS:
        lines = {library: len(code.splitlines()) for library, code in task.codes.items()}
        assert lines["urlmill"] <= min(lines.values()), task.title
        for line in "".join(task.codes.values()).splitlines():
            assert len(line) <= 120, line
            assert ";" not in line, line
