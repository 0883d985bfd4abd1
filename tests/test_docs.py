"""What README and docs show is what happens."""

from __future__ import annotations

import doctest
import importlib
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


def test_links_lead_somewhere() -> None:
    import re

    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
