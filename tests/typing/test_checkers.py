"""What users write, before mypy and pyright: each finds every line that is wrong, and no other."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = sorted((Path(__file__).parent / "cases").glob("*.py"))

pytestmark = pytest.mark.once


def lines_marked(file: Path) -> list[int]:
    """Those that must be errors."""
    return [number for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if line.endswith("# wrong")]


def output_of(module: str, *arguments: str) -> str:
    """What a checker says, in whatever way it ends."""
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"there is no {module}")
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode < 2, done.stdout + done.stderr
    return done.stdout


def found_by_mypy(file: Path, cache: Path) -> dict[int, str]:
    """The errors by their lines."""
    said = output_of("mypy", "--output", "json", "--cache-dir", str(cache), str(file))
    errors = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert all(file.samefile(ROOT / error["file"]) for error in errors)
    return {error["line"]: error["message"] for error in errors if error["severity"] == "error"}


def found_by_pyright(file: Path) -> dict[int, str]:
    """The errors by their lines."""
    said = output_of("basedpyright", "--outputjson", "--pythonpath", sys.executable, str(file))
    errors = [error for error in json.loads(said)["generalDiagnostics"] if error["severity"] == "error"]
    assert all(file.samefile(error["file"]) for error in errors)
    return {error["range"]["start"]["line"] + 1: error["message"] for error in errors}


def test_the_cases_have_both_kinds_of_lines() -> None:
    assert len(CASES) > 1
    for file in CASES:
        assert len(lines_marked(file)) > 10
        assert file.read_text("utf-8").count("assert_type(") > 10


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_mypy_finds_what_is_wrong(file: Path, tmp_path: Path) -> None:
    found = found_by_mypy(file, tmp_path)
    assert list(found) == lines_marked(file), found


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_pyright_finds_what_is_wrong(file: Path) -> None:
    found = found_by_pyright(file)
    assert list(found) == lines_marked(file), found
