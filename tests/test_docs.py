"""What README and docs show is what happens."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import urlmill

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WITH_SERVERS = ["fetch.md", "schemes.md"]
NEEDED = {
    "columns.md": ["pyarrow", "polars", "pandas", "duckdb"],
    "cookbook.md": ["pyarrow", "polars", "duckdb", "numpy", "pydantic"],
    "crawling.md": ["scrapy"],
    "engines.md": ["pyarrow", "polars", "pandas", "duckdb", "numpy"],
    "logs.md": ["pyarrow", "polars", "duckdb"],
    "urlmill.logs": ["pyarrow"],
    "urlmill.engines.duckdb": ["duckdb", "numpy", "pyarrow"],
    "urlmill.engines.pandas": ["pandas", "pyarrow"],
    "urlmill.engines.polars": ["polars"],
    "urlmill.integrations.w3lib": ["w3lib"],
}


@pytest.mark.skipif(urlmill.backend == "pure", reason="the pages show the native backend")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, tmp_path: Path) -> None:
    for library in NEEDED.get(page.name, []):
        pytest.importorskip(library)
    # In a process of its own: an example may register a class, which other tests would see.
    command = [sys.executable, "-W", "error", "-m", "doctest", "-o", "ELLIPSIS", str(page)]
    if page.name in WITH_SERVERS:
        command = [sys.executable, "-W", "error", "-m", "tests.docs_with_servers", str(page)]
    places = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


MODULES = [
    "urlmill",
    "urlmill._hosts.addresses",
    "urlmill._hosts.labels",
    "urlmill._hosts.names",
    "urlmill._hosts.ranges",
    "urlmill._hosts.rules",
    "urlmill._url.extract",
    "urlmill.columns",
    "urlmill.crawl",
    "urlmill.engines.duckdb",
    "urlmill.engines.missing",
    "urlmill.engines.pandas",
    "urlmill.engines.polars",
    "urlmill.gate",
    "urlmill.integrations.urllib",
    "urlmill.integrations.w3lib",
    "urlmill.logs",
    "urlmill.schemes.wildmat",
    "urlmill.testing",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in NEEDED.get(name, []):
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
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
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", table)
    assert len(named) > len(promises)
    for file, name in named:
        assert f"def {name}(" in (ROOT / "tests" / file).read_text("utf-8"), f"{file} has no {name}"


def test_every_conflict_that_is_cited_has_an_entry() -> None:
    page = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    entries = re.findall(r"^### C-(\d+): ", page, re.MULTILINE)
    assert entries == [str(number) for number in range(1, len(entries) + 1)]
    cited: dict[str, Path] = {}
    for folder in ("python", "rust", "tests"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".py", ".pyi", ".rs", ".json"}:
                cited |= dict.fromkeys(re.findall(r"\bC-(\d+)\b", file.read_text("utf-8")), file)
    assert len(cited) > 20
    assert {number: str(file) for number, file in cited.items() if number not in entries} == {}


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
