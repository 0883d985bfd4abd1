"""What README and docs show is what happens."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import urlmill

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NEEDED = {
    "columns.md": ["pyarrow", "polars", "pandas", "duckdb"],
    "engines.md": ["pyarrow", "polars", "pandas", "duckdb", "numpy"],
    "urlmill.engines.duckdb": ["duckdb", "numpy", "pyarrow"],
    "urlmill.engines.pandas": ["pandas", "pyarrow"],
    "urlmill.engines.polars": ["polars"],
}


@pytest.mark.skipif(urlmill.backend == "pure", reason="the pages show the native backend")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in NEEDED.get(page.name, []):
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)  # some examples read files, which they make first
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


MODULES = [
    "urlmill",
    "urlmill.columns",
    "urlmill.crawl",
    "urlmill.engines.duckdb",
    "urlmill.engines.missing",
    "urlmill.engines.pandas",
    "urlmill.engines.polars",
    "urlmill.host_labels",
    "urlmill.hosts",
    "urlmill.running_text",
    "urlmill.schemes.wildmat",
    "urlmill.testing",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    for library in NEEDED.get(name, []):
        pytest.importorskip(library)
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed


def test_the_first_page_has_examples() -> None:
    assert len(doctest.DocTestParser().get_examples(PAGES[0].read_text("utf-8"))) > 5


def test_every_promise_has_a_test_that_is_there() -> None:
    promised = (ROOT / "README.md").read_text("utf-8").partition("## What you can rely on")[2].partition("\n## ")[0]
    table = (ROOT / "docs" / "reliability.md").read_text("utf-8").partition("## Promises")[2].partition("\n## ")[0]
    promises = re.findall(r"^- (\*\*.+?\*\*)", promised, re.MULTILINE)
    assert len(promises) > 4
    assert [promise for promise in promises if promise not in table] == []
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", table)
    assert len(named) > len(promises)
    for file, name in named:
        assert f"def {name}(" in (ROOT / "tests" / file).read_text("utf-8"), f"{file} has no {name}"


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
