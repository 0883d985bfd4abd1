"""Errors: the codes that the page lists, and whole wherever they go."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

from urlmill import FetchError
from urlmill._fetch.codes import CODES

ROOT = Path(__file__).parents[2]


def test_the_page_lists_every_code() -> None:
    page = (ROOT / "docs" / "fetch.md").read_text("utf-8").partition("| code |")[2].partition("\n\n")[0]
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", page, re.MULTILINE))
    assert {code: why.replace("`", "") for code, why in listed.items()} == {
        code: why.replace("`", "") for code, why in CODES.items()
    }


def test_every_code_that_is_raised_is_listed() -> None:
    folder = ROOT / "python" / "urlmill" / "_fetch"
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    raised = re.findall(r'(?:error|FetchError)\(\s*"([a-z-]+)"', source)
    assert set(raised) == set(CODES)


def test_an_error_is_pickled_whole() -> None:
    error = FetchError("refused", "ftp://h/", "the server answered 550 \x1b", 550)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.url, again.status, str(again)) == ("refused", "ftp://h/", 550, str(error))
    assert type(error).__module__ == "urlmill.errors"
    assert str(error) == "ftp://h/: the server answered 550 <U+001B>"
