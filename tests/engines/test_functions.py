"""The table that all engines are made from, and what is said where an engine is not there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from urlmill import columns
from urlmill.engines.frames import UrlMethods
from urlmill.engines.functions import FIELDS, FUNCTIONS, Function

from ..columns.answers import rows_of
from .cases import CALLS, OF_SQL, URLS, Call

KINDS = {
    "string_view": "text",
    "dictionary<values=string, indices=int16, ordered=0>": "text",
    "fixed_size_binary[16]": "octets",
    "list<item: string_view>": "texts",
    "list<item: struct<name: string_view, value: string_view>>": "items",
}
TABLE = [function for function in FUNCTIONS.values() if not function.is_for_sql]
ENGINES = {  # what each takes, in the order of its imports
    "duckdb": ["numpy", "duckdb", "pyarrow"],
    "polars": ["polars"],
    "pandas": ["pandas", "pyarrow"],
    "spark": ["pyarrow", "pyspark"],
}


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_columns_say_what_the_objects_say(call: Call) -> None:
    answer = FUNCTIONS[call.name].answer(URLS, *call.arguments, layout="string", threads=1)
    expected = call.expected(URLS)
    if call.name == "split":
        assert rows_of(answer) == [row or dict.fromkeys(FIELDS) for row in expected]
    else:
        assert answer.to_pylist() == expected


@pytest.mark.parametrize("function", TABLE, ids=lambda function: function.name)
def test_types_are_what_the_table_says(function: Function) -> None:
    answer = function.answer([], *["crawl"] * len(function.arguments))
    kinds = {name: KINDS.get(kind, kind) for name, kind in answer.schema.items()}
    assert kinds == FIELDS if function.kind == "struct" else [*kinds.values()] == [function.kind]


def test_the_usual_fields_are_those_of_columns() -> None:
    assert list(FIELDS) == columns.split([]).names


def test_data_frames_have_every_function() -> None:
    assert {name for name in vars(UrlMethods) if not name.startswith("_")} == {each.name for each in TABLE}


def test_every_function_has_a_case() -> None:
    assert {call.name for call in CALLS + OF_SQL} == set(FUNCTIONS)


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_importing_urlmill_imports_no_engine() -> None:
    modules = "urlmill.columns, urlmill.cli.main, urlmill.engines.functions, urlmill.engines.frames"
    loaded = f"import sys, {modules}; print(*sys.modules)"
    assert "urlmill.engines.frames" in run(loaded).stdout
    assert not {"duckdb", "polars", "pandas", "pyspark", "pyarrow", "numpy"} & set(run(loaded).stdout.split())


ABSENT = """
import sys
sys.modules[{missing!r}] = None
try:
    import urlmill.engines.{engine}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(("engine", "missing"), [(engine, name) for engine in ENGINES for name in ENGINES[engine]])
def test_a_missing_engine_gives_a_sentence_that_says_what_to_install(engine: str, missing: str) -> None:
    for first in ENGINES[engine][: ENGINES[engine].index(missing)]:
        pytest.importorskip(first)
    said = run(ABSENT.format(engine=engine, missing=missing)).stdout.strip()
    sentence = f"urlmill.engines.{engine} takes {missing}, which is not installed: pip install 'urlmill[{engine}]'"
    assert said == sentence
